//! Engine `perfect`: proves the result of a position, with a [`Prover`]. A short alpha-beta search comes first: it solves
//! positions near the end, with the distance. Then the prover decides who wins. If it reaches its limits, alpha-beta
//! with the game's evaluator finds a good move without a proof.

use parlor_core::{
    Engine, EngineEntry, EngineInfo, Evaluate, Game, Keyed, Limits, NoMoves, OptionSpec, Report, Score, Value,
};

use crate::dfpn::{DfpnProver, StaticProver};
use crate::options::TABLE_MIB;
use crate::{AlphaBeta, Budget, Reporter};

const OPTIONS: &[OptionSpec] = &[TABLE_MIB];

pub const NAME: &str = "perfect";
pub const ABOUT: &str = "proves who wins; without a limit it searches until that is proved";
pub const INFO: EngineInfo = EngineInfo::new(NAME, ABOUT, OPTIONS);

/// Table sizes of the short search, and of the search for a move without a proof.
const SHORT_SEARCH_MIB: u32 = 8;
const FALLBACK_MIB: u32 = 16;

/// Search that decides who wins a position, rather than how good it is.
///
/// Proofs must be sound: a table stores whole positions, because keys can collide.
pub trait Prover<G: Game>: Send {
    /// Node limit of the alpha-beta search that comes first.
    const SHORT_SEARCH_NODES: u64 = 50_000;

    /// Evaluator of that search: [`NullEvaluator`](crate::NullEvaluator), or one whose move ordering pays off.
    type ShortSearchEvaluator: Evaluate<G> + Default;

    /// Proves as much as the budget allows about a position that is not over.
    fn prove(&mut self, position: &G, budget: &mut Budget) -> Proof<G::Move>;

    /// Called before each search, for tables that age.
    fn start_search(&mut self) {}

    /// Discards all tables.
    fn reset(&mut self);
}

/// Result of a [`Prover`] for the side to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Proof<M> {
    /// Proved bounds; without a proof those of [`Proof::nothing`].
    pub value: Value,
    /// A move that achieves the value. In a lost position the move that was hardest to refute, where that is known.
    pub best: Option<M>,
}

impl<M> Proof<M> {
    pub fn nothing() -> Proof<M> {
        Proof { value: Value::estimate(Score::DRAW), best: None }
    }

    /// A win within this many plies.
    pub fn win(plies: u32, best: Option<M>) -> Proof<M> {
        let score = Score::win_in(plies);
        Proof { value: Value { at_least: score, ..Value::estimate(score) }, best }
    }

    /// A loss within this many plies.
    pub fn loss(plies: u32, best: Option<M>) -> Proof<M> {
        let score = Score::loss_in(plies);
        Proof { value: Value { at_most: score, ..Value::estimate(score) }, best }
    }

    pub fn draw(best: M) -> Proof<M> {
        Proof { value: Value::exact(Score::DRAW), best: Some(best) }
    }

    /// A draw or a loss.
    pub fn no_win() -> Proof<M> {
        Proof { value: Value { at_most: Score::DRAW, ..Value::estimate(Score::DRAW) }, best: None }
    }

    fn is_nothing(&self) -> bool {
        self.value == Value::estimate(Score::DRAW)
    }
}

/// Entry of the engine with df-pn, a static prover and the game's evaluator.
pub fn entry<G, E, S>() -> EngineEntry<G>
where
    G: Keyed,
    E: Evaluate<G> + Default + 'static,
    S: StaticProver<G> + Default + 'static,
{
    EngineEntry::new(INFO, |options| {
        Perfect::new(DfpnProver::new(options.integer(&TABLE_MIB), S::default()), E::default())
    })
}

/// Engine that proves results with a prover `P`, and evaluates with `E` what it cannot prove.
#[derive(Debug)]
pub struct Perfect<G: Keyed, E, P: Prover<G>> {
    short_search: AlphaBeta<G, P::ShortSearchEvaluator>,
    prover: P,
    fallback: AlphaBeta<G, E>,
}

impl<G: Keyed, E: Evaluate<G>, P: Prover<G>> Perfect<G, E, P> {
    pub fn new(prover: P, evaluator: E) -> Perfect<G, E, P> {
        Perfect {
            short_search: AlphaBeta::with_table(SHORT_SEARCH_MIB, P::ShortSearchEvaluator::default()),
            prover,
            fallback: AlphaBeta::with_table(FALLBACK_MIB, evaluator),
        }
    }

