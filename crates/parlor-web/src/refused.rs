//! Every way in which the server says no: a code for programs, a sentence for people, a status for HTTP.

use std::fmt::{self, Display};

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection, StringRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use parlor_core::{EngineSpecError, SetupError};
use parlor_match::{MatchError, ParseTermsError};
use serde::Serialize;

/// As it travels: `{"error": "illegal-move", "message": "Illegal move."}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Refused {
    #[serde(rename = "error")]
    pub(crate) code: Code,
    pub(crate) message: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Code {
    BadRequest,
    SetupError,
    EngineSpecError,
    ParseTermsError,
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

impl Code {
    fn status(self) -> StatusCode {
        match self {
            Code::BadRequest | Code::SetupError | Code::EngineSpecError | Code::ParseTermsError => {
                StatusCode::BAD_REQUEST
            }
            Code::NoSuchGame | Code::NoSuchMatch | Code::NoSuchPage => StatusCode::NOT_FOUND,
            Code::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
            Code::NotYourSeat | Code::ForeignOrigin => StatusCode::FORBIDDEN,
            Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Code::TooFast => StatusCode::TOO_MANY_REQUESTS,
            Code::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Code::Trouble => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::CONFLICT,
        }
    }
}

impl Refused {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Refused {
        Refused { code, message: message.into() }
    }

    pub(crate) fn no_such_match() -> Refused {
        Refused::new(Code::NoSuchMatch, "There is no such match.")
    }

    pub(crate) fn busy() -> Refused {
        Refused::new(Code::Busy, "The house is full at the moment. Please try again soon.")
    }

    pub(crate) fn not_your_seat() -> Refused {
        Refused::new(Code::NotYourSeat, "You are watching this match; only its players can do that.")
    }

    pub(crate) fn trouble() -> Refused {
        Refused::new(Code::Trouble, "That could not be stored, so it did not happen. Please try again.")
    }

    /// Whether trying again soon may help.
    pub(crate) fn is_passing(&self) -> bool {
        matches!(self.code, Code::Busy | Code::Trouble)
    }

    /// What the library could not read, in its words.
    fn unreadable(status: StatusCode, text: &str) -> Refused {
        match status {
            StatusCode::PAYLOAD_TOO_LARGE => {
                Refused::new(Code::TooLarge, "That is larger than anything this server needs to read.")
            }
            _ => Refused::new(Code::BadRequest, format!("{text}.")),
        }
    }

    pub(crate) fn too_fast() -> Refused {
        Refused::new(Code::TooFast, "That is faster than anybody plays. Please wait a moment.")
    }
}

impl Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (self.code.status(), Json(self)).into_response()
    }
}

impl From<JsonRejection> for Refused {
    fn from(bad: JsonRejection) -> Refused {
        Refused::unreadable(bad.status(), &bad.body_text())
    }
}

impl From<StringRejection> for Refused {
    fn from(bad: StringRejection) -> Refused {
        Refused::unreadable(bad.status(), &bad.body_text())
    }
}

impl From<QueryRejection> for Refused {
    fn from(bad: QueryRejection) -> Refused {
        Refused::unreadable(bad.status(), &bad.body_text())
    }
}

impl From<MatchError> for Refused {
    fn from(refusal: MatchError) -> Refused {
        let code = match refusal {
            MatchError::NoSuchSeat => Code::NotYourSeat,
            MatchError::MatchIsOver => Code::MatchIsOver,
            MatchError::StaleState { .. } => Code::StaleState,
            MatchError::NotYourTurn => Code::NotYourTurn,
            MatchError::IllegalMove => Code::IllegalMove,
            MatchError::TakeBacksNotAllowed | MatchError::NothingToTakeBack => Code::NoTakeBack,
            MatchError::TimeNotUp => Code::TimeNotUp,
            MatchError::MatchIsTooLong => Code::MatchIsTooLong,
        };
        Refused::new(code, refusal.to_string())
    }
}

impl From<SetupError> for Refused {
    fn from(bad: SetupError) -> Refused {
        let code = match bad {
            SetupError::UnknownGame { .. } => Code::NoSuchGame,
            _ => Code::SetupError,
        };
        Refused::new(code, sentence(&bad))
    }
}

impl From<EngineSpecError> for Refused {
    fn from(bad: EngineSpecError) -> Refused {
        Refused::new(Code::EngineSpecError, sentence(&bad))
    }
}

impl From<ParseTermsError> for Refused {
    fn from(bad: ParseTermsError) -> Refused {
        Refused::new(Code::ParseTermsError, sentence(&bad))
    }
}

/// The catalog's errors are parts of a line, though some quote a sentence; people get one sentence.
pub(crate) fn sentence(what: &impl Display) -> String {
    let text = what.to_string();
    let mut letters = text.trim_end_matches('.').chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}
