//! The fillings of all pattern instances of a position, kept up to date move by move. A filling is a number in
//! balanced ternary (mover's disc +1, other's disc -1, empty 0), so changing sides is one negation of all.

use super::shapes::{INSTANCES, SHAPES, TABLES, image, instances};
use crate::bits::Bits;
use crate::reversi::discs::Discs;

/// Instances rounded up to whole vectors.
pub(super) const LANES: usize = 64;

/// Change of each filling index by a disc of the mover on a cell.
static PLACE_VALUES: [[i16; LANES]; 64] = {
    let all = instances();
    let mut values = [[0; LANES]; 64];
    let mut lane = 0;
    while lane < INSTANCES {
        let cells = SHAPES[all[lane].shape].cells;
        let (mut i, mut power) = (0, 1i16);
        while i < cells.len() {
            values[image(cells[i], all[lane].symmetry) as usize][lane] = power;
            power = power.wrapping_mul(3);
            i += 1;
        }
        lane += 1;
    }
    values
};

/// Added to a filling to have its index in its table.
static STARTS: [u16; LANES] = {
    let all = instances();
    let mut starts = [0; LANES];
    let mut lane = 0;
    while lane < INSTANCES {
        let shape = SHAPES[all[lane].shape];
        starts[lane] = (shape.start + shape.fillings() / 2) as u16;
        lane += 1;
    }
    starts
};

/// The table of weights of each instance.
pub(super) static TABLE_OF: [usize; INSTANCES] = {
    let all = instances();
    let mut tables = [0; INSTANCES];
    let mut lane = 0;
    while lane < INSTANCES {
        tables[lane] = SHAPES[all[lane].shape].table;
        assert!(tables[lane] < TABLES);
        lane += 1;
    }
    tables
};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub struct Features([i16; LANES]);

impl Features {
    pub fn new(discs: Discs<8>) -> Features {
        let mut fillings = [0i16; LANES];
        for (cells, sign) in [(discs.mover, 1), (discs.other, -1)] {
            for cell in Bits(cells) {
                for (filling, value) in fillings.iter_mut().zip(&PLACE_VALUES[cell as usize & 63]) {
                    *filling = filling.wrapping_add(value.wrapping_mul(sign));
                }
            }
        }
        Features(fillings)
    }

    /// After a move that turned these discs, seen by the other side. Sums wrap on the way and end in range.
    #[inline]
    #[must_use]
    pub fn after(&self, cell: u32, turned: u64) -> Features {
        let mut sum = [0i16; LANES];
        for cell in Bits(turned) {
            for (sum, value) in sum.iter_mut().zip(&PLACE_VALUES[cell as usize & 63]) {
                *sum = sum.wrapping_add(*value);
            }
        }
        let placed = &PLACE_VALUES[cell as usize & 63];
        for lane in 0..LANES {
            let grown = self.0[lane].wrapping_add(placed[lane]).wrapping_add(sum[lane].wrapping_mul(2));
            sum[lane] = grown.wrapping_neg();
        }
        Features(sum)
    }

    #[inline]
    #[must_use]
    pub fn passed(&self) -> Features {
        Features(self.0.map(i16::wrapping_neg))
    }

    /// The index of each instance in its table of weights.
    #[inline]
    pub fn indices(&self) -> [u16; LANES] {
        let mut indices = [0; LANES];
        for lane in 0..LANES {
            indices[lane] = self.0[lane].cast_unsigned().wrapping_add(STARTS[lane]);
        }
        indices
    }
}

/// By lane: the shape, and the index in its table of weights where the shape begins.
pub fn lanes() -> Vec<(usize, u16)> {
    instances().iter().map(|instance| (instance.shape, SHAPES[instance.shape].start as u16)).collect()
}
