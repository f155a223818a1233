//! Prover of this game, for the engine `perfect`: two proof searches that know lines and pairing strategies. Does the
//! side to move win, and if not, does the other?

mod dfpn;
mod geometry;
mod pairing;
mod proof_position;
mod proof_table;

use parlor_core::{EngineEntry, EngineInfo, Game, OptionSpec, Player};
use parlor_engines::options::TABLE_MIB;
use parlor_engines::{Budget, NullEvaluator, Perfect, Proof, Prover, perfect};

use super::bitboard::Bitboard;
use super::evaluator::OpenLines;
use super::rules::{Square, TicTacToe};
use dfpn::{AttackResult, Search};
use geometry::Geometry;
use proof_position::ProofPosition;

const OPTIONS: &[OptionSpec] = &[TABLE_MIB];

pub const INFO: EngineInfo = EngineInfo::new(
    perfect::NAME,
    "perfect play: proves who wins by proof-number search; without a limit this can take long",
    OPTIONS,
);

/// Engine `perfect` of this game.
pub type PerfectTicTacToe<B, const N: u32> = Perfect<TicTacToe<B, N>, OpenLines, TicTacToeProver<B, N>>;

pub fn entry<B: Bitboard, const N: u32>() -> EngineEntry<TicTacToe<B, N>> {
    EngineEntry::new(INFO, |options| Perfect::new(TicTacToeProver::new(options.integer(&TABLE_MIB)), OpenLines))
}

/// Proves whether a player wins. Its table lasts until it is reset.
#[derive(Debug)]
pub struct TicTacToeProver<B, const N: u32> {
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

impl<B: Bitboard, const N: u32> TicTacToeProver<B, N> {
    pub fn new(table_mib: u32) -> Self {
        TicTacToeProver { table_mib, search: None }
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
}

impl<B: Bitboard, const N: u32> Prover<TicTacToe<B, N>> for TicTacToeProver<B, N> {
    const SHORT_SEARCH_NODES: u64 = 30_000;

    type ShortSearchEvaluator = NullEvaluator;

    fn prove(&mut self, position: &TicTacToe<B, N>, budget: &mut Budget) -> Proof<Square> {
        let me = position.turn();
        // A line of the side to move ends the game after an odd number of plies, one of the other side after an even
        // number.
        let free = position.free_cells().count_ones();
        let Some(win) = self.wins(position, me, budget) else { return Proof::nothing() };
        if win.wins {
            return Proof::win(free - (free + 1) % 2, Some(win.best));
        }
        match self.wins(position, !me, budget) {
            None => Proof::no_win(),
            Some(loss) if loss.wins => Proof::loss(free - free % 2, None),
            Some(draw) => Proof::draw(draw.best),
        }
    }

    fn reset(&mut self) {
        if let Some((_, search)) = &mut self.search {
            search.reset();
        }
    }
}
