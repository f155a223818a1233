//! Engine `alphabeta`: iterative deepening with aspiration windows. Each iteration is a principal variation search with
//! a transposition table.

use parlor_core::{
    CutReason, Engine, EngineEntry, EngineInfo, Evaluate, Keyed, Limits, NoMoves, OptionSpec, Options, Report, Score,
    SearchObserver, SearchTrace, TraceError, TraceEvent, Value,
};

use crate::Reporter;
use crate::fallible::fallible;
use crate::move_ordering::root_moves;
use crate::options::{DEPTH, TABLE_MIB, TIE_SEED, max_depth};
use crate::pvs::{Child, NodeResult, Pvs};
use crate::window::Window;

const OPTIONS: &[OptionSpec] = &[DEPTH, TABLE_MIB, TIE_SEED];

pub const INFO: EngineInfo =
    EngineInfo::new("alphabeta", "alpha-beta search; without a limit it searches until the result is proved", OPTIONS);

/// Longer than any game in the catalog, and as deep as a thread's stack allows.
const MAX_DEPTH: u32 = 500;

/// Half the width of the aspiration window, in points.
const ASPIRATION_MARGIN: i32 = 40;

pub fn entry<G: Keyed, E: Evaluate<G> + Default + 'static>() -> EngineEntry<G> {
    fallible(EngineEntry::new(INFO, |options| AlphaBeta::new(options, E::default())))
}

/// Alpha-beta search with iterative deepening.
#[derive(Debug)]
pub struct AlphaBeta<G: Keyed, E> {
    pvs: Pvs<G, E>,
    depth: u32,
    seed: u32,
}

/// A root move and its position; among equally good moves the one with the lowest `order` is chosen.
#[derive(Clone, Debug)]
struct RootMove<G: Keyed> {
    order: usize,
    m: G::Move,
    next: G,
}

/// The best root move so far.
#[derive(Clone, Copy, Debug)]
struct Best {
    /// Index among the root moves.
    index: usize,
    result: NodeResult,
}

/// Result of searching the root at one depth with one window.
struct RootResult {
    best: Option<Best>,
    all_proved: bool,
    /// `false` if the budget ran out.
    is_complete: bool,
}

impl<G: Keyed, E: Evaluate<G>> AlphaBeta<G, E> {
    pub fn new(options: &Options, evaluator: E) -> AlphaBeta<G, E> {
        let (depth, seed) = (options.integer(&DEPTH), options.integer(&TIE_SEED));
        AlphaBeta { depth, seed, ..AlphaBeta::with_table(options.integer(&TABLE_MIB), evaluator) }
    }

    /// An engine with default options and the given table size, for engines that embed this one.
    pub fn with_table(mib: u32, evaluator: E) -> AlphaBeta<G, E> {
        AlphaBeta { pvs: Pvs::new(mib, evaluator), depth: 0, seed: 0 }
    }

    /// Nodes of the last search.
    pub(crate) fn nodes(&self) -> u64 {
        self.pvs.nodes()
    }

