//! Move generation on bitboards (row after row from the top left): which cells turn discs, and which discs they
//! turn. Written as four lanes, one per direction, which the compiler turns into vector code.

/// East, south, south-west, south-east; the other four directions are the same shifts to the right.
pub(super) const STEPS: [u32; 4] = [1, 8, 7, 9];
const NOT_AN_EDGE_COLUMN: u64 = 0x7e7e_7e7e_7e7e_7e7e;
/// Cells that a ray may pass without leaving its row; vertical lines fall off the word by themselves.
const INNER: [u64; 4] = [NOT_AN_EDGE_COLUMN, !0, NOT_AN_EDGE_COLUMN, NOT_AN_EDGE_COLUMN];

/// The cells where `mover` turns at least one disc of `other`, which may be occupied, in one direction and its opposite
/// (parallel-prefix flood, "Kogge-Stone").
#[inline]
fn line_ends(mover: u64, other: u64, step: u32, inner: u64) -> u64 {
    let passable = other & inner;
    let mut up = passable & (mover << step);
    let mut down = passable & (mover >> step);
    up |= passable & (up << step);
    down |= passable & (down >> step);
    let pairs_up = passable & (passable << step);
    let pairs_down = pairs_up >> step;
    up |= pairs_up & (up << (2 * step));
    down |= pairs_down & (down >> (2 * step));
    up |= pairs_up & (up << (2 * step));
    down |= pairs_down & (down >> (2 * step));
    up << step | down >> step
}

/// The cells where `mover` turns at least one disc of `other`, with a direction in each lane.
#[inline]
pub(crate) fn turning_cells(mover: u64, other: u64) -> u64 {
    let mut cells = [0u64; 4];
    for lane in 0..4 {
        cells[lane] = line_ends(mover, other, STEPS[lane], INNER[lane]);
    }
    (cells[0] | cells[1] | cells[2] | cells[3]) & !(mover | other)
}

/// The ends of rows, for lanes of positions: towards higher bits a carry runs through the other's discs.
#[inline]
fn row_ends(mover: u64, other: u64) -> u64 {
    let passable = other & INNER[0];
    let pairs = passable & (passable >> 1);
    let mut down = passable & (mover >> 1);
    down |= passable & (down >> 1);
    down |= pairs & (down >> 2);
    down |= pairs & (down >> 2);
    (passable + (passable & (mover << 1))) | down >> 1
}

/// [`turning_cells`] of many positions, one in each lane: a loop without sums over lanes, of which the compiler makes
/// vector code only if all is inlined into it.
#[inline]
pub(crate) fn turning_cells_in_lanes(movers: &[[u64; 4]], others: &[[u64; 4]], cells: &mut [[u64; 4]]) {
    let positions = movers.as_flattened().iter().zip(others.as_flattened());
    for (cells, (mover, other)) in cells.as_flattened_mut().iter_mut().zip(positions) {
        let mut ends = row_ends(*mover, *other);
        for direction in 1..4 {
            ends |= line_ends(*mover, *other, STEPS[direction], INNER[direction]);
        }
        *cells = ends & !(mover | other);
    }
}

/// The cells around a set of cells, and the cells themselves.
pub(crate) const fn neighbours(cells: u64) -> u64 {
    let beside = cells | (cells & !0x8080_8080_8080_8080) << 1 | (cells & !0x0101_0101_0101_0101) >> 1;
    beside | beside << 8 | beside >> 8
}

/// For every cell the rays towards higher bits, then towards lower bits.
static RAYS: Rays = Rays(rays());

/// A cell's rays fill one line of the cache.
#[repr(align(64))]
struct Rays([[[u64; 4]; 2]; 64]);

const fn rays() -> [[[u64; 4]; 2]; 64] {
    // East, south, south-west, south-east as columns and rows.
    const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 1), (1, 1)];
    let mut rays = [[[0; 4]; 2]; 64];
    let mut cell = 0;
    while cell < 64 {
        let mut lane = 0;
        while lane < 4 {
            let mut sign = 1;
            while sign >= -1 {
                let (right, down) = (DIRECTIONS[lane].0 * sign, DIRECTIONS[lane].1 * sign);
                let (mut column, mut row) = (cell % 8 + right, cell / 8 + down);
                while column >= 0 && column < 8 && row >= 0 && row < 8 {
                    rays[cell.cast_unsigned() as usize][(sign < 0) as usize][lane] |= 1 << (row * 8 + column);
                    column += right;
                    row += down;
                }
                sign -= 2;
            }
            lane += 1;
        }
        cell += 1;
    }
    rays
}

/// The discs of `other` that turn when `mover` places a disc on a free cell (below 64).
#[inline]
pub(crate) fn turned_discs(mover: u64, other: u64, cell: u32) -> u64 {
    let [up, down] = &RAYS.0[cell as usize & 63];
    let mut turned = [0u64; 4];
    // In the other order the compiler permutes the lanes twice: 3 % of an endgame.
    for lane in 0..4 {
        // Towards lower bits: the mover's disc that no cell of another kind hides, and all bits above it.
        let step = STEPS[lane];
        let mut hidden = (down[lane] & !other) >> step;
        hidden |= hidden >> step;
        hidden |= hidden >> (2 * step);
        hidden |= hidden >> (4 * step);
        let end = down[lane] & mover & !hidden;
        turned[lane] = (end + end).wrapping_neg() & down[lane];
    }
    for lane in 0..4 {
        // The first cell on the ray that is not the other's must be the mover's own.
        let ends = up[lane] & !other;
        let end = ends & ends.wrapping_neg() & mover;
        turned[lane] |= end.wrapping_sub(u64::from(end != 0)) & up[lane];
    }
    turned[0] | turned[1] | turned[2] | turned[3]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::mix;

    #[test]
    fn positions_in_lanes_have_the_cells_of_each_alone() {
        for seed in 0..2_000 {
            let random = |offset: u64| mix(8 * seed + offset);
            let movers = [0, 1, 2, 3].map(random);
            let others = [0, 1, 2, 3].map(|lane: usize| random(lane as u64 + 4) & !movers[lane]);
            let mut cells = [[0; 4]];
            turning_cells_in_lanes(&[movers], &[others], &mut cells);
            for lane in 0..4 {
                assert_eq!(
                    cells[0][lane],
                    turning_cells(movers[lane], others[lane]),
                    "{:x} {:x}",
                    movers[lane],
                    others[lane]
                );
            }
        }
    }
}
