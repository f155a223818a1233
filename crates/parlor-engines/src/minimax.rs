//! Plain minimax: every move to a given depth, nothing pruned, nothing remembered. The yardstick for
//! [`alphabeta`](crate::alphabeta), which must find the same values with fewer nodes.

use parlor_core::{
    Engine, EngineEntry, EngineInfo, Evaluate, Game, Limits, NoMoves, Options, Score, SearchInfo, Value,
};

use crate::move_ordering::root_moves;
use crate::options::{DEPTH, TIES, plies};
use crate::{Budget, Report, final_score, opinion};

pub const INFO: EngineInfo = EngineInfo {
    name: "minimax",
    about: "every move to a given depth; without depth or limit, a million nodes",
    options: &[DEPTH, TIES],
};

/// What it may use where neither a limit nor an option says anything.
pub const NODES_WITHOUT_LIMIT: u64 = 1_000_000;

pub fn entry<G: Game, E: Evaluate<G> + Default + 'static>() -> EngineEntry<G> {
    EngineEntry { info: INFO, build: |options| Box::new(Minimax::new(options, E::default())) }
}

#[derive(Debug)]
pub struct Minimax<E> {
    evaluator: E,
    depth: u32,
    seed: u32,
}

impl<E> Minimax<E> {
    pub fn new(options: &Options, evaluator: E) -> Minimax<E> {
        Minimax { evaluator, depth: options.whole(&DEPTH), seed: options.whole(&TIES) }
    }

    fn limits(&self, limits: &Limits) -> (u32, Budget) {
        let depth = plies(self.depth, limits.depth);
        let mut limits = limits.clone();
        if limits.is_unlimited() && depth.is_none() {
            limits.nodes = Some(NODES_WITHOUT_LIMIT);
        }
        (depth.unwrap_or(u32::MAX).max(1), Budget::new(&limits))
    }

    /// With the best move in front of `line`; `None` out of budget.
    fn value<G: Game>(&self, position: &G, depth: u32, budget: &mut Budget, line: &mut Vec<G::Move>) -> Option<Value>
    where
        E: Evaluate<G>,
    {
        line.clear();
        if !budget.spend() {
            return None;
        }
        if depth == 0 && position.legal_moves().next().is_some() {
            return Some(Value::estimate(opinion(&self.evaluator, position)));
        }
        let mut best: Option<Value> = None;
        let mut rest = Vec::new();
        for m in position.legal_moves() {
            let value = self.value(&position.after(m), depth - 1, budget, &mut rest)?.one_ply_before();
            if best.is_none_or(|best| value.estimate > best.estimate) {
                line.clear();
                line.push(m);
                line.append(&mut rest);
            }
            best = Some(better_of(best, value));
        }
        Some(best.map_or_else(|| Value::exact(final_score(position)), settled))
    }
}

fn better_of(best: Option<Value>, value: Value) -> Value {
    best.map_or(value, |best| Value {
        estimate: best.estimate.max(value.estimate),
        at_least: best.at_least.max(value.at_least),
        at_most: best.at_most.max(value.at_most),
    })
}

/// Every move was looked at, so a win or a loss within the depth is the quickest there is.
fn settled(value: Value) -> Value {
    if value.estimate.plies().is_some() { Value::exact(value.estimate) } else { value }
}

impl<G: Game, E: Evaluate<G>> Engine<G> for Minimax<E> {
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        better: &mut dyn FnMut(SearchInfo<G::Move>),
    ) -> Result<(), NoMoves> {
        let moves = root_moves(position, self.seed);
        let mut report = Report::begin(limits, *moves.first().ok_or(NoMoves)?, better);
        let (deepest, mut budget) = self.limits(limits);
        let mut line = Vec::new();
        'deeper: for depth in 1..=deepest {
            let mut value: Option<Value> = None;
            let mut found = Vec::with_capacity(moves.len());
            for &m in &moves {
                let Some(next) = self.value(&position.after(m), depth - 1, &mut budget, &mut line) else {
                    break 'deeper;
                };
                found.push((next.one_ply_before(), [&[m], line.as_slice()].concat()));
                value = Some(better_of(value, next.one_ply_before()));
            }
            let value = value.map_or(Value::estimate(Score::DRAW), settled);
            // The move for a proved value is one that is proved to have it.
            let is_best = |(next, _): &&(Value, Vec<G::Move>)| {
                next.estimate == value.estimate && (!value.is_exact() || settled(*next).at_least == value.at_least)
            };
            let Some((_, line)) = found.iter().find(is_best) else { break };
            report.say(SearchInfo { best: line[0], value, line: line.clone(), depth, nodes: budget.nodes() });
            if value.is_exact() {
                break;
            }
        }
        report.end();
        Ok(())
    }

    fn analyze(&mut self, position: &G, limits: &Limits, report: &mut dyn FnMut(G::Move, Value)) -> u64 {
        let (deepest, mut budget) = self.limits(limits);
        let mut open: Vec<G::Move> = position.legal_moves().collect();
        let mut line = Vec::new();
        for depth in 1..=deepest {
            let mut still_open = Vec::new();
            for m in open {
                let Some(value) = self.value(&position.after(m), depth - 1, &mut budget, &mut line) else {
                    return budget.nodes();
                };
                let value = value.one_ply_before();
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

    fn forget(&mut self) {}
}
