//! The rules: X starts top left and opens, O starts bottom right; the cells a knight leaves are closed for
//! ever; who cannot move loses.

use parlor_core::{Game, IllegalMove, Keyed, Outcome, Player};

use super::steps::{leap, one_two, passed_cells, two_one};
use crate::bits::{Bits, mix};
use crate::square::Square;

/// Which cells of the L must be free.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Path {
    TwoOne,
    OneTwo,
    Either,
    Leap,
}

/// Which cells a move closes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Trail {
    Origin,
    Path,
}

/// The way a knight took, where that makes a difference.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Way {
    TwoOne,
    OneTwo,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    size: u8,
    path: Path,
    trail: Trail,
}

impl Rules {
    /// `None` for a size outside `3..=8` and for leaps that should leave a path.
    pub fn new(size: u32, path: Path, trail: Trail) -> Option<Rules> {
        let is_sound = (3..=8).contains(&size) && (path, trail) != (Path::Leap, Trail::Path);
        is_sound.then_some(Rules { size: size as u8, path, trail })
    }

    pub fn size(self) -> u8 {
        self.size
    }

    pub fn path(self) -> Path {
        self.path
    }

    pub fn trail(self) -> Trail {
        self.trail
    }

    /// Whether a move has to say which way it goes.
    pub(super) fn names_the_way(self) -> bool {
        self.path == Path::Either && self.trail == Trail::Path
    }

    /// The cells of the 8x8 board that a smaller board does not have.
    pub(super) fn outside(self) -> u64 {
        let row = (1u64 << self.size) - 1;
        !(0..u32::from(self.size)).fold(0, |board, index| board | row << (8 * index))
    }
}

/// `way` is given exactly where the rules leave a choice that matters: path either, trail path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    pub to: Square,
    pub way: Option<Way>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Knights {
    /// Cells closed for ever, those outside a smaller board included; the knights' own cells are not.
    closed: u64,
    stands: [Square; 2],
    turn: Player,
    rules: Rules,
}

impl Knights {
    pub fn new(rules: Rules) -> Knights {
        let last = rules.size - 1;
        Knights {
            closed: rules.outside(),
            stands: [Square::of_bit(0), Square::of_bit(u32::from(last * 9))],
            turn: Player::First,
            rules,
        }
    }

    pub(super) fn with(rules: Rules, closed: u64, stands: [Square; 2], turn: Player) -> Knights {
        Knights { closed: closed | rules.outside(), stands, turn, rules }
    }

    pub fn rules(&self) -> Rules {
        self.rules
    }

    pub fn knight(&self, player: Player) -> Square {
        self.stands[player.index()]
    }

    /// The closed cells as a bitboard of 8x8, all cells outside a smaller board included.
    pub fn closed(&self) -> u64 {
        self.closed
    }

    /// Where the side to move can go: over the long leg first, and over the short leg first. Where the way
    /// makes no difference all destinations are in the first set.
    #[inline]
    pub fn destinations(&self) -> [u64; 2] {
        self.destinations_of(self.turn)
    }

    /// The same for either side, as if it were to move.
    #[inline]
    pub(super) fn destinations_of(&self, player: Player) -> [u64; 2] {
        let from = self.knight(player).bit();
        let free = !(self.closed | from | self.knight(!player).bit());
        match self.rules.path {
            Path::TwoOne => [two_one(from, free), 0],
            Path::OneTwo => [one_two(from, free), 0],
            Path::Leap => [leap(from, free), 0],
            Path::Either => {
                let (long_first, short_first) = (two_one(from, free), one_two(from, free));
                match self.rules.trail {
                    Trail::Path => [long_first, short_first],
                    Trail::Origin => [long_first | short_first, 0],
                }
            }
        }
    }

    #[must_use]
    pub(super) fn as_if_turn_of(&self, turn: Player) -> Knights {
        Knights { turn, ..*self }
    }

    /// The number of moves that a side has, or would have if it were to move.
    #[inline]
    pub(super) fn mobility(&self, player: Player) -> u32 {
        let [first, second] = self.destinations_of(player);
        first.count_ones() + second.count_ones()
    }

