//! Rules of Knights. X starts top left and moves first, O starts bottom right. Cells that a knight leaves are closed
//! forever. A player who cannot move loses.

use parlor_core::{Game, IllegalMove, Keyed, Outcome, Player};

use super::knight_moves::{leap, one_two, passed_cells, two_one};
use crate::bits::{Bits, mix};
use crate::square::Square;

/// Path rule: the cells of the L that must be free.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Path {
    /// Two cells straight, then one to the side.
    TwoOne,
    /// One cell straight, then two to the side.
    OneTwo,
    /// At least one of the two.
    Either,
    /// Only the destination, as in chess.
    Leap,
}

/// Trail rule: the cells that a move closes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Trail {
    Origin,
    /// The origin and the two cells passed.
    Path,
}

/// The order of the two legs of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Way {
    TwoOne,
    OneTwo,
}

/// Board size, path rule and trail rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    size: u8,
    path: Path,
    trail: Trail,
}

impl Rules {
    /// `None` for a size outside `3..=8`, and for leaps with a path trail.
    pub fn new(size: u32, path: Path, trail: Trail) -> Option<Rules> {
        let is_valid = (3..=8).contains(&size) && (path, trail) != (Path::Leap, Trail::Path);
        is_valid.then_some(Rules { size: size as u8, path, trail })
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

    /// Whether a move includes its [`Way`].
    pub(super) fn has_way_in_moves(self) -> bool {
        self.path == Path::Either && self.trail == Trail::Path
    }

    /// The cells of the 8x8 bitboard outside a smaller board.
    pub(super) fn cells_outside(self) -> u64 {
        let row = (1u64 << self.size) - 1;
        !(0..u32::from(self.size)).fold(0, |board, index| board | row << (8 * index))
    }
}

/// A move to a cell. `way` is given exactly where the rules leave a choice that matters: path either, trail path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    pub to: Square,
    pub way: Option<Way>,
}

/// A position of Knights.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Knights {
    /// The closed cells, including those outside a smaller board but not the knights' own.
    closed: u64,
    squares: [Square; 2],
    turn: Player,
    rules: Rules,
}

impl Knights {
    pub fn new(rules: Rules) -> Knights {
        let last = rules.size - 1;
        Knights {
            closed: rules.cells_outside(),
            squares: [Square::from_index(0), Square::from_index(u32::from(last * 9))],
            turn: Player::First,
            rules,
        }
    }

    pub(super) fn from_parts(rules: Rules, closed: u64, squares: [Square; 2], turn: Player) -> Knights {
        Knights { closed: closed | rules.cells_outside(), squares, turn, rules }
    }

    pub fn rules(&self) -> Rules {
        self.rules
    }

    pub fn knight(&self, player: Player) -> Square {
        self.squares[player.index()]
    }

    /// The closed cells as an 8x8 bitboard, including all cells outside a smaller board.
    pub fn closed(&self) -> u64 {
        self.closed
    }

    /// Destinations of the side to move: long leg first, and short leg first. If the way makes no difference, all
    /// destinations are in the first set.
    #[inline]
    pub fn destinations(&self) -> [u64; 2] {
        self.destinations_of(self.turn)
    }

    /// Destinations of either side, as if it were to move.
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
    pub(super) fn with_turn(&self, turn: Player) -> Knights {
        Knights { turn, ..*self }
    }

    /// Number of moves of a side, as if it were to move.
    #[inline]
    pub(super) fn mobility(&self, player: Player) -> u32 {
        let [first, second] = self.destinations_of(player);
        first.count_ones() + second.count_ones()
    }

    /// The cells that are neither closed nor occupied by a knight.
    #[inline]
    pub(super) fn free(&self) -> u64 {
        !(self.closed | self.squares[0].bit() | self.squares[1].bit())
    }

    /// The cells passed by a move that the trail rule closes.
    #[inline]
    pub(super) fn path_closed_by(&self, m: Move) -> u64 {
        let long_leg_first = match (self.rules.trail, m.way, self.rules.path) {
            (Trail::Origin, _, _) | (_, _, Path::Leap) => return 0,
            (_, Some(way), _) => way == Way::TwoOne,
            (_, None, path) => path == Path::TwoOne,
        };
        passed_cells(self.knight(self.turn).index(), m.to.index(), long_leg_first)
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
        Moves { first: Bits(first), second: Bits(second), has_way: self.rules.has_way_in_moves() }
    }

    fn is_legal(&self, m: Move) -> bool {
        let [long_first, short_first] = self.destinations();
        match (self.rules.has_way_in_moves(), m.way) {
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
        self.squares[self.turn.index()] = m.to;
        self.turn = !self.turn;
    }

    /// Accepts a move without its way if only one way is free.
    fn parse_move(&self, text: &str) -> Result<Move, IllegalMove> {
        let m: Move = text.parse().map_err(|_| IllegalMove)?;
        let ways = [Some(Way::TwoOne), Some(Way::OneTwo), None].map(|way| Move { way, ..m });
        let mut matching = ways.into_iter().filter(|full| self.is_legal(*full) && (m.way.is_none() || m == *full));
        match (matching.next(), matching.next()) {
            (Some(only), None) => Ok(only),
            _ => Err(IllegalMove),
        }
    }
}

impl Keyed for Knights {
    #[inline]
    fn key(&self) -> u64 {
        let [first, second] = self.squares.map(|square| u64::from(square.index()));
        let rules = (self.rules.path as u64) << 8 | (self.rules.trail as u64) << 10 | u64::from(self.rules.size) << 12;
        let others = first | second << 16 | (self.turn as u64) << 24 | rules << 32;
        mix(self.closed ^ mix(others.wrapping_add(0x9e37_79b9_7f4a_7c15)))
    }
}

/// Iterator over the legal moves.
struct Moves {
    first: Bits,
    second: Bits,
    has_way: bool,
}

impl Moves {
    #[inline]
    fn len(&self) -> usize {
        self.first.len() + self.second.len()
    }

    #[inline]
    fn make(&self, cell: u32, way: Way) -> Move {
        Move { to: Square::from_index(cell), way: self.has_way.then_some(way) }
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
