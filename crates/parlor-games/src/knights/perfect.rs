//! The engine `perfect` for Knights. First a little alpha-beta, which gives distances and settles what is near
//! the end; then the prover; and where that takes longer than the limits allow, alpha-beta with the evaluator
//! for a good move without a proof.

use parlor_core::{
    Engine, EngineEntry, EngineInfo, Game, Limits, NoMoves, OptionKind, OptionSpec, Options, Score, SearchInfo, Value,
};
use parlor_engines::{AlphaBeta, Budget, Report, options, proof};

use super::evaluator::Territory;
use super::prover::{Prover, Replies};
use super::rules::{Knights, Move};
use super::symmetry::is_lost_by_rotation;

/// A small table is the faster one: more of it stays in the caches, and few positions are lost.
const TABLE_MIB: OptionSpec =
    OptionSpec { kind: OptionKind::Whole { min: 1, max: 1 << 16, default: 16 }, ..options::TABLE_MIB };

pub(super) const INFO: EngineInfo = EngineInfo { options: &[TABLE_MIB], ..proof::INFO };

/// What alpha-beta may use before the prover begins.
const NODES_FOR_DISTANCES: u64 = 10_000;

pub(super) fn entry() -> EngineEntry<Knights> {
    EngineEntry { info: INFO, build: |options| Box::new(PerfectKnights::new(options)) }
}

#[derive(Debug)]
pub struct PerfectKnights {
    alphabeta: AlphaBeta<Knights, Territory>,
    prover: Prover,
}

/// Who wins, and the move for it; if that is the opponent the most stubborn one, where it is known.
struct Proof {
    wins: bool,
    best: Option<Move>,
}

impl PerfectKnights {
    pub fn new(options: &Options) -> PerfectKnights {
        PerfectKnights {
            alphabeta: AlphaBeta::new(&Options::default(), Territory),
            prover: Prover::new(options.whole(&TABLE_MIB)),
        }
    }

    /// `None` out of budget.
    fn prove(&mut self, position: &Knights, budget: &mut Budget) -> Option<Proof> {
        if is_lost_by_rotation(position) {
            return Some(Proof { wins: false, best: None });
        }
        let image = position.legal_moves().find(|m| is_lost_by_rotation(&position.after(*m)));
        if image.is_some() {
            return Some(Proof { wins: true, best: image });
        }
        let (mut most_work, mut stubborn) = (0, None);
        for m in Replies::new(position) {
            let before = budget.nodes();
            if !self.prover.wins(&position.after(m), budget)? {
                return Some(Proof { wins: true, best: Some(m) });
            }
            let work = budget.nodes() - before;
            if work > most_work {
                (most_work, stubborn) = (work, Some(m));
            }
        }
        Some(Proof { wins: false, best: stubborn })
    }
}

/// For the side to move. Every move closes a cell, so the game is over at the latest when none is free.
fn decided(position: &Knights, wins: bool) -> Value {
    let longest = position.free().count_ones();
    let open = Value::estimate(Score::DRAW);
    if wins {
        Value { estimate: Score::win_in(longest), at_least: Score::win_in(longest), ..open }
    } else {
        Value { estimate: Score::loss_in(longest), at_most: Score::loss_in(longest), ..open }
    }
}

/// What the prover may use before alpha-beta has to find a move without it.
fn most_of(limits: &Limits) -> Limits {
    Limits {
        time: limits.time.map(|time| time / 4 * 3),
        nodes: limits.nodes.map(|nodes| nodes / 4 * 3),
        ..limits.clone()
    }
}

impl Engine<Knights> for PerfectKnights {
    /// A value that is not decided says that nothing could be proved within the limits. With a limit of depth it
    /// proves what can be proved within that depth.
    fn search(
        &mut self,
        position: &Knights,
        limits: &Limits,
        better: &mut dyn FnMut(SearchInfo<Move>),
    ) -> Result<(), NoMoves> {
        let first = position.legal_moves().next().ok_or(NoMoves)?;
        let mut report = Report::begin(limits, first, better);
        let mut budget = Budget::new(limits);
        let mut last =
            SearchInfo { best: first, value: Value::estimate(Score::DRAW), line: vec![first], depth: 0, nodes: 0 };
        let short = if limits.depth.is_some() { limits.clone() } else { limits.at_most_nodes(NODES_FOR_DISTANCES) };
        self.alphabeta.search(position, &short, &mut |thought| {
            if thought.depth > 0 {
                report.say(thought.clone());
                last = thought;
            }
        })?;
        budget.charge(last.nodes);
        if limits.depth.is_some() || last.value.is_decided() {
            report.end();
            return Ok(());
        }
        let mut proof_budget = Budget::new(&most_of(&budget.rest(None)));
        let proof = self.prove(position, &mut proof_budget);
        budget.charge(proof_budget.nodes());
        let nodes = budget.nodes();
        if let Some(Proof { wins, best }) = proof {
            let value = decided(position, wins);
            let line = best.map_or(last.line, |best| vec![best]);
            report.say(SearchInfo { best: best.unwrap_or(last.best), value, line, depth: last.depth, nodes });
        } else {
            self.alphabeta.search(position, &budget.rest(None), &mut |thought| {
                if thought.depth >= last.depth {
                    report.say(SearchInfo { nodes: thought.nodes + nodes, ..thought });
                }
            })?;
        }
        report.end();
        Ok(())
    }

    fn analyze(&mut self, position: &Knights, limits: &Limits, report: &mut dyn FnMut(Move, Value)) -> u64 {
        let mut budget = Budget::new(limits);
        let short = if limits.depth.is_some() { limits.clone() } else { limits.at_most_nodes(NODES_FOR_DISTANCES) };
        let mut open: Vec<Move> = position.legal_moves().collect();
        let deepened = self.alphabeta.analyze(position, &short, &mut |m, value| {
            open.retain(|other| *other != m || !value.is_decided());
            report(m, value);
        });
        budget.charge(deepened);
        if limits.depth.is_none() {
            for m in open {
                let Some(proof) = self.prove(&position.after(m), &mut budget) else { break };
                report(m, decided(position, !proof.wins));
            }
        }
        budget.nodes()
    }

    fn forget(&mut self) {
        self.alphabeta.forget();
        self.prover.forget();
    }
}
