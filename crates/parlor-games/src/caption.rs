//! The sentence under a board, said the same way by every game.

use parlor_core::{Game, Outcome};

/// Whose turn it is and what to do, or how it ended.
pub(crate) fn caption(position: &impl Game, names: [&str; 2], what_to_do: &str) -> String {
    match position.outcome() {
        None => format!("{} to move: {what_to_do}.", names[position.turn().index()]),
        Some(Outcome::Win(winner)) => format!("{} wins.", names[winner.index()]),
        Some(Outcome::Draw) => "A draw.".to_owned(),
    }
}
