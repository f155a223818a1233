//! Alpha-beta with iterative deepening: the backbone. Each depth is a principal variation search with a
//! transposition table, begun with a narrow window around the last result (aspiration).

use parlor_core::{
    Engine, EngineEntry, EngineInfo, Evaluate, Keyed, Limits, NoMoves, Options, Score, SearchInfo, Value,
};

use crate::Report;
use crate::move_ordering::root_moves;
use crate::options::{DEPTH, TABLE_MIB, TIES, plies};
use crate::pvs::{Found, Pvs, Window};

pub const INFO: EngineInfo = EngineInfo {
    name: "alphabeta",
    about: "deeper and deeper until proved; without depth or limit, however long that takes",
    options: &[DEPTH, TABLE_MIB, TIES],
};

/// Deeper than any game here is long, and as deep as a thread's stack allows.
const DEEPEST: u32 = 500;

/// How far the score may be from the last one before the search is repeated, in points.
const NARROW: i32 = 40;

pub fn entry<G: Keyed, E: Evaluate<G> + Default + 'static>() -> EngineEntry<G> {
    EngineEntry { info: INFO, build: |options| Box::new(AlphaBeta::new(options, E::default())) }
}

#[derive(Debug)]
pub struct AlphaBeta<G: Keyed, E> {
    pvs: Pvs<G, E>,
    depth: u32,
    seed: u32,
}

/// A move at the root; `order` decides among equally good ones.
#[derive(Clone, Debug)]
struct Root<G> {
    order: usize,
    next: G,
}

/// The best move of one search of the root.
#[derive(Clone, Copy, Debug)]
struct Best {
    place: usize,
    found: Found,
}

/// How a search of the root at one depth and window ended.
struct Pass {
    best: Option<Best>,
    all_settled: bool,
    is_complete: bool,
}

impl<G: Keyed, E: Evaluate<G>> AlphaBeta<G, E> {
    pub fn new(options: &Options, evaluator: E) -> AlphaBeta<G, E> {
        let (depth, seed) = (options.whole(&DEPTH), options.whole(&TIES));
        AlphaBeta { depth, seed, ..AlphaBeta::with_table(options.whole(&TABLE_MIB), evaluator) }
    }

    /// Without options but the size of the table, for engines that have one of these inside.
    pub fn with_table(mib: u32, evaluator: E) -> AlphaBeta<G, E> {
        AlphaBeta { pvs: Pvs::new(mib, evaluator), depth: 0, seed: 0 }
    }

    /// Of the last search.
    pub(crate) fn nodes(&self) -> u64 {
        self.pvs.nodes()
    }

    fn deepest(&self, limits: &Limits) -> u32 {
        plies(self.depth, limits.depth).unwrap_or(DEEPEST).clamp(1, DEEPEST)
    }

    /// All root moves in one window. Of equally good ones the first in order is best, whatever the order in
    /// which they are searched: an earlier one need only be as good, a later one must be better.
    fn pass(&mut self, roots: &[Root<G>], depth: u32, window: Window, improved: &mut dyn FnMut(&Self, Best)) -> Pass {
        let mut best: Option<Best> = None;
        let mut all_settled = true;
        for (place, root) in roots.iter().enumerate() {
            let floor = match best {
                Some(best) if root.order < roots[best.place].order => Score::from_raw(best.found.score.raw() - 1),
                Some(best) => best.found.score,
                None => window.alpha,
            };
            let floor = floor.max(window.alpha);
            let Some(found) = self.root_value(root, depth, Window { alpha: floor, ..window }, place > 0) else {
                return Pass { best, all_settled, is_complete: false };
            };
            all_settled &= found.settled;
            if found.score > floor {
                let better = Best { place, found };
                best = Some(better);
                improved(self, better);
                if found.score >= window.beta {
                    break;
                }
            }
        }
        Pass { best, all_settled, is_complete: true }
    }

