//! Stable discs: a lower bound on the discs that can never be turned again. A disc is stable when on each of the
//! four lines through it the line is full, or a neighbour on it is the edge of the board or a stable disc of the
//! same color. Edges use a table of all 3^8 fillings, which also knows the discs that no sequence of moves on
//! the edge can turn.

use std::sync::LazyLock;

use crate::reversi::bitboard::STEPS;
use crate::reversi::discs::Discs;

const LEFT: u64 = 0x0101_0101_0101_0101;
const INNER: u64 = 0x007e_7e7e_7e7e_7e00;

/// Cells from which `distance` steps of `STEPS` towards higher bits (or lower ones) leave the board.
const fn wall(lane: usize, distance: i32, up: bool) -> u64 {
    let (right, down) = [(1, 0), (0, 1), (-1, 1), (1, 1)][lane];
    let sign = if up { 1 } else { -1 };
    let mut cells = 0;
    let mut cell = 0;
    while cell < 64 {
        let (x, y) = (cell % 8 + sign * right * distance, cell / 8 + sign * down * distance);
        if x < 0 || x > 7 || y < 0 || y > 7 {
            cells |= 1 << cell;
        }
        cell += 1;
    }
    cells
}

const fn walls(up: bool) -> [[u64; 4]; 3] {
    let mut table = [[0; 4]; 3];
    let mut step = 0;
    while step < 3 {
        let mut lane = 0;
        while lane < 4 {
            table[step][lane] = wall(lane, 1 << step, up);
            lane += 1;
        }
        step += 1;
    }
    table
}

static WALLS_UP: [[u64; 4]; 3] = walls(true);
static WALLS_DOWN: [[u64; 4]; 3] = walls(false);

/// For each line direction the cells whose whole line is occupied.
#[inline]
fn full_lines(occupied: u64) -> [u64; 4] {
    let mut full = [0; 4];
    for lane in 0..4 {
        let (mut up, mut down) = (occupied, occupied);
        for step in 0..3 {
            let shift = STEPS[lane] << step;
            up &= up >> shift | WALLS_UP[step][lane];
            down &= down << shift | WALLS_DOWN[step][lane];
        }
        full[lane] = up & down;
    }
    full
}

/// Stable discs of `mine` on an edge, by the fillings of the edge (`mine + 256 * theirs`).
static EDGES: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut table = vec![0; 1 << 16];
    let mut is_done = vec![false; 1 << 16];
    for mine in 0..=255u8 {
        for theirs in (0..=255u8).filter(|theirs| mine & theirs == 0) {
            stable_on_edge(mine, theirs, &mut table, &mut is_done);
        }
    }
    table
});

fn edge_index(mine: u8, theirs: u8) -> usize {
    usize::from(mine) | usize::from(theirs) << 8
}

fn stable_on_edge(mine: u8, theirs: u8, table: &mut [u8], is_done: &mut [bool]) -> u8 {
    let index = edge_index(mine, theirs);
    if is_done[index] {
        return table[index];
    }
    let mut stable = mine;
    for cell in (0..8).filter(|cell| (mine | theirs) >> cell & 1 == 0) {
        // Either side may fill the cell, whether or not it turns something along the edge.
        let turned = turned_on_edge(mine, theirs, cell);
        stable &= stable_on_edge(mine | turned | 1 << cell, theirs & !turned, table, is_done);
        let turned = turned_on_edge(theirs, mine, cell);
        stable &= !turned & stable_on_edge(mine & !turned, theirs | turned | 1 << cell, table, is_done);
    }
    (table[index], is_done[index]) = (stable & mine, true);
    stable & mine
}

fn turned_on_edge(mover: u8, other: u8, cell: u32) -> u8 {
    let mut turned = 0;
    for step in [-1i32, 1] {
        let (mut at, mut line) = (cell.cast_signed() + step, 0);
        while (0..8).contains(&at) && other >> at & 1 == 1 {
            line |= 1 << at;
            at += step;
        }
        if (0..8).contains(&at) && mover >> at & 1 == 1 {
            turned |= line;
        }
    }
    turned
}

/// Gathers a column into a byte, row 0 lowest; and the inverse.
#[inline]
fn gather_column(board: u64) -> u8 {
    ((board & LEFT).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

#[inline]
fn spread_column(column: u8) -> u64 {
    (u64::from(column & 0x7f).wrapping_mul(0x0002_0408_1020_4081) & LEFT) | u64::from(column >> 7) << 56
}

#[inline]
fn stable_edges(mine: u64, theirs: u64) -> u64 {
    let table = &EDGES[..1 << 16];
    let stable = |mine: u8, theirs: u8| table[edge_index(mine, theirs)];
    u64::from(stable(mine as u8, theirs as u8))
        | u64::from(stable((mine >> 56) as u8, (theirs >> 56) as u8)) << 56
        | spread_column(stable(gather_column(mine), gather_column(theirs)))
        | spread_column(stable(gather_column(mine >> 7), gather_column(theirs >> 7))) << 7
}

/// Discs of `mine` that can never be turned again; not all of them are found. Not inlined, so that nodes that do not ask
/// stay small.
#[inline(never)]
pub(super) fn stable_discs<const SIZE: u32>(mine: u64, theirs: u64) -> u64 {
    // On a small board the cells outside are as good as occupied.
    let outside = !Discs::<SIZE>::BOARD;
    let full = full_lines(mine | theirs | outside);
    let everywhere = full[0] & full[1] & full[2] & full[3];
    let (mut stable, inner) = if SIZE == 8 { (stable_edges(mine, theirs), INNER) } else { (0, Discs::<SIZE>::BOARD) };
    stable |= mine & everywhere;
    if SIZE == 8 && stable == 0 {
        return 0;
    }
    let inner = mine & inner;
    let wall = |lane: usize| WALLS_UP[0][lane] | WALLS_DOWN[0][lane];
    loop {
        let safe = stable | outside;
        let mut next = inner;
        for lane in 0..4 {
            let step = STEPS[lane];
            next &= safe << step | safe >> step | full[lane] | wall(lane);
        }
        next |= stable;
        if next == stable {
            return stable;
        }
        stable = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_and_what_leans_on_them_are_stable() {
        assert_eq!(stable_discs::<8>(1, 2), 1);
        assert_eq!(stable_discs::<8>(0b111, 0), 0b111);
        assert_eq!(stable_discs::<8>(0b110, 0), 0);
        assert_eq!(stable_discs::<8>(0x0303, 0), 0x0303 & !0x0200);
        assert_eq!(stable_discs::<8>(0x0107, 0), 0x0107);
        assert_eq!(stable_discs::<8>(u64::MAX, 0), u64::MAX);
        assert_eq!(stable_discs::<8>(INNER, !INNER), INNER);
        assert_eq!(stable_discs::<4>(0b11, 0), 0b11);
    }
}
