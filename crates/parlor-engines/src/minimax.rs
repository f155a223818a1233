//! Engine `minimax`: plain minimax with iterative deepening, without pruning and without a table. It is the reference for
//! [`alphabeta`](crate::alphabeta), which must find the same values with fewer nodes.

use parlor_core::{
    Engine, EngineEntry, EngineInfo, Evaluate, Game, Limits, NoMoves, OptionSpec, Options, Report, Score,
    SearchObserver, SearchTrace, TraceError, TraceEvent, Value,
};

use crate::move_ordering::root_moves;
use crate::options::{DEPTH, TIE_SEED, max_depth};
use crate::{Budget, Reporter, final_score, static_score};

const OPTIONS: &[OptionSpec] = &[DEPTH, TIE_SEED];

pub const INFO: EngineInfo =
    EngineInfo::new("minimax", "plain minimax search; stops after a million nodes if no limit is set", OPTIONS);

/// Node limit of a search that has no other limit.
pub const DEFAULT_NODES: u64 = 1_000_000;

pub fn entry<G: Game, E: Evaluate<G> + Default + 'static>() -> EngineEntry<G> {
    EngineEntry::new(INFO, |options| Minimax::new(options, E::default()))
}

/// Minimax search with iterative deepening.
#[derive(Debug)]
pub struct Minimax<E> {
    evaluator: E,
    depth: u32,
    seed: u32,
}

impl<E> Minimax<E> {
    pub fn new(options: &Options, evaluator: E) -> Minimax<E> {
        Minimax { evaluator, depth: options.integer(&DEPTH), seed: options.integer(&TIE_SEED) }
    }

    /// Maximum depth and budget of one search.
    fn depth_and_budget(&self, limits: &Limits) -> (u32, Budget) {
        let depth = max_depth(self.depth, limits.depth);
        let mut limits = limits.clone();
        if limits.is_unlimited() && depth.is_none() {
            limits.nodes = Some(DEFAULT_NODES);
        }
        (depth.unwrap_or(u32::MAX).max(1), Budget::new(&limits))
    }

    /// The value of a position to a given depth, with its principal variation in `line`; `None` if the budget ran out.
    fn value<G: Game>(
        &self,
        position: &G,
        depth: u32,
        budget: &mut Budget,
        line: &mut Vec<G::Move>,
        observer: impl SearchObserver<G::Move>,
    ) -> Option<Value>
    where
        E: Evaluate<G>,
    {
        line.clear();
        if !budget.spend() {
            observer.record(|| TraceEvent::Stop);
            return None;
        }
        if depth == 0 && position.legal_moves().next().is_some() {
            return Some(Value::estimate(static_score(&self.evaluator, position)));
        }
        let mut best: Option<Value> = None;
        let mut child_line = Vec::new();
        for m in position.legal_moves() {
            observer.record(|| TraceEvent::Enter { m, depth: depth - 1, window: None });
            let value = self.value(&position.after(m), depth - 1, budget, &mut child_line, observer)?;
            observer.record(|| TraceEvent::Leave { value: value.into() });
            let value = value.backed_up();
            if best.is_none_or(|best| value.estimate > best.estimate) {
                line.clear();
                line.push(m);
                line.append(&mut child_line);
            }
            best = Some(max_value(best, value));
        }
        Some(best.map_or_else(|| Value::exact(final_score(position)), with_exact_result))
    }

    fn search_observed<G: Game>(
        &mut self,
        position: &G,
        limits: &Limits,
        on_report: &mut dyn FnMut(Report<G::Move>),
        observer: impl SearchObserver<G::Move>,
    ) -> Result<(), NoMoves>
    where
        E: Evaluate<G>,
    {
        let moves = root_moves(position, self.seed);
        let mut reporter = Reporter::start(limits, *moves.first().ok_or(NoMoves)?, on_report);
        let (max_depth, mut budget) = self.depth_and_budget(limits);
        let mut line = Vec::new();
        'deepening: for depth in 1..=max_depth {
            observer.record(|| TraceEvent::Pass { depth, window: None });
            let mut value: Option<Value> = None;
            let mut candidates = Vec::with_capacity(moves.len());
            for &m in &moves {
                observer.record(|| TraceEvent::Enter { m, depth: depth - 1, window: None });
                let Some(next) = self.value(&position.after(m), depth - 1, &mut budget, &mut line, observer) else {
                    break 'deepening;
                };
                observer.record(|| TraceEvent::Leave { value: next.into() });
                candidates.push((next.backed_up(), [&[m], line.as_slice()].concat()));
                value = Some(max_value(value, next.backed_up()));
            }
            let value = value.map_or(Value::estimate(Score::DRAW), with_exact_result);
            // For a proved value, choose a move whose own value is proved.
            let is_best = |(next, _): &&(Value, Vec<G::Move>)| {
                next.estimate == value.estimate
                    && (!value.is_exact() || with_exact_result(*next).at_least == value.at_least)
            };
            let Some((_, line)) = candidates.iter().find(is_best) else { break };
            observer.record(|| TraceEvent::Report { depth, nodes: budget.nodes(), value: value.into() });
            reporter.send(Report { best: line[0], value, line: line.clone(), depth, nodes: budget.nodes() });
            if value.is_exact() {
                break;
            }
        }
        reporter.finish();
        Ok(())
    }
}

/// Componentwise maximum: the value of a position whose moves have these values.
fn max_value(best: Option<Value>, value: Value) -> Value {
    best.map_or(value, |best| Value {
        estimate: best.estimate.max(value.estimate),
        at_least: best.at_least.max(value.at_least),
        at_most: best.at_most.max(value.at_most),
        ..value
    })
}

/// Turns an estimate that is a win or a loss into an exact value: every move was searched, so no quicker one exists.
fn with_exact_result(value: Value) -> Value {
    if value.estimate.plies().is_some() { Value::exact(value.estimate) } else { value }
}

impl<G: Game, E: Evaluate<G>> Engine<G> for Minimax<E> {
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        on_report: &mut dyn FnMut(Report<G::Move>),
    ) -> Result<(), NoMoves> {
        self.search_observed(position, limits, on_report, ())
    }

    fn analyze(&mut self, position: &G, limits: &Limits, report: &mut dyn FnMut(G::Move, Value)) -> u64 {
        let (max_depth, mut budget) = self.depth_and_budget(limits);
        let mut open: Vec<G::Move> = position.legal_moves().collect();
        let mut line = Vec::new();
        for depth in 1..=max_depth {
            let mut still_open = Vec::new();
            for m in open {
                let Some(value) = self.value(&position.after(m), depth - 1, &mut budget, &mut line, ()) else {
                    return budget.nodes();
                };
                let value = value.backed_up();
                report(m, value);
                if !value.is_exact() {
                    still_open.push(m);
                }
            }
            open = still_open;
            if open.is_empty() {
                break;
            }
        }
        budget.nodes()
    }

    fn trace(&mut self, position: &G, limits: &Limits, trace: &SearchTrace<G::Move>) -> Result<(), TraceError> {
        Ok(self.search_observed(position, limits, &mut |_| (), trace)?)
    }

    fn reset(&mut self) {}
}
