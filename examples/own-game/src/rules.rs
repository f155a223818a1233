//! Rules of Breakthrough on 6x6: pawns step forward or diagonally forward and capture diagonally. You win by reaching
//! the far row or by capturing every pawn.

use parlor_core::random::mix;
use parlor_core::{Game, Keyed, Outcome, Player};

pub(crate) const SIZE: u8 = 6;
const CELLS: u8 = SIZE * SIZE;
const ROW: u64 = (1 << SIZE) - 1;

/// Cell of the board, counted row by row from the top left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Square(pub u8);

impl Square {
    pub fn row(self) -> u8 {
        self.0 / SIZE
    }

    pub fn column(self) -> u8 {
        self.0 % SIZE
    }

    fn bit(self) -> u64 {
        1 << self.0
    }
}

/// Move of one pawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    pub from: Square,
    pub to: Square,
}

/// A position: the pawns of both sides as bitboards, and the side to move. The first player moves up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Breakthrough {
    pub(crate) pawns: [u64; 2],
    pub(crate) turn: Player,
}

impl Default for Breakthrough {
    fn default() -> Breakthrough {
        let two_rows = ROW | ROW << SIZE;
        Breakthrough { pawns: [two_rows << (SIZE * (SIZE - 2)), two_rows], turn: Player::First }
    }
}

impl Breakthrough {
    pub fn pawn_at(&self, square: Square) -> Option<Player> {
        Player::BOTH.into_iter().find(|player| self.pawns[player.index()] & square.bit() != 0)
    }

    pub(crate) fn has_reached_far_row(&self, player: Player) -> bool {
        let far_row = match player {
            Player::First => ROW,
            Player::Second => ROW << (SIZE * (SIZE - 1)),
        };
        self.pawns[player.index()] & far_row != 0
    }

    /// Destinations of one pawn of the side to move.
    fn destinations(self, from: Square) -> impl Iterator<Item = Square> {
        let forward = if self.turn == Player::First { -1 } else { 1 };
        let own = self.pawns[self.turn.index()];
        let other = self.pawns[(!self.turn).index()];
        let inside = |index: Option<u8>| index.filter(|index| *index < SIZE);
        [-1, 0, 1].into_iter().filter_map(move |sideways| {
            let column = inside(from.column().checked_add_signed(sideways))?;
            let row = inside(from.row().checked_add_signed(forward))?;
            let to = Square(row * SIZE + column);
            let blocked = if sideways == 0 { own | other } else { own };
            (to.bit() & blocked == 0).then_some(to)
        })
    }
}

impl Game for Breakthrough {
    type Move = Step;

    fn turn(&self) -> Player {
        self.turn
    }

    fn legal_moves(&self) -> impl Iterator<Item = Step> {
        let own = if self.outcome().is_none() { self.pawns[self.turn.index()] } else { 0 };
        let position = *self;
        let is_own = move |square: &Square| own & square.bit() != 0;
        let steps = move |from| position.destinations(from).map(move |to| Step { from, to });
        (0..CELLS).map(Square).filter(is_own).flat_map(steps)
    }

    fn is_legal(&self, step: Step) -> bool {
        self.legal_moves().any(|legal| legal == step)
    }

    /// The side to move always has a move while it has a pawn: nothing of its own stands in front of its most advanced
    /// pawn, and at least one of the diagonals is on the board.
    fn outcome(&self) -> Option<Outcome> {
        let opponent = !self.turn;
        let is_won = self.has_reached_far_row(opponent) || self.pawns[self.turn.index()] == 0;
        is_won.then_some(Outcome::Win(opponent))
    }

    fn play_unchecked(&mut self, step: Step) {
        self.pawns[self.turn.index()] ^= step.from.bit() | step.to.bit();
        self.pawns[(!self.turn).index()] &= !step.to.bit();
        self.turn = !self.turn;
    }
}

impl Keyed for Breakthrough {
    fn key(&self) -> u64 {
        let [first, second] = self.pawns;
        mix(mix(first) ^ second.rotate_left(SIZE.into()) ^ (self.turn.index() as u64) << 63)
    }
}
