//! Parlor's games: rules, notation, scenes and solvers, one folder per game, and the [`catalog`] that lists them.

mod bits;
mod caption;
pub mod catalog;
pub mod four_in_a_row;
pub mod knights;
pub mod pacman;
pub mod reversi;
mod square;
pub mod tic_tac_toe;
