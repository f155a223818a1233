//! The rules: Black is First and opens; a move turns at least one disc; who cannot must pass; the game is
//! over as soon as neither side can move.

use parlor_core::{Game, Keyed, Outcome, Player};

use super::lines::{turned_discs, turning_cells};
use crate::bits::{Bits, mix};
use crate::square::Square;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    Place(Square),
    /// Legal only, and then the only move, where no disc can be turned but the other side could.
    Pass,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reversi {
    /// The discs of the side to move, and of the other side.
    mover: u64,
    other: u64,
    turn: Player,
}

impl Default for Reversi {
    fn default() -> Reversi {
        Reversi { mover: 0x0000_0008_1000_0000, other: 0x0000_0010_0800_0000, turn: Player::First }
    }
}

impl Reversi {
    pub(super) fn new(black: u64, white: u64, turn: Player) -> Reversi {
        match turn {
            Player::First => Reversi { mover: black, other: white, turn },
            Player::Second => Reversi { mover: white, other: black, turn },
        }
    }

    /// The discs of one side, as a bitboard.
    pub fn discs(&self, player: Player) -> u64 {
        if player == self.turn { self.mover } else { self.other }
    }

    pub fn disc_at(&self, square: Square) -> Option<Player> {
        Player::BOTH.into_iter().find(|player| self.discs(*player) & square.bit() != 0)
    }

    pub fn empties(&self) -> u32 {
        (self.mover | self.other).count_zeros()
    }

    /// The discs that a move would turn.
    pub fn turned_by(&self, square: Square) -> u64 {
        turned_discs(self.mover, self.other, u32::from(square.index()))
    }

    /// Whether the side to move can turn anything.
    pub fn can_place(&self) -> bool {
        turning_cells(self.mover, self.other) != 0
    }
}

impl Game for Reversi {
    type Move = Move;

    fn turn(&self) -> Player {
        self.turn
    }

    #[inline]
    fn legal_moves(&self) -> impl Iterator<Item = Move> {
        let cells = turning_cells(self.mover, self.other);
        Moves { cells: Bits(cells), pass: cells == 0 && turning_cells(self.other, self.mover) != 0 }
    }

    fn is_legal(&self, m: Move) -> bool {
        match m {
            Move::Place(square) => turning_cells(self.mover, self.other) & square.bit() != 0,
            Move::Pass => !self.can_place() && turning_cells(self.other, self.mover) != 0,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.can_place() || turning_cells(self.other, self.mover) != 0 {
            return None;
        }
        let [mover, other] = [self.mover.count_ones(), self.other.count_ones()];
        Some(match mover.cmp(&other) {
            std::cmp::Ordering::Greater => Outcome::Win(self.turn),
            std::cmp::Ordering::Less => Outcome::Win(!self.turn),
            std::cmp::Ordering::Equal => Outcome::Draw,
        })
    }

    #[inline]
    fn play_unchecked(&mut self, m: Move) {
        let (mut mover, mut other) = (self.mover, self.other);
        if let Move::Place(square) = m {
            let turned = turned_discs(mover, other, u32::from(square.index()));
            mover |= turned | square.bit();
            other &= !turned;
        }
        *self = Reversi { mover: other, other: mover, turn: !self.turn };
    }
}

impl Keyed for Reversi {
    #[inline]
    fn key(&self) -> u64 {
        let turn = self.turn.index() as u64;
        mix(self.mover ^ mix(self.other.wrapping_add(turn << 63 | 0x9e37_79b9)))
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
