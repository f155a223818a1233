//! The rules: Black is First and opens; a move turns at least one disc; a side without such a move must pass; the
//! game is over as soon as neither side can move.

use parlor_core::{Game, Keyed, Outcome, Player, Score, Unit, Value};

use super::discs::Discs;
use crate::bits::{Bits, mix};
use crate::square::Square;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    Place(Square),
    /// Legal only, and then the only move, where no disc can be turned but the other side could.
    Pass,
}

/// Reversi on the usual board.
pub type Reversi = SizedReversi<8>;

/// Reversi on a board of `SIZE` by `SIZE` cells, `SIZE` even and at most 8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SizedReversi<const SIZE: u32> {
    discs: Discs<SIZE>,
    turn: Player,
}

impl<const SIZE: u32> Default for SizedReversi<SIZE> {
    fn default() -> Self {
        // The four cells in the middle: Black on the rising diagonal.
        let (low, high) = (SIZE / 2 - 1, SIZE / 2);
        let cell = |row: u32, column: u32| 1u64 << (8 * row + column);
        let black = cell(low, high) | cell(high, low);
        SizedReversi { discs: Discs { mover: black, other: cell(low, low) | cell(high, high) }, turn: Player::First }
    }
}

impl<const SIZE: u32> SizedReversi<SIZE> {
    pub(super) fn new(black: u64, white: u64, turn: Player) -> Self {
        let discs = Discs { mover: black, other: white };
        SizedReversi { discs: if turn == Player::First { discs } else { discs.passed() }, turn }
    }

    /// Every cell of the board, row after row.
    pub(super) fn squares() -> impl Iterator<Item = Square> {
        Square::all().filter(|square| Discs::<SIZE>::BOARD & square.bit() != 0)
    }

    /// The position as mover and opponent, without colors.
    pub fn position(&self) -> Discs<SIZE> {
        self.discs
    }

    /// The discs of one side, as a bitboard.
    pub fn discs(&self, player: Player) -> u64 {
        if player == self.turn { self.discs.mover } else { self.discs.other }
    }

    pub fn disc_at(&self, square: Square) -> Option<Player> {
        Player::BOTH.into_iter().find(|player| self.discs(*player) & square.bit() != 0)
    }

    pub fn empties(&self) -> u32 {
        self.discs.empties()
    }

    /// The discs that a move would turn.
    pub fn turned_by(&self, square: Square) -> u64 {
        self.discs.turned(u32::from(square.index()))
    }

    /// Whether the side to move can turn anything.
    pub fn can_place(&self) -> bool {
        self.discs.moves() != 0
    }
}

impl<const SIZE: u32> Game for SizedReversi<SIZE> {
    type Move = Move;

    const UNIT: Unit = Unit::Margin("discs");

    fn turn(&self) -> Player {
        self.turn
    }

    #[inline]
    fn legal_moves(&self) -> impl Iterator<Item = Move> {
        let cells = self.discs.moves();
        Moves { cells: Bits(cells), pass: cells == 0 && self.discs.passed().moves() != 0 }
    }

    fn is_legal(&self, m: Move) -> bool {
        match m {
            Move::Place(square) => self.discs.moves() & square.bit() != 0,
            Move::Pass => !self.can_place() && self.discs.passed().moves() != 0,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.can_place() || self.discs.passed().moves() != 0 {
            return None;
        }
        Some(match self.discs.mover.count_ones().cmp(&self.discs.other.count_ones()) {
            std::cmp::Ordering::Greater => Outcome::Win(self.turn),
            std::cmp::Ordering::Less => Outcome::Win(!self.turn),
            std::cmp::Ordering::Equal => Outcome::Draw,
        })
    }

    /// Empty cells count for the winner, as in tournaments.
    fn final_value(&self) -> Option<Value> {
        self.outcome().map(|_| Value::exact(Score::by_margin(self.discs.margin())))
    }

    fn count_replies(&self) -> u64 {
        self.discs.count_replies()
    }

    #[inline]
    fn play_unchecked(&mut self, m: Move) {
        let discs = match m {
            Move::Place(square) => self.discs.place(u32::from(square.index())),
            Move::Pass => self.discs.passed(),
        };
        *self = SizedReversi { discs, turn: !self.turn };
    }
}

impl<const SIZE: u32> Keyed for SizedReversi<SIZE> {
    #[inline]
    fn key(&self) -> u64 {
        let turn = self.turn.index() as u64;
        mix(self.discs.mover ^ mix(self.discs.other.wrapping_add(turn << 63 | 0x9e37_79b9)))
    }
}

struct Moves {
    cells: Bits,
    pass: bool,
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        match self.cells.next() {
            Some(cell) => Some(Move::Place(Square::from_index(cell))),
            None => std::mem::take(&mut self.pass).then_some(Move::Pass),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.cells.len() + usize::from(self.pass);
        (count, Some(count))
    }

    #[inline]
    fn count(self) -> usize {
        self.cells.count() + usize::from(self.pass)
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Move> {
        if self.pass {
            self.pass = false;
            return (n == 0).then_some(Move::Pass);
        }
        self.cells.nth(n).map(|cell| Move::Place(Square::from_index(cell)))
    }
}
