//! Engine `perfect`: proves the result of a position, for small games. A short alpha-beta search comes first: it solves
//! positions near the end, with the distance. Then proof-number search decides who wins. All tables store whole
//! positions, so a hash collision cannot falsify a proof.

use parlor_core::{
    Engine, EngineEntry, EngineInfo, Game, Keyed, Limits, NoMoves, Options, Player, Score, SearchInfo, Value,
};

use crate::dfpn::{Dfpn, DfpnResult};
use crate::options::TABLE_MIB;
use crate::{AlphaBeta, Budget, NullEvaluator, Reporter};

pub const INFO: EngineInfo = EngineInfo {
    name: "perfect",
    about: "proves who wins; without a limit it searches until that is proved",
    options: &[TABLE_MIB],
};

/// Node limit and table size of the alpha-beta search that comes first.
const ALPHA_BETA_NODES: u64 = 50_000;
const ALPHA_BETA_MIB: u32 = 8;

/// Longer than any game: the distance of wins and losses whose distance is unknown.
const MAX_GAME_PLIES: u32 = 50_000;

/// Game-specific rules that decide some positions without search. `()` decides none.
pub trait StaticProver<G: Game>: Send {
    /// Whether `player` wins with best play; `None` if the rules do not decide it. For example, a player who has no
    /// line left to complete cannot win.
    fn wins(&self, _position: &G, _player: Player) -> Option<bool> {
        None
    }
}

impl<G: Game> StaticProver<G> for () {}

pub fn entry<G: Keyed, S: StaticProver<G> + Default + 'static>() -> EngineEntry<G> {
    EngineEntry { info: INFO, build: |options| Box::new(Perfect::new(options, S::default())) }
}

/// Engine that proves results: alpha-beta first, then df-pn.
#[derive(Debug)]
pub struct Perfect<G: Keyed, S> {
    alphabeta: AlphaBeta<G, NullEvaluator>,
    dfpn: Dfpn<G, S>,
}

impl<G: Keyed, S: StaticProver<G>> Perfect<G, S> {
    pub fn new(options: &Options, static_prover: S) -> Perfect<G, S> {
        Perfect {
            alphabeta: AlphaBeta::with_table(ALPHA_BETA_MIB, NullEvaluator),
            dfpn: Dfpn::new(options.integer(&TABLE_MIB), static_prover),
        }
    }

    /// Proves the result of a position with df-pn, as far as the budget allows.
    fn prove(&mut self, position: &G, budget: &mut Budget) -> Proof {
        let me = position.turn();
        let Some(win) = self.dfpn.solve(position, me, budget) else { return Proof::Nothing };
        if win.is_proved {
            return Proof::Win(win);
        }
        match self.dfpn.solve(position, !me, budget) {
            None => Proof::NoWin,
            Some(draw) if draw.is_proved => Proof::Draw(draw),
            Some(loss) => Proof::Loss(loss),
        }
    }
}

/// Result of [`Perfect::prove`], for the side to move.
enum Proof {
    Nothing,
    Win(DfpnResult),
    NoWin,
    Draw(DfpnResult),
    Loss(DfpnResult),
}

impl Proof {
    fn value(&self) -> Value {
        let open = Value::estimate(Score::DRAW);
        let (win, loss) = (Score::win_in(MAX_GAME_PLIES), Score::loss_in(MAX_GAME_PLIES));
        match self {
            Proof::Nothing => open,
            Proof::Win(_) => Value { estimate: win, at_least: win, ..open },
            Proof::NoWin => Value { at_most: Score::DRAW, ..open },
            Proof::Draw(_) => Value::exact(Score::DRAW),
            Proof::Loss(_) => Value { estimate: loss, at_most: loss, ..open },
        }
    }

    /// Index of a move that achieves this value.
    fn move_index(&self) -> Option<usize> {
        match self {
            Proof::Win(result) | Proof::Draw(result) | Proof::Loss(result) => Some(result.move_index),
            Proof::Nothing | Proof::NoWin => None,
        }
    }
}

/// Limits of the alpha-beta search that comes first.
fn alpha_beta_limits(limits: &Limits) -> Limits {
    if limits.depth.is_some() { limits.clone() } else { limits.at_most_nodes(ALPHA_BETA_NODES) }
}

impl<G: Keyed, S: StaticProver<G>> Engine<G> for Perfect<G, S> {
    /// An undecided value means that the limits were reached before a proof. With a depth limit, only alpha-beta runs.
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        on_info: &mut dyn FnMut(SearchInfo<G::Move>),
    ) -> Result<(), NoMoves> {
        let first = position.legal_moves().next().ok_or(NoMoves)?;
        let mut reporter = Reporter::start(limits, first, on_info);
        let mut budget = Budget::new(limits);
        self.dfpn.start_search();
        let mut last = None;
        self.alphabeta.search(position, &alpha_beta_limits(limits), &mut |info| {
            reporter.send(info.clone());
            last = Some(info);
        })?;
        budget.add_nodes(self.alphabeta.nodes());
        if let Some(last) = last.filter(|last| !last.value.is_exact() && limits.depth.is_none()) {
            let proof = self.prove(position, &mut budget);
            let best = proof.move_index().and_then(|index| position.legal_moves().nth(index));
            let line = best.map_or(last.line, |best| vec![best]);
            let value = if matches!(proof, Proof::Nothing) { last.value } else { proof.value() };
            let nodes = budget.nodes();
            reporter.send(SearchInfo { best: best.unwrap_or(last.best), value, line, depth: last.depth, nodes });
        }
        reporter.finish();
        Ok(())
    }

    fn analyze(&mut self, position: &G, limits: &Limits, report: &mut dyn FnMut(G::Move, Value)) -> u64 {
        let mut budget = Budget::new(limits);
        self.dfpn.start_search();
        let mut open: Vec<G::Move> = position.legal_moves().collect();
        self.alphabeta.analyze(position, &alpha_beta_limits(limits), &mut |m, value| {
            open.retain(|other| *other != m || !value.is_exact());
            report(m, value);
        });
        budget.add_nodes(self.alphabeta.nodes());
        if limits.depth.is_none() {
            for m in open {
                match self.prove(&position.after(m), &mut budget) {
                    Proof::Nothing => break,
                    proof => report(m, proof.value().backed_up()),
                }
            }
        }
        budget.nodes()
    }

    fn reset(&mut self) {
        self.alphabeta.reset();
        self.dfpn.reset();
    }
}
