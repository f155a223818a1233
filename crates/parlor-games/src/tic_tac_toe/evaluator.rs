//! Open lines: every line that the other side has not touched counts, and counts four times as much for each mark in
//! it. All lines of one direction are counted at once, as the bits of one word.

use parlor_core::{Evaluate, Score};

use super::rules::TicTacToe;
use super::word::Word;

#[derive(Clone, Copy, Debug, Default)]
pub struct OpenLines;

/// The move is worth about as much as a mark in a few empty lines.
const TEMPO: i32 = 8;

impl<W: Word, const N: u32> Evaluate<TicTacToe<W, N>> for OpenLines {
    fn evaluate(&self, position: &TicTacToe<W, N>) -> Score {
        let [mover, other] = position.sides();
        let free = position.free_cells();
        let streak = position.streak();
        Score::points(TEMPO + open_lines::<W, N>(mover, free, streak) - open_lines::<W, N>(other, free, streak))
    }
}

fn open_lines<W: Word, const N: u32>(marks: W, free: W, streak: u32) -> i32 {
    TicTacToe::<W, N>::DIRECTIONS.iter().map(|step| open_lines_along(marks, free, streak, *step)).sum()
}

fn open_lines_along<W: Word>(marks: W, free: W, streak: u32, step: u32) -> i32 {
    let mut starts = marks | free;
    // How many marks the line from each cell holds, as a number in binary, one word a digit.
    let mut digits = [W::default(); 4];
    for offset in 0..streak {
        starts = starts & ((marks | free) >> (offset * step));
        let mut carry = marks >> (offset * step);
        for digit in &mut digits {
            let sum = (*digit | carry) & !(*digit & carry);
            carry = *digit & carry;
            *digit = sum;
        }
    }
    let holding = |count: u32| {
        let mut lines = starts;
        for (place, digit) in digits.iter().enumerate() {
            lines = lines & if count >> place & 1 == 1 { *digit } else { !*digit };
        }
        lines.count_ones().cast_signed()
    };
    (1..streak).map(|count| holding(count) << (2 * (count - 1))).sum()
}

#[cfg(test)]
mod tests {
    use parlor_core::Game;
    use rand::rngs::SmallRng;
    use rand::{Rng, SeedableRng};

    use super::*;

    /// The same sum, line by line.
    fn plainly<W: Word, const N: u32>(position: &TicTacToe<W, N>) -> i32 {
        let [mover, other] = position.sides();
        let lines = position.lines();
        let sum = |marks: W, others: W| -> i32 {
            let open = lines.iter().filter(|line| **line & others == W::default());
            let counts = open.map(|line| (*line & marks).count_ones()).filter(|count| *count > 0);
            counts.map(|count| 1 << (2 * (count - 1))).sum()
        };
        TEMPO + sum(mover, other) - sum(other, mover)
    }

    fn equal_along_random_games<W: Word, const N: u32>(streak: u8) {
        let mut dice = SmallRng::seed_from_u64(7);
        for _ in 0..100 {
            let mut position = TicTacToe::<W, N>::new(streak);
            while position.outcome().is_none() {
                assert_eq!(OpenLines.evaluate(&position).raw(), plainly(&position), "{position}");
                let pick = dice.random_range(0..position.legal_moves().count());
                let m = position.legal_moves().nth(pick).unwrap();
                position.play_unchecked(m);
            }
        }
    }

    #[test]
    fn all_lines_at_once_count_as_much_as_one_by_one() {
        equal_along_random_games::<u64, 3>(3);
        equal_along_random_games::<u64, 5>(4);
        equal_along_random_games::<u64, 7>(2);
        equal_along_random_games::<u128, 9>(5);
        equal_along_random_games::<u128, 9>(9);
    }
}
