//! Walking a game tree without judging it: perft, which counts move sequences and so checks a move
//! generator to the last move, and random play-outs.

use crate::{Game, StopFlag};

/// The number of move sequences of exactly `depth` moves; a finished game has none. `None` if stopped.
/// The last ply is counted in bulk, by the `count` of the move iterator.
pub fn perft<G: Game>(position: &G, depth: u32, stop: &StopFlag) -> Option<u64> {
    match depth {
        0 => Some(1),
        // Asking the flag only here keeps it out of the hot recursion and still answers in milliseconds.
        1..=6 => Some(perft_below(position, depth)),
        _ if stop.is_raised() => None,
        _ => position.legal_moves().map(|m| perft(&position.after(m), depth - 1, stop)).sum(),
    }
}

fn perft_below<G: Game>(position: &G, depth: u32) -> u64 {
    let mut leaves = 0;
    match depth {
        1 => leaves = position.legal_moves().count() as u64,
        // Without a call per leaf's parent the processor overlaps one child's work with the next one's.
        2 => {
            for m in position.legal_moves() {
                leaves += position.after(m).legal_moves().count() as u64;
            }
        }
        _ => {
            for m in position.legal_moves() {
                leaves += perft_below(&position.after(m), depth - 1);
            }
        }
    }
    leaves
}

/// Plays to the end, each move chosen by `pick(number of legal moves)`; gives the number of moves made
/// and the final position.
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
