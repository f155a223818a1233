//! Who sits where. A seat of a person is a token that the browser keeps; there are no accounts.

use std::time::Duration;

use parlor_core::{AnyGame, EngineSpec, OptionKind, OptionSpec, Player};
use serde::{Deserialize, Serialize};

use crate::refused::{Code, Refused};
use crate::secret::Secret;

/// The longest an engine may think about a move, and the shortest that makes sense.
pub(crate) const THINKING: std::ops::RangeInclusive<f64> = 0.01..=60.0;
/// No engine of the house gets more memory for its tables: every worker keeps a few engines.
const MOST_TABLE_MIB: u32 = 64;
/// What a plan took is given back when it is made, so every worker pays this once.
const MOST_PLAN_MIB: u32 = 256;
/// There are as many workers as cores to think on.
const MOST_THREADS: u32 = 1;

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
    /// Free while there is an invitation and no token. Without either it is that of a stranger, who never comes.
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
                resolve_engine(game, engine)?;
                judge_seconds(*seconds)?;
                Ok(Seat::Engine { engine: engine.clone(), seconds: *seconds })
            }
        };
        let seats = wishes.iter().map(seat).collect::<Result<_, Refused>>()?;
        Ok(Seating { seats, host, pace })
    }

    /// Of a match that was played elsewhere: no seat is free, and nobody will ever sit there.
    pub(crate) fn of_strangers(seats: usize) -> Seating {
        let stranger = || Seat::Person { token: None, invitation: None };
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

    /// Whether everybody is there who plays: then the match can go on, and its clocks with it.
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

/// An engine's option as this house offers it: memory and threads are shared by everybody.
pub(crate) fn offered(option: &OptionSpec) -> OptionSpec {
    let most = match option.name {
        "table-mib" => MOST_TABLE_MIB,
        "memory-mib" => MOST_PLAN_MIB,
        "threads" => MOST_THREADS,
        _ => return *option,
    };
    let OptionKind::Whole { min, max, default } = option.kind else { return *option };
    OptionSpec { kind: OptionKind::Whole { min, max: max.min(most), default: default.min(most) }, ..*option }
}

/// A spec that this game's list and this house allow; what it leaves to defaults is fitted to the house.
pub(crate) fn resolve_engine(game: &dyn AnyGame, text: &str) -> Result<EngineSpec, Refused> {
    let mut spec: EngineSpec = text.parse()?;
    let (info, options) = game.resolve_engine(&spec)?;
    for option in info.options {
        let OptionKind::Whole { max, .. } = offered(option).kind else { continue };
        if options.whole(option) <= max {
            continue;
        }
        if options.is_given(option) {
            let message = format!("An engine gets {} of at most {max} here.", option.name);
            return Err(Refused::new(Code::EngineSpecError, message));
        }
        spec.options.insert(option.name.to_owned(), max.to_string());
    }
    Ok(spec)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_engine_of_every_game_keeps_to_what_the_house_offers() {
        for game in parlor_games::catalog::GAMES {
            let game = parlor_games::catalog::start(parlor_core::Setup::of(game.name)).unwrap();
            for engine in game.engines() {
                let spec = resolve_engine(&*game, engine.name).unwrap();
                let (_, options) = game.resolve_engine(&spec).unwrap();
                for option in engine.options {
                    let (OptionKind::Whole { max, .. }, OptionKind::Whole { max: most, .. }) =
                        (offered(option).kind, option.kind)
                    else {
                        continue;
                    };
                    assert!(options.whole(option) <= max, "{spec} gets too much");
                    let with = |value: u32| resolve_engine(&*game, &format!("{}:{}={value}", engine.name, option.name));
                    assert!(with(max).is_ok(), "{spec}: {} is offered up to {max}", option.name);
                    assert_eq!(with(most).is_ok(), most == max, "{spec}: {}={most}", option.name);
                    let is_shared = option.name.ends_with("-mib") || option.name == "threads";
                    assert!(!is_shared || max <= 256, "{spec}: {}", option.name);
                }
            }
        }
    }
}
