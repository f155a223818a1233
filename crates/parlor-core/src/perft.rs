//! Perft, which counts move sequences to test and measure a move generator, and random play-outs.

use crate::{Game, Outcome, StopFlag};

/// Perft and play-outs of a type-erased game, for tests and benches.
pub trait Explore {
    /// See [`perft`].
    fn perft(&self, depth: u32, stop: &StopFlag) -> Option<u64>;

    /// See [`playout`]; returns the number of moves and the outcome.
    fn playout(&self, pick: &mut dyn FnMut(usize) -> usize) -> (u32, Option<Outcome>);
}

/// Number of move sequences of exactly `depth` moves; a finished game has none. `None` if stopped.
/// Bulk counting: the last ply is the `count` of the move iterator.
pub fn perft<G: Game>(position: &G, depth: u32, stop: &StopFlag) -> Option<u64> {
    match depth {
        0 => Some(1),
        // Only the levels above this read the flag: it stays out of the hot recursion, and a stop still takes
        // effect within milliseconds.
        1..=6 => Some(perft_unstoppable(position, depth)),
        _ if stop.is_raised() => None,
        _ => position.legal_moves().map(|m| perft(&position.after(m), depth - 1, stop)).sum(),
    }
}

fn perft_unstoppable<G: Game>(position: &G, depth: u32) -> u64 {
    let mut leaves = 0;
    match depth {
        1 => leaves = position.legal_moves().count() as u64,
        // Inlined: without a call per parent of leaves, the processor overlaps the work of successive children.
        2 => leaves = position.count_replies(),
        _ => {
            for m in position.legal_moves() {
                leaves += perft_unstoppable(&position.after(m), depth - 1);
            }
        }
    }
    leaves
}

/// Plays to the end of the game. `pick` gets the number of legal moves and returns the index of one. Returns the
/// number of moves made and the final position.
pub fn playout<G: Game>(start: &G, pick: &mut (impl FnMut(usize) -> usize + ?Sized)) -> (u32, G) {
    let mut position = start.clone();
    let mut plies = 0;
    loop {
        let count = position.legal_moves().count();
        let Some(m) = (count > 0).then(|| position.legal_moves().nth(pick(count))).flatten() else {
            return (plies, position);
        };
        position.play_unchecked(m);
        plies += 1;
    }
}
