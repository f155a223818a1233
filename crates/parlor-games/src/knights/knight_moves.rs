//! Knight move generation on 8x8 bitboards. A smaller board is an 8x8 board whose other cells are closed, so the size
//! does not matter here.

const NOT_FIRST_COLUMN: u64 = !0x0101_0101_0101_0101;
const NOT_LAST_COLUMN: u64 = !0x8080_8080_8080_8080;

fn right(cells: u64) -> u64 {
    cells << 1 & NOT_FIRST_COLUMN
}

fn left(cells: u64) -> u64 {
    cells >> 1 & NOT_LAST_COLUMN
}

fn down(cells: u64) -> u64 {
    cells << 8
}

fn up(cells: u64) -> u64 {
    cells >> 8
}

/// Destinations by two cells straight and then one to the side, over free cells only.
#[inline]
pub(super) fn two_one(from: u64, free: u64) -> u64 {
    let far_up = up(up(from) & free) & free;
    let far_down = down(down(from) & free) & free;
    let far_left = left(left(from) & free) & free;
    let far_right = right(right(from) & free) & free;
    let (vertical, horizontal) = (far_up | far_down, far_left | far_right);
    (left(vertical) | right(vertical) | up(horizontal) | down(horizontal)) & free
}

/// Destinations by one cell straight and then two to the side, over free cells only.
#[inline]
pub(super) fn one_two(from: u64, free: u64) -> u64 {
    let horizontal = (left(from) | right(from)) & free;
    let vertical = (up(from) | down(from)) & free;
    let near = [up(horizontal) & free, down(horizontal) & free, left(vertical) & free, right(vertical) & free];
    (up(near[0]) | down(near[1]) | left(near[2]) | right(near[3])) & free
}

/// Destinations of a leap as in chess: only the last cell must be free.
#[inline]
pub(super) fn leap(from: u64, free: u64) -> u64 {
    let (beside, two_beside) = (left(from) | right(from), left(left(from)) | right(right(from)));
    (up(up(beside)) | down(down(beside)) | up(two_beside) | down(two_beside)) & free
}

/// The two cells that a knight's move passes, long leg first or short leg first.
#[inline]
pub(super) fn passed_cells(from: u8, to: u8, long_leg_first: bool) -> u64 {
    let (from, to) = (i32::from(from), i32::from(to));
    let (rows, columns) = (to / 8 - from / 8, to % 8 - from % 8);
    let (long_step, short_leg) = if rows.abs() == 2 { (rows / 2 * 8, columns) } else { (columns / 2, rows * 8) };
    let [one, two] = if long_leg_first {
        [from + long_step, from + 2 * long_step]
    } else {
        [from + short_leg, from + short_leg + long_step]
    };
    let bit = |cell: i32| 1u64.wrapping_shl(cell.cast_unsigned());
    bit(one) | bit(two)
}

/// These cells and the four neighbors of each.
#[inline]
pub(super) fn with_neighbors(cells: u64) -> u64 {
    cells | left(cells) | right(cells) | up(cells) | down(cells)
}
