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
    /// `None` for a draw and for an abandoned match. `Second` if the only player of a problem failed.
    pub fn winner(self) -> Option<Player> {
        match self {
            MatchResult::Finished(Outcome::Win(player)) => Some(player),
            MatchResult::Forfeit { loser, .. } => Some(!loser),
            MatchResult::Finished(Outcome::Draw) | MatchResult::Abandoned => None,
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
