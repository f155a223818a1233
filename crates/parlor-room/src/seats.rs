//! Seats of a match: requested, assigned and claimed. A person's seat belongs to the browser that has its
//! token; there are no accounts.

use std::time::Duration;

use parlor_core::{AnyGame, EngineSpec, Limits, Player};
use parlor_match::{Seat, Terms};
use serde::{Deserialize, Serialize};

use crate::{ApiError, EngineOffer, ErrorCode, SecretHash};

/// Player requested for a seat when a match is created. The braces matter: serde ignores unknown fields of a
/// variant without them.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum SeatRequest {
    /// The client that creates the match. On both seats: two people at one screen.
    You {},
    /// The first person to open the invitation link.
    Friend {},
    /// An engine spec: a name, and options such as `name:depth=6`.
    Engine {
        engine: String,
        #[cfg_attr(feature = "schema", schemars(range(min = 0.01, max = 60.0)))]
        seconds: f64,
    },
}

/// Player assigned to a seat, as it is stored.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum SeatAssignment {
    /// A person. The seat is free while it has an invitation and no token. A seat of an imported match has
    /// neither and stays empty.
    Person {
        token: Option<SecretHash>,
        invitation: Option<SecretHash>,
    },
    Engine {
        engine: String,
        seconds: f64,
    },
}

/// Participants of a match: the players of all seats and the host. Stored as JSON.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Participants {
    pub seats: Vec<SeatAssignment>,
    /// Token of the client that created the match. The host sets the pace of engines.
    pub host: SecretHash,
    /// Minimum seconds between two moves when only engines play.
    pub pace: f64,
}

/// Rights of the receiving client: the seats it holds, and whether it is the host.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rights {
    pub seats: Vec<Player>,
    #[serde(rename = "host")]
    pub is_host: bool,
}

impl Rights {
    pub fn has_seat(&self, player: Player) -> bool {
        self.seats.contains(&player)
    }

    /// The first seat held; `None` for a spectator.
    pub fn first_seat(&self) -> Option<Player> {
        self.seats.first().copied()
    }

    /// Whether the client is a player or the host.
    pub fn is_participant(&self) -> bool {
        self.is_host || !self.seats.is_empty()
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
    /// Assigns the requested seats of a game. Seats requested for `You` share the host's token; one for a
    /// `Friend` gets the invitation of its index.
    pub fn new(
        requests: &[SeatRequest],
        pace: f64,
        offer: &EngineOffer,
        game: &dyn AnyGame,
        host: SecretHash,
        invitations: [SecretHash; 2],
    ) -> Result<Participants, ApiError> {
        if requests.len() != usize::from(game.player_count()) {
            let message = format!("This game has {} seats, but {} were given.", game.player_count(), requests.len());
            return Err(ApiError::new(ErrorCode::BadRequest, message));
        }
        check_pace(pace)?;
        let assign = |(request, invitation): (&SeatRequest, SecretHash)| match request {
            SeatRequest::You {} => Ok(SeatAssignment::Person { token: Some(host), invitation: None }),
            SeatRequest::Friend {} => Ok(SeatAssignment::Person { token: None, invitation: Some(invitation) }),
            SeatRequest::Engine { engine, seconds } => {
                offer.check(game, engine)?;
                offer.search_time(*seconds)?;
                Ok(SeatAssignment::Engine { engine: engine.clone(), seconds: *seconds })
            }
        };
        let seats = requests.iter().zip(invitations).map(assign).collect::<Result<_, ApiError>>()?;
        Ok(Participants { seats, host, pace })
    }

    /// Participants of an imported match: no seat is free, and nobody can play.
    pub fn for_imported_match(seats: usize, host: SecretHash) -> Participants {
        let seat = SeatAssignment::Person { token: None, invitation: None };
        Participants { seats: vec![seat; seats], host, pace: 0.0 }
    }

    /// The terms of their match: two people who play each other take no moves back, and only they can agree
    /// on analysis.
    pub fn agreed_terms(&self, terms: Terms) -> Terms {
        let has_two_people = self.has_two_people();
        Terms { take_backs: !has_two_people, analysis: has_two_people && terms.analysis, ..terms }
    }

    /// The rights that a token gives.
    pub fn rights(&self, token: SecretHash) -> Rights {
        let is_held =
            |seat: &SeatAssignment| matches!(seat, SeatAssignment::Person { token: Some(own), .. } if *own == token);
        let seats = Player::BOTH.into_iter().zip(&self.seats).filter(|(_, seat)| is_held(seat));
        Rights { seats: seats.map(|(player, _)| player).collect(), is_host: self.host == token }
    }

    /// The same participants with the seat of an invitation claimed by a token. A client can repeat the claim
    /// with the same token, in case the response was lost; any other second claim fails.
    pub fn with_claim(&self, code: SecretHash, new_token: SecretHash) -> Result<Participants, ApiError> {
        let mut next = self.clone();
        for seat in &mut next.seats {
            if let SeatAssignment::Person { token, invitation: Some(invitation) } = seat
                && *invitation == code
            {
                if token.replace(new_token).is_some_and(|token| token != new_token) {
                    let message = "This seat is already taken; you can watch the match.";
                    return Err(ApiError::new(ErrorCode::SeatTaken, message));
                }
                return Ok(next);
            }
        }
        Err(ApiError::new(ErrorCode::NotYourSeat, "This invitation is not valid for this match."))
    }

    /// The seats as the driver of the match sees them: all people are elsewhere.
    pub fn driver_seats(&self) -> Vec<Seat> {
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
    pub fn with_engine(&self, player: Player, spec: &str) -> Participants {
        let mut next = self.clone();
        if let Some(SeatAssignment::Engine { engine, .. }) = next.seats.get_mut(player.index()) {
            spec.clone_into(engine);
        }
        next
    }

    /// Whether every seat is taken, so that the match and its clocks can run.
    pub fn is_complete(&self) -> bool {
        !self.seats.iter().any(|seat| matches!(seat, SeatAssignment::Person { token: None, .. }))
    }

    /// Whether two different people play each other.
    pub fn has_two_people(&self) -> bool {
        self.seats.iter().filter(|seat| matches!(seat, SeatAssignment::Person { .. })).count() == 2
            && self.seats.iter().any(|seat| matches!(seat, SeatAssignment::Person { invitation: Some(_), .. }))
    }

    pub fn has_only_engines(&self) -> bool {
        self.seats.iter().all(|seat| matches!(seat, SeatAssignment::Engine { .. }))
    }

    /// Participants of a rematch: the same tokens, with the seats swapped on request.
    pub fn for_rematch(&self, swap: bool) -> Participants {
        let mut next = self.clone();
        if swap {
            next.seats.reverse();
        }
        next
    }
}