    fn max_depth(&self, limits: &Limits) -> u32 {
        max_depth(self.depth, limits.depth).unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH)
    }

    /// Searches all root moves with one window. Among equally good moves the lowest `order` wins, whatever the search
    /// order: a move of lower order needs only an equal score, one of higher order a better one.
    fn search_root(
        &mut self,
        roots: &[RootMove<G>],
        depth: u32,
        window: Window,
        on_improved: &mut dyn FnMut(&Self, Best),
        observer: impl SearchObserver<G::Move>,
    ) -> RootResult {
        observer.record(|| TraceEvent::Pass { depth, window: Some(window.trace()) });
        let mut best: Option<Best> = None;
        let mut all_proved = true;
        for (index, root) in roots.iter().enumerate() {
            let floor = match best {
                Some(best) if root.order < roots[best.index].order => Score::from_raw(best.result.score.raw() - 1),
                Some(best) => best.result.score,
                None => window.alpha,
            };
            let floor = floor.max(window.alpha);
            let child = Child { m: root.m, next: &root.next, is_late: index > 0 };
            let window_above = Window { alpha: floor, ..window };
            let Some(result) = self.root_move_result(&child, depth, window_above, observer) else {
                return RootResult { best, all_proved, is_complete: false };
            };
            all_proved &= result.is_proved;
            if result.score > floor {
                let better = Best { index, result };
                best = Some(better);
                on_improved(self, better);
                if result.score >= window.beta {
                    let skipped = || roots[index + 1..].iter().map(|root| root.m).collect();
                    observer.record(|| TraceEvent::Cut { reason: CutReason::Window, skipped: skipped() });
                    break;
                }
            }
        }
        RootResult { best, all_proved, is_complete: true }
    }

    /// The result for a root move; a late move is searched with a null window first.
    fn root_move_result(
        &mut self,
        child: &Child<'_, G>,
        depth: u32,
        window: Window,
        observer: impl SearchObserver<G::Move>,
    ) -> Option<NodeResult> {
        if child.is_late {
            let result = self.pvs.move_result(child, depth - 1, Window::null_above(window.alpha), observer)?;
            if result.score <= window.alpha {
                return Some(result);
            }
        }
        self.pvs.move_result(child, depth - 1, window, observer)
    }

    /// One iteration of the deepening: the aspiration window is widened until the score lies inside. Returns the best
    /// move and whether all root moves are proved; `None` if the budget ran out.
    fn iteration(
        &mut self,
        roots: &[RootMove<G>],
        depth: u32,
        guess: Score,
        on_improved: &mut dyn FnMut(&Self, Best),
        observer: impl SearchObserver<G::Move>,
    ) -> Option<(Best, bool)> {
        let mut window = if depth > 2 { Window::around(guess, ASPIRATION_MARGIN) } else { Window::FULL };
        loop {
            let RootResult { best, all_proved, is_complete } =
                self.search_root(roots, depth, window, on_improved, observer);
            if !is_complete {
                return None;
            }
            match best {
                Some(best) if best.result.score < window.beta || window.beta == Score::WON => {
                    return Some((best, all_proved));
                }
                Some(_) => window.beta = Score::WON,
                None => window.alpha = Score::LOST,
            }
        }
    }

    fn search_observed(
        &mut self,
        position: &G,
        limits: &Limits,
        on_report: &mut dyn FnMut(Report<G::Move>),
        observer: impl SearchObserver<G::Move>,
    ) -> Result<(), NoMoves> {
        let moves = root_moves(position, self.seed);
        let mut last_best = *moves.first().ok_or(NoMoves)?;
        let mut reporter = Reporter::start(limits, last_best, on_report);
        self.pvs.start_search(limits);
        let mut roots: Vec<RootMove<G>> =
            moves.iter().enumerate().map(|(order, &m)| RootMove { order, m, next: position.after(m) }).collect();
        let mut guess = Score::DRAW;
        for depth in 1..=self.max_depth(limits) {
            let mut line = Vec::new();
            let mut on_improved = |engine: &Self, best: Best| {
                let m = roots[best.index].m;
                line = [&[m], engine.pvs.line()].concat();
                if m != last_best {
                    last_best = m;
                    let (value, nodes) = (partial_value(best.result), engine.pvs.nodes());
                    observer.record(|| TraceEvent::Report { depth, nodes, value: value.into() });
                    reporter.send(Report { best: m, value, line: line.clone(), depth, nodes });
                }
            };
            let Some((best, all_proved)) = self.iteration(&roots, depth, guess, &mut on_improved, observer) else {
                break;
            };
            let value = complete_value(best.result, all_proved);
            guess = value.estimate;
            let nodes = self.pvs.nodes();
            observer.record(|| TraceEvent::Report { depth, nodes, value: value.into() });
            reporter.send(Report { best: roots[best.index].m, value, line, depth, nodes });
            if value.is_exact() {
                break;
            }
            roots[..=best.index].rotate_right(1);
        }
        reporter.finish();
        Ok(())
    }
}

/// The value of the root after all its moves were searched.
fn complete_value(best: NodeResult, all_proved: bool) -> Value {
    let is_proved = all_proved || best.score.plies().is_some();
    if is_proved { Value::exact(best.score) } else { partial_value(best) }
}

/// The value of the root after some of its moves were searched: a proved score is a lower bound.
fn partial_value(best: NodeResult) -> Value {
    let estimate = Value::estimate(best.score);
    if best.is_proved { Value { at_least: best.score, ..estimate } } else { estimate }
}

impl<G: Keyed, E: Evaluate<G>> Engine<G> for AlphaBeta<G, E> {
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        on_report: &mut dyn FnMut(Report<G::Move>),
    ) -> Result<(), NoMoves> {
        self.search_observed(position, limits, on_report, ())
    }

    fn analyze(&mut self, position: &G, limits: &Limits, report: &mut dyn FnMut(G::Move, Value)) -> u64 {
        self.pvs.start_search(limits);
        let mut open: Vec<G::Move> = position.legal_moves().collect();
        for depth in 1..=self.max_depth(limits) {
            let mut still_open = Vec::new();
            for m in open {
                let child = Child { m, next: &position.after(m), is_late: false };
                let Some(result) = self.pvs.move_result(&child, depth - 1, Window::FULL, ()) else {
                    return self.nodes();
                };
                report(m, complete_value(result, result.is_proved));
                if !result.is_proved {
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

    fn trace(&mut self, position: &G, limits: &Limits, trace: &SearchTrace<G::Move>) -> Result<(), TraceError> {
        Ok(self.search_observed(position, limits, &mut |_| (), trace)?)
    }

    fn reset(&mut self) {
        self.pvs.reset();
    }
}