    /// Limits of the short search: at most half of everything, so that the others get the rest.
    fn short_limits(limits: &Limits) -> Limits {
        let half = Limits {
            time: limits.time.map(|time| time / 2),
            nodes: limits.nodes.map(|nodes| nodes.div_ceil(2)),
            ..limits.clone()
        };
        half.at_most_nodes(P::SHORT_SEARCH_NODES)
    }

    /// Searches for a good move without a proof, in what the prover left of the budget.
    fn search_without_proof(
        &mut self,
        position: &G,
        limits: &Limits,
        known: &Report<G::Move>,
        reporter: &mut Reporter<'_, G::Move>,
    ) -> Result<(), NoMoves> {
        // A shallower search may replace the short one only if that had no opinion, as without an evaluator.
        let least_depth = if known.value.estimate == Score::DRAW { 1 } else { known.depth.max(1) };
        self.fallback.search(position, limits, &mut |info| {
            if info.depth >= least_depth {
                let value = within(info.value, known.value);
                reporter.send(Report { value, nodes: info.nodes + known.nodes, ..info });
            }
        })
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

/// A value with the proved bounds of another one.
fn within(value: Value, proved: Value) -> Value {
    let (at_least, at_most) = (value.at_least.max(proved.at_least), value.at_most.min(proved.at_most));
    Value { estimate: value.estimate.max(at_least).min(at_most), at_least, at_most, ..value }
}

impl<G: Keyed, E: Evaluate<G>, P: Prover<G>> Engine<G> for Perfect<G, E, P> {
    /// An undecided value means that the limits were reached before a proof. With a depth limit, only alpha-beta runs.
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        on_report: &mut dyn FnMut(Report<G::Move>),
    ) -> Result<(), NoMoves> {
        if limits.depth.is_some() {
            return self.fallback.search(position, limits, on_report);
        }
        let first = position.legal_moves().next().ok_or(NoMoves)?;
        let mut reporter = Reporter::start(limits, first, on_report);
        let mut budget = Budget::new(limits);
        self.prover.start_search();
        let mut last =
            Report { best: first, value: Value::estimate(Score::DRAW), line: vec![first], depth: 0, nodes: 0 };
        self.short_search.search(position, &Self::short_limits(limits), &mut |info| {
            if info.depth > 0 {
                reporter.send(info.clone());
                last = info;
            }
        })?;
        budget.add_nodes(self.short_search.nodes());
        if !last.value.is_decided() {
            let mut proof_budget = Budget::new(&prover_limits(&budget.remaining(None)));
            let proof = self.prover.prove(position, &mut proof_budget);
            budget.add_nodes(proof_budget.nodes());
            last.nodes += proof_budget.nodes();
            last.value = within(last.value, proof.value);
            if let Some(best) = proof.best {
                (last.best, last.line) = (best, vec![best]);
            }
            if !proof.is_nothing() {
                reporter.send(last.clone());
            }
            if !last.value.is_decided() {
                self.search_without_proof(position, &budget.remaining(None), &last, &mut reporter)?;
            }
        }
        reporter.finish();
        Ok(())
    }

    fn analyze(&mut self, position: &G, limits: &Limits, report: &mut dyn FnMut(G::Move, Value)) -> u64 {
        if limits.depth.is_some() {
            return self.fallback.analyze(position, limits, report);
        }
        let mut budget = Budget::new(limits);
        self.prover.start_search();
        let mut open: Vec<G::Move> = position.legal_moves().collect();
        self.short_search.analyze(position, &Self::short_limits(limits), &mut |m, value| {
            open.retain(|other| *other != m || !value.is_decided());
            report(m, value);
        });
        budget.add_nodes(self.short_search.nodes());
        let mut proof_budget = Budget::new(&prover_limits(&budget.remaining(None)));
        open.retain(|m| {
            let child = position.after(*m);
            let proof = match child.outcome() {
                Some(outcome) => Value::exact(Score::from_outcome(outcome, child.turn())),
                None => self.prover.prove(&child, &mut proof_budget).value,
            };
            if proof.is_decided() {
                report(*m, proof.backed_up());
            }
            !proof.is_decided()
        });
        budget.add_nodes(proof_budget.nodes());
        if !open.is_empty() {
            let nodes = self.fallback.analyze(position, &budget.remaining(None), &mut |m, value| {
                if open.contains(&m) {
                    report(m, value);
                }
            });
            budget.add_nodes(nodes);
        }
        budget.nodes()
    }

    fn reset(&mut self) {
        self.short_search.reset();
        self.prover.reset();
        self.fallback.reset();
    }
}
