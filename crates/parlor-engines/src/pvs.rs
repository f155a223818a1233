//! Principal variation search (negascout) of one position to one depth. Nothing is pruned that could change the
//! result: at equal depth it finds what minimax finds. So the table answers only for the very depth that is
//! asked, or where what it knows holds at every depth from that one on.

use parlor_core::{Evaluate, Keyed, Limits, Score};

use crate::move_ordering::{MoveOrdering, Ranked, best_first};
use crate::transposition_table::{Entry, TranspositionTable};
use crate::{Budget, final_score, opinion, seen_from_before};

/// A score, as good a bound as the window allowed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub(crate) score: Score,
    /// It rests on no estimate: looking deeper cannot change it.
    pub(crate) settled: bool,
}

/// What the search is asked to tell apart: scores between the two.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl Window {
    pub(crate) const FULL: Window = Window { alpha: Score::LOST, beta: Score::WON };

    /// Asks only whether the score is more than this.
    pub(crate) fn above(alpha: Score) -> Window {
        Window { alpha, beta: Score::from_raw(alpha.raw() + 1) }
    }

    pub(crate) fn around(score: Score, points: i32) -> Window {
        Window { alpha: Score::from_raw(score.raw() - points), beta: Score::from_raw(score.raw() + points) }
    }

    /// A player to move can do no better than to win at once: when that is found, the rest need not be looked at.
    fn before_a_move(self) -> Window {
        Window { beta: self.beta.min(Score::win_in(1)).max(Window::above(self.alpha).beta), ..self }
    }

    fn is_null(self) -> bool {
        self.beta.raw() - self.alpha.raw() <= 1
    }

    /// The same question about the next position, for who moves there.
    fn below(self) -> Window {
        Window { alpha: -one_ply_sooner(self.beta), beta: -one_ply_sooner(self.alpha) }
    }
}

fn one_ply_sooner(score: Score) -> Score {
    if score.is_win() {
        Score::from_raw(score.raw() + 1)
    } else if score.is_loss() {
        Score::from_raw(score.raw() - 1)
    } else {
        score
    }
}

