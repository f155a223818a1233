//! Errors of the API as plain data: a code for programs and a message for people.

use std::fmt::Display;

use parlor_core::{EngineSpecError, SearchError, SetupError};
use parlor_match::{MatchError, ParseTermsError};
use parlor_study::StudyError;
use serde::Serialize;
use thiserror::Error;

/// Error response: a code for programs and a sentence for people.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize)]
#[error("{message}")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Error"))]
pub struct ApiError {
    #[serde(rename = "error")]
    pub code: ErrorCode,
    pub message: String,
}

/// Error code for programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(serde::Deserialize, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ErrorCode {
    /// The request does not have the documented form.
    BadRequest,
    /// The game cannot be started: an option or the position is invalid.
    BadSetup,
    /// The engine is unknown, or its options exceed the limits of this server.
    BadEngine,
    /// The time control is invalid.
    BadTerms,
    /// The server does not offer this game.
    NoSuchGame,
    /// There is no match with this id.
    NoSuchMatch,
    /// The game has no puzzle with this number.
    NoSuchPuzzle,
    /// There is nothing at this address.
    NoSuchPage,
    /// The address exists, but does not support this HTTP method.
    WrongMethod,
    /// The token does not hold the seat, or is not the host's, or the invitation is not valid for this match.
    NotYourSeat,
    /// It is the other side's turn.
    NotYourTurn,
    /// Somebody else has claimed the seat of this invitation.
    SeatTaken,
    /// The opponent has not joined yet, so the clocks have not started.
    Waiting,
    /// The rules do not allow this move in this position.
    IllegalMove,
    /// The request is based on another number of moves than the match has.
    StaleState,
    /// The match has ended.
    MatchIsOver,
    /// The match has reached the most events that a match may have.
    MatchIsTooLong,
    /// The terms allow no take-backs, or there is no move to take back.
    NoTakeBack,
    /// The opponent still has time.
    TimeNotUp,
    /// The position cannot be analyzed while people play.
    AnalysisClosed,
    /// The body of the request is too large.
    TooLarge,
    /// The body of the request took too long to arrive.
    SlowRequest,
    /// The body of the request does not have the documented content type.
    WrongContentType,
    /// This address is for WebSocket connections only.
    UpgradeRequired,
    /// The client exceeded the rate limit. `Retry-After` states when to try again.
    TooFast,
    /// The address has opened or stored as much as one address may. `Retry-After` states when to try again.
    QuotaExceeded,
    /// The server has no capacity for this request now. `Retry-After` states when to try again.
    Busy,
    /// A browser sent the request from the page of another site, or under another host name.
    ForeignOrigin,
    /// The analysis was stopped by a later request. Only on sockets.
    Stopped,
    /// The server could not read or store its data. Nothing changed.
    Trouble,
    /// The data of the match is damaged. It is kept, but the match cannot be opened.
    DamagedMatch,
}

impl ApiError {
    /// Error with a message of one line: control characters, which may come from the input, are escaped.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> ApiError {
        let mut message = message.into();
        if message.contains(char::is_control) {
            let escape =
                |letter: char| if letter.is_control() { letter.escape_default().collect() } else { letter.to_string() };
            message = message.chars().map(escape).collect::<String>();
        }
        ApiError { code, message }
    }

    pub fn no_such_match() -> ApiError {
        ApiError::new(ErrorCode::NoSuchMatch, "There is no such match.")
    }

    pub fn no_such_page() -> ApiError {
        ApiError::new(ErrorCode::NoSuchPage, "Page not found.")
    }

    pub fn wrong_method() -> ApiError {
        ApiError::new(ErrorCode::WrongMethod, "This address does not support that HTTP method.")
    }

    pub fn busy() -> ApiError {
        ApiError::new(ErrorCode::Busy, "The server is busy; try again in a moment.")
    }

    pub fn shutting_down() -> ApiError {
        ApiError::new(ErrorCode::Busy, "The server is restarting; try again in a moment.")
    }

    pub fn quota_exceeded() -> ApiError {
        ApiError::new(ErrorCode::QuotaExceeded, "Too many matches from your address; try again in a minute.")
    }

    pub fn too_fast() -> ApiError {
        ApiError::new(ErrorCode::TooFast, "Too many requests; wait a moment and try again.")
    }

    pub fn slow_request() -> ApiError {
        ApiError::new(ErrorCode::SlowRequest, "The request took too long to arrive.")
    }

    pub fn not_your_seat() -> ApiError {
        ApiError::new(ErrorCode::NotYourSeat, "You are watching this match; only its players can do that.")
    }

    pub fn storage_failure() -> ApiError {
        ApiError::new(ErrorCode::Trouble, "This could not be saved, so nothing changed. Please try again.")
    }

    pub fn read_failure() -> ApiError {
        ApiError::new(ErrorCode::Trouble, "The stored data could not be read. Please try again.")
    }

    pub fn damaged_match() -> ApiError {
        ApiError::new(ErrorCode::DamagedMatch, "The data of this match is damaged, so it cannot be opened.")
    }
}

