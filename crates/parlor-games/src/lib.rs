//! The rules of Parlor's games, one folder each, and the [`catalog`] that lists them for everybody else.

mod bits;
mod caption;
pub mod catalog;
pub mod four_in_a_row;
pub mod knights;
pub mod pacman;
pub mod reversi;
mod square;
pub mod tic_tac_toe;
