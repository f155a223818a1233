//! Random game on a layered directed graph, with many transpositions. A move follows an edge to the next layer. Vertices
//! differ in degree, some end the game early, and an end is a win for either player or a draw.

use std::fmt::{self, Display};
use std::num::ParseIntError;
use std::str::FromStr;

use parlor_core::random::mix;
use parlor_core::{Evaluate, Game, Keyed, Outcome, Player, Score};

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GraphGame {
    pub seed: u32,
    pub layers: u8,
    pub layer: u8,
    pub vertex: u8,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Edge(pub u8);

impl Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Edge {
    type Err = ParseIntError;
    fn from_str(text: &str) -> Result<Edge, ParseIntError> {
        text.parse().map(Edge)
    }
}

const VERTICES_PER_LAYER: u64 = 12;

impl GraphGame {
    pub fn new(seed: u32, layers: u8) -> GraphGame {
        GraphGame { seed, layers, layer: 0, vertex: 0 }
    }

    /// A pseudo-random number that depends on the vertex and `salt`.
    fn random(self, salt: u64) -> u64 {
        let vertex = u64::from(self.layer) << 8 | u64::from(self.vertex);
        mix(u64::from(self.seed) << 32 | salt << 16 | vertex)
    }

    /// Number of edges; 0 where the game is over.
    fn degree(self) -> u8 {
        let is_end = self.layer == self.layers || (self.layer > 1 && self.random(1).is_multiple_of(9));
        if is_end { 0 } else { 1 + (self.random(2) % 5) as u8 }
    }
}

impl Game for GraphGame {
    type Move = Edge;

    fn turn(&self) -> Player {
        Player::BOTH[usize::from(self.layer % 2)]
    }

    fn legal_moves(&self) -> impl Iterator<Item = Edge> {
        (0..self.degree()).map(Edge)
    }

    fn is_legal(&self, m: Edge) -> bool {
        m.0 < self.degree()
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.degree() == 0).then(|| match self.random(3) % 4 {
            0 => Outcome::Win(Player::First),
            1 => Outcome::Win(Player::Second),
            _ => Outcome::Draw,
        })
    }

    fn play_unchecked(&mut self, m: Edge) {
        let vertex = self.random(4 + u64::from(m.0)) % VERTICES_PER_LAYER;
        self.layer += 1;
        self.vertex = vertex as u8;
    }
}

impl Keyed for GraphGame {
    fn key(&self) -> u64 {
        self.random(100)
    }
}

/// Arbitrary evaluator with few different scores, so that there are many ties.
#[derive(Clone, Copy, Debug, Default)]
pub struct ArbitraryEvaluator;

impl Evaluate<GraphGame> for ArbitraryEvaluator {
    fn evaluate(&self, position: &GraphGame) -> Score {
        Score::points((position.random(200) % 9) as i32 * 30 - 120)
    }
}

/// The same game with only four different keys, to test tables for hash collisions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CollidingKeys(pub GraphGame);

impl Game for CollidingKeys {
    type Move = Edge;

    fn turn(&self) -> Player {
        self.0.turn()
    }

    fn legal_moves(&self) -> impl Iterator<Item = Edge> {
        (0..self.0.degree()).map(Edge)
    }

    fn is_legal(&self, m: Edge) -> bool {
        self.0.is_legal(m)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn play_unchecked(&mut self, m: Edge) {
        self.0.play_unchecked(m);
    }
}

impl Keyed for CollidingKeys {
    fn key(&self) -> u64 {
        self.0.key() & (3 << 62)
    }
}

impl Evaluate<CollidingKeys> for ArbitraryEvaluator {
    fn evaluate(&self, position: &CollidingKeys) -> Score {
        self.evaluate(&position.0)
    }
}