impl From<MatchError> for ApiError {
    fn from(error: MatchError) -> ApiError {
        let code = match error {
            MatchError::NoSuchSeat => ErrorCode::NotYourSeat,
            MatchError::MatchIsOver => ErrorCode::MatchIsOver,
            MatchError::StaleState { .. } => ErrorCode::StaleState,
            MatchError::NotYourTurn => ErrorCode::NotYourTurn,
            MatchError::IllegalMove => ErrorCode::IllegalMove,
            MatchError::TakeBacksNotAllowed | MatchError::NothingToTakeBack => ErrorCode::NoTakeBack,
            MatchError::TimeNotUp => ErrorCode::TimeNotUp,
            MatchError::Busy => ErrorCode::Busy,
            MatchError::MatchIsTooLong => ErrorCode::MatchIsTooLong,
        };
        ApiError::new(code, error.to_string())
    }
}

impl From<SetupError> for ApiError {
    fn from(error: SetupError) -> ApiError {
        let code = match error {
            SetupError::UnknownGame { .. } => ErrorCode::NoSuchGame,
            _ => ErrorCode::BadSetup,
        };
        ApiError::new(code, to_sentence(&error))
    }
}

impl From<EngineSpecError> for ApiError {
    fn from(error: EngineSpecError) -> ApiError {
        ApiError::new(ErrorCode::BadEngine, to_sentence(&error))
    }
}

impl From<ParseTermsError> for ApiError {
    fn from(error: ParseTermsError) -> ApiError {
        ApiError::new(ErrorCode::BadTerms, to_sentence(&error))
    }
}

impl From<StudyError> for ApiError {
    fn from(error: StudyError) -> ApiError {
        let code = match &error {
            StudyError::Setup(error) => return error.clone().into(),
            StudyError::Engine(error) => return error.clone().into(),
            StudyError::IllegalMove(_) => ErrorCode::IllegalMove,
            StudyError::NoAnalysisEngine | StudyError::Search(SearchError::NotTraceable) => ErrorCode::BadEngine,
            StudyError::AboveMaximum { .. } => ErrorCode::BadRequest,
            StudyError::NoSuchPuzzle { .. } => ErrorCode::NoSuchPuzzle,
            StudyError::DamagedPuzzle(_) => ErrorCode::Trouble,
            StudyError::GameIsOver => ErrorCode::BadSetup,
            StudyError::NoValue | StudyError::Search(_) => ErrorCode::Busy,
        };
        ApiError::new(code, to_sentence(&error))
    }
}

/// Formats an error of another crate as one sentence: with a capital letter and exactly one full stop.
pub fn to_sentence(error: &impl Display) -> String {
    let text = error.to_string();
    let mut letters = text.trim_end_matches('.').chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_of_the_input_are_escaped() {
        let error = ApiError::new(ErrorCode::BadSetup, "Bad position \"a\nb\u{1b}[31m\".");
        assert_eq!(error.message, "Bad position \"a\\nb\\u{1b}[31m\".");
    }
}
