//! Bitboard functions of the 7x6 board, laid out as in the rules: 7 bits per column, 6 cells and a guard bit.

use super::super::rules::FourInARow;

/// Every cell, without the guard bits.
pub(super) const BOARD: u64 = <FourInARow>::BOARD;
/// The lowest cell of every column.
pub(super) const BOTTOM: u64 = BOARD & !(BOARD << 1);
/// Rows 1, 3 and 5, counted from the bottom: the first player gets them where both sides only follow up.
pub(super) const ODD_ROWS: u64 = BOTTOM * 0b01_0101;
/// Rows 2, 4 and 6.
pub(super) const EVEN_ROWS: u64 = BOTTOM * 0b10_1010;
pub(super) const CELLS: u32 = 42;

/// The cells of one column, 0 on the left.
pub(super) const fn column_cells(column: usize) -> u64 {
    0b11_1111 << (7 * column)
}

/// The lowest free cell of every column that has one.
pub(super) const fn playable(occupied: u64) -> u64 {
    (occupied + BOTTOM) & BOARD
}

/// The cells, occupied or not, that would complete four in a line for `discs`.
#[inline]
pub(super) const fn completing(discs: u64) -> u64 {
    let d = discs;
    let vertical = (d << 1) & (d << 2) & (d << 3);
    vertical | completing_along(d, 7) | completing_along(d, 6) | completing_along(d, 8)
}

const fn completing_along(d: u64, step: u32) -> u64 {
    let above = (d << step) & (d << (2 * step));
    let below = (d >> step) & (d >> (2 * step));
    (above & ((d << (3 * step)) | (d >> step))) | (below & ((d << step) | (d >> (3 * step))))
}

#[inline]
pub(super) const fn has_four(discs: u64) -> bool {
    fours(discs) != 0
}

/// The first cells of the fours that `discs` contain. Unlike in the rules, the loop over directions is unrolled, so
/// that it becomes vector code where eight boards are computed at once.
#[inline]
pub(super) const fn fours(discs: u64) -> u64 {
    let (v, h, f, b) = (discs & (discs >> 1), discs & (discs >> 7), discs & (discs >> 6), discs & (discs >> 8));
    (v & (v >> 2)) | (h & (h >> 14)) | (f & (f >> 12)) | (b & (b >> 16))
}

/// The mirror image of a board or of a key: column 0 becomes column 6.
pub(super) const fn mirror(cells: u64) -> u64 {
    const COLUMN: u64 = 0x7f;
    let c = cells;
    ((c & COLUMN) << 42)
        | ((c & COLUMN << 7) << 28)
        | ((c & COLUMN << 14) << 14)
        | (c & COLUMN << 21)
        | ((c >> 14) & COLUMN << 14)
        | ((c >> 28) & COLUMN << 7)
        | ((c >> 42) & COLUMN)
}
