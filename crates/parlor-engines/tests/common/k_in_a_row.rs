//! K in a row on a board of W columns and H rows, implemented with plain arrays.

use std::fmt::{self, Display};
use std::num::ParseIntError;
use std::str::FromStr;

use parlor_core::random::mix;
use parlor_core::{Evaluate, Game, Keyed, Outcome, Player, Score};

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct KInARow<const W: usize, const H: usize, const K: usize> {
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

impl<const W: usize, const H: usize, const K: usize> KInARow<W, H, K> {
    pub fn new() -> Self {
        KInARow { cells: [[None; W]; H], count: 0, winner: None }
    }

    /// The position after the players took these cells in turn.
    pub fn after_cells(cells: &[usize]) -> Self {
        let mut position = Self::new();
        for &cell in cells {
            position.play(Cell(cell)).unwrap();
        }
        position
    }

    /// Whether some line has no cell of the opponent.
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

    /// Number of adjacent cells of a player in one direction.
    fn run_length(&self, x: usize, y: usize, dx: isize, dy: isize, player: Player) -> usize {
        let at = |step: usize| -> Option<Player> {
            let x = x.checked_add_signed(dx * step as isize)?;
            let y = y.checked_add_signed(dy * step as isize)?;
            *self.cells.get(y)?.get(x)?
        };
        (1..K).take_while(|&step| at(step) == Some(player)).count()
    }
}

impl<const W: usize, const H: usize, const K: usize> Game for KInARow<W, H, K> {
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
        if directions
            .iter()
            .any(|&(dx, dy)| 1 + self.run_length(x, y, dx, dy, player) + self.run_length(x, y, -dx, -dy, player) >= K)
        {
            self.winner = Some(player);
        }
    }
}

impl<const W: usize, const H: usize, const K: usize> Keyed for KInARow<W, H, K> {
    fn key(&self) -> u64 {
        let digit = |cell: &Option<Player>| cell.map_or(0, |player| 1 + player.index() as u64);
        self.cells.iter().flatten().fold(1, |key, cell| mix(key.wrapping_mul(3).wrapping_add(digit(cell))))
    }
}

/// Evaluator that prefers cells near the center.
#[derive(Clone, Copy, Debug, Default)]
pub struct CenterEvaluator;

impl<const W: usize, const H: usize, const K: usize> Evaluate<KInARow<W, H, K>> for CenterEvaluator {
    fn evaluate(&self, position: &KInARow<W, H, K>) -> Score {
        let mut points = 0;
        for (cell, player) in position.cells.iter().flatten().enumerate() {
            let (x, y) = (cell % W, cell / W);
            let weight = (x.min(W - 1 - x) + y.min(H - 1 - y)) as i32 * 10;
            points += player.map_or(0, |player| if player == position.turn() { weight } else { -weight });
        }
        Score::points(points)
    }
}
