//! Move ordering: hash move, killer moves, history heuristic. Also the order of the root moves, which breaks ties
//! among equally good moves.

use parlor_core::{Game, Player};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;

/// The legal moves in the game's order, or shuffled by `seed` if that is not 0.
pub(crate) fn root_moves<G: Game>(position: &G, seed: u32) -> Vec<G::Move> {
    let mut moves: Vec<G::Move> = position.legal_moves().collect();
    if seed != 0 {
        moves.shuffle(&mut SmallRng::seed_from_u64(u64::from(seed)));
    }
    moves
}

/// A move with its ordering rank; higher ranks are searched first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RankedMove<M> {
    pub(crate) m: M,
    rank: u32,
}

/// Ranks of the hash move and the killers, above every history count.
const HASH_MOVE: u32 = u32::MAX;
const KILLERS: [u32; 2] = [u32::MAX - 1, u32::MAX - 2];
const MAX_HISTORY: u32 = 1 << 30;

/// Killer moves and history counts of one search.
#[derive(Debug)]
pub(crate) struct MoveOrdering<M> {
    /// By ply, the last two moves that caused a beta cutoff.
    killers: Vec<[Option<M>; 2]>,
    /// Every move seen so far; its index here is its index in `history`. The rules do not number moves, but move
    /// generators list them in a similar order in every position: a linear search that starts where the previous
    /// move was found is as fast as a number.
    seen_moves: Vec<M>,
    cursor: usize,
    /// History counts by player and move index.
    history: [Vec<u32>; 2],
}

impl<M: Copy + PartialEq> MoveOrdering<M> {
    pub(crate) fn new() -> MoveOrdering<M> {
        MoveOrdering { killers: Vec::new(), seen_moves: Vec::new(), cursor: 0, history: [Vec::new(), Vec::new()] }
    }

    pub(crate) fn clear(&mut self) {
        self.killers.clear();
        self.seen_moves.clear();
        self.cursor = 0;
        self.history = [Vec::new(), Vec::new()];
    }

    fn history_index(&mut self, m: M) -> usize {
        let (before, after) = self.seen_moves.split_at(self.cursor);
        let index = after.iter().position(|seen| *seen == m).map(|index| index + self.cursor);
        let index = index.or_else(|| before.iter().position(|seen| *seen == m)).unwrap_or_else(|| {
            self.seen_moves.push(m);
            self.history.iter_mut().for_each(|history| history.push(0));
            self.seen_moves.len() - 1
        });
        self.cursor = index;
        index
    }

    pub(crate) fn rank(&mut self, m: M, player: Player, ply: usize, hash_move: Option<M>) -> RankedMove<M> {
        let killers = self.killers.get(ply).copied().unwrap_or([None; 2]);
        let rank = if hash_move == Some(m) {
            HASH_MOVE
        } else if let Some(which) = killers.iter().position(|killer| *killer == Some(m)) {
            KILLERS[which]
        } else {
            let index = self.history_index(m);
            self.history[player.index()][index]
        };
        RankedMove { m, rank }
    }

    /// Updates killers and history after `m` caused a beta cutoff.
    pub(crate) fn record_cutoff(&mut self, m: M, player: Player, ply: usize, depth: u32) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
        let index = self.history_index(m);
        let history = &mut self.history[player.index()];
        history[index] += depth * depth;
        if history[index] > MAX_HISTORY {
            for count in history {
                *count /= 2;
            }
        }
    }
}

/// Moves the highest-ranked move to the front and keeps the order of the others: one step of a stable selection sort.
#[inline]
pub(crate) fn bring_best_to_front<M>(moves: &mut [RankedMove<M>]) {
    let mut best = 0;
    for index in 1..moves.len() {
        if moves[index].rank > moves[best].rank {
            best = index;
        }
    }
    moves[..=best].rotate_right(1);
}
