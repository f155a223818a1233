//! A random game: layers of rooms with doors to rooms of the next layer, so that many ways lead to one room. Doors
//! differ in number, some rooms end the game early, and each ending is a win of either player or a draw.

use std::fmt::{self, Display};
use std::num::ParseIntError;
use std::str::FromStr;

use parlor_core::{Evaluate, Game, Keyed, Outcome, Player, Score};

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Maze {
    pub seed: u32,
    pub layers: u8,
    pub layer: u8,
    pub room: u8,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Door(pub u8);

impl Display for Door {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Door {
    type Err = ParseIntError;
    fn from_str(text: &str) -> Result<Door, ParseIntError> {
        text.parse().map(Door)
    }
}

pub fn mix(mut x: u64) -> u64 {
    for factor in [0xbf58_476d_1ce4_e5b9_u64, 0x94d0_49bb_1331_11eb] {
        x = (x ^ (x >> 31)).wrapping_mul(factor);
    }
    x ^ (x >> 29)
}

const ROOMS: u64 = 12;

impl Maze {
    pub fn new(seed: u32, layers: u8) -> Maze {
        Maze { seed, layers, layer: 0, room: 0 }
    }

    fn chance(self, salt: u64) -> u64 {
        let room = u64::from(self.layer) << 8 | u64::from(self.room);
        mix(u64::from(self.seed) << 32 | salt << 16 | room)
    }

    fn doors(self) -> u8 {
        let is_end = self.layer == self.layers || (self.layer > 1 && self.chance(1).is_multiple_of(9));
        if is_end { 0 } else { 1 + (self.chance(2) % 5) as u8 }
    }
}

impl Game for Maze {
    type Move = Door;

    fn turn(&self) -> Player {
        Player::BOTH[usize::from(self.layer % 2)]
    }

    fn legal_moves(&self) -> impl Iterator<Item = Door> {
        (0..self.doors()).map(Door)
    }

    fn is_legal(&self, m: Door) -> bool {
        m.0 < self.doors()
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.doors() == 0).then(|| match self.chance(3) % 4 {
            0 => Outcome::Win(Player::First),
            1 => Outcome::Win(Player::Second),
            _ => Outcome::Draw,
        })
    }

    fn play_unchecked(&mut self, m: Door) {
        let room = self.chance(4 + u64::from(m.0)) % ROOMS;
        self.layer += 1;
        self.room = room as u8;
    }
}

impl Keyed for Maze {
    fn key(&self) -> u64 {
        self.chance(100)
    }
}

/// An opinion without reason, with few different scores so that there are many ties.
#[derive(Clone, Copy, Debug, Default)]
pub struct Whim;

impl Evaluate<Maze> for Whim {
    fn evaluate(&self, position: &Maze) -> Score {
        Score::points((position.chance(200) % 9) as i32 * 30 - 120)
    }
}

/// The same maze with keys that are nearly all alike: tables must not take equal keys for equal rooms.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Alike(pub Maze);

impl Game for Alike {
    type Move = Door;

    fn turn(&self) -> Player {
        self.0.turn()
    }

    fn legal_moves(&self) -> impl Iterator<Item = Door> {
        (0..self.0.doors()).map(Door)
    }

    fn is_legal(&self, m: Door) -> bool {
        self.0.is_legal(m)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn play_unchecked(&mut self, m: Door) {
        self.0.play_unchecked(m);
    }
}

impl Keyed for Alike {
    fn key(&self) -> u64 {
        self.0.key() & (3 << 62)
    }
}

impl Evaluate<Alike> for Whim {
    fn evaluate(&self, position: &Alike) -> Score {
        self.evaluate(&position.0)
    }
}
