//! The patterns: groups of cells whose filling is looked up in a table of weights. Each shape stands for all its
//! images under the symmetries of the board, which share weights.

/// The cells of one shape in order, as bits of the bitboard.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub name: &'static str,
    pub cells: &'static [u8],
    /// Which table of weights, and where in it this shape begins.
    pub(super) table: usize,
    pub(super) start: usize,
}

const fn shape(name: &'static str, cells: &'static [u8], table: usize, start: usize) -> Shape {
    Shape { name, cells, table, start }
}

/// Tables of 65,536 weights, so that a 16-bit index needs no bounds check.
pub(super) const TABLES: usize = 5;
const LARGE: usize = 3usize.pow(10);
const NINE: usize = 3usize.pow(9);
const EIGHT: usize = 3usize.pow(8);

pub const SHAPES: [Shape; 13] = [
    shape("edge with X squares", &[0, 1, 2, 3, 4, 5, 6, 7, 9, 14], 0, 0),
    shape("corner 2x5", &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12], 1, 0),
    shape("corner triangle", &[0, 1, 2, 3, 8, 9, 10, 16, 17, 24], 2, 0),
    shape("edge block", &[0, 2, 3, 4, 5, 7, 10, 11, 12, 13], 3, 0),
    shape("corner 3x3", &[0, 1, 2, 8, 9, 10, 16, 17, 18], 4, 0),
    shape("row 2", &[8, 9, 10, 11, 12, 13, 14, 15], 4, NINE),
    shape("row 3", &[16, 17, 18, 19, 20, 21, 22, 23], 4, NINE + EIGHT),
    shape("row 4", &[24, 25, 26, 27, 28, 29, 30, 31], 4, NINE + 2 * EIGHT),
    shape("diagonal of 8", &[0, 9, 18, 27, 36, 45, 54, 63], 4, NINE + 3 * EIGHT),
    shape("diagonal of 7", &[1, 10, 19, 28, 37, 46, 55], 0, LARGE),
    shape("diagonal of 6", &[2, 11, 20, 29, 38, 47], 1, LARGE),
    shape("diagonal of 5", &[3, 12, 21, 30, 39], 2, LARGE),
    shape("diagonal of 4", &[4, 13, 22, 31], 3, LARGE),
];

impl Shape {
    /// The number of fillings.
    pub const fn fillings(&self) -> usize {
        3usize.pow(self.cells.len() as u32)
    }

    const fn cell_set(&self, symmetry: u8) -> u64 {
        let (mut set, mut i) = (0, 0);
        while i < self.cells.len() {
            set |= 1 << image(self.cells[i], symmetry);
            i += 1;
        }
        set
    }

    /// For each filling the one that is its mirror image under the symmetry of the shape, if it has one.
    pub fn mirror(&self) -> Option<Vec<usize>> {
        let own = self.cell_set(0);
        let symmetry = (1..8).find(|symmetry| self.cell_set(*symmetry) == own)?;
        let place_of = |cell: u8| self.cells.iter().position(|other| *other == cell);
        let places: Vec<usize> = self.cells.iter().filter_map(|cell| place_of(image(*cell, symmetry))).collect();
        // Cell by cell: its discs with all fillings of the cells before.
        let mut mirrored = vec![0];
        for place in places {
            let before = mirrored.len();
            for disc in [1, 2] {
                let value = disc * 3usize.pow(place as u32);
                mirrored.extend_from_within(..before);
                mirrored[disc * before..].iter_mut().for_each(|filling| *filling += value);
            }
        }
        Some(mirrored)
    }
}

/// A cell under one of the eight symmetries: bit 0 mirrors columns, bit 1 rows, bit 2 swaps rows and columns.
pub(super) const fn image(cell: u8, symmetry: u8) -> u8 {
    let (mut row, mut column) = (cell / 8, cell % 8);
    if symmetry & 1 != 0 {
        column = 7 - column;
    }
    if symmetry & 2 != 0 {
        row = 7 - row;
    }
    if symmetry & 4 == 0 { row * 8 + column } else { column * 8 + row }
}

/// One image of a shape on the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Instance {
    pub(super) shape: usize,
    pub(super) symmetry: u8,
}

pub const INSTANCES: usize = 54;

/// All images of all shapes, each set of cells once.
pub(super) const fn instances() -> [Instance; INSTANCES] {
    let mut all = [Instance { shape: 0, symmetry: 0 }; INSTANCES];
    let (mut count, mut shape) = (0, 0);
    while shape < SHAPES.len() {
        let mut symmetry = 0;
        while symmetry < 8 {
            let mut earlier = 0;
            while earlier < symmetry && SHAPES[shape].cell_set(earlier) != SHAPES[shape].cell_set(symmetry) {
                earlier += 1;
            }
            if earlier == symmetry {
                all[count] = Instance { shape, symmetry };
                count += 1;
            }
            symmetry += 1;
        }
        shape += 1;
    }
    assert!(count == INSTANCES);
    all
}
