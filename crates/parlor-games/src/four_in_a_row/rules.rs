//! Rules on bitboards: one column after another, bottom cell first, with one guard bit on top of each column so that
//! lines never wrap from one column into the next.

use parlor_core::{Game, Keyed, Outcome, Player};

use crate::bits::{Bits, mix};

/// Column of the board, counted from 0 at the left; written from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Column(u8);

impl Column {
    /// `index` counts from 0. Whether a board has the column is checked by [`Game::is_legal`].
    pub fn new(index: u8) -> Column {
        Column(index)
    }

    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Position of Four in a Row. Any size with `COLUMNS * (ROWS + 1) <= 64` works; the usual one is 7x6.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct FourInARow<const COLUMNS: u32 = 7, const ROWS: u32 = 6> {
    /// The discs of the side to move.
    mover: u64,
    /// The discs of both sides.
    occupied: u64,
}

impl<const COLUMNS: u32, const ROWS: u32> FourInARow<COLUMNS, ROWS> {
    /// Bits from a cell to its right neighbor.
    const STRIDE: u32 = {
        assert!(COLUMNS > 0 && COLUMNS <= 9 && ROWS > 0 && COLUMNS * (ROWS + 1) <= 64);
        ROWS + 1
    };
    const FIRST_COLUMN: u64 = (1 << ROWS) - 1;
    /// The bottom cell of every column.
    const BOTTOM: u64 = {
        let mut bottom = 0;
        let mut column = 0;
        while column < COLUMNS {
            bottom |= 1 << (column * Self::STRIDE);
            column += 1;
        }
        bottom
    };
    pub(super) const BOARD: u64 = Self::BOTTOM * Self::FIRST_COLUMN;

    /// A position from its bitboards; the caller ensures that it is reachable.
    pub(super) fn from_bitboards(mover: u64, occupied: u64) -> Self {
        FourInARow { mover, occupied }
    }

    /// The discs of the side to move, as a bitboard.
    pub fn mover(&self) -> u64 {
        self.mover
    }

    /// The discs of both sides, as a bitboard.
    pub fn occupied(&self) -> u64 {
        self.occupied
    }

    /// The discs of one side, as a bitboard.
    pub fn discs(&self, player: Player) -> u64 {
        if player == self.turn() { self.mover } else { self.occupied ^ self.mover }
    }

    /// Every second row, starting with the bottom one (0) or the one above it (1).
    pub(super) fn rows_of_parity(first: u32) -> u64 {
        (first..ROWS).step_by(2).fold(0, |rows, row| rows | Self::BOTTOM << row)
    }

    /// The number of discs on the board.
    pub fn plies(&self) -> u32 {
        self.occupied.count_ones()
    }

    /// The owner of the disc in a cell; row 0 is the top. `None` for a cell that is empty or not on the board.
    pub fn disc_at(&self, row: usize, column: usize) -> Option<Player> {
        if row >= ROWS as usize || column >= COLUMNS as usize {
            return None;
        }
        let cell = 1u64 << (column * Self::STRIDE as usize + ROWS as usize - 1 - row);
        if self.occupied & cell == 0 {
            None
        } else if self.mover & cell != 0 {
            Some(self.turn())
        } else {
            Some(!self.turn())
        }
    }

    /// Every disc that is part of a line of four, as a bitboard; a disc can be part of several.
    pub fn winning_discs(&self) -> u64 {
        let mut winning = 0;
        for discs in [self.mover, self.occupied ^ self.mover] {
            for step in Self::DIRECTIONS {
                let pairs = discs & (discs >> step);
                let fours = pairs & (pairs >> (2 * step));
                winning |= fours | fours << step | fours << (2 * step) | fours << (3 * step);
            }
        }
        winning
    }

    /// First and last cell of every line of four, as bit numbers.
    pub(super) fn winning_ends(&self) -> impl Iterator<Item = (u32, u32)> {
        let sides = [self.mover, self.occupied ^ self.mover];
        sides.into_iter().flat_map(|discs| {
            Self::DIRECTIONS.into_iter().flat_map(move |step| {
                let pairs = discs & (discs >> step);
                let fours = pairs & (pairs >> (2 * step));
                (0..u64::BITS).filter(move |bit| fours >> bit & 1 == 1).map(move |bit| (bit, bit + 3 * step))
            })
        })
    }

