//! One-move tactics: complete a line, else block the opponent's, else play anywhere. The player `clever` plays by them.

use rand::Rng;

use super::bitboard::Bitboard;
use super::rules::{Square, TicTacToe};

impl<B: Bitboard, const N: u32> TicTacToe<B, N> {
    /// The free cells that would complete a line of these marks.
    #[inline]
    pub(super) fn completing_cells(&self, marks: B) -> B {
        let free = self.free_cells();
        let streak = self.streak();
        let mut completing = B::default();
        for step in Self::DIRECTIONS {
            // For each offset of the gap: the lines with all marks before it, and those with all marks after it.
            let mut before = [!B::default(); 10];
            for offset in 0..streak {
                before[offset as usize + 1] = before[offset as usize] & (marks >> (offset * step));
            }
            let mut after = !B::default();
            for gap in (0..streak).rev() {
                completing |= (before[gap as usize] & after) << (gap * step);
                after = after & (marks >> (gap * step));
            }
        }
        completing & free
    }

    /// The cells that `clever` chooses from: those that win at once, else those that block a win, else all free ones.
    #[inline]
    pub(super) fn clever_cells(&self) -> B {
        let [mover, other] = self.sides();
        let winning = self.completing_cells(mover);
        if winning != B::default() {
            return winning;
        }
        let blocking = self.completing_cells(other);
        if blocking == B::default() { self.free_cells() } else { blocking }
    }

    /// The move of the player `clever`: completes a line if it can, else blocks one of the opponent's, else plays at
    /// random. `None` when the game is over.
    pub fn clever_move(&self, rng: &mut impl Rng) -> Option<Square> {
        random_cell(self.clever_cells(), rng).map(Self::square)
    }
}

/// A uniformly random cell of a set; `None` if it is empty.
pub(super) fn random_cell<B: Bitboard>(cells: B, rng: &mut impl Rng) -> Option<u32> {
    let count = cells.count_ones();
    if count == 0 { None } else { cells.ones().nth(rng.random_range(0..count) as usize) }
}

#[cfg(test)]
mod tests {
    use parlor_core::{Game, Outcome};
    use rand::SeedableRng;
    use rand::rngs::SmallRng;

    use super::*;

    fn assert_completing_cells_win<B: Bitboard, const N: u32>(streak: u8) {
        let mut rng = SmallRng::seed_from_u64(u64::from(streak));
        for _ in 0..300 {
            let mut position = TicTacToe::<B, N>::new(streak);
            while let Some(bit) = random_cell(position.free_cells(), &mut rng) {
                let completing = position.completing_cells(position.sides()[0]);
                for square in position.legal_moves() {
                    let wins = matches!(position.after(square).outcome(), Some(Outcome::Win(_)));
                    let cell = TicTacToe::<B, N>::cell(square).unwrap();
                    assert_eq!(completing & cell != B::default(), wins, "{square} in {position}");
                }
                position.play_unchecked(TicTacToe::<B, N>::square(bit));
            }
        }
    }

    #[test]
    fn completing_cells_are_exactly_the_winning_moves() {
        for streak in 2..=4 {
            assert_completing_cells_win::<u64, 4>(streak);
            assert_completing_cells_win::<u64, 7>(streak);
            assert_completing_cells_win::<u128, 9>(streak);
        }
        assert_completing_cells_win::<u64, 2>(2);
        assert_completing_cells_win::<u64, 7>(7);
        assert_completing_cells_win::<u128, 9>(9);
    }

    #[test]
    fn prefers_a_win_to_a_block_and_a_block_to_other_moves() {
        let board = TicTacToe::<u64, 4>::new(3);
        let mut rng = SmallRng::seed_from_u64(1);
        let mut choice = |text: &str| board.parse(text).unwrap().clever_move(&mut rng).unwrap().to_string();
        for _ in 0..20 {
            assert_eq!(choice("XX--/OO--/----/----"), "02");
            assert_eq!(choice("XX--/O---/----/----"), "02");
        }
    }
}
