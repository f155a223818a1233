//! Tablebase of a small board (up to 4x4): all positions up to symmetry, solved backwards from the last move. An entry
//! holds the exact score, and the result that a perfect player can expect against one who only sees wins and blocks.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use parlor_core::Game;

use crate::bits::mix;
use crate::tic_tac_toe::{Bitboard, Square, TicTacToe};

/// Largest board with a tablebase.
pub(super) const MAX_SIZE: u32 = 4;
const CELLS: usize = (MAX_SIZE * MAX_SIZE) as usize;
const SYMMETRIES: usize = 8;

/// Canonical code of a position: the marks of the side to move and of the other side, 16 bits each, under the symmetry
/// that gives the smallest number.
type PositionCode = u32;

/// Tablebase of all positions that are not over.
#[derive(Debug)]
pub(super) struct Tablebase<B: Bitboard, const N: u32> {
    symmetries: SymmetryTables,
    indices: HashMap<PositionCode, u32, BuildHasherDefault<CodeHasher>>,
    entries: Vec<TablebaseEntry>,
    empty: TicTacToe<B, N>,
}

/// Tablebase entry of a position that is not over.
#[derive(Clone, Copy, Debug, Default)]
struct TablebaseEntry {
    /// Exact score for the side to move.
    score: DistanceScore,
    /// The expected result of the perfect player when it is to move.
    expected_to_move: f32,
    /// The expected result of the perfect player when its opponent is to move.
    expected_to_wait: f32,
}

/// Exact score with distance: 0 is a draw; a win is positive, and greater the sooner it comes; a loss likewise
/// negative.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
struct DistanceScore(i8);

impl DistanceScore {
    const WIN_NOW: DistanceScore = DistanceScore(CELLS as i8 + 1);

    const LOSS_NOW: DistanceScore = DistanceScore(-(CELLS as i8) - 1);

    /// The score of the next position, from the viewpoint of the side that moved there.
    fn backed_up(self) -> DistanceScore {
        DistanceScore(-(self.0 - self.0.signum()))
    }

    /// 1 for a win, 0 for a draw, -1 for a loss.
    fn result(self) -> i8 {
        self.0.signum()
    }
}

/// Rank of a move of the perfect player, compared field by field: result with best play, expected result, distance.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
struct MoveRank {
    result: i8,
    expected: f32,
    score: DistanceScore,
}

impl MoveRank {
    const WORST: MoveRank = MoveRank { result: -1, expected: f32::NEG_INFINITY, score: DistanceScore::LOSS_NOW };

    /// The better of two; `self` if they are equal.
    fn or(self, other: MoveRank) -> MoveRank {
        if other > self { other } else { self }
    }
}

impl TablebaseEntry {
    /// The rank of the move that leads to this position.
    fn move_rank(self) -> MoveRank {
        let score = self.score.backed_up();
        MoveRank { result: score.result(), expected: self.expected_to_wait, score }
    }
}

impl<B: Bitboard, const N: u32> Tablebase<B, N> {
    /// Solves all positions. The board must not exceed [`MAX_SIZE`].
    pub(super) fn new(streak: u32) -> Self {
        let mut tablebase = Tablebase {
            symmetries: SymmetryTables::new(N as usize),
            indices: HashMap::default(),
            entries: Vec::new(),
            empty: TicTacToe::new(streak as u8),
        };
        let positions = tablebase.enumerate_positions();
        tablebase.entries = vec![TablebaseEntry::default(); positions.len()];
        // Moves lead to later indices only, so the entries of all children exist before their parent's.
        for (index, position) in positions.iter().enumerate().rev() {
            tablebase.entries[index] = tablebase.solve(position);
        }
        tablebase
    }

    /// All positions that are not over, one of each symmetry class, by ascending number of marks.
    fn enumerate_positions(&mut self) -> Vec<TicTacToe<B, N>> {
        let mut positions = vec![self.empty];
        self.indices.insert(self.code(&self.empty), 0);
        let mut next = 0;
        while next < positions.len() {
            let position = positions[next];
            for square in position.legal_moves() {
                let after = position.after(square);
                if after.outcome().is_none() {
                    let index = positions.len() as u32;
                    self.indices.entry(self.symmetries.code(compact(&after))).or_insert_with(|| {
                        positions.push(after);
                        index
                    });
                }
            }
            next += 1;
        }
        positions
    }

