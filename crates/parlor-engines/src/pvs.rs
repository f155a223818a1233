//! Principal variation search (`NegaScout`) of one position to one depth. All pruning is sound: at equal depth it finds
//! the value that minimax finds. Therefore a table entry is used only for the same depth, or if its score is proved
//! to hold at every greater depth too.

use parlor_core::{CutReason, Evaluate, Game, Keyed, Limits, Score, SearchObserver, TraceEvent, Value};

use crate::move_ordering::{MoveOrdering, RankedMove, bring_best_to_front};
use crate::transposition_table::{TableEntry, TranspositionTable};
use crate::window::Window;
use crate::{Budget, final_score, score_for_parent, static_score};

/// Fail-soft result of searching a node: an exact score inside the window, a bound outside.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeResult {
    pub(crate) score: Score,
    /// Whether the score rests on no estimate, so that a deeper search cannot change it.
    pub(crate) is_proved: bool,
}

impl NodeResult {
    fn value(self) -> Value {
        if self.is_proved { Value::exact(self.score) } else { Value::estimate(self.score) }
    }
}

/// A move and the position that it leads to.
pub(crate) struct Child<'a, G: Game> {
    pub(crate) m: G::Move,
    pub(crate) next: &'a G,
    /// Whether another move was searched before it.
    pub(crate) is_late: bool,
}

fn is_win_or_loss(score: Score) -> bool {
    score.is_win() || score.is_loss()
}

/// Relation of a stored score to the true one.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Bound {
    Lower,
    Upper,
    Exact,
}

