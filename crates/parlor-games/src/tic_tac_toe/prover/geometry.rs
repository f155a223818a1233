//! What never changes on a board of one size and streak: its lines, and its eight symmetries as keys and maps.

use crate::bits::mix;
use crate::tic_tac_toe::{TicTacToe, Word};

use super::siege::Siege;

const SYMMETRIES: usize = 8;

/// The three ways a cell can matter.
const ROLES: usize = 3;

#[derive(Debug)]
pub(super) struct Geometry<W> {
    pub(super) streak: u32,
    pub(super) lines: Vec<W>,
    cells: Vec<Symmetric>,
}

/// One bit of the board under each symmetry.
#[derive(Clone, Copy, Debug, Default)]
struct Symmetric {
    images: [u8; SYMMETRIES],
    keys: [[u64; SYMMETRIES]; ROLES],
}

impl<W: Word> Geometry<W> {
    pub(super) fn new<const N: u32>(streak: u32) -> Geometry<W> {
        let mut cells = vec![Symmetric::default(); (N * (N + 1)) as usize];
        for square in TicTacToe::<W, N>::squares() {
            let (row, column) = (u32::from(square.row), u32::from(square.column));
            let cell = &mut cells[bit::<N>(row, column) as usize];
            for symmetry in 0..SYMMETRIES {
                let image = image::<N>(row, column, symmetry);
                cell.images[symmetry] = image as u8;
                for (role, keys) in cell.keys.iter_mut().enumerate() {
                    keys[symmetry] = mix(1 + (u64::from(image) << 2 | role as u64));
                }
            }
        }
        Geometry { streak, lines: TicTacToe::<W, N>::new(streak as u8).lines(), cells }
    }

    /// The same position seen from the side where its key is the least, and that key. Two views with one key would
    /// only cost a missed transposition: whoever looks a position up compares all of it.
    pub(super) fn canonical(&self, siege: &Siege<W>) -> (u64, Siege<W>) {
        let mut keys = [0; SYMMETRIES];
        for (role, cells) in siege.roles().into_iter().enumerate() {
            for bit in cells.ones() {
                let cell = &self.cells[bit as usize].keys[role];
                for (key, part) in keys.iter_mut().zip(cell) {
                    *key ^= part;
                }
            }
        }
        let (mut least, mut symmetry) = (keys[0], 0);
        for (other, key) in keys.iter().enumerate() {
            if *key < least {
                (least, symmetry) = (*key, other);
            }
        }
        let turned = |cells: W| {
            let mut image = W::default();
            for bit in cells.ones() {
                image |= W::ONE << u32::from(self.cells[bit as usize].images[symmetry]);
            }
            image
        };
        let canonical = if symmetry == 0 { *siege } else { siege.map(turned) };
        (mix(least ^ u64::from(siege.attacker_moves)), canonical)
    }
}

fn bit<const N: u32>(row: u32, column: u32) -> u32 {
    row * (N + 1) + column
}

fn image<const N: u32>(row: u32, column: u32, symmetry: usize) -> u32 {
    let (row, column) = if symmetry & 1 == 0 { (row, column) } else { (column, row) };
    let row = if symmetry & 2 == 0 { row } else { N - 1 - row };
    let column = if symmetry & 4 == 0 { column } else { N - 1 - column };
    bit::<N>(row, column)
}
