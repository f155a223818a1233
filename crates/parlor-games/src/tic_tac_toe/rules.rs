//! Rules on bitboards: row after row, with one guard column so that lines never wrap into the next row.

use parlor_core::{Game, Keyed, Outcome, Player};

use super::bitboard::Bitboard;
use crate::bits::mix;

/// Cell of the board; row and column count from 0, the row from the top.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square {
    pub row: u8,
    pub column: u8,
}

/// Position on an N x N board; the winning streak is chosen at run time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TicTacToe<B: Bitboard, const N: u32> {
    /// The marks of the side to move.
    mover: B,
    /// The marks of the other side.
    other: B,
    streak: u8,
    /// Whether the other side has completed a line.
    is_won: bool,
}

impl<B: Bitboard, const N: u32> TicTacToe<B, N> {
    const STRIDE: u32 = {
        assert!(N >= 2 && N <= 9 && N * (N + 1) <= 8 * size_of::<B>() as u32);
        N + 1
    };
    const BOARD: u128 = {
        let mut board = 0;
        let mut row = 0;
        while row < N {
            board |= ((1 << N) - 1) << (row * Self::STRIDE);
            row += 1;
        }
        board
    };
    /// Bits from a cell to the next one to the right, downwards, and along the two diagonals.
    pub(super) const DIRECTIONS: [u32; 4] = [1, Self::STRIDE, Self::STRIDE + 1, Self::STRIDE - 1];

    /// The empty board. A streak outside `2..=N` is taken to be N.
    pub fn new(streak: u8) -> Self {
        let streak = if (2..=N).contains(&u32::from(streak)) { streak } else { N as u8 };
        TicTacToe { mover: B::default(), other: B::default(), streak, is_won: false }
    }

    pub fn streak(&self) -> u32 {
        u32::from(self.streak)
    }

    pub fn mark_at(&self, square: Square) -> Option<Player> {
        let cell = Self::cell(square)?;
        if self.mover & cell != B::default() {
            Some(self.turn())
        } else if self.other & cell != B::default() {
            Some(!self.turn())
        } else {
            None
        }
    }

    /// The position with these marks of First and Second; `None` if it is not reachable.
    pub(super) fn with_marks(&self, first: B, second: B) -> Option<Self> {
        let (mover, other) = match first.count_ones().checked_sub(second.count_ones())? {
            0 => (first, second),
            1 => (second, first),
            _ => return None,
        };
        let is_won = self.has_streak(other);
        let is_reachable = !self.has_streak(mover) && (!is_won || self.last_move_could_win(other));
        is_reachable.then_some(TicTacToe { mover, other, streak: self.streak, is_won })
    }

    /// Whether one mark of the winner completed all of its lines; otherwise the game had ended before.
    fn last_move_could_win(&self, winner: B) -> bool {
        winner.ones().any(|bit| !self.has_streak(winner & !(B::ONE << bit)))
    }

    /// The marks of the side to move, and of the other side.
    #[inline]
    pub fn sides(&self) -> [B; 2] {
        [self.mover, self.other]
    }

    /// All winning lines of the board, each as the set of its cells.
    pub(super) fn lines(&self) -> Vec<B> {
        let mut lines = Vec::new();
        for step in Self::DIRECTIONS {
            for start in B::from_u128(Self::BOARD).ones() {
                let cells = (0..self.streak()).map(|offset| start + offset * step);
                if cells.clone().all(|bit| bit < u128::BITS && Self::BOARD >> bit & 1 == 1) {
                    lines.push(cells.fold(B::default(), |line, bit| line | B::ONE << bit));
                }
            }
        }
        lines
    }

    /// All marks in completed lines.
    pub(super) fn winning_marks(&self) -> B {
        let mut winning = B::default();
        for step in Self::DIRECTIONS {
            let starts = self.runs(self.other, step);
            for offset in 0..self.streak() {
                winning |= starts << (offset * step);
            }
        }
        winning
    }