    fn root_value(&mut self, root: &Root<G>, depth: u32, window: Window, is_late: bool) -> Option<Found> {
        if is_late {
            let found = self.pvs.value_before(&root.next, depth - 1, Window::above(window.alpha))?;
            if found.score <= window.alpha {
                return Some(found);
            }
        }
        self.pvs.value_before(&root.next, depth - 1, window)
    }

    /// One iteration: the window grows until the score lies inside. `None` out of budget.
    fn iteration(
        &mut self,
        roots: &[Root<G>],
        depth: u32,
        guess: Score,
        improved: &mut dyn FnMut(&Self, Best),
    ) -> Option<(Best, bool)> {
        let mut window = if depth > 2 { Window::around(guess, NARROW) } else { Window::FULL };
        loop {
            let Pass { best, all_settled, is_complete } = self.pass(roots, depth, window, improved);
            if !is_complete {
                return None;
            }
            match best {
                Some(best) if best.found.score < window.beta || window.beta == Score::WON => {
                    return Some((best, all_settled));
                }
                Some(_) => window.beta = Score::WON,
                None => window.alpha = Score::LOST,
            }
        }
    }
}

/// What is known of the root when every move was looked at.
fn value(best: Found, all_settled: bool) -> Value {
    let is_proved = all_settled || best.score.plies().is_some();
    if is_proved { Value::exact(best.score) } else { value_so_far(best) }
}

/// What one move shows: how much can be had at least.
fn value_so_far(best: Found) -> Value {
    let estimate = Value::estimate(best.score);
    if best.settled { Value { at_least: best.score, ..estimate } } else { estimate }
}

impl<G: Keyed, E: Evaluate<G>> Engine<G> for AlphaBeta<G, E> {
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        better: &mut dyn FnMut(SearchInfo<G::Move>),
    ) -> Result<(), NoMoves> {
        let moves = root_moves(position, self.seed);
        let mut reported = *moves.first().ok_or(NoMoves)?;
        let mut report = Report::begin(limits, reported, better);
        self.pvs.begin(limits);
        let mut roots: Vec<Root<G>> =
            moves.iter().enumerate().map(|(order, &m)| Root { order, next: position.after(m) }).collect();
        let mut guess = Score::DRAW;
        for depth in 1..=self.deepest(limits) {
            let mut line = Vec::new();
            let mut improved = |engine: &Self, best: Best| {
                let m = moves[roots[best.place].order];
                line = [&[m], engine.pvs.line()].concat();
                if m != reported {
                    reported = m;
                    let value = value_so_far(best.found);
                    report.say(SearchInfo { best: m, value, line: line.clone(), depth, nodes: engine.pvs.nodes() });
                }
            };
            let Some((best, all_settled)) = self.iteration(&roots, depth, guess, &mut improved) else { break };
            let value = value(best.found, all_settled);
            guess = value.estimate;
            let nodes = self.pvs.nodes();
            report.say(SearchInfo { best: moves[roots[best.place].order], value, line, depth, nodes });
            if value.is_exact() {
                break;
            }
            roots[..=best.place].rotate_right(1);
        }
        report.end();
        Ok(())
    }

    fn analyze(&mut self, position: &G, limits: &Limits, report: &mut dyn FnMut(G::Move, Value)) -> u64 {
        self.pvs.begin(limits);
        let mut open: Vec<G::Move> = position.legal_moves().collect();
        for depth in 1..=self.deepest(limits) {
            let mut still_open = Vec::new();
            for m in open {
                let Some(found) = self.pvs.value_before(&position.after(m), depth - 1, Window::FULL) else {
                    return self.nodes();
                };
                report(m, value(found, found.settled));
                if !found.settled {
                    still_open.push(m);
                }
            }
            open = still_open;
            if open.is_empty() {
                break;
            }
        }
        self.nodes()
    }

    fn forget(&mut self) {
        self.pvs.forget();
    }
}
