//! A game of two players with perfect information: whose turn it is, what may be done, how it ended.

use std::error::Error;
use std::fmt::{self, Debug, Display};
use std::ops::Not;
use std::str::FromStr;

/// The player who opens is `First`, for the whole game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Player {
    First,
    Second,
}

impl Player {
    pub const BOTH: [Player; 2] = [Player::First, Player::Second];

    /// 0 for First, 1 for Second: for arrays of two.
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

/// How a game ended by its rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Outcome {
    Win(Player),
    Draw,
}

/// A move that the rules refuse: not on the board, not free, not now, or the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove;

impl Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Illegal move.")
    }
}

impl Error for IllegalMove {}

/// A position and its rules. The turn passes after every move; where a player has to pass, the pass is
/// a move like any other. A position is a few words, is copied rather than undone, and never allocates.
pub trait Game: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// `Display` and `FromStr` are the canonical notation: what is typed, sent and stored.
    type Move: Copy + PartialEq + Debug + Display + FromStr + Send + Sync + 'static;

    fn turn(&self) -> Player;

    /// Empty exactly when the game is over. The order is fixed for a given position.
    fn legal_moves(&self) -> impl Iterator<Item = Self::Move>;

    fn is_legal(&self, m: Self::Move) -> bool;

    /// `Some` exactly when there are no legal moves. A search asks for moves first and only then for this.
    fn outcome(&self) -> Option<Outcome>;

    /// For searchers: the caller guarantees that the move is legal. An illegal one leaves a position
    /// without meaning, but does not panic.
    fn play_unchecked(&mut self, m: Self::Move);

    /// The door for everybody else.
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

    /// Reads a legal move of this position. Games whose notation may be shortened where the position
    /// makes it clear override this.
    fn parse_move(&self, text: &str) -> Result<Self::Move, IllegalMove> {
        let m = text.parse().map_err(|_| IllegalMove)?;
        if self.is_legal(m) { Ok(m) } else { Err(IllegalMove) }
    }
}

/// A game whose positions have a key for transposition tables.
///
/// The key is well mixed in all 64 bits, covers the side to move and the rule options, and folds no
/// symmetry. Equal keys are no proof of equal positions: an engine that proves stores the whole position.
pub trait Keyed: Game {
    fn key(&self) -> u64;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opponent_of_the_opponent_is_oneself() {
        assert_eq!(!Player::First, Player::Second);
        assert_eq!(!!Player::First, Player::First);
    }

    #[test]
    fn a_refused_move_says_what_the_contract_says() {
        assert_eq!(IllegalMove.to_string(), "Illegal move.");
    }
}
