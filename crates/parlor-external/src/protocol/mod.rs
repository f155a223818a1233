//! Protocols of external engines: what is sent to them, and what their lines mean.

mod board;
pub(crate) mod json;
pub mod messages;
pub(crate) mod nboard;
pub(crate) mod translation;
pub(crate) mod uci;

use parlor_core::{AnyGame, GameResult, Limits, Player, Value};

pub(crate) use board::{board_rows, own_letter};

/// Meaning of a line from an engine.
#[derive(Debug)]
pub(crate) enum Reply {
    /// The engine is ready, with its name and version if it says them.
    Ready(String),
    /// The engine's name alone.
    Name(String),
    /// It cannot play the game, with the reason as the rest of a sentence.
    Refused(String),
    Info(Report),
    /// The answer: `best` is set.
    Move(Report),
    Ignored,
    /// A line that the protocol does not allow, with the reason.
    Malformed(String),
}

/// What an engine said about a search. Moves are in the game's notation if they were understood.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Report {
    pub(crate) best: Option<String>,
    pub(crate) value: Option<Value>,
    pub(crate) line: Vec<String>,
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
}

/// One protocol, with the state of one session.
pub(crate) trait Protocol: Send {
    /// Lines that open a game. `is_new` is set for the first game of a process.
    fn begin(&mut self, game: &dyn AnyGame, seat: Player, is_new: bool) -> Result<Vec<String>, String>;
    /// Lines that ask for a move.
    fn go(&mut self, game: &dyn AnyGame, limits: &Limits) -> Result<Vec<String>, String>;
    /// Reads a line of the engine, during a search of `game`.
    fn read(&mut self, line: &str, game: &dyn AnyGame) -> Reply;
    /// Line that asks to end the search with the best move so far.
    fn stop(&mut self) -> String;
    /// Line that tells the result, where the protocol has one.
    fn end(&mut self, result: GameResult, reason: &str) -> Option<String>;
    /// Line that ends the session.
    fn quit(&self) -> &'static str;
    /// Whether the engine says when it is ready for a game.
    fn announces_ready(&self) -> bool {
        false
    }
    /// Tries an older version of the protocol after the program ended during the greeting; false if there is
    /// none.
    fn downgrade(&mut self) -> bool {
        false
    }
}
