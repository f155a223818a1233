//! Number of discs that the last empty cell turns: one table lookup per line. All other cells are filled, so the
//! mover's discs alone determine the line.

/// By place on the line and the mover's discs on it.
static COUNTS: [[u8; 256]; 8] = counts();

const fn counts() -> [[u8; 256]; 8] {
    let mut counts = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut line = 0usize;
        while line < 256 {
            let mut turned = 0;
            let mut step = 1;
            while place + step < 8 {
                if line >> (place + step) & 1 == 1 {
                    turned += step - 1;
                    break;
                }
                step += 1;
            }
            step = 1;
            while step <= place {
                if line >> (place - step) & 1 == 1 {
                    turned += step - 1;
                    break;
                }
                step += 1;
            }
            counts[place][line] = turned as u8;
            line += 1;
        }
        place += 1;
    }
    counts
}

const COLUMN: u64 = 0x0101_0101_0101_0101;
/// Multiplying a column (the lowest) by this collects its rows in the highest byte.
const COLLECT_ROWS: u64 = 0x0102_0408_1020_4080;

/// Both diagonals through each cell.
static DIAGONALS: [[u64; 2]; 64] = diagonals();

const fn diagonals() -> [[u64; 2]; 64] {
    let mut table = [[0; 2]; 64];
    let mut cell = 0;
    while cell < 64 {
        let (row, column) = (cell / 8, cell % 8);
        let mut other = 0;
        while other < 64 {
            let (other_row, other_column) = (other / 8, other % 8);
            if row + other_column == other_row + column {
                table[cell][0] |= 1 << other;
            }
            if row + column == other_row + other_column {
                table[cell][1] |= 1 << other;
            }
            other += 1;
        }
        cell += 1;
    }
    table
}

/// The number of discs that `mover` turns on the only empty cell.
#[inline]
pub(super) fn last_flip_count(mover: u64, cell: u32) -> i32 {
    let cell = cell as usize & 63;
    let (row, column) = (cell / 8, cell % 8);
    let [one, two] = DIAGONALS[cell];
    let by_column = &COUNTS[column];
    let line = |bits: u64| usize::from((bits >> 56) as u8);
    let turned = by_column[usize::from((mover >> (8 * row)) as u8)]
        + COUNTS[row][line(((mover >> column) & COLUMN).wrapping_mul(COLLECT_ROWS))]
        + by_column[line((mover & one).wrapping_mul(COLUMN))]
        + by_column[line((mover & two).wrapping_mul(COLUMN))];
    i32::from(turned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::mix;
    use crate::reversi::bitboard::turned_discs;

    #[test]
    fn counts_equal_the_turned_discs() {
        for seed in 0..20_000u64 {
            let (mover, cell) = (mix(seed), (mix(seed + 1_000_000) % 64) as u32);
            let mover = mover & !(1 << cell);
            let turned = turned_discs(mover, !mover & !(1 << cell), cell);
            assert_eq!(last_flip_count(mover, cell), turned.count_ones().cast_signed(), "{mover:x} {cell}");
        }
    }
}
