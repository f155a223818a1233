//! The window of Parlor: draws any [`Scene`](parlor_core::Scene), animates changes, and turns clicks and keys into
//! moves. It has no code for particular games: a [`MatchController`] runs a match, and `Window` shows it.
//!
//! The feature `native` opens windows, `display` draws them. Without both only the controller is built, which needs no
//! graphics.

#![cfg_attr(
    feature = "display",
    expect(clippy::cast_precision_loss, clippy::cast_sign_loss, reason = "numbers of pixels and cells are small")
)]

#[cfg(feature = "display")]
mod animation;
#[cfg(feature = "display")]
mod board;
#[cfg(feature = "display")]
mod geometry;
mod match_controller;
mod match_phase;
#[cfg(feature = "display")]
mod move_input;
#[cfg(feature = "display")]
mod move_selection;
#[cfg(feature = "native")]
mod native;
#[cfg(feature = "display")]
mod overlays;
#[cfg(feature = "display")]
mod palette;
#[cfg(feature = "display")]
mod panels;
mod remote_peer;
mod seat;
#[cfg(feature = "display")]
mod shapes;
mod waker;
#[cfg(feature = "display")]
mod window;

pub use match_controller::MatchController;
pub use match_phase::MatchPhase;
#[cfg(feature = "native")]
pub use native::{WindowError, open};
pub use remote_peer::{PeerCommand, PeerEvent, PeerSender, RemotePeer};
pub use seat::{EngineSeat, WindowSeat};
pub use waker::Waker;
#[cfg(feature = "display")]
pub use window::{MIN_SIZE, Window};
