//! Result of a match: by the rules of the game, by forfeit, or none.

use std::fmt::{self, Display};

use parlor_core::{Outcome, Player};

/// Result of a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MatchResult {
    /// The game was played to its end.
    Finished(Outcome),
    Forfeit {
        loser: Player,
        reason: ForfeitReason,
    },
    /// Ended without a winner.
    Abandoned,
}

/// Reason for which a player lost before the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ForfeitReason {
    Resigned,
    IllegalMove,
    RanOutOfTime,
    /// Its engine failed. [`Match::engine_failure`](crate::Match::engine_failure) tells the reason.
    EngineFailed,
}

impl MatchResult {
    /// Who won, or that nobody did; `None` for an abandoned match. `Second` wins if the only player of a problem failed.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            MatchResult::Finished(outcome) => Some(outcome),
            MatchResult::Forfeit { loser, .. } => Some(Outcome::Win(!loser)),
            MatchResult::Abandoned => None,
        }
    }

    /// `None` for a draw and for an abandoned match.
    pub fn winner(self) -> Option<Player> {
        match self.outcome()? {
            Outcome::Win(player) => Some(player),
            Outcome::Draw => None,
        }
    }
}

/// Predicate to the loser's name, such as "ran out of time".
impl Display for ForfeitReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ForfeitReason::Resigned => "resigned",
            ForfeitReason::IllegalMove => "made an illegal move",
            ForfeitReason::RanOutOfTime => "ran out of time",
            ForfeitReason::EngineFailed => "had an engine failure",
        })
    }
}
