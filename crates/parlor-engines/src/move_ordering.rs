//! Which moves to try first: the hash move, then killers, then history. Also the order of the root moves,
//! which decides among equally good ones.

use parlor_core::{Game, Player};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;

/// In move order, or shuffled by the seed unless it is 0.
pub(crate) fn root_moves<G: Game>(position: &G, seed: u32) -> Vec<G::Move> {
    let mut moves: Vec<G::Move> = position.legal_moves().collect();
    if seed != 0 {
        moves.shuffle(&mut SmallRng::seed_from_u64(u64::from(seed)));
    }
    moves
}

/// A move and how promising it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ranked<M> {
    pub(crate) m: M,
    rank: u32,
}

const HASH_MOVE: u32 = u32::MAX;
const KILLERS: [u32; 2] = [u32::MAX - 1, u32::MAX - 2];
const HIGHEST_HISTORY: u32 = 1 << 30;

#[derive(Debug)]
pub(crate) struct MoveOrdering<M> {
    /// By ply: the last two moves that refuted a sibling.
    killers: Vec<[Option<M>; 2]>,
    /// Every move met so far; its place here is its place in `history`. Moves are not numbered by the
    /// rules, but they come in much the same order in every position: looking on from where the previous one
    /// was found makes this list as quick as a number.
    met: Vec<M>,
    cursor: usize,
    history: [Vec<u32>; 2],
}

impl<M: Copy + PartialEq> MoveOrdering<M> {
    pub(crate) fn new() -> MoveOrdering<M> {
        MoveOrdering { killers: Vec::new(), met: Vec::new(), cursor: 0, history: [Vec::new(), Vec::new()] }
    }

    pub(crate) fn clear(&mut self) {
        self.killers.clear();
        self.met.clear();
        self.cursor = 0;
        self.history = [Vec::new(), Vec::new()];
    }

    fn place(&mut self, m: M) -> usize {
        let (before, after) = self.met.split_at(self.cursor);
        let place = after.iter().position(|met| *met == m).map(|place| place + self.cursor);
        let place = place.or_else(|| before.iter().position(|met| *met == m)).unwrap_or_else(|| {
            self.met.push(m);
            self.history.iter_mut().for_each(|history| history.push(0));
            self.met.len() - 1
        });
        self.cursor = place;
        place
    }

    pub(crate) fn rank(&mut self, m: M, player: Player, ply: usize, hash_move: Option<M>) -> Ranked<M> {
        let killers = self.killers.get(ply).copied().unwrap_or([None; 2]);
        let rank = if hash_move == Some(m) {
            HASH_MOVE
        } else if let Some(which) = killers.iter().position(|killer| *killer == Some(m)) {
            KILLERS[which]
        } else {
            let place = self.place(m);
            self.history[player.index()][place]
        };
        Ranked { m, rank }
    }

    /// The move refuted what the opponent did.
    pub(crate) fn reward(&mut self, m: M, player: Player, ply: usize, depth: u32) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
        let place = self.place(m);
        let history = &mut self.history[player.index()];
        history[place] += depth * depth;
        if history[place] > HIGHEST_HISTORY {
            for count in history {
                *count /= 2;
            }
        }
    }
}

/// Brings the most promising of these to the front, and leaves the others in their order.
#[inline]
pub(crate) fn best_first<M>(moves: &mut [Ranked<M>]) {
    let mut best = 0;
    for place in 1..moves.len() {
        if moves[place].rank > moves[best].rank {
            best = place;
        }
    }
    moves[..=best].rotate_right(1);
}
