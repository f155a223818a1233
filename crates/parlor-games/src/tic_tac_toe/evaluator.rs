//! Static evaluation by open lines: a line without marks of the other side counts, and four times as much for each
//! further mark in it. All lines of one direction are counted at once, bit-parallel.

use parlor_core::{Evaluate, Score};

use super::bitboard::Bitboard;
use super::rules::TicTacToe;

/// Static evaluator by open lines.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenLines;

/// Bonus for the side to move: worth about as much as a mark in a few empty lines.
const TEMPO: i32 = 8;

impl<B: Bitboard, const N: u32> Evaluate<TicTacToe<B, N>> for OpenLines {
    fn evaluate(&self, position: &TicTacToe<B, N>) -> Score {
        let [mover, other] = position.sides();
        let free = position.free_cells();
        let streak = position.streak();
        Score::points(TEMPO + open_lines::<B, N>(mover, free, streak) - open_lines::<B, N>(other, free, streak))
    }
}

fn open_lines<B: Bitboard, const N: u32>(marks: B, free: B, streak: u32) -> i32 {
    TicTacToe::<B, N>::DIRECTIONS.iter().map(|step| open_lines_along(marks, free, streak, *step)).sum()
}

fn open_lines_along<B: Bitboard>(marks: B, free: B, streak: u32, step: u32) -> i32 {
    let mut starts = marks | free;
    // Number of marks in the line from each cell, as a bit-sliced binary counter: one bitboard per digit.
    let mut digits = [B::default(); 4];
    for offset in 0..streak {
        starts = starts & ((marks | free) >> (offset * step));
        let mut carry = marks >> (offset * step);
        for digit in &mut digits {
            let sum = (*digit | carry) & !(*digit & carry);
            carry = *digit & carry;
            *digit = sum;
        }
    }
    let lines_with = |count: u32| {
        let mut lines = starts;
        for (index, digit) in digits.iter().enumerate() {
            lines = lines & if count >> index & 1 == 1 { *digit } else { !*digit };
        }
        lines.count_ones().cast_signed()
    };
    (1..streak).map(|count| lines_with(count) << (2 * (count - 1))).sum()
}

#[cfg(test)]
mod tests {
    use parlor_core::Game;
    use rand::rngs::SmallRng;
    use rand::{Rng, SeedableRng};

    use super::*;

    /// The same evaluation, line by line.
    fn evaluate_line_by_line<B: Bitboard, const N: u32>(position: &TicTacToe<B, N>) -> i32 {
        let [mover, other] = position.sides();
        let lines = position.lines();
        let sum = |marks: B, others: B| -> i32 {
            let open = lines.iter().filter(|line| **line & others == B::default());
            let counts = open.map(|line| (*line & marks).count_ones()).filter(|count| *count > 0);
            counts.map(|count| 1 << (2 * (count - 1))).sum()
        };
        TEMPO + sum(mover, other) - sum(other, mover)
    }

    fn assert_equal_along_random_games<B: Bitboard, const N: u32>(streak: u8) {
        let mut rng = SmallRng::seed_from_u64(7);
        for _ in 0..100 {
            let mut position = TicTacToe::<B, N>::new(streak);
            while position.outcome().is_none() {
                assert_eq!(OpenLines.evaluate(&position).raw(), evaluate_line_by_line(&position), "{position}");
                let pick = rng.random_range(0..position.legal_moves().count());
                let m = position.legal_moves().nth(pick).unwrap();
                position.play_unchecked(m);
            }
        }
    }

    #[test]
    fn bit_parallel_count_equals_line_by_line() {
        assert_equal_along_random_games::<u64, 3>(3);
        assert_equal_along_random_games::<u64, 5>(4);
        assert_equal_along_random_games::<u64, 7>(2);
        assert_equal_along_random_games::<u128, 9>(5);
        assert_equal_along_random_games::<u128, 9>(9);
    }
}
