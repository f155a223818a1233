//! API errors: a code for programs, a message for people, and an HTTP status.

use std::fmt::{self, Display};

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection, StringRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use parlor_core::{EngineSpecError, SetupError};
use parlor_match::{MatchError, ParseTermsError};
use serde::Serialize;

/// Error response, in JSON `{"error": "illegal-move", "message": "Illegal move."}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct ApiError {
    #[serde(rename = "error")]
    pub(crate) code: ErrorCode,
    pub(crate) message: String,
}

/// Machine-readable error code, in JSON in kebab case.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ErrorCode {
    BadRequest,
    BadSetup,
    BadEngine,
    BadTerms,
    NoSuchGame,
    NoSuchMatch,
    NoSuchPage,
    WrongMethod,
    NotYourSeat,
    NotYourTurn,
    SeatTaken,
    Waiting,
    IllegalMove,
    StaleState,
    MatchIsOver,
    MatchIsTooLong,
    NoTakeBack,
    TimeNotUp,
    TooLarge,
    TooFast,
    Busy,
    ForeignOrigin,
    Stopped,
    Trouble,
}

impl ErrorCode {
    fn status(self) -> StatusCode {
        match self {
            ErrorCode::BadRequest | ErrorCode::BadSetup | ErrorCode::BadEngine | ErrorCode::BadTerms => {
                StatusCode::BAD_REQUEST
            }
            ErrorCode::NoSuchGame | ErrorCode::NoSuchMatch | ErrorCode::NoSuchPage => StatusCode::NOT_FOUND,
            ErrorCode::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
            ErrorCode::NotYourSeat | ErrorCode::ForeignOrigin => StatusCode::FORBIDDEN,
            ErrorCode::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            ErrorCode::TooFast => StatusCode::TOO_MANY_REQUESTS,
            ErrorCode::Busy => StatusCode::SERVICE_UNAVAILABLE,
            ErrorCode::Trouble => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::CONFLICT,
        }
    }
}

impl ApiError {
    pub(crate) fn new(code: ErrorCode, message: impl Into<String>) -> ApiError {
        ApiError { code, message: message.into() }
    }

    pub(crate) fn no_such_match() -> ApiError {
        ApiError::new(ErrorCode::NoSuchMatch, "There is no such match.")
    }

    pub(crate) fn no_such_page() -> ApiError {
        ApiError::new(ErrorCode::NoSuchPage, "Page not found.")
    }

    pub(crate) fn wrong_method() -> ApiError {
        ApiError::new(ErrorCode::WrongMethod, "This address does not support that HTTP method.")
    }

    pub(crate) fn busy() -> ApiError {
        ApiError::new(ErrorCode::Busy, "The server is busy; try again in a moment.")
    }

    pub(crate) fn too_fast() -> ApiError {
        ApiError::new(ErrorCode::TooFast, "Too many requests; wait a moment and try again.")
    }

    pub(crate) fn not_your_seat() -> ApiError {
        ApiError::new(ErrorCode::NotYourSeat, "You are watching this match; only its players can do that.")
    }

    pub(crate) fn storage_failure() -> ApiError {
        ApiError::new(ErrorCode::Trouble, "This could not be saved, so nothing changed. Please try again.")
    }

    /// Whether the same request may succeed later.
    pub(crate) fn is_temporary(&self) -> bool {
        matches!(self.code, ErrorCode::Busy | ErrorCode::Trouble)
    }

    /// Error for a request that axum could not extract.
    fn from_rejection(status: StatusCode, text: &str) -> ApiError {
        match status {
            StatusCode::PAYLOAD_TOO_LARGE => ApiError::new(ErrorCode::TooLarge, "The request is too large."),
            _ => ApiError::new(ErrorCode::BadRequest, format!("{text}.")),
        }
    }
}

impl Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.code.status(), Json(self)).into_response()
    }
}

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> ApiError {
        ApiError::from_rejection(rejection.status(), &rejection.body_text())
    }
}

impl From<StringRejection> for ApiError {
    fn from(rejection: StringRejection) -> ApiError {
        ApiError::from_rejection(rejection.status(), &rejection.body_text())
    }
}

impl From<QueryRejection> for ApiError {
    fn from(rejection: QueryRejection) -> ApiError {
        ApiError::from_rejection(rejection.status(), &rejection.body_text())
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

/// Formats an error of another crate as one sentence: with a capital letter and exactly one full stop.
pub(crate) fn to_sentence(error: &impl Display) -> String {
    let text = error.to_string();
    let mut letters = text.trim_end_matches('.').chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}