impl Bound {
    #[inline]
    fn of(score: Score, window: Window) -> Bound {
        if score >= window.beta {
            Bound::Lower
        } else if score > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

/// Transposition table entry.
#[derive(Clone, Copy, Debug)]
struct PvsEntry<M> {
    best: Option<M>,
    score: Score,
    depth: u16,
    bound: Bound,
    is_proved: bool,
}

impl<M: Copy> TableEntry for PvsEntry<M> {
    fn priority(&self) -> u32 {
        u32::from(self.depth)
    }
}

impl<M> PvsEntry<M> {
    /// Whether the entry replaces a search to this depth with this window.
    fn allows_cutoff(&self, depth: u32, window: Window) -> bool {
        // A win in 5 plies holds at every depth from 5 on, a draw from the depth at which it was proved.
        let holds_from = self.score.plies().unwrap_or(u32::from(self.depth));
        let holds = u32::from(self.depth) == depth || (self.is_proved && holds_from <= depth);
        holds
            && match self.bound {
                Bound::Exact => true,
                Bound::Lower => self.score >= window.beta,
                Bound::Upper => self.score <= window.alpha,
            }
    }
}

/// Minimum depth of a node that uses the table. Below it, memory latency costs more than the table saves: leaving out
/// depth 2 is a third faster for a few percent more nodes (measured).
const MIN_TABLE_DEPTH: u32 = 3;

/// Minimum depth of a node that tries enhanced transposition cutoffs.
const MIN_ETC_DEPTH: u32 = 4;

/// Principal variation search with its transposition table.
#[derive(Debug)]
pub(crate) struct Pvs<G: Keyed, E> {
    evaluator: E,
    table: TranspositionTable<G, PvsEntry<G::Move>>,
    ordering: MoveOrdering<G::Move>,
    /// Move stack: the moves of all nodes on the current path, each node's after its parent's.
    moves: Vec<RankedMove<G::Move>>,
    /// Triangular PV table: by ply, the principal variation from there.
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

    pub(crate) fn start_search(&mut self, limits: &Limits) {
        self.budget = Budget::new(limits);
        self.table.next_generation();
        self.ordering.clear();
    }

    pub(crate) fn reset(&mut self) {
        self.table.clear();
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.budget.nodes()
    }

    /// The principal variation of the last search with an open window.
    pub(crate) fn line(&self) -> &[G::Move] {
        self.lines.first().map_or(&[], Vec::as_slice)
    }

    /// The result for a root move, for the player who made it; `None` if the budget ran out.
    pub(crate) fn move_result(
        &mut self,
        child: &Child<'_, G>,
        depth: u32,
        window: Window,
        observer: impl SearchObserver<G::Move>,
    ) -> Option<NodeResult> {
        // A search that ran out of budget leaves its moves on the stack.
        self.moves.clear();
        self.visit(child, depth, window, 0, observer)
    }

    /// Makes a move and searches its position. The result is that of the player who made it.
    fn visit(
        &mut self,
        child: &Child<'_, G>,
        depth: u32,
        window: Window,
        ply: usize,
        observer: impl SearchObserver<G::Move>,
    ) -> Option<NodeResult> {
        let window = window.for_child();
        observer.record(|| TraceEvent::Enter { m: child.m, depth, window: Some(window.trace()) });
        let result = self.search(child.next, depth, window, ply, observer)?;
        observer.record(|| TraceEvent::Leave { value: result.value().into() });
        Some(NodeResult { score: score_for_parent(result.score), ..result })
    }

    /// Searches a node; `None` if the budget ran out.
    fn search(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        ply: usize,
        observer: impl SearchObserver<G::Move>,
    ) -> Option<NodeResult> {
        if !self.budget.spend() {
            observer.record(|| TraceEvent::Stop);
            return None;
        }
        let is_principal = !window.is_null();
        if is_principal {
            self.clear_line(ply);
        }
        match depth {
            0 => return Some(self.leaf_result(position)),
            1 => return self.search_frontier(position, window, ply, observer),
            _ => {}
        }
        let key = (depth >= MIN_TABLE_DEPTH).then(|| position.key());
        let entry = key.and_then(|key| self.table.find(key, position)).copied();
        // PV nodes use the table only for ordering, so that the principal variation is complete.
        if let Some(entry) = entry.filter(|entry| !is_principal && entry.allows_cutoff(depth, window)) {
            observer.record(|| TraceEvent::Cut { reason: CutReason::Table, skipped: Vec::new() });
            return Some(NodeResult { score: entry.score, is_proved: entry.is_proved });
        }
        let (first, player) = (self.moves.len(), position.turn());
        for m in position.legal_moves() {
            self.moves.push(self.ordering.rank(m, player, ply, entry.and_then(|entry| entry.best)));
        }
        let end = self.moves.len();
        if first == end {
            return Some(NodeResult { score: final_score(position), is_proved: true });
        }

        let tries_etc = !is_principal && depth >= MIN_ETC_DEPTH;
        if tries_etc && let Some(result) = self.enhanced_transposition_cutoff(position, depth, window, first) {
            let skipped = || self.moves[first..].iter().map(|ranked| ranked.m).collect();
            observer.record(|| TraceEvent::Cut { reason: CutReason::ChildInTable, skipped: skipped() });
            self.moves.truncate(first);
            return Some(result);
        }

        let Window { mut alpha, beta } = window.capped_at_win_in_one();
        let mut best = NodeResult { score: Score::LOST, is_proved: true };
        let mut best_move = None;
        let mut all_proved = true;
        for index in first..end {
            bring_best_to_front(&mut self.moves[index..end]);
            let m = self.moves[index].m;
            let child = Child { m, next: &position.after(m), is_late: index > first };
            let child = self.search_child(&child, depth - 1, Window { alpha, beta }, ply, observer)?;
            all_proved &= child.is_proved;
            if child.score > best.score {
                best = child;
                best_move = Some(m);
                if child.score > alpha {
                    alpha = child.score;
                    if is_principal {
                        self.extend_line(ply, m);
                    }
                }
                if child.score >= beta {
                    self.ordering.record_cutoff(m, player, ply, depth);
                    let skipped = || self.moves[index + 1..end].iter().map(|ranked| ranked.m).collect();
                    observer.record(|| TraceEvent::Cut { reason: CutReason::Window, skipped: skipped() });
                    break;
                }
            }
        }
        self.moves.truncate(first);

        let bound = Bound::of(best.score, Window { alpha: window.alpha, beta });
        // One proved move proves a lower bound; an upper bound needs all moves proved. A win or a loss within the
        // depth is always proved, because every line was searched that far.
        let is_proved = is_win_or_loss(best.score) || if bound == Bound::Lower { best.is_proved } else { all_proved };
        if let Some(key) = key {
            let depth = u16::try_from(depth).unwrap_or(u16::MAX);
            self.table.store(key, position, PvsEntry { best: best_move, score: best.score, depth, bound, is_proved });
        }
        Some(NodeResult { score: best.score, is_proved })
    }

    /// Enhanced transposition cutoff (ETC): the table may already hold a child that fails high for this node.
    fn enhanced_transposition_cutoff(
        &self,
        position: &G,
        depth: u32,
        window: Window,
        first: usize,
    ) -> Option<NodeResult> {
        let child_window = window.for_child();
        self.moves[first..].iter().find_map(|ranked| {
            let next = position.after(ranked.m);
            let entry = self.table.find(next.key(), &next)?;
            (entry.bound != Bound::Lower
                && entry.score <= child_window.alpha
                && entry.allows_cutoff(depth - 1, child_window))
            .then(|| NodeResult { score: score_for_parent(entry.score), is_proved: entry.is_proved })
        })
    }

    /// Searches a child: a late move with a null window first, and again with the full window only if it fails high.
    fn search_child(
        &mut self,
        child: &Child<'_, G>,
        depth: u32,
        window: Window,
        ply: usize,
        observer: impl SearchObserver<G::Move>,
    ) -> Option<NodeResult> {
        if child.is_late && !window.is_null() {
            let result = self.visit(child, depth, Window::null_above(window.alpha), ply + 1, observer)?;
            if result.score <= window.alpha || result.score >= window.beta {
                return Some(result);
            }
        }
        self.visit(child, depth, window, ply + 1, observer)
    }

    /// Searches a node at depth 1. Most nodes are of this kind, so it uses neither table nor move ordering.
    fn search_frontier(
        &mut self,
        position: &G,
        window: Window,
        ply: usize,
        observer: impl SearchObserver<G::Move>,
    ) -> Option<NodeResult> {
        let window = window.capped_at_win_in_one();
        let mut best: Option<NodeResult> = None;
        let mut all_proved = true;
        for (index, m) in position.legal_moves().enumerate() {
            observer.record(|| TraceEvent::Enter { m, depth: 0, window: Some(window.for_child().trace()) });
            if !self.budget.spend() {
                observer.record(|| TraceEvent::Stop);
                return None;
            }
            let leaf = self.leaf_result(&position.after(m));
            observer.record(|| TraceEvent::Leave { value: leaf.value().into() });
            let child = NodeResult { score: score_for_parent(leaf.score), ..leaf };
            all_proved &= child.is_proved;
            if best.is_none_or(|best| child.score > best.score) {
                best = Some(child);
                if child.score > window.alpha && !window.is_null() {
                    self.clear_line(ply + 1);
                    self.extend_line(ply, m);
                }
                if child.score >= window.beta {
                    let skipped = || position.legal_moves().skip(index + 1).collect();
                    observer.record(|| TraceEvent::Cut { reason: CutReason::Window, skipped: skipped() });
                    return best;
                }
            }
        }
        let Some(best) = best else { return Some(NodeResult { score: final_score(position), is_proved: true }) };
        Some(NodeResult { is_proved: all_proved || is_win_or_loss(best.score), ..best })
    }

    /// The result for a node at depth 0: the final score if the game is over, else an estimate.
    fn leaf_result(&self, position: &G) -> NodeResult {
        match position.legal_moves().next() {
            Some(_) => NodeResult { score: static_score(&self.evaluator, position), is_proved: false },
            None => NodeResult { score: final_score(position), is_proved: true },
        }
    }

    fn clear_line(&mut self, ply: usize) {
        if self.lines.len() <= ply + 1 {
            self.lines.resize_with(ply + 2, Vec::new);
        }
        self.lines[ply].clear();
    }

    /// Sets the principal variation at `ply` to `m` followed by the one at the next ply.
    fn extend_line(&mut self, ply: usize, m: G::Move) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        before[ply].clear();
        before[ply].push(m);
        before[ply].extend_from_slice(&after[0]);
    }
}