    /// The cells where nobody stands and that nobody has closed.
    #[inline]
    pub(super) fn free(&self) -> u64 {
        !(self.closed | self.stands[0].bit() | self.stands[1].bit())
    }

    /// The cells that a move passes, if it leaves its path closed.
    #[inline]
    pub(super) fn path_closed_by(&self, m: Move) -> u64 {
        let long_leg_first = match (self.rules.trail, m.way, self.rules.path) {
            (Trail::Origin, _, _) | (_, _, Path::Leap) => return 0,
            (_, Some(way), _) => way == Way::TwoOne,
            (_, None, path) => path == Path::TwoOne,
        };
        passed_cells(self.knight(self.turn).number(), m.to.number(), long_leg_first)
    }
}

impl Game for Knights {
    type Move = Move;

    fn turn(&self) -> Player {
        self.turn
    }

    #[inline]
    fn legal_moves(&self) -> impl Iterator<Item = Move> {
        let [first, second] = self.destinations();
        Moves { first: Bits(first), second: Bits(second), names_the_way: self.rules.names_the_way() }
    }

    fn is_legal(&self, m: Move) -> bool {
        let [long_first, short_first] = self.destinations();
        match (self.rules.names_the_way(), m.way) {
            (true, Some(Way::TwoOne)) | (false, None) => long_first & m.to.bit() != 0,
            (true, Some(Way::OneTwo)) => short_first & m.to.bit() != 0,
            (true, None) | (false, Some(_)) => false,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.destinations() == [0, 0]).then_some(Outcome::Win(!self.turn))
    }

    #[inline]
    fn play_unchecked(&mut self, m: Move) {
        self.closed |= self.knight(self.turn).bit() | self.path_closed_by(m);
        self.stands[self.turn.index()] = m.to;
        self.turn = !self.turn;
    }

    /// The way may be left out where only one is free, and named where the rules do not ask for it.
    fn parse_move(&self, text: &str) -> Result<Move, IllegalMove> {
        let m: Move = text.parse().map_err(|_| IllegalMove)?;
        let ways = [Some(Way::TwoOne), Some(Way::OneTwo), None].map(|way| Move { way, ..m });
        let mut fitting = ways.into_iter().filter(|full| self.is_legal(*full) && (m.way.is_none() || m == *full));
        match (fitting.next(), fitting.next()) {
            (Some(only), None) => Ok(only),
            _ => Err(IllegalMove),
        }
    }
}

impl Keyed for Knights {
    #[inline]
    fn key(&self) -> u64 {
        let [first, second] = self.stands.map(|square| u64::from(square.number()));
        let rules = (self.rules.path as u64) << 8 | (self.rules.trail as u64) << 10 | u64::from(self.rules.size) << 12;
        let others = first | second << 16 | (self.turn as u64) << 24 | rules << 32;
        mix(self.closed ^ mix(others.wrapping_add(0x9e37_79b9_7f4a_7c15)))
    }
}

struct Moves {
    first: Bits,
    second: Bits,
    names_the_way: bool,
}

impl Moves {
    #[inline]
    fn len(&self) -> usize {
        self.first.len() + self.second.len()
    }

    #[inline]
    fn make(&self, cell: u32, way: Way) -> Move {
        Move { to: Square::of_bit(cell), way: self.names_the_way.then_some(way) }
    }
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        if let Some(cell) = self.first.next() {
            return Some(self.make(cell, Way::TwoOne));
        }
        self.second.next().map(|cell| self.make(cell, Way::OneTwo))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.len();
        (count, Some(count))
    }

    #[inline]
    fn count(self) -> usize {
        self.len()
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Move> {
        let first = self.first.len();
        if n < first {
            return self.first.nth(n).map(|cell| self.make(cell, Way::TwoOne));
        }
        self.first = Bits(0);
        self.second.nth(n - first).map(|cell| self.make(cell, Way::OneTwo))
    }
}
