//! How a match ended: by the rules of the game, or otherwise.

use std::fmt::{self, Display};

use parlor_core::{Outcome, Player};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    Rules(Outcome),
    Forfeit { loser: Player, why: Reason },
    Abandoned,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    Resigned,
    IllegalMove,
    RanOutOfTime,
}

impl Ending {
    /// `None` for a draw and for a match that was abandoned. `Second` where the one player of a problem failed.
    pub fn winner(self) -> Option<Player> {
        match self {
            Ending::Rules(Outcome::Win(player)) => Some(player),
            Ending::Forfeit { loser, .. } => Some(!loser),
            Ending::Rules(Outcome::Draw) | Ending::Abandoned => None,
        }
    }
}

/// To follow the loser's name: "ran out of time".
impl Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Resigned => "resigned",
            Reason::IllegalMove => "made an illegal move",
            Reason::RanOutOfTime => "ran out of time",
        })
    }
}
