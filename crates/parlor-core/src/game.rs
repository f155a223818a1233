//! The [`Game`] trait: rules of a two-player game with perfect information.

use std::error::Error;
use std::fmt::{self, Debug, Display};
use std::ops::Not;
use std::str::FromStr;

use crate::{Score, Unit, Value};

/// One of two players. `First` makes the first move of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Player {
    First,
    Second,
}

impl Player {
    pub const BOTH: [Player; 2] = [Player::First, Player::Second];

    /// Index into arrays of two: 0 for First, 1 for Second.
    pub fn index(self) -> usize {
        self as usize
    }
}

impl Not for Player {
    type Output = Player;

    /// The opponent.
    fn not(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }
}

impl Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Player::First => "first",
            Player::Second => "second",
        })
    }
}

/// Result of a finished game, by its rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Outcome {
    Win(Player),
    Draw,
}

/// Error for a move that the rules do not allow in this position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove;

impl Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Illegal move.")
    }
}

impl Error for IllegalMove {}

/// A position and its rules. The turn passes after every move; a forced pass is a move like any other. A position
/// takes a few machine words and does not allocate. Searches copy it instead of undoing moves (copy-make).
pub trait Game: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// `Display` and `FromStr` are the canonical notation, which is typed, sent and stored.
    type Move: Copy + PartialEq + Debug + Display + FromStr + Send + Sync + 'static;

    /// What the values of this game count. A game that counts a margin also overrides
    /// [`final_value`](Game::final_value).
    const UNIT: Unit = Unit::Plies;

    fn turn(&self) -> Player;

    /// Empty exactly when the game is over. The order is fixed for a given position.
    fn legal_moves(&self) -> impl Iterator<Item = Self::Move>;

    fn is_legal(&self, m: Self::Move) -> bool;

    /// `Some` exactly when there are no legal moves. Searches generate moves first and call this only without any.
    fn outcome(&self) -> Option<Outcome>;

    /// Exact value of a finished game for the side to move, in the game's unit; `None` while it goes on.
    fn final_value(&self) -> Option<Value> {
        self.outcome().map(|outcome| Value::exact(Score::from_outcome(outcome, self.turn())))
    }

    /// Makes a move without checking it. The caller guarantees that it is legal; an illegal move leaves a
    /// meaningless position, but does not panic.
    fn play_unchecked(&mut self, m: Self::Move);

    /// Checked version of [`play_unchecked`](Game::play_unchecked).
    fn play(&mut self, m: Self::Move) -> Result<(), IllegalMove> {
        if !self.is_legal(m) {
            return Err(IllegalMove);
        }
        self.play_unchecked(m);
        Ok(())
    }

    /// The position after a legal move.
    #[must_use]
    fn after(&self, m: Self::Move) -> Self {
        let mut next = self.clone();
        next.play_unchecked(m);
        next
    }

    /// Number of sequences of two moves, which perft adds up. A game overrides this where it counts the replies to
    /// several moves at once.
    #[inline]
    fn count_replies(&self) -> u64 {
        self.legal_moves().map(|m| self.after(m).legal_moves().count() as u64).sum()
    }

    /// Parses a legal move of this position. Games that accept a shorter notation where it is unambiguous
    /// override this.
    fn parse_move(&self, text: &str) -> Result<Self::Move, IllegalMove> {
        let m = text.parse().map_err(|_| IllegalMove)?;
        if self.is_legal(m) { Ok(m) } else { Err(IllegalMove) }
    }
}

/// A game whose positions have a hash key for transposition tables.
///
/// The key is well mixed in all 64 bits, covers the side to move and the rule options, and folds no
/// symmetry. Keys can collide: an engine that proves results must store the whole position.
pub trait Keyed: Game {
    fn key(&self) -> u64;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn not_is_the_opponent() {
        assert_eq!(!Player::First, Player::Second);
        assert_eq!(!!Player::First, Player::First);
    }

    #[test]
    fn illegal_move_has_the_specified_text() {
        assert_eq!(IllegalMove.to_string(), "Illegal move.");
    }
}