    /// Bits from a cell to the next one upwards, to the right, and along the two diagonals.
    pub(super) const DIRECTIONS: [u32; 4] = [1, Self::STRIDE, Self::STRIDE + 1, Self::STRIDE - 1];

    #[inline]
    pub(super) fn has_four(discs: u64) -> bool {
        let mut fours = 0;
        for step in Self::DIRECTIONS {
            let pairs = discs & (discs >> step);
            fours |= pairs & (pairs >> (2 * step));
        }
        fours != 0
    }

    /// The cell where a disc would land in each column that is not full; empty when the game is over.
    #[inline]
    fn landing_cells(&self) -> u64 {
        if Self::has_four(self.occupied ^ self.mover) { 0 } else { (self.occupied + Self::BOTTOM) & Self::BOARD }
    }

    /// The position before a disc was dropped into this column. `None` if its top disc is not the last mover's.
    pub(super) fn before_move(&self, column: Column) -> Option<Self> {
        let in_column = self.occupied & (Self::FIRST_COLUMN << (u32::from(column.0) * Self::STRIDE));
        let top = (1u64 << 63).checked_shr(in_column.leading_zeros())?;
        let last_mover = self.occupied ^ self.mover;
        (last_mover & top != 0).then_some(FourInARow { mover: last_mover ^ top, occupied: self.occupied ^ top })
    }

    pub(super) fn columns() -> impl Iterator<Item = Column> {
        (0..COLUMNS as u8).map(Column)
    }
}

impl<const COLUMNS: u32, const ROWS: u32> Game for FourInARow<COLUMNS, ROWS> {
    type Move = Column;

    #[inline]
    fn turn(&self) -> Player {
        if self.plies().is_multiple_of(2) { Player::First } else { Player::Second }
    }

    #[inline]
    fn legal_moves(&self) -> impl Iterator<Item = Column> {
        Columns::<COLUMNS, ROWS>(Bits(self.landing_cells()))
    }

    fn is_legal(&self, column: Column) -> bool {
        u32::from(column.0) < COLUMNS
            && self.landing_cells() & (Self::FIRST_COLUMN << (u32::from(column.0) * Self::STRIDE)) != 0
    }

    fn outcome(&self) -> Option<Outcome> {
        if Self::has_four(self.occupied ^ self.mover) {
            Some(Outcome::Win(!self.turn()))
        } else if self.occupied == Self::BOARD {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    #[inline]
    fn play_unchecked(&mut self, column: Column) {
        let bottom = 1u64.wrapping_shl(u32::from(column.0) * Self::STRIDE);
        self.mover ^= self.occupied;
        self.occupied |= self.occupied.wrapping_add(bottom);
    }
}

impl<const COLUMNS: u32, const ROWS: u32> Keyed for FourInARow<COLUMNS, ROWS> {
    #[inline]
    fn key(&self) -> u64 {
        // Adding the bottom row sets the lowest free cell of every column, which makes the sum unique.
        mix(self.mover + self.occupied + Self::BOTTOM)
    }
}

/// Iterator over the columns of landing cells: at most one cell per column, so the order is from left to right.
#[derive(Clone)]
struct Columns<const COLUMNS: u32, const ROWS: u32>(Bits);

impl<const COLUMNS: u32, const ROWS: u32> Columns<COLUMNS, ROWS> {
    fn column_of(cell: u32) -> Column {
        Column((cell / (ROWS + 1)) as u8)
    }
}

impl<const COLUMNS: u32, const ROWS: u32> Iterator for Columns<COLUMNS, ROWS> {
    type Item = Column;

    #[inline]
    fn next(&mut self) -> Option<Column> {
        self.0.next().map(Self::column_of)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }

    #[inline]
    fn count(self) -> usize {
        self.0.count()
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Column> {
        self.0.nth(n).map(Self::column_of)
    }
}