fn is_decided(score: Score) -> bool {
    score.is_win() || score.is_loss()
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Bound {
    AtLeast,
    AtMost,
    Exact,
}

#[derive(Clone, Copy, Debug)]
struct Known<M> {
    best: Option<M>,
    score: Score,
    depth: u16,
    bound: Bound,
    settled: bool,
}

impl<M: Copy> Entry for Known<M> {
    fn worth(&self) -> u32 {
        u32::from(self.depth)
    }
}

impl<M> Known<M> {
    fn answers(&self, depth: u32, window: Window) -> bool {
        // A win in 5 plies is there at every depth from 5 on; a draw from where the tree ended.
        let holds_from = self.score.plies().unwrap_or(u32::from(self.depth));
        let holds = u32::from(self.depth) == depth || (self.settled && holds_from <= depth);
        holds
            && match self.bound {
                Bound::Exact => true,
                Bound::AtLeast => self.score >= window.beta,
                Bound::AtMost => self.score <= window.alpha,
            }
    }
}

/// From this depth on a node is worth a place in the table. Below, waiting for memory costs more than it saves:
/// measured, leaving depth 2 out is a third faster, for a few percent more nodes.
const TABLE_DEPTH: u32 = 3;

/// From this depth on the next positions are looked up before any is searched.
const ETC_DEPTH: u32 = 4;

#[derive(Debug)]
pub(crate) struct Pvs<G: Keyed, E> {
    evaluator: E,
    table: TranspositionTable<G, Known<G::Move>>,
    ordering: MoveOrdering<G::Move>,
    /// The moves of all nodes on the way to the current one, each node's after its parent's.
    moves: Vec<Ranked<G::Move>>,
    /// By ply, the expected continuation from there.
    lines: Vec<Vec<G::Move>>,
    budget: Budget,
}

impl<G: Keyed, E: Evaluate<G>> Pvs<G, E> {
    pub(crate) fn new(table_mib: u32, evaluator: E) -> Pvs<G, E> {
        Pvs {
            evaluator,
            table: TranspositionTable::new(table_mib),
            ordering: MoveOrdering::new(),
            moves: Vec::new(),
            lines: Vec::new(),
            budget: Budget::new(&Limits::none()),
        }
    }

    pub(crate) fn begin(&mut self, limits: &Limits) {
        self.budget = Budget::new(limits);
        self.table.age();
        self.ordering.clear();
    }

    pub(crate) fn forget(&mut self) {
        self.table.forget();
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.budget.nodes()
    }

    /// The expected continuation from the position that was asked about last with an open window.
    pub(crate) fn line(&self) -> &[G::Move] {
        self.lines.first().map_or(&[], Vec::as_slice)
    }

    /// What a move is worth to who made it, given where it led; `None` out of budget.
    pub(crate) fn value_before(&mut self, next: &G, depth: u32, window: Window) -> Option<Found> {
        // A search that ran out of budget left its moves behind.
        self.moves.clear();
        let found = self.value(next, depth, window.below(), 0)?;
        Some(Found { score: seen_from_before(found.score), ..found })
    }

    fn value(&mut self, position: &G, depth: u32, window: Window, ply: usize) -> Option<Found> {
        if !self.budget.spend() {
            return None;
        }
        let is_principal = !window.is_null();
        if is_principal {
            self.clear_line(ply);
        }
        match depth {
            0 => return Some(self.horizon(position)),
            1 => return self.frontier(position, window, ply),
            _ => {}
        }
        let key = (depth >= TABLE_DEPTH).then(|| position.key());
        let known = key.and_then(|key| self.table.find(key, position)).copied();
        // On the principal variation the table only orders, so that the line comes whole.
        if let Some(known) = known.filter(|known| !is_principal && known.answers(depth, window)) {
            return Some(Found { score: known.score, settled: known.settled });
        }
        let (first, player) = (self.moves.len(), position.turn());
        for m in position.legal_moves() {
            self.moves.push(self.ordering.rank(m, player, ply, known.and_then(|known| known.best)));
        }
        let end = self.moves.len();
        if first == end {
            return Some(Found { score: final_score(position), settled: true });
        }

        let looks_ahead = !is_principal && depth >= ETC_DEPTH;
        if looks_ahead && let Some(found) = self.refuted_by_known(position, depth, window, first) {
            self.moves.truncate(first);
            return Some(found);
        }

        let Window { mut alpha, beta } = window.before_a_move();
        let mut best = Found { score: Score::LOST, settled: true };
        let mut best_move = None;
        let mut all_settled = true;
        for place in first..end {
            best_first(&mut self.moves[place..end]);
            let m = self.moves[place].m;
            let found = self.next_value(&position.after(m), depth - 1, Window { alpha, beta }, ply, place > first)?;
            all_settled &= found.settled;
            if found.score > best.score {
                best = found;
                best_move = Some(m);
                if found.score > alpha {
                    alpha = found.score;
                    if is_principal {
                        self.extend_line(ply, m);
                    }
                }
                if found.score >= beta {
                    self.ordering.reward(m, player, ply, depth);
                    break;
                }
            }
        }
        self.moves.truncate(first);

        let bound = if best.score >= beta {
            Bound::AtLeast
        } else if best.score > window.alpha {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        // One settled move settles what can be had at least, only all of them what can be had at most. A win or
        // a loss found within the depth stays what it is: every line was looked at that far.
        let settled = is_decided(best.score) || if bound == Bound::AtLeast { best.settled } else { all_settled };
        if let Some(key) = key {
            let depth = u16::try_from(depth).unwrap_or(u16::MAX);
            self.table.store(key, position, Known { best: best_move, score: best.score, depth, bound, settled });
        }
        Some(Found { score: best.score, settled })
    }

    /// Enhanced transposition cut-off: a next position may be known to be good enough already.
    fn refuted_by_known(&self, position: &G, depth: u32, window: Window, first: usize) -> Option<Found> {
        let below = window.below();
        self.moves[first..].iter().find_map(|ranked| {
            let next = position.after(ranked.m);
            let known = self.table.find(next.key(), &next)?;
            (known.bound != Bound::AtLeast && known.score <= below.alpha && known.answers(depth - 1, below))
                .then(|| Found { score: seen_from_before(known.score), settled: known.settled })
        })
    }

    /// Late moves are only asked whether they are better, and looked at again when they are.
    fn next_value(&mut self, next: &G, depth: u32, window: Window, ply: usize, is_late: bool) -> Option<Found> {
        if is_late && !window.is_null() {
            let found = self.value(next, depth, Window::above(window.alpha).below(), ply + 1)?;
            let score = seen_from_before(found.score);
            if score <= window.alpha || score >= window.beta {
                return Some(Found { score, ..found });
            }
        }
        let found = self.value(next, depth, window.below(), ply + 1)?;
        Some(Found { score: seen_from_before(found.score), ..found })
    }

    /// One ply before the horizon, where most nodes are: no table, no ordering.
    fn frontier(&mut self, position: &G, window: Window, ply: usize) -> Option<Found> {
        let window = window.before_a_move();
        let mut best: Option<Found> = None;
        let mut all_settled = true;
        for m in position.legal_moves() {
            if !self.budget.spend() {
                return None;
            }
            let found = self.horizon(&position.after(m));
            let found = Found { score: seen_from_before(found.score), ..found };
            all_settled &= found.settled;
            if best.is_none_or(|best| found.score > best.score) {
                best = Some(found);
                if found.score > window.alpha && !window.is_null() {
                    self.clear_line(ply + 1);
                    self.extend_line(ply, m);
                }
                if found.score >= window.beta {
                    return best;
                }
            }
        }
        let Some(best) = best else { return Some(Found { score: final_score(position), settled: true }) };
        Some(Found { settled: all_settled || is_decided(best.score), ..best })
    }

    fn horizon(&self, position: &G) -> Found {
        match position.legal_moves().next() {
            Some(_) => Found { score: opinion(&self.evaluator, position), settled: false },
            None => Found { score: final_score(position), settled: true },
        }
    }

    fn clear_line(&mut self, ply: usize) {
        if self.lines.len() <= ply + 1 {
            self.lines.resize_with(ply + 2, Vec::new);
        }
        self.lines[ply].clear();
    }

    /// The move, and what was expected after it.
    fn extend_line(&mut self, ply: usize, m: G::Move) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        before[ply].clear();
        before[ply].push(m);
        before[ply].extend_from_slice(&after[0]);
    }
}
