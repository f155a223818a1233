//! Precomputed tables for one size of the board and one streak: its lines, and its eight symmetries.

use crate::bits::mix;
use crate::tic_tac_toe::{Bitboard, TicTacToe};

use super::proof_position::ProofPosition;

const SYMMETRIES: usize = 8;

/// A cell belongs to the attacker, to the defender, or is free.
const ROLES: usize = 3;

/// Lines and symmetries of a board.
#[derive(Debug)]
pub(super) struct Geometry<B> {
    pub(super) streak: u32,
    pub(super) lines: Vec<B>,
    cells: Vec<CellImages>,
}

/// One cell under each symmetry: its image, and the image's Zobrist keys.
#[derive(Clone, Copy, Debug, Default)]
struct CellImages {
    images: [u8; SYMMETRIES],
    keys: [[u64; SYMMETRIES]; ROLES],
}

impl<B: Bitboard> Geometry<B> {
    pub(super) fn new<const N: u32>(streak: u32) -> Geometry<B> {
        let mut cells = vec![CellImages::default(); (N * (N + 1)) as usize];
        for square in TicTacToe::<B, N>::squares() {
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
        Geometry { streak, lines: TicTacToe::<B, N>::new(streak as u8).lines(), cells }
    }

    /// The image of a position with the smallest Zobrist key, and that key. If two images have equal keys, a
    /// transposition may be missed; results stay correct, because the table compares whole positions.
    pub(super) fn canonical(&self, position: &ProofPosition<B>) -> (u64, ProofPosition<B>) {
        let mut keys = [0; SYMMETRIES];
        for (role, cells) in position.roles().into_iter().enumerate() {
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
        let image = |cells: B| {
            let mut image = B::default();
            for bit in cells.ones() {
                image |= B::ONE << u32::from(self.cells[bit as usize].images[symmetry]);
            }
            image
        };
        let canonical = if symmetry == 0 { *position } else { position.map(image) };
        (mix(least ^ u64::from(position.attacker_moves)), canonical)
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
