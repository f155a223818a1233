//! The window of Parlor: draws any [`Scene`](parlor_core::Scene), animates changes, and turns clicks and keys into
//! moves. It has no code for particular games: a [`MatchController`](parlor_match::MatchController) runs a match, and
//! [`Window`] shows it. The feature `native` opens windows.

#![expect(clippy::cast_precision_loss, clippy::cast_sign_loss, reason = "numbers of pixels and cells are small")]

mod animation;
mod board;
mod geometry;
mod move_input;
mod move_selection;
#[cfg(feature = "native")]
mod native;
mod overlays;
mod palette;
mod panels;
mod shapes;
mod window;

#[cfg(feature = "native")]
pub use native::{WindowError, open};
pub use window::{MIN_SIZE, Window};
