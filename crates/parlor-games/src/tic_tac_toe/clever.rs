//! The moves that a sensible beginner sees: complete a line, else stop the other's, else anything.

use rand::Rng;

use super::rules::{Square, TicTacToe};
use super::word::Word;

impl<W: Word, const N: u32> TicTacToe<W, N> {
    /// The free cells that would complete a line of these marks.
    #[inline]
    pub(super) fn completing(&self, marks: W) -> W {
        let free = self.free_cells();
        let streak = self.streak();
        let mut completing = W::default();
        for step in Self::DIRECTIONS {
            // For each place of the gap: the marks before it, and the marks after it.
            let mut before = [!W::default(); 10];
            for offset in 0..streak {
                before[offset as usize + 1] = before[offset as usize] & (marks >> (offset * step));
            }
            let mut after = !W::default();
            for gap in (0..streak).rev() {
                completing |= (before[gap as usize] & after) << (gap * step);
                after = after & (marks >> (gap * step));
            }
        }
        completing & free
    }

    /// The cells that clever chooses from: those that win at once, else those that stop a win, else all.
    #[inline]
    pub(super) fn clever_cells(&self) -> W {
        let [mover, other] = self.sides();
        let winning = self.completing(mover);
        if winning != W::default() {
            return winning;
        }
        let blocking = self.completing(other);
        if blocking == W::default() { self.free_cells() } else { blocking }
    }

    /// Completes a line if it can, else blocks one of the other's, else plays anywhere. `None` when the game is over.
    pub fn clever_move(&self, dice: &mut impl Rng) -> Option<Square> {
        random_cell(self.clever_cells(), dice).map(Self::square)
    }
}

/// Each equally likely.
pub(super) fn random_cell<W: Word>(cells: W, dice: &mut impl Rng) -> Option<u32> {
    let count = cells.count_ones();
    if count == 0 { None } else { cells.ones().nth(dice.random_range(0..count) as usize) }
}

#[cfg(test)]
mod tests {
    use parlor_core::{Game, Outcome};
    use rand::SeedableRng;
    use rand::rngs::SmallRng;

    use super::*;

    /// A cell completes a line exactly if playing there wins.
    fn completing_cells_win<W: Word, const N: u32>(streak: u8) {
        let mut dice = SmallRng::seed_from_u64(u64::from(streak));
        for _ in 0..300 {
            let mut position = TicTacToe::<W, N>::new(streak);
            while let Some(bit) = random_cell(position.free_cells(), &mut dice) {
                let completing = position.completing(position.sides()[0]);
                for square in position.legal_moves() {
                    let wins = matches!(position.after(square).outcome(), Some(Outcome::Win(_)));
                    let cell = TicTacToe::<W, N>::cell(square).unwrap();
                    assert_eq!(completing & cell != W::default(), wins, "{square} in {position}");
                }
                position.play_unchecked(TicTacToe::<W, N>::square(bit));
            }
        }
    }

    #[test]
    fn a_cell_completes_a_line_exactly_if_it_wins() {
        for streak in 2..=4 {
            completing_cells_win::<u64, 4>(streak);
            completing_cells_win::<u64, 7>(streak);
            completing_cells_win::<u128, 9>(streak);
        }
        completing_cells_win::<u64, 2>(2);
        completing_cells_win::<u64, 7>(7);
        completing_cells_win::<u128, 9>(9);
    }

    #[test]
    fn a_win_comes_before_a_block_and_a_block_before_anything_else() {
        let board = TicTacToe::<u64, 4>::new(3);
        let mut dice = SmallRng::seed_from_u64(1);
        let mut choice = |text: &str| board.read(text).unwrap().clever_move(&mut dice).unwrap().to_string();
        for _ in 0..20 {
            assert_eq!(choice("XX--/OO--/----/----"), "02");
            assert_eq!(choice("XX--/O---/----/----"), "02");
        }
    }
}
