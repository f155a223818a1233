//! Engine `perfect` for Knights. A short alpha-beta search comes first: it solves positions near the end, with the
//! distance. Then the prover decides who wins. If the prover reaches its limits, alpha-beta finds a good move without
//! a proof.

use parlor_core::{
    Engine, EngineEntry, EngineInfo, Game, Limits, NoMoves, OptionKind, OptionSpec, Options, Score, SearchInfo, Value,
};
use parlor_engines::{AlphaBeta, Budget, Reporter, options, perfect};

use super::evaluator::TerritoryEvaluator;
use super::prover::{OrderedMoves, Prover};
use super::rules::{Knights, Move};
use super::symmetry::is_lost_by_rotation;

/// The default is small because that is faster: more of the table stays in the caches, and few positions are lost.
const TABLE_MIB: OptionSpec =
    OptionSpec { kind: OptionKind::Integer { min: 1, max: 1 << 16, default: 16 }, ..options::TABLE_MIB };

pub(super) const INFO: EngineInfo = EngineInfo { options: &[TABLE_MIB], ..perfect::INFO };

/// Node limit of the alpha-beta search that comes first.
const ALPHA_BETA_NODES: u64 = 10_000;

pub(super) fn entry() -> EngineEntry<Knights> {
    EngineEntry { info: INFO, build: |options| Box::new(PerfectKnights::new(options)) }
}

/// Engine that proves who wins.
#[derive(Debug)]
pub struct PerfectKnights {
    alphabeta: AlphaBeta<Knights, TerritoryEvaluator>,
    prover: Prover,
}

/// Whether the side to move wins, and the winning move. In a lost position the move is the one whose refutation took the
/// most nodes, if any.
struct Proof {
    wins: bool,
    best: Option<Move>,
}

impl PerfectKnights {
    pub fn new(options: &Options) -> PerfectKnights {
        PerfectKnights {
            alphabeta: AlphaBeta::new(&Options::default(), TerritoryEvaluator),
            prover: Prover::new(options.integer(&TABLE_MIB)),
        }
    }

    /// Proves who wins; `None` if the budget ran out.
    fn prove(&mut self, position: &Knights, budget: &mut Budget) -> Option<Proof> {
        if is_lost_by_rotation(position) {
            return Some(Proof { wins: false, best: None });
        }
        let image = position.legal_moves().find(|m| is_lost_by_rotation(&position.after(*m)));
        if image.is_some() {
            return Some(Proof { wins: true, best: image });
        }
        let (mut most_work, mut hardest) = (0, None);
        for m in OrderedMoves::new(position) {
            let before = budget.nodes();
            if !self.prover.wins(&position.after(m), budget)? {
                return Some(Proof { wins: true, best: Some(m) });
            }
            let work = budget.nodes() - before;
            if work > most_work {
                (most_work, hardest) = (work, Some(m));
            }
        }
        Some(Proof { wins: false, best: hardest })
    }
}

/// The value of a proved result for the side to move. Every move closes a cell, so the number of free cells bounds the
/// distance.
fn proved_value(position: &Knights, wins: bool) -> Value {
    let max_plies = position.free().count_ones();
    let open = Value::estimate(Score::DRAW);
    if wins {
        Value { estimate: Score::win_in(max_plies), at_least: Score::win_in(max_plies), ..open }
    } else {
        Value { estimate: Score::loss_in(max_plies), at_most: Score::loss_in(max_plies), ..open }
    }
}

/// Limits of the prover: three quarters, so that alpha-beta can still find a move if the proof fails.
fn prover_limits(limits: &Limits) -> Limits {
    Limits {
        time: limits.time.map(|time| time / 4 * 3),
        nodes: limits.nodes.map(|nodes| nodes / 4 * 3),
        ..limits.clone()
    }
}

impl Engine<Knights> for PerfectKnights {
    /// An undecided value means that the limits were reached before a proof. With a depth limit, only alpha-beta runs.
    fn search(
        &mut self,
        position: &Knights,
        limits: &Limits,
        on_info: &mut dyn FnMut(SearchInfo<Move>),
    ) -> Result<(), NoMoves> {
        let first = position.legal_moves().next().ok_or(NoMoves)?;
        let mut reporter = Reporter::start(limits, first, on_info);
        let mut budget = Budget::new(limits);
        let mut last =
            SearchInfo { best: first, value: Value::estimate(Score::DRAW), line: vec![first], depth: 0, nodes: 0 };
        let short_limits = if limits.depth.is_some() { limits.clone() } else { limits.at_most_nodes(ALPHA_BETA_NODES) };
        self.alphabeta.search(position, &short_limits, &mut |info| {
            if info.depth > 0 {
                reporter.send(info.clone());
                last = info;
            }
        })?;
        budget.add_nodes(last.nodes);
        if limits.depth.is_some() || last.value.is_decided() {
            reporter.finish();
            return Ok(());
        }
        let mut proof_budget = Budget::new(&prover_limits(&budget.remaining(None)));
        let proof = self.prove(position, &mut proof_budget);
        budget.add_nodes(proof_budget.nodes());
        let nodes = budget.nodes();
        if let Some(Proof { wins, best }) = proof {
            let value = proved_value(position, wins);
            let line = best.map_or(last.line, |best| vec![best]);
            reporter.send(SearchInfo { best: best.unwrap_or(last.best), value, line, depth: last.depth, nodes });
        } else {
            self.alphabeta.search(position, &budget.remaining(None), &mut |info| {
                if info.depth >= last.depth {
                    reporter.send(SearchInfo { nodes: info.nodes + nodes, ..info });
                }
            })?;
        }
        reporter.finish();
        Ok(())
    }

    fn analyze(&mut self, position: &Knights, limits: &Limits, report: &mut dyn FnMut(Move, Value)) -> u64 {
        let mut budget = Budget::new(limits);
        let short_limits = if limits.depth.is_some() { limits.clone() } else { limits.at_most_nodes(ALPHA_BETA_NODES) };
        let mut open: Vec<Move> = position.legal_moves().collect();
        let nodes = self.alphabeta.analyze(position, &short_limits, &mut |m, value| {
            open.retain(|other| *other != m || !value.is_decided());
            report(m, value);
        });
        budget.add_nodes(nodes);
        if limits.depth.is_none() {
            for m in open {
                let Some(proof) = self.prove(&position.after(m), &mut budget) else { break };
                report(m, proved_value(position, !proof.wins));
            }
        }
        budget.nodes()
    }

    fn reset(&mut self) {
        self.alphabeta.reset();
        self.prover.reset();
    }
}