    /// The entry of a position, from the entries of its children.
    fn solve(&self, position: &TicTacToe<B, N>) -> TablebaseEntry {
        let [mover, other] = position.sides();
        if position.completing_cells(mover) != B::default() {
            return TablebaseEntry { score: DistanceScore::WIN_NOW, expected_to_move: 1.0, expected_to_wait: -1.0 };
        }
        let blocking = position.completing_cells(other);
        let replies = if blocking == B::default() { position.free_cells() } else { blocking };
        let (mut best, mut score) = (MoveRank::WORST, DistanceScore::LOSS_NOW);
        let mut reply_sum = 0.0;
        for bit in position.free_cells().ones() {
            let next = self.entry(&position.after(TicTacToe::<B, N>::square(bit)));
            best = best.or(next.move_rank());
            score = score.max(next.score.backed_up());
            if replies & (B::ONE << bit) != B::default() {
                reply_sum += next.expected_to_move;
            }
        }
        TablebaseEntry {
            score,
            expected_to_move: best.expected,
            expected_to_wait: reply_sum / f32::from(replies.count_ones() as u8),
        }
    }

    /// The best move: it keeps the exact result, and among those it has the best expected result.
    pub(super) fn best_move(&self, position: &TicTacToe<B, N>) -> Option<Square> {
        let winning = position.completing_cells(position.sides()[0]);
        if let Some(bit) = winning.ones().next() {
            return Some(TicTacToe::<B, N>::square(bit));
        }
        let mut best = (MoveRank::WORST, None);
        for square in position.legal_moves() {
            let rank = self.entry(&position.after(square)).move_rank();
            if best.1.is_none() || best.0.or(rank) != best.0 {
                best = (rank, Some(square));
            }
        }
        best.1
    }

    /// The entry of a position; a draw for a full board, which is not stored.
    fn entry(&self, position: &TicTacToe<B, N>) -> TablebaseEntry {
        let index = self.indices.get(&self.code(position));
        index.and_then(|index| self.entries.get(*index as usize)).copied().unwrap_or_default()
    }

    fn code(&self, position: &TicTacToe<B, N>) -> PositionCode {
        self.symmetries.code(compact(position))
    }
}

/// The marks of both sides without the guard column.
fn compact<B: Bitboard, const N: u32>(position: &TicTacToe<B, N>) -> [u16; 2] {
    position.sides().map(|marks| {
        let wide = marks.to_u128();
        (0..N).fold(0, |cells, row| cells | ((wide >> (row * (N + 1))) as u16 & ((1 << N) - 1)) << (row * N))
    })
}

/// Lookup tables of the images of each half of a board of 16 cells under each symmetry.
#[derive(Debug)]
struct SymmetryTables([[[u16; 256]; 2]; SYMMETRIES]);

impl SymmetryTables {
    fn new(size: usize) -> SymmetryTables {
        let mut tables = SymmetryTables([[[0; 256]; 2]; SYMMETRIES]);
        for (symmetry, halves) in tables.0.iter_mut().enumerate() {
            for (half, images) in halves.iter_mut().enumerate() {
                for (cells, image) in images.iter_mut().enumerate() {
                    let marked = (0..8).filter(|bit| cells >> bit & 1 == 1).map(|bit| bit + 8 * half);
                    *image = marked
                        .filter(|cell| *cell < size * size)
                        .fold(0, |image, cell| image | 1 << cell_image(cell / size, cell % size, size, symmetry));
                }
            }
        }
        tables
    }

    fn code(&self, sides: [u16; 2]) -> PositionCode {
        let image = |halves: &[[u16; 256]; 2], cells: u16| {
            let [low, high] = cells.to_le_bytes();
            halves[0][usize::from(low)] | halves[1][usize::from(high)]
        };
        let codes = self.0.iter().map(|halves| {
            let [mover, other] = sides.map(|cells| image(halves, cells));
            PositionCode::from(mover) << 16 | PositionCode::from(other)
        });
        codes.min().unwrap_or_default()
    }
}

fn cell_image(row: usize, column: usize, size: usize, symmetry: usize) -> usize {
    let (row, column) = if symmetry & 1 == 0 { (row, column) } else { (column, row) };
    let row = if symmetry & 2 == 0 { row } else { size - 1 - row };
    let column = if symmetry & 4 == 0 { column } else { size - 1 - column };
    row * size + column
}

/// Hasher of position codes: one multiplication spreads codes that all differ.
#[derive(Default)]
struct CodeHasher(u64);

impl Hasher for CodeHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u32(u32::from(*byte));
        }
    }

    fn write_u32(&mut self, code: u32) {
        self.0 = mix(self.0 ^ u64::from(code));
    }
}
