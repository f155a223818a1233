//! Engine `perfect` of this game: it reports only proved values. A short iterative-deepening alpha-beta search comes
//! first, which gives distances and solves positions near the end. Then two proof searches follow: does the side to
//! move win, and if not, does the other?

mod dfpn;
mod geometry;
mod pairing;
mod proof_position;
mod proof_table;

use parlor_core::{Engine, EngineEntry, EngineInfo, Game, Limits, NoMoves, Options, Player, Score, SearchInfo, Value};
use parlor_engines::options::TABLE_MIB;
use parlor_engines::{AlphaBeta, Budget, NullEvaluator, Reporter};

use super::bitboard::Bitboard;
use super::rules::{Square, TicTacToe};
use dfpn::{AttackResult, Search};
use geometry::Geometry;
use proof_position::ProofPosition;

pub const INFO: EngineInfo = EngineInfo {
    name: "perfect",
    about: "perfect play: proves who wins by proof-number search; without a limit this can take long",
    options: &[TABLE_MIB],
};

pub fn entry<B: Bitboard, const N: u32>() -> EngineEntry<TicTacToe<B, N>> {
    EngineEntry { info: INFO, build: |options| Box::new(PerfectEngine::new(options)) }
}

/// Nodes of the alpha-beta search before the proof searches.
const ALPHA_BETA_NODES: u64 = 30_000;

/// Proves whether a player wins. Its table lasts until [`Prover::forget`].
#[derive(Debug)]
pub struct Prover<B, const N: u32> {
    table_mib: u32,
    /// The latest streak, and the search for it.
    search: Option<(u32, Search<B>)>,
}

/// Whether a player wins, with a move for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofResult {
    pub wins: bool,
    /// A move that reaches the side's goal, or else the one that took the most work to refute.
    pub best: Square,
}

impl<B: Bitboard, const N: u32> Prover<B, N> {
    pub fn new(table_mib: u32) -> Self {
        Prover { table_mib, search: None }
    }

    pub fn reset(&mut self) {
        if let Some((_, search)) = &mut self.search {
            search.reset();
        }
    }

    /// Whether this player wins from a position that is not over. `None` out of budget.
    pub fn wins(&mut self, position: &TicTacToe<B, N>, player: Player, budget: &mut Budget) -> Option<ProofResult> {
        let [mover, other] = position.sides();
        let attacker_moves = position.turn() == player;
        let (attacker, defender) = if attacker_moves { (mover, other) } else { (other, mover) };
        let proof_position = ProofPosition::new(attacker, defender, position.free_cells(), attacker_moves);
        let AttackResult { attacker_wins, cell } = self.search(position.streak()).solve(&proof_position, budget)?;
        Some(ProofResult { wins: attacker_wins, best: TicTacToe::<B, N>::square(cell.ones().next()?) })
    }

    fn search(&mut self, streak: u32) -> &mut Search<B> {
        // Proof positions do not contain the streak, so a table is valid for one streak only.
        let search = self.search.take().filter(|(of_streak, _)| *of_streak == streak);
        let table_mib = self.table_mib;
        let new = || (streak, Search::new(Geometry::new::<N>(streak), table_mib));
        &mut self.search.insert(search.unwrap_or_else(new)).1
    }

    /// The proved value of a position, as far as the budget goes, and a move that keeps it.
    fn prove(&mut self, position: &TicTacToe<B, N>, budget: &mut Budget) -> (Value, Option<Square>) {
        let open = Value::estimate(Score::DRAW);
        let me = position.turn();
        // A line of the side to move ends the game after an odd number of plies, one of the other side after an even
        // number.
        let free = position.free_cells().count_ones();
        let Some(win) = self.wins(position, me, budget) else { return (open, None) };
        if win.wins {
            let score = Score::win_in(free - (free + 1) % 2);
            return (Value { estimate: score, at_least: score, ..open }, Some(win.best));
        }
        match self.wins(position, !me, budget) {
            None => (Value { at_most: Score::DRAW, ..open }, None),
            Some(loss) if loss.wins => {
                let score = Score::loss_in(free - free % 2);
                (Value { estimate: score, at_most: score, ..open }, None)
            }
            Some(draw) => (Value::exact(Score::DRAW), Some(draw.best)),
        }
    }
}

/// Engine that combines alpha-beta for distances with the prover.
#[derive(Debug)]
pub struct PerfectEngine<B: Bitboard, const N: u32> {
    alphabeta: AlphaBeta<TicTacToe<B, N>, NullEvaluator>,
    prover: Prover<B, N>,
}

impl<B: Bitboard, const N: u32> PerfectEngine<B, N> {
    pub fn new(options: &Options) -> Self {
        PerfectEngine {
            alphabeta: AlphaBeta::new(&Options::default(), NullEvaluator),
            prover: Prover::new(options.integer(&TABLE_MIB)),
        }
    }
}

/// The limits of the alpha-beta search.
fn alphabeta_limits(limits: &Limits) -> Limits {
    if limits.depth.is_some() {
        return limits.clone();
    }
    // At most half of the nodes, so that the proof searches get the rest.
    let half = Limits { nodes: limits.nodes.map(|nodes| nodes.div_ceil(2)), ..limits.clone() };
    half.at_most_nodes(ALPHA_BETA_NODES)
}

impl<B: Bitboard, const N: u32> Engine<TicTacToe<B, N>> for PerfectEngine<B, N> {
    /// An undecided value means that nothing was proved within the limits. With a depth limit only the alpha-beta
    /// search runs, to that depth.
    fn search(
        &mut self,
        position: &TicTacToe<B, N>,
        limits: &Limits,
        better: &mut dyn FnMut(SearchInfo<Square>),
    ) -> Result<(), NoMoves> {
        let first = position.legal_moves().next().ok_or(NoMoves)?;
        let mut report = Reporter::start(limits, first, better);
        let mut budget = Budget::new(limits);
        let mut last = None;
        self.alphabeta.search(position, &alphabeta_limits(limits), &mut |info| {
            report.send(info.clone());
            last = Some(info);
        })?;
        if let Some(last) = last.filter(|last| !last.value.is_exact() && limits.depth.is_none()) {
            budget.add_nodes(last.nodes);
            let (value, best) = self.prover.prove(position, &mut budget);
            let line = best.map_or(last.line, |best| vec![best]);
            if value != Value::estimate(Score::DRAW) {
                let (best, nodes) = (best.unwrap_or(last.best), budget.nodes());
                report.send(SearchInfo { best, value, line, depth: last.depth, nodes });
            }
        }
        report.finish();
        Ok(())
    }

    fn analyze(&mut self, position: &TicTacToe<B, N>, limits: &Limits, report: &mut dyn FnMut(Square, Value)) -> u64 {
        let mut budget = Budget::new(limits);
        let mut open: Vec<Square> = position.legal_moves().collect();
        let nodes = self.alphabeta.analyze(position, &alphabeta_limits(limits), &mut |m, value| {
            open.retain(|other| *other != m || !value.is_exact());
            report(m, value);
        });
        budget.add_nodes(nodes);
        if limits.depth.is_some() {
            return budget.nodes();
        }
        for m in open {
            let (value, _) = self.prover.prove(&position.after(m), &mut budget);
            if value == Value::estimate(Score::DRAW) {
                break;
            }
            report(m, value.backed_up());
        }
        budget.nodes()
    }

    fn reset(&mut self) {
        self.alphabeta.reset();
        self.prover.reset();
    }
}
