//! Captions of two-player scenes.

use parlor_core::{Game, Outcome};

/// The caption of a position: the side to move and a hint for its player, or the result.
pub(crate) fn caption(position: &impl Game, names: [&str; 2], hint: &str) -> String {
    match position.outcome() {
        None => format!("{} to move: {hint}.", names[position.turn().index()]),
        Some(Outcome::Win(winner)) => format!("{} wins.", names[winner.index()]),
        Some(Outcome::Draw) => "Draw.".to_owned(),
    }
}
