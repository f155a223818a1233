//! [`AnyEngine`]: an engine without its type, with moves as text, and what can go wrong with one.

use std::error::Error;
use std::fmt::{self, Display};
use std::time::Duration;

use crate::{AnyGame, AnyReport, Limits, NoMoves, Outcome, Player, RecordedSearch, TraceError, Value};

/// Type-erased [`Engine`](crate::Engine), built by [`Catalog::engine`](crate::Catalog::engine) for a game.
pub trait AnyEngine: Send {
    fn search(
        &mut self,
        game: &dyn AnyGame,
        limits: &Limits,
        on_report: &mut dyn FnMut(AnyReport),
    ) -> Result<(), SearchError>;

    fn analyze(
        &mut self,
        game: &dyn AnyGame,
        limits: &Limits,
        on_value: &mut dyn FnMut(String, Value),
    ) -> Result<u64, SearchError>;

    /// Searches as [`search`](AnyEngine::search) does, and records at most `max_events` events.
    fn trace(
        &mut self,
        _game: &dyn AnyGame,
        _limits: &Limits,
        _max_events: usize,
    ) -> Result<RecordedSearch<String>, SearchError> {
        Err(SearchError::NotTraceable)
    }

    fn reset(&mut self);

    /// Announces a game before its first search, so that an external program can start. Engines of this program need
    /// no announcement.
    fn begin_game(&mut self, _game: &dyn AnyGame, _seat: Player) -> Result<(), SearchError> {
        Ok(())
    }

    /// Announces how the game ended for the engine.
    fn end_game(&mut self, _result: GameResult, _reason: &str) {}

    /// Time that the last search took by the engine's own clock, where the start of a program does not count. `None`
    /// if every moment counts.
    fn charged_time(&self) -> Option<Duration> {
        None
    }

    /// Diagnostic output of an external program in this game so far.
    fn take_log(&mut self) -> String {
        String::new()
    }
}

/// Result of a game from the viewpoint of one player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum GameResult {
    Win,
    Draw,
    Loss,
    /// The game was broken off.
    Unfinished,
}

impl GameResult {
    /// The result of a finished game for `viewer`.
    pub fn from_outcome(outcome: Outcome, viewer: Player) -> GameResult {
        match outcome {
            Outcome::Draw => GameResult::Draw,
            Outcome::Win(winner) if winner == viewer => GameResult::Win,
            Outcome::Win(_) => GameResult::Loss,
        }
    }
}

/// Error of a type-erased search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SearchError {
    NoMoves,
    /// The engine was built for another game.
    WrongGame,
    /// The engine cannot be shown step by step.
    NotTraceable,
    /// The engine misbehaved; only engines outside this program can. The last report before it still counts as the
    /// best move so far.
    Fault(EngineFault),
}

/// Misbehavior of an external engine: its kind, and one sentence for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineFault {
    pub kind: FaultKind,
    pub reason: String,
}

/// Kind of misbehavior of an external engine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FaultKind {
    /// The program could not be started.
    Start,
    /// The program ended, closed its output or ran into a limit of its containment.
    Exit,
    /// No move in time.
    Overrun,
    IllegalMove,
    /// Output that the protocol does not allow.
    Protocol,
    /// Too many faults in a row: the engine is not started again.
    Withdrawn,
}

impl Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SearchError::NoMoves => Display::fmt(&NoMoves, f),
            SearchError::WrongGame => f.write_str("This engine is for another game."),
            SearchError::NotTraceable => Display::fmt(&TraceError::NotTraceable, f),
            SearchError::Fault(fault) => f.write_str(&fault.reason),
        }
    }
}

impl Error for SearchError {}

impl From<TraceError> for SearchError {
    fn from(error: TraceError) -> SearchError {
        match error {
            TraceError::NoMoves => SearchError::NoMoves,
            TraceError::NotTraceable => SearchError::NotTraceable,
        }
    }
}

impl From<NoMoves> for SearchError {
    fn from(_: NoMoves) -> SearchError {
        SearchError::NoMoves
    }
}
