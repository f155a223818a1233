//! Parlor's games: rules, notation, scenes and solvers, one folder per game, and the [`catalog`] that lists them.
//!
//! | module | content |
//! |---|---|
//! | [`four_in_a_row`] | Four in a Row and its exact solver |
//! | [`tic_tac_toe`] | m,n,k Tic-Tac-Toe up to 9x9, its prover and its tournament players |
//! | [`knights`] | Knights, an isolation game, and its prover |
//! | [`reversi`] | Reversi and its engine |
//! | [`pacman`] | Pac-Man as a planning problem, and its planners |
//! | [`puzzles`] | check of puzzles by the games' solvers |
//!
//! # Play a game
//!
//! ```
//! use parlor_core::{EngineSpec, Limits, Setup};
//! use std::time::Duration;
//!
//! let catalog = parlor_games::catalog();
//! let mut game = catalog.start(Setup::new("tic-tac-toe").with_option("size", 3)).unwrap();
//! for m in ["00", "11", "01"] {
//!     game.play(m).unwrap();
//! }
//! assert_eq!(game.position(), "XX-/-O-/---");
//!
//! // O has to block.
//! let mut engine = catalog.engine(&*game, &EngineSpec::from("alphabeta:depth=4")).unwrap();
//! let mut best = String::new();
//! engine.search(&*game, &Limits::time(Duration::from_secs(1)), &mut |info| best = info.best).unwrap();
//! assert_eq!(best, "02");
//! ```
//!
//! # Solve a position
//!
//! Four in a Row has an exact solver. A score counts from the end: 1 is a win with the last disc of the winner, 2 with
//! the one before it, and a negative score is a loss.
//!
//! ```
//! use parlor_games::four_in_a_row::FourInARow;
//! use parlor_games::four_in_a_row::solver::Solver;
//!
//! let position: FourInARow = "32164625".parse().unwrap();
//! let mut solver = Solver::new(4).with_book();
//! assert_eq!(solver.score(&position).number(), 11);
//! // The moves of both players, to the end of the game.
//! let line = solver.best_line(&position);
//! assert_eq!((line.len(), line[0].to_string().as_str()), (13, "3"));
//! ```

mod bits;
mod board_text;
mod caption;
pub mod four_in_a_row;
mod in_progress;
pub mod knights;
mod levels;
pub mod pacman;
pub mod puzzles;
pub mod reversi;
mod square;
pub mod tic_tac_toe;

use parlor_core::Catalog;

/// The games of this crate. Add games, engines and engine schemes of your own with [`Catalog::with_game`],
/// [`Catalog::with_engine`] and [`Catalog::with_scheme`].
///
/// ```
/// use parlor_core::Setup;
///
/// let catalog = parlor_games::catalog();
/// let mut game = catalog.start(Setup::new("reversi")).unwrap();
/// game.play("F5").unwrap();
/// assert_eq!(game.legal_moves(), ["F4", "D6", "F6"]);
/// ```
pub fn catalog() -> Catalog {
    Catalog::new()
        .with_game(four_in_a_row::entry())
        .with_game(tic_tac_toe::entry())
        .with_game(knights::entry())
        .with_game(reversi::entry())
        .with_game(pacman::entry())
        .with_translations(parlor_engines::translations())
}
