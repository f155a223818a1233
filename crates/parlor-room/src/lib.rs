//! The life of a match with its people as a pure state machine: [`Room`]. It does no I/O, reads no clock and
//! draws no randomness: commands, times, ids and hashes of secrets come in, and [`Effect`]s come out. Whoever
//! carries them out is the host of the room: a server with sockets, a browser, a simulation.
//!
//! | item | content |
//! |---|---|
//! | [`Room`] | seats, presence, pace, rematch, engines of one open match, and what everybody is told |
//! | [`RoomCommand`], [`Reply`] | what clients ask of it |
//! | [`Effect`], [`StoreAnswer`] | what it asks of its host, and what a store answers |
//! | [`ClientMessage`], [`ServerMessage`] | messages between a page and its host |
//! | [`Participants`], [`Rights`] | who sits where, and what a token allows |
//! | [`MatchSnapshot`], [`PositionView`], [`RoomView`] | what clients see |
//! | [`ApiError`], [`ErrorCode`] | the answer to a request that failed |
//! | [`EngineOffer`] | engines that a host offers, within its limits |

mod api_error;
mod command;
mod effect;
mod engine_offer;
mod ids;
mod messages;
mod presence;
mod room;
mod seats;
mod views;

pub use api_error::{ApiError, ErrorCode, to_sentence};
pub use command::{ClientId, Reply, RequestId, RoomCommand};
pub use effect::{CloseReason, Effect, StoreAnswer, StoredMatch, Write};
pub use engine_offer::EngineOffer;
pub use ids::{ID_ALPHABET, MatchId, SecretHash, is_id};
pub use messages::{ClientMessage, ClientRequest, ServerMessage};
pub use room::Room;
pub use seats::{Participants, Rights, SeatAssignment, SeatRequest};
pub use views::{
    ClocksView, MatchSnapshot, PlayedMoveView, PositionView, ResultReason, ResultView, RoomView, SeatView, TermsView,
};
