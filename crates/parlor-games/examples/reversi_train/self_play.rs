//! Games of the engine against itself: random first moves, then short searches with a random move now and then, so
//! that the evaluator also sees positions that good players avoid.

use parlor_core::Limits;
use parlor_games::reversi::Discs;
use parlor_games::reversi::patterns::PatternWeights;
use parlor_games::reversi::search::{NO_MOVE, Searcher};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

use crate::label::in_parallel;

const RANDOM_PLIES: std::ops::Range<u32> = 4..20;
/// In half of the games one move of so many is random.
const RANDOM_MOVE: u32 = 12;
const DEPTH: std::ops::Range<u32> = 1..7;

pub(crate) fn games(count: usize, seed: u64, threads: usize, weights: &'static PatternWeights) -> Vec<Vec<Discs<8>>> {
    in_parallel(count, threads, weights, |searcher, number| game(searcher, seed.wrapping_add(number as u64)))
}

fn game(searcher: &mut Searcher, seed: u64) -> Vec<Discs<8>> {
    let mut dice = SmallRng::seed_from_u64(seed);
    let random_plies = dice.random_range(RANDOM_PLIES);
    let depth = dice.random_range(DEPTH);
    let has_random_moves = dice.random_range(0..2) == 0;
    let mut discs = Discs { mover: 0x0000_0008_1000_0000, other: 0x0000_0010_0800_0000 };
    let mut positions = vec![discs];
    loop {
        let moves = discs.moves();
        if moves == 0 {
            discs = discs.passed();
            if discs.moves() == 0 {
                return positions;
            }
            continue;
        }
        let is_random =
            positions.len() <= random_plies as usize || has_random_moves && dice.random_range(0..RANDOM_MOVE) == 0;
        let mut best = NO_MOVE;
        if !is_random {
            let limits = Limits::depth(depth.min(discs.empties()));
            best = searcher.search(discs, &limits, &mut |_| {}).map_or(NO_MOVE, |found| found.best);
        }
        if best == NO_MOVE {
            let skipped = dice.random_range(0..moves.count_ones());
            best = (0..skipped).fold(moves, |rest, _| rest & (rest - 1)).trailing_zeros() as u8;
        }
        discs = discs.place(u32::from(best));
        positions.push(discs);
    }
}
