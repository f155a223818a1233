//! Move generation on bitboards (row after row from the top left): which cells turn discs, and which discs they
//! turn. Four directions of one position side by side, or four positions.

use super::lanes::Lanes;

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

/// The ends of rows: towards higher bits a carry runs through the other's discs.
#[inline]
fn row_ends_in_lanes(mover: Lanes, other: Lanes) -> Lanes {
    let passable = other & Lanes::splat(INNER[0]);
    let pairs = passable & passable.shr::<1>();
    let mut down = passable & mover.shr::<1>();
    down = down | passable & down.shr::<1>();
    down = down | pairs & down.shr::<2>();
    down = down | pairs & down.shr::<2>();
    (passable + (passable & mover.shl::<1>())) | down.shr::<1>()
}

/// [`line_ends`] of four positions.
#[inline]
fn line_ends_in_lanes<const STEP: i32, const TWO: i32>(mover: Lanes, passable: Lanes) -> Lanes {
    let mut up = passable & mover.shl::<STEP>();
    let mut down = passable & mover.shr::<STEP>();
    up = up | passable & up.shl::<STEP>();
    down = down | passable & down.shr::<STEP>();
    let pairs_up = passable & passable.shl::<STEP>();
    let pairs_down = pairs_up.shr::<STEP>();
    up = up | pairs_up & up.shl::<TWO>();
    down = down | pairs_down & down.shr::<TWO>();
    up = up | pairs_up & up.shl::<TWO>();
    down = down | pairs_down & down.shr::<TWO>();
    up.shl::<STEP>() | down.shr::<STEP>()
}

/// [`turning_cells`] of four positions.
#[inline]
pub(super) fn turning_cells_in_lanes(mover: Lanes, other: Lanes) -> Lanes {
    let inner = other & Lanes::splat(INNER[0]);
    (row_ends_in_lanes(mover, other)
        | line_ends_in_lanes::<8, 16>(mover, other)
        | line_ends_in_lanes::<7, 14>(mover, inner)
        | line_ends_in_lanes::<9, 18>(mover, inner))
        & !(mover | other)
}

/// [`neighbours`] of four sets.
#[inline]
pub(super) fn neighbours_in_lanes(cells: Lanes) -> Lanes {
    let beside = cells
        | (cells & Lanes::splat(!0x8080_8080_8080_8080)).shl::<1>()
        | (cells & Lanes::splat(!0x0101_0101_0101_0101)).shr::<1>();
    beside | beside.shl::<8>() | beside.shr::<8>()
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

/// The discs that turn, by direction.
#[inline]
fn turned_by_direction(mover: Lanes, other: Lanes, cell: u32) -> Lanes {
    let [up, down] = RAYS.0[cell as usize & 63].map(Lanes::new);
    let step = Lanes::new(STEPS.map(u64::from));
    // Towards lower bits: the mover's disc that no cell of another kind hides, and all bits above it.
    let mut hidden = (down & !other).shr_each(step);
    hidden = hidden | hidden.shr_each(step);
    hidden = hidden | hidden.shr_each(step.shl::<1>());
    hidden = hidden | hidden.shr_each(step.shl::<2>());
    let end = down & mover & !hidden;
    let turned_down = (Lanes::splat(0) - (end + end)) & down;
    // Towards higher bits: the first cell on the ray that is not the other's must be the mover's own.
    let ends = up & !other;
    let end = ends & (Lanes::splat(0) - ends) & mover;
    let turned_up = !(end.equal(Lanes::splat(0)) - end) & up;
    turned_down | turned_up
}

/// The discs of `other` that turn when `mover` places a disc on a free cell (below 64).
#[inline]
pub(crate) fn turned_discs(mover: u64, other: u64, cell: u32) -> u64 {
    turned_by_direction(Lanes::splat(mover), Lanes::splat(other), cell).union()
}

/// [`turned_discs`] of four moves.
#[inline]
pub(super) fn turned_in_lanes(mover: u64, other: u64, cells: [u32; 4]) -> Lanes {
    let (mover, other) = (Lanes::splat(mover), Lanes::splat(other));
    Lanes::unions(cells.map(|cell| turned_by_direction(mover, other, cell)))
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
            let cells = turning_cells_in_lanes(Lanes::new(movers), Lanes::new(others)).words();
            let beside = neighbours_in_lanes(Lanes::new(movers)).words();
            for lane in 0..4 {
                let (mover, other) = (movers[lane], others[lane]);
                assert_eq!(cells[lane], turning_cells(mover, other), "{mover:x} {other:x}");
                assert_eq!(beside[lane], neighbours(mover), "{mover:x}");
            }
        }
    }

    #[test]
    fn moves_in_lanes_turn_what_each_turns_alone() {
        for seed in 0..2_000 {
            let mover = mix(2 * seed) & !15;
            let other = mix(2 * seed + 1) & !mover & !15;
            let turned = turned_in_lanes(mover, other, [0, 1, 2, 3]).words();
            assert_eq!(turned, [0, 1, 2, 3].map(|cell| turned_discs(mover, other, cell)), "{mover:x} {other:x}");
        }
    }
}
