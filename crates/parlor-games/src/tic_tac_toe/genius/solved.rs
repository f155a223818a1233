//! Every position of a small board (up to 4x4), solved backwards from the last move: what it is worth, and what a
//! perfect player can expect from it against one who only sees wins and blocks. Symmetric positions are one.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use parlor_core::Game;

use crate::bits::mix;
use crate::tic_tac_toe::{Square, TicTacToe, Word};

pub(super) const LARGEST: u32 = 4;
const CELLS: usize = (LARGEST * LARGEST) as usize;
const SYMMETRIES: usize = 8;

/// The marks of the side to move and of the other, 16 cells each, in the view where that is the least number.
type Code = u32;

#[derive(Debug)]
pub(super) struct Solved<W: Word, const N: u32> {
    views: Views,
    places: HashMap<Code, u32, BuildHasherDefault<Mixer>>,
    known: Vec<Known>,
    empty: TicTacToe<W, N>,
}

/// What is known of a position that is not over.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    /// For the side to move, with best play.
    worth: Worth,
    /// What the perfect player can expect when it is to move here, and when the other is.
    to_move: f32,
    to_wait: f32,
}

/// 0 is a draw; a win is positive, and the greater the sooner it comes; a loss likewise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
struct Worth(i8);

impl Worth {
    const WIN_NOW: Worth = Worth(CELLS as i8 + 1);

    const LOSS_NOW: Worth = Worth(-(CELLS as i8) - 1);

    /// The worth of the next position, seen from here.
    fn before(self) -> Worth {
        Worth(-(self.0 - self.0.signum()))
    }

    fn result(self) -> i8 {
        self.0.signum()
    }
}

/// What the perfect player thinks of one of its moves: first the result with best play, then what it can expect.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
struct Prospect {
    result: i8,
    expected: f32,
    worth: Worth,
}

impl Prospect {
    const WORST: Prospect = Prospect { result: -1, expected: f32::NEG_INFINITY, worth: Worth::LOSS_NOW };

    /// The better one; this one if they are equal.
    fn or(self, other: Prospect) -> Prospect {
        if other > self { other } else { self }
    }
}

impl Known {
    /// For the perfect player who moved here.
    fn prospect(self) -> Prospect {
        let worth = self.worth.before();
        Prospect { result: worth.result(), expected: self.to_wait, worth }
    }
}

impl<W: Word, const N: u32> Solved<W, N> {
    /// Only for boards up to [`LARGEST`].
    pub(super) fn new(streak: u32) -> Self {
        let mut solved = Solved {
            views: Views::new(N as usize),
            places: HashMap::default(),
            known: Vec::new(),
            empty: TicTacToe::new(streak as u8),
        };
        let positions = solved.reach();
        solved.known = vec![Known::default(); positions.len()];
        // Moves lead to later places only, so what a position needs is known before it.
        for (place, position) in positions.iter().enumerate().rev() {
            solved.known[place] = solved.judge(position);
        }
        solved
    }

    /// Every position that is not over, one of each symmetric set, in the order of the number of marks.
    fn reach(&mut self) -> Vec<TicTacToe<W, N>> {
        let mut positions = vec![self.empty];
        self.places.insert(self.code(&self.empty), 0);
        let mut next = 0;
        while next < positions.len() {
            let position = positions[next];
            for square in position.legal_moves() {
                let after = position.after(square);
                if after.outcome().is_none() {
                    let place = positions.len() as u32;
                    self.places.entry(self.views.code(compact(&after))).or_insert_with(|| {
                        positions.push(after);
                        place
                    });
                }
            }
            next += 1;
        }
        positions
    }

    fn judge(&self, position: &TicTacToe<W, N>) -> Known {
        let [mover, other] = position.sides();
        if position.completing(mover) != W::default() {
            return Known { worth: Worth::WIN_NOW, to_move: 1.0, to_wait: -1.0 };
        }
        let blocking = position.completing(other);
        let choices = if blocking == W::default() { position.free_cells() } else { blocking };
        let (mut best, mut worth) = (Prospect::WORST, Worth::LOSS_NOW);
        let mut replies = 0.0;
        for bit in position.free_cells().ones() {
            let next = self.known(&position.after(TicTacToe::<W, N>::square(bit)));
            best = best.or(next.prospect());
            worth = worth.max(next.worth.before());
            if choices & (W::ONE << bit) != W::default() {
                replies += next.to_move;
            }
        }
        Known { worth, to_move: best.expected, to_wait: replies / f32::from(choices.count_ones() as u8) }
    }

    /// The best move: never one that gives away a result, and of those the one from which most can be expected.
    pub(super) fn best(&self, position: &TicTacToe<W, N>) -> Option<Square> {
        let winning = position.completing(position.sides()[0]);
        if let Some(bit) = winning.ones().next() {
            return Some(TicTacToe::<W, N>::square(bit));
        }
        let mut best = (Prospect::WORST, None);
        for square in position.legal_moves() {
            let prospect = self.known(&position.after(square)).prospect();
            if best.1.is_none() || best.0.or(prospect) != best.0 {
                best = (prospect, Some(square));
            }
        }
        best.1
    }

    /// A full board is not kept: it is a draw.
    fn known(&self, position: &TicTacToe<W, N>) -> Known {
        let place = self.places.get(&self.code(position));
        place.and_then(|place| self.known.get(*place as usize)).copied().unwrap_or_default()
    }

    fn code(&self, position: &TicTacToe<W, N>) -> Code {
        self.views.code(compact(position))
    }
}

/// The marks without the guard column.
fn compact<W: Word, const N: u32>(position: &TicTacToe<W, N>) -> [u16; 2] {
    position.sides().map(|marks| {
        let wide = marks.wide();
        (0..N).fold(0, |cells, row| cells | ((wide >> (row * (N + 1))) as u16 & ((1 << N) - 1)) << (row * N))
    })
}

/// The images of each half of a board of 16 cells under each symmetry.
#[derive(Debug)]
struct Views([[[u16; 256]; 2]; SYMMETRIES]);

impl Views {
    fn new(size: usize) -> Views {
        let mut views = Views([[[0; 256]; 2]; SYMMETRIES]);
        for (symmetry, halves) in views.0.iter_mut().enumerate() {
            for (half, images) in halves.iter_mut().enumerate() {
                for (cells, image) in images.iter_mut().enumerate() {
                    let marked = (0..8).filter(|bit| cells >> bit & 1 == 1).map(|bit| bit + 8 * half);
                    *image = marked
                        .filter(|cell| *cell < size * size)
                        .fold(0, |image, cell| image | 1 << turned(cell / size, cell % size, size, symmetry));
                }
            }
        }
        views
    }

    fn code(&self, sides: [u16; 2]) -> Code {
        let image = |halves: &[[u16; 256]; 2], cells: u16| {
            let [low, high] = cells.to_le_bytes();
            halves[0][usize::from(low)] | halves[1][usize::from(high)]
        };
        let codes = self.0.iter().map(|halves| {
            let [mover, other] = sides.map(|cells| image(halves, cells));
            Code::from(mover) << 16 | Code::from(other)
        });
        codes.min().unwrap_or_default()
    }
}

fn turned(row: usize, column: usize, size: usize, symmetry: usize) -> usize {
    let (row, column) = if symmetry & 1 == 0 { (row, column) } else { (column, row) };
    let row = if symmetry & 2 == 0 { row } else { size - 1 - row };
    let column = if symmetry & 4 == 0 { column } else { size - 1 - column };
    row * size + column
}

/// One multiplication is enough to spread codes that are all different.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
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