    /// First and last cell of every completed line, as bit numbers. Lines that overlap in one direction are joined.
    pub(super) fn winning_ends(&self) -> Vec<(u32, u32)> {
        let mut ends = Vec::new();
        for step in Self::DIRECTIONS {
            let starts = self.runs(self.other, step);
            for start in starts.ones().filter(|bit| *bit < step || starts & (B::ONE << (bit - step)) == B::default()) {
                let joined = (0..).take_while(|offset| starts & (B::ONE << (start + offset * step)) != B::default());
                let last = joined.last().unwrap_or(0);
                ends.push((start, start + (last + self.streak() - 1) * step));
            }
        }
        ends
    }

    /// The first cells of all runs of `streak` marks in one direction, found by doubling the length of the run.
    #[inline]
    fn runs(&self, marks: B, step: u32) -> B {
        let mut starts = marks;
        let mut length = 1;
        while 2 * length <= self.streak() {
            starts = starts & (starts >> (length * step));
            length *= 2;
        }
        if length < self.streak() {
            starts = starts & (starts >> ((self.streak() - length) * step));
        }
        starts
    }

    #[inline]
    fn has_streak(&self, marks: B) -> bool {
        Self::DIRECTIONS.iter().fold(B::default(), |found, step| found | self.runs(marks, *step)) != B::default()
    }

    #[inline]
    pub(super) fn free_cells(&self) -> B {
        if self.is_won { B::default() } else { B::from_u128(Self::BOARD) & !(self.mover | self.other) }
    }

    #[inline]
    pub(super) fn cell(square: Square) -> Option<B> {
        (u32::from(square.row) < N && u32::from(square.column) < N)
            .then(|| B::ONE << (u32::from(square.row) * Self::STRIDE + u32::from(square.column)))
    }

    #[inline]
    pub(super) fn square(bit: u32) -> Square {
        Square { row: (bit / Self::STRIDE) as u8, column: (bit % Self::STRIDE) as u8 }
    }

    pub(super) fn squares() -> impl Iterator<Item = Square> {
        (0..N as u8).flat_map(|row| (0..N as u8).map(move |column| Square { row, column }))
    }
}

impl<B: Bitboard, const N: u32> Game for TicTacToe<B, N> {
    type Move = Square;

    #[inline]
    fn turn(&self) -> Player {
        // Both sides have equally many marks before each move of First.
        if (self.mover | self.other).count_ones().is_multiple_of(2) { Player::First } else { Player::Second }
    }

    #[inline]
    fn legal_moves(&self) -> impl Iterator<Item = Square> {
        Squares::<_, N>(self.free_cells().ones())
    }

    fn is_legal(&self, square: Square) -> bool {
        Self::cell(square).is_some_and(|cell| self.free_cells() & cell != B::default())
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.is_won {
            Some(Outcome::Win(!self.turn()))
        } else if self.free_cells() == B::default() {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    #[inline]
    fn play_unchecked(&mut self, square: Square) {
        let marks = self.mover | Self::cell(square).unwrap_or_default();
        self.is_won = self.has_streak(marks);
        self.mover = self.other;
        self.other = marks;
    }
}

impl<B: Bitboard, const N: u32> Keyed for TicTacToe<B, N> {
    #[inline]
    fn key(&self) -> u64 {
        let folded =
            |marks: B| mix((marks.to_u128() >> 64) as u64 ^ u64::from(self.streak) << 56) ^ marks.to_u128() as u64;
        mix(folded(self.mover).wrapping_add(mix(folded(self.other))))
    }
}

/// Iterator over bits as squares.
struct Squares<I, const N: u32>(I);

impl<I: Iterator<Item = u32>, const N: u32> Iterator for Squares<I, N> {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        self.0.next().map(TicTacToe::<u128, N>::square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }

    #[inline]
    fn count(self) -> usize {
        self.0.count()
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Square> {
        self.0.nth(n).map(TicTacToe::<u128, N>::square)
    }
}
