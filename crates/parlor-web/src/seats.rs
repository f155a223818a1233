//! Who sits where. A seat of a person is a token that the browser keeps; there are no accounts.

use std::time::Duration;

use parlor_core::{AnyGame, EngineSpec, Player};
use serde::{Deserialize, Serialize};

use crate::refused::{Code, Refused};
use crate::secret::Secret;

/// The longest an engine may think about a move, and the shortest that makes sense.
pub(crate) const THINKING: std::ops::RangeInclusive<f64> = 0.01..=60.0;
/// No engine of the house gets more memory for its tables; workers keep engines, so this is paid a few times.
const MOST_MIB: u32 = 64;

/// What is asked for when a match is made.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "who", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Wish {
    /// Whoever makes the match; on both seats it is played by two people at one screen.
    You,
    /// Whoever opens the link first.
    Friend,
    /// An engine as text, such as `alphabeta:depth=6`.
    Engine { engine: String, seconds: f64 },
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "who", rename_all = "kebab-case")]
pub(crate) enum Seat {
    /// Free while there is an invitation and no token.
    Person {
        token: Option<Secret>,
        invitation: Option<Secret>,
    },
    Engine {
        engine: String,
        seconds: f64,
    },
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Seating {
    pub(crate) seats: Vec<Seat>,
    /// Of whoever made the match: sets the pace of engines.
    pub(crate) host: Secret,
    /// The least time between two moves when only engines play.
    pub(crate) pace: f64,
}

/// Which seats somebody holds, and whether they are the host.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Rights {
    pub(crate) seats: [bool; 2],
    pub(crate) is_host: bool,
}

impl Rights {
    pub(crate) fn holds(self, player: Player) -> bool {
        self.seats[player.index()]
    }

    pub(crate) fn any(self) -> Option<Player> {
        Player::BOTH.into_iter().find(|player| self.holds(*player))
    }
}

impl Seating {
    /// Judges the wishes for this game. The host's token is also that of the seats marked `You`.
    pub(crate) fn new(wishes: &[Wish], pace: f64, game: &dyn AnyGame) -> Result<Seating, Refused> {
        if wishes.len() != usize::from(game.seats()) {
            let message = format!("This game has {} seats, and {} were filled.", game.seats(), wishes.len());
            return Err(Refused::new(Code::BadRequest, message));
        }
        if !(0.0..=60.0).contains(&pace) {
            return Err(Refused::new(Code::BadRequest, "The pace is from 0 to 60 seconds a move."));
        }
        let host = Secret::new();
        let seat = |wish: &Wish| match wish {
            Wish::You => Ok(Seat::Person { token: Some(host.clone()), invitation: None }),
            Wish::Friend => Ok(Seat::Person { token: None, invitation: Some(Secret::new()) }),
            Wish::Engine { engine, seconds } => {
                judge_engine(game, engine)?;
                judge_seconds(*seconds)?;
                Ok(Seat::Engine { engine: engine.clone(), seconds: *seconds })
            }
        };
        let seats = wishes.iter().map(seat).collect::<Result<_, Refused>>()?;
        Ok(Seating { seats, host, pace })
    }

    /// Of a match that was played elsewhere: every seat is taken by somebody who is not here.
    pub(crate) fn of_strangers(seats: usize) -> Seating {
        let stranger = || Seat::Person { token: Some(Secret::new()), invitation: None };
        Seating { seats: (0..seats).map(|_| stranger()).collect(), host: Secret::new(), pace: 0.0 }
    }

    pub(crate) fn rights(&self, token: &str) -> Rights {
        let mut rights = Rights { seats: [false; 2], is_host: self.host.is(token) };
        for (seat, held) in self.seats.iter().zip(&mut rights.seats) {
            *held = matches!(seat, Seat::Person { token: Some(own), .. } if own.is(token));
        }
        rights
    }

    /// Takes the free seat that the invitation is for, once, and gives its token: the one that whoever claims it
    /// has made, or a new one. With the same token it can be claimed again, for an answer may get lost.
    pub(crate) fn claim(&mut self, offered: &str, made: Option<Secret>) -> Result<Secret, Refused> {
        for seat in &mut self.seats {
            if let Seat::Person { token, invitation: Some(invitation) } = seat
                && invitation.is(offered)
            {
                let made = made.unwrap_or_else(Secret::new);
                if token.as_ref().is_some_and(|token| !token.is(made.reveal())) {
                    return Err(Refused::new(Code::SeatTaken, "Somebody has taken this seat already; you can watch."));
                }
                *token = Some(made.clone());
                return Ok(made);
            }
        }
        Err(Refused::new(Code::NotYourSeat, "This link invites to no seat of this match."))
    }

    pub(crate) fn engine(&self, player: Player) -> Option<(&str, Duration)> {
        match self.seats.get(player.index())? {
            Seat::Engine { engine, seconds } => Some((engine, Duration::from_secs_f64(*seconds))),
            Seat::Person { .. } => None,
        }
    }

    pub(crate) fn is_complete(&self) -> bool {
        !self.seats.iter().any(|seat| matches!(seat, Seat::Person { token: None, .. }))
    }

    /// Two people who are not the same one.
    pub(crate) fn has_opponents(&self) -> bool {
        self.seats.iter().filter(|seat| matches!(seat, Seat::Person { .. })).count() == 2
            && self.seats.iter().any(|seat| matches!(seat, Seat::Person { invitation: Some(_), .. }))
    }

    pub(crate) fn has_only_engines(&self) -> bool {
        self.seats.iter().all(|seat| matches!(seat, Seat::Engine { .. }))
    }

    /// The same people once more, with the same tokens, on the other sides if they wish.
    pub(crate) fn again(&self, swapped: bool) -> Seating {
        let mut next = self.clone();
        if swapped {
            next.seats.reverse();
        }
        next
    }
}

pub(crate) fn judge_seconds(seconds: f64) -> Result<Duration, Refused> {
    if THINKING.contains(&seconds) {
        return Ok(Duration::from_secs_f64(seconds));
    }
    let message = format!("An engine thinks from {} to {} seconds.", THINKING.start(), THINKING.end());
    Err(Refused::new(Code::BadRequest, message))
}

/// A spec that this game's list and this server's memory allow.
pub(crate) fn judge_engine(game: &dyn AnyGame, text: &str) -> Result<EngineSpec, Refused> {
    let spec: EngineSpec = text.parse()?;
    game.engine(&spec)?;
    let is_too_large = |(name, value): (&String, &String)| {
        name.ends_with("-mib") && value.parse::<u32>().is_ok_and(|mib| mib > MOST_MIB)
    };
    if spec.options.iter().any(is_too_large) {
        let message = format!("An engine gets at most {MOST_MIB} MiB here.");
        return Err(Refused::new(Code::BadEngine, message));
    }
    Ok(spec)
}
