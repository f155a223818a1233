//! Why a match of a file cannot be replayed.

use parlor_core::SetupError;
use parlor_match::{Match, RecordError};

/// Longest part of a text that a message repeats: no move of any game is longer.
const MAX_MOVE_CHARS: usize = 24;

#[derive(Debug, thiserror::Error)]
pub(super) enum LoadError {
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error("ply {ply}, move \"{}\": {reason}", text.escape_debug())]
    Move { ply: usize, text: String, reason: String },
    #[error("ply {ply}: {byte} is not a square")]
    Square { ply: usize, byte: u8 },
    #[error("black ends with {score} discs, but the file says {stated}")]
    Score { score: u32, stated: u8 },
}

impl LoadError {
    /// The next move of a match cannot be read from a text, or is illegal.
    pub(super) fn illegal_move(game_match: &Match, text: &str) -> LoadError {
        let word = text.split([' ', ',', ';']).next().unwrap_or_default().chars().take(MAX_MOVE_CHARS).collect();
        LoadError::Move { ply: game_match.ply() + 1, text: word, reason: game_match.game().why_illegal() }
    }
}
