//! Player `genius`: perfect where that can be proved, and among equal moves the one with the best chances against an
//! imperfect opponent. Boards up to 4x4 have a tablebase for both. On larger boards proofs have a node limit, and
//! playouts estimate the chances. Its moves depend on the position alone, so one genius serves any number of games at
//! once.

mod playouts;
mod tablebase;

use std::collections::HashMap;
use std::sync::{OnceLock, RwLock};

use parlor_core::{Game, Keyed, Limits};
use parlor_engines::Budget;
use rand::SeedableRng;
use rand::rngs::SmallRng;

use super::bitboard::Bitboard;
use super::prover::TicTacToeProver;
use super::rules::{Square, TicTacToe};
use playouts::sum_playouts;
use tablebase::Tablebase;

/// Nodes of the search for a win of the side to move.
const WIN_NODES: u64 = 10_000;
/// Nodes of the searches for moves that lose, all together.
const SAFETY_NODES: u64 = 20_000;
/// Cells filled by all playouts for one move, so that large boards take no longer.
const PLAYOUT_CELLS: u32 = 150_000;
const TABLE_MIB: u32 = 4;
/// Cached moves at most; further ones are computed each time.
const MAX_CACHED: usize = 1 << 20;

/// Player with a tablebase for small boards and a cache of moves for large ones.
#[derive(Debug)]
pub struct Genius<B: Bitboard, const N: u32> {
    streak: u32,
    tablebase: OnceLock<Tablebase<B, N>>,
    cache: RwLock<HashMap<TicTacToe<B, N>, Square>>,
}

impl<B: Bitboard, const N: u32> Genius<B, N> {
    pub fn new(streak: u32) -> Self {
        Genius { streak, tablebase: OnceLock::new(), cache: RwLock::default() }
    }

    /// The best move; `None` when the game is over.
    pub fn choose(&self, position: &TicTacToe<B, N>) -> Option<Square> {
        if N <= tablebase::MAX_SIZE {
            return self.tablebase.get_or_init(|| Tablebase::new(self.streak)).best_move(position);
        }
        // A poisoned lock counts as an empty cache.
        let cached = self.cache.read().ok().and_then(|cache| cache.get(position).copied());
        if cached.is_some() {
            return cached;
        }
        let square = search_move(position)?;
        if let Ok(mut cache) = self.cache.write()
            && cache.len() < MAX_CACHED
        {
            cache.insert(*position, square);
        }
        Some(square)
    }
}

/// Move with the position after it and its playout results.
struct Candidate<B: Bitboard, const N: u32> {
    square: Square,
    next: TicTacToe<B, N>,
    /// Wins minus losses of the playouts.
    playout_sum: i32,
}

/// Chooses a move by proofs and playouts.
fn search_move<B: Bitboard, const N: u32>(position: &TicTacToe<B, N>) -> Option<Square> {
    let [mover, other] = position.sides();
    let first = |cells: B| cells.ones().next().map(TicTacToe::<B, N>::square);
    let forced = |cells: B| if cells.count_ones() == 1 { first(cells) } else { None };
    if let Some(square) = first(position.completing_cells(mover)).or_else(|| forced(position.completing_cells(other))) {
        return Some(square);
    }
    let me = position.turn();
    let mut prover = TicTacToeProver::new(TABLE_MIB);
    let win = prover.wins(position, me, &mut Budget::new(&Limits::nodes(WIN_NODES)));
    if let Some(win) = win.filter(|win| win.wins) {
        return Some(win.best);
    }
    safest(&candidates(position), &mut prover)
}

/// The moves that neither miss a win nor fail to block one, by descending playout results.
fn candidates<B: Bitboard, const N: u32>(position: &TicTacToe<B, N>) -> Vec<Candidate<B, N>> {
    let mut rng = SmallRng::seed_from_u64(position.key());
    let cells = position.clever_cells();
    let cells_left = position.free_cells().count_ones();
    let playouts = (PLAYOUT_CELLS / (cells.count_ones() * cells_left).max(1)).max(1);
    let mut candidates: Vec<Candidate<B, N>> = cells
        .ones()
        .map(|bit| {
            let square = TicTacToe::<B, N>::square(bit);
            let next = position.after(square);
            Candidate { square, next, playout_sum: sum_playouts(&next, position.turn(), playouts, &mut rng) }
        })
        .collect();
    candidates.sort_by_key(|candidate| -candidate.playout_sum);
    candidates
}

/// The first candidate that is proved not to lose, else the first that is not proved to lose, else the first.
fn safest<B: Bitboard, const N: u32>(
    candidates: &[Candidate<B, N>],
    prover: &mut TicTacToeProver<B, N>,
) -> Option<Square> {
    let mut budget = Budget::new(&Limits::nodes(SAFETY_NODES));
    let mut open = None;
    for candidate in candidates {
        if candidate.next.outcome().is_some() {
            return Some(candidate.square);
        }
        let share = budget.remaining(None).nodes.map(|nodes| nodes / 2);
        let mut part = Budget::new(&Limits { nodes: share, ..Limits::none() });
        let opponent = candidate.next.turn();
        let result = prover.wins(&candidate.next, opponent, &mut part);
        budget.add_nodes(part.nodes());
        match result {
            Some(result) if result.wins => {}
            Some(_) => return Some(candidate.square),
            None => open = open.or(Some(candidate.square)),
        }
    }
    open.or_else(|| candidates.first().map(|candidate| candidate.square))
}
