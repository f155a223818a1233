//! Seats of a match: requested, assigned and claimed. A person's seat belongs to the browser that has its token; there
//! are no accounts.

use std::time::Duration;

use parlor_core::{AnyGame, Catalog, EngineSpec, Limits, Player};
use parlor_match::Seat;
use serde::{Deserialize, Serialize};

use crate::api_error::{ApiError, ErrorCode};
use crate::engine_limits::{ENGINE_LIMITS, search_time};
use crate::secret::Secret;

/// Player requested for a seat when a match is created. The braces matter: serde ignores unknown fields of a variant
/// without them.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum SeatRequest {
    /// The client that creates the match. On both seats: two people at one screen.
    You {},
    /// The first person to open the invitation link.
    Friend {},
    /// An engine spec: a name, and options such as `name:depth=6`.
    Engine {
        engine: String,
        #[cfg_attr(test, schemars(range(min = 0.01, max = 60.0)))]
        seconds: f64,
    },
}

/// Player assigned to a seat, as stored in the database.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum SeatAssignment {
    /// A person. The seat is free while it has an invitation and no token. A seat of an imported match has neither and
    /// stays empty.
    Person {
        token: Option<Secret>,
        invitation: Option<Secret>,
    },
    Engine {
        engine: String,
        seconds: f64,
    },
}

/// Participants of a match: the players of all seats and the host. Stored in the database as JSON.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Participants {
    pub(crate) seats: Vec<SeatAssignment>,
    /// Token of the client that created the match. The host sets the pace of engines.
    pub(crate) host: Secret,
    /// Minimum seconds between two moves when only engines play.
    pub(crate) pace: f64,
}

/// Rights that a token gives: the seats it holds, and whether it is the host's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Rights {
    pub(crate) seats: [bool; 2],
    pub(crate) is_host: bool,
}

impl Rights {
    pub(crate) fn has_seat(self, player: Player) -> bool {
        self.seats[player.index()]
    }

    /// The first seat held; `None` for a spectator.
    pub(crate) fn first_seat(self) -> Option<Player> {
        Player::BOTH.into_iter().find(|player| self.has_seat(*player))
    }
}

/// Checks the pace in seconds per move.
pub(crate) fn check_pace(pace: f64) -> Result<(), ApiError> {
    if (0.0..=60.0).contains(&pace) {
        return Ok(());
    }
    Err(ApiError::new(ErrorCode::BadRequest, "The pace must be between 0 and 60 seconds per move."))
}

impl Participants {
    /// Assigns the requested seats of a game. Seats requested for `You` share the host's token.
    pub(crate) fn new(
        requests: &[SeatRequest],
        pace: f64,
        catalog: &Catalog,
        game: &dyn AnyGame,
    ) -> Result<Participants, ApiError> {
        if requests.len() != usize::from(game.player_count()) {
            let message = format!("This game has {} seats, but {} were given.", game.player_count(), requests.len());
            return Err(ApiError::new(ErrorCode::BadRequest, message));
        }
        check_pace(pace)?;
        let host = Secret::new();
        let assign = |request: &SeatRequest| match request {
            SeatRequest::You {} => Ok(SeatAssignment::Person { token: Some(host.clone()), invitation: None }),
            SeatRequest::Friend {} => Ok(SeatAssignment::Person { token: None, invitation: Some(Secret::new()) }),
            SeatRequest::Engine { engine, seconds } => {
                ENGINE_LIMITS.check(catalog, game, &EngineSpec::from(engine.as_str()))?;
                search_time(*seconds)?;
                Ok(SeatAssignment::Engine { engine: engine.clone(), seconds: *seconds })
            }
        };
        let seats = requests.iter().map(assign).collect::<Result<_, ApiError>>()?;
        Ok(Participants { seats, host, pace })
    }

    /// Participants of an imported match: no seat is free, and nobody can play.
    pub(crate) fn for_imported_match(seats: usize) -> Participants {
        let seat = || SeatAssignment::Person { token: None, invitation: None };
        Participants { seats: (0..seats).map(|_| seat()).collect(), host: Secret::new(), pace: 0.0 }
    }

    pub(crate) fn rights(&self, token: &str) -> Rights {
        let mut rights = Rights { seats: [false; 2], is_host: self.host.matches(token) };
        for (seat, is_held) in self.seats.iter().zip(&mut rights.seats) {
            *is_held = matches!(seat, SeatAssignment::Person { token: Some(own), .. } if own.matches(token));
        }
        rights
    }

    /// Claims the seat of an invitation and returns its token: the client's own, or a new one. A client can repeat the
    /// claim with the same token, in case the response was lost; any other second claim fails.
    pub(crate) fn claim(&mut self, code: &str, client_token: Option<Secret>) -> Result<Secret, ApiError> {
        for seat in &mut self.seats {
            if let SeatAssignment::Person { token, invitation: Some(invitation) } = seat
                && invitation.matches(code)
            {
                let new_token = client_token.unwrap_or_else(Secret::new);
                if token.as_ref().is_some_and(|token| !token.matches(new_token.reveal())) {
                    let message = "This seat is already taken; you can watch the match.";
                    return Err(ApiError::new(ErrorCode::SeatTaken, message));
                }
                *token = Some(new_token.clone());
                return Ok(new_token);
            }
        }
        Err(ApiError::new(ErrorCode::NotYourSeat, "This invitation is not valid for this match."))
    }

    /// The seats as the driver of the match sees them: all people are elsewhere.
    pub(crate) fn driver_seats(&self) -> Vec<Seat> {
        let seat = |seat: &SeatAssignment| match seat {
            SeatAssignment::Engine { engine, seconds } => Seat::Engine {
                spec: EngineSpec::from(engine.as_str()),
                limits: Limits::time(Duration::from_secs_f64(*seconds)),
            },
            SeatAssignment::Person { .. } => Seat::Remote,
        };
        self.seats.iter().map(seat).collect()
    }

    /// The same participants with another engine in an engine's seat.
    pub(crate) fn with_engine(&self, player: Player, spec: &str) -> Participants {
        let mut next = self.clone();
        if let Some(SeatAssignment::Engine { engine, .. }) = next.seats.get_mut(player.index()) {
            spec.clone_into(engine);
        }
        next
    }

    /// Whether every seat is taken, so that the match and its clocks can run.
    pub(crate) fn is_complete(&self) -> bool {
        !self.seats.iter().any(|seat| matches!(seat, SeatAssignment::Person { token: None, .. }))
    }

    /// Whether two different people play each other.
    pub(crate) fn has_two_people(&self) -> bool {
        self.seats.iter().filter(|seat| matches!(seat, SeatAssignment::Person { .. })).count() == 2
            && self.seats.iter().any(|seat| matches!(seat, SeatAssignment::Person { invitation: Some(_), .. }))
    }

    pub(crate) fn has_only_engines(&self) -> bool {
        self.seats.iter().all(|seat| matches!(seat, SeatAssignment::Engine { .. }))
    }

    /// Participants of a rematch: the same tokens, with the seats swapped on request.
    pub(crate) fn for_rematch(&self, swap: bool) -> Participants {
        let mut next = self.clone();
        if swap {
            next.seats.reverse();
        }
        next
    }
}
