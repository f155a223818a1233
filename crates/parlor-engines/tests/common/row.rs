//! K in a row on W columns by H rows, as arrays and as simple as can be.

use std::fmt::{self, Display};
use std::num::ParseIntError;
use std::str::FromStr;

use parlor_core::{Evaluate, Game, Keyed, Outcome, Player, Score};

use super::maze::mix;

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Row<const W: usize, const H: usize, const K: usize> {
    cells: [[Option<Player>; W]; H],
    count: usize,
    winner: Option<Player>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cell(pub usize);

impl Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Cell {
    type Err = ParseIntError;
    fn from_str(text: &str) -> Result<Cell, ParseIntError> {
        text.parse().map(Cell)
    }
}

impl<const W: usize, const H: usize, const K: usize> Row<W, H, K> {
    pub fn new() -> Self {
        Row { cells: [[None; W]; H], count: 0, winner: None }
    }

    /// The board after cells taken in turn.
    pub fn after_cells(cells: &[usize]) -> Self {
        let mut position = Self::new();
        for &cell in cells {
            position.play(Cell(cell)).unwrap();
        }
        position
    }

    /// Whether some line is free of the opponent's cells.
    pub fn can_still_win(&self, player: Player) -> bool {
        let is_free = |x: usize, y: usize, (dx, dy): (isize, isize)| {
            (0..K as isize).all(|step| {
                let cell = x.checked_add_signed(dx * step).zip(y.checked_add_signed(dy * step));
                let cell = cell.and_then(|(x, y)| self.cells.get(y)?.get(x));
                cell.is_some_and(|cell| *cell != Some(!player))
            })
        };
        let cells = (0..H).flat_map(|y| (0..W).map(move |x| (x, y)));
        cells.into_iter().any(|(x, y)| [(1, 0), (0, 1), (1, 1), (-1, 1)].iter().any(|&step| is_free(x, y, step)))
    }

    fn run(&self, x: usize, y: usize, dx: isize, dy: isize, player: Player) -> usize {
        let at = |step: usize| -> Option<Player> {
            let x = x.checked_add_signed(dx * step as isize)?;
            let y = y.checked_add_signed(dy * step as isize)?;
            *self.cells.get(y)?.get(x)?
        };
        (1..K).take_while(|&step| at(step) == Some(player)).count()
    }
}

impl<const W: usize, const H: usize, const K: usize> Game for Row<W, H, K> {
    type Move = Cell;

    fn turn(&self) -> Player {
        Player::BOTH[self.count % 2]
    }

    fn legal_moves(&self) -> impl Iterator<Item = Cell> {
        let is_open = self.winner.is_none();
        (0..W * H).filter(move |&cell| is_open && self.cells[cell / W][cell % W].is_none()).map(Cell)
    }

    fn is_legal(&self, m: Cell) -> bool {
        self.legal_moves().any(|legal| legal == m)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.winner.map(Outcome::Win).or((self.count == W * H).then_some(Outcome::Draw))
    }

    fn play_unchecked(&mut self, m: Cell) {
        let (x, y, player) = (m.0 % W, m.0 / W, self.turn());
        self.cells[y][x] = Some(player);
        self.count += 1;
        let directions = [(1, 0), (0, 1), (1, 1), (1, -1)];
        if directions.iter().any(|&(dx, dy)| 1 + self.run(x, y, dx, dy, player) + self.run(x, y, -dx, -dy, player) >= K)
        {
            self.winner = Some(player);
        }
    }
}

impl<const W: usize, const H: usize, const K: usize> Keyed for Row<W, H, K> {
    fn key(&self) -> u64 {
        let digit = |cell: &Option<Player>| cell.map_or(0, |player| 1 + player.index() as u64);
        self.cells.iter().flatten().fold(1, |key, cell| mix(key.wrapping_mul(3).wrapping_add(digit(cell))))
    }
}

/// Own cells near the middle, less the opponent's.
#[derive(Clone, Copy, Debug, Default)]
pub struct Middle;

impl<const W: usize, const H: usize, const K: usize> Evaluate<Row<W, H, K>> for Middle {
    fn evaluate(&self, position: &Row<W, H, K>) -> Score {
        let mut points = 0;
        for (cell, player) in position.cells.iter().flatten().enumerate() {
            let (x, y) = (cell % W, cell / W);
            let weight = (x.min(W - 1 - x) + y.min(H - 1 - y)) as i32 * 10;
            points += player.map_or(0, |player| if player == position.turn() { weight } else { -weight });
        }
        Score::points(points)
    }
}
