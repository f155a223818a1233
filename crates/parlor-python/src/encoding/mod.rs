//! Games as arrays: actions as numbers, observations as planes of cells, and masks of the legal actions.
//!
//! An observation has the shape (planes, rows, columns) and is seen from the side to move: plane 0 has its pieces, plane
//! 1 those of the other side, and further planes what else is on the board. All entries are 0 or 1.

mod four_in_a_row;
mod knights;
mod planes;
mod reversi;
mod symmetry;
mod tic_tac_toe;

use parlor_core::{Keyed, Playable};

/// A game with an encoding of its positions and moves.
pub(crate) trait Encode: Playable + Keyed + Copy + Eq {
    /// Planes, rows and columns of an observation.
    fn shape(&self) -> [usize; 3];

    /// Number of actions. A legal move is one of them.
    fn action_count(&self) -> usize;

    fn action(&self, m: Self::Move) -> usize;

    /// The move of an action below `action_count`, legal or not.
    fn move_of(&self, action: usize) -> Option<Self::Move>;

    /// Writes the observation into as many entries as the shape has.
    fn write_observation(&self, out: &mut [i8]);

    /// Writes 1 for every legal action and 0 for every other one. No action is legal when the game is over.
    fn write_mask(&self, is_over: bool, out: &mut [i8]);

    /// The distinct images of the position under the symmetries of the board, itself first, each with the image of
    /// every action.
    fn images(&self) -> Vec<(Self, Vec<usize>)>;
}

/// Calls a macro with the list of all types of games that have an encoding.
macro_rules! for_each_game {
    ($call:ident) => {
        $call!(
            parlor_games::four_in_a_row::FourInARow,
            parlor_games::tic_tac_toe::TicTacToe<u64, 2>,
            parlor_games::tic_tac_toe::TicTacToe<u64, 3>,
            parlor_games::tic_tac_toe::TicTacToe<u64, 4>,
            parlor_games::tic_tac_toe::TicTacToe<u64, 5>,
            parlor_games::tic_tac_toe::TicTacToe<u64, 6>,
            parlor_games::tic_tac_toe::TicTacToe<u64, 7>,
            parlor_games::tic_tac_toe::TicTacToe<u128, 8>,
            parlor_games::tic_tac_toe::TicTacToe<u128, 9>,
            parlor_games::knights::Knights,
            parlor_games::reversi::SizedReversi<8>,
            parlor_games::reversi::SizedReversi<6>,
            parlor_games::reversi::SizedReversi<4>
        )
    };
}
pub(crate) use for_each_game;
