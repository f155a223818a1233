//! Errors of the API as HTTP responses: their status, and the requests that axum rejects.

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection, StringRejection};
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use parlor_core::SetupError;
use parlor_match::ParseTermsError;
use parlor_room::{ApiError, ErrorCode};
use parlor_study::StudyError;

/// Error of the API as the answer of a handler.
#[derive(Debug)]
pub(crate) struct HttpError(ApiError);

/// Lets handlers return errors with `?`.
macro_rules! from {
    ($($error:ty),*) => {
        $(impl From<$error> for HttpError {
            fn from(error: $error) -> HttpError {
                HttpError(error.into())
            }
        })*
    };
}

from!(ApiError, SetupError, ParseTermsError, StudyError);

/// HTTP status of an error.
pub(crate) fn status(code: ErrorCode) -> StatusCode {
    match code {
        ErrorCode::BadRequest | ErrorCode::BadSetup | ErrorCode::BadEngine | ErrorCode::BadTerms => {
            StatusCode::BAD_REQUEST
        }
        ErrorCode::NoSuchGame | ErrorCode::NoSuchMatch | ErrorCode::NoSuchPuzzle | ErrorCode::NoSuchPage => {
            StatusCode::NOT_FOUND
        }
        ErrorCode::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
        ErrorCode::NotYourSeat | ErrorCode::ForeignOrigin => StatusCode::FORBIDDEN,
        ErrorCode::SlowRequest => StatusCode::REQUEST_TIMEOUT,
        ErrorCode::WrongContentType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        ErrorCode::UpgradeRequired => StatusCode::UPGRADE_REQUIRED,
        ErrorCode::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        ErrorCode::TooFast | ErrorCode::QuotaExceeded => StatusCode::TOO_MANY_REQUESTS,
        ErrorCode::Busy => StatusCode::SERVICE_UNAVAILABLE,
        ErrorCode::Trouble | ErrorCode::DamagedMatch => StatusCode::INTERNAL_SERVER_ERROR,
        ErrorCode::NotYourTurn
        | ErrorCode::SeatTaken
        | ErrorCode::Waiting
        | ErrorCode::IllegalMove
        | ErrorCode::StaleState
        | ErrorCode::MatchIsOver
        | ErrorCode::MatchIsTooLong
        | ErrorCode::NoTakeBack
        | ErrorCode::TimeNotUp
        | ErrorCode::AnalysisClosed
        | ErrorCode::Stopped => StatusCode::CONFLICT,
    }
}

/// Seconds after which the client may try again, as the header `Retry-After`.
fn retry_after(code: ErrorCode) -> Option<HeaderValue> {
    match code {
        // The token bucket has refilled enough for any request by then.
        ErrorCode::TooFast => Some(HeaderValue::from_static("1")),
        ErrorCode::QuotaExceeded => Some(HeaderValue::from_static("60")),
        ErrorCode::Busy => Some(HeaderValue::from_static("5")),
        _ => None,
    }
}

impl IntoResponse for HttpError {
    fn into_response(self) -> Response {
        let code = self.0.code;
        let mut response = (status(code), Json(self.0)).into_response();
        response.extensions_mut().insert(code);
        if let Some(seconds) = retry_after(code) {
            response.headers_mut().insert(header::RETRY_AFTER, seconds);
        }
        response
    }
}

/// Errors of requests that axum could not extract.
macro_rules! from_rejections {
    ($($rejection:ty),*) => {
        $(impl From<$rejection> for HttpError {
            fn from(rejection: $rejection) -> HttpError {
                let (code, message) = match rejection.status() {
                    StatusCode::PAYLOAD_TOO_LARGE => (ErrorCode::TooLarge, "The request is too large.".to_owned()),
                    StatusCode::UNSUPPORTED_MEDIA_TYPE => {
                        (ErrorCode::WrongContentType, "The content type must be application/json.".to_owned())
                    }
                    _ => (ErrorCode::BadRequest, format!("{}.", rejection.body_text())),
                };
                HttpError(ApiError::new(code, message))
            }
        })*
    };
}

from_rejections!(JsonRejection, StringRejection, QueryRejection);

impl From<PathRejection> for HttpError {
    fn from(_: PathRejection) -> HttpError {
        HttpError(ApiError::no_such_page())
    }
}

impl From<WebSocketUpgradeRejection> for HttpError {
    fn from(_: WebSocketUpgradeRejection) -> HttpError {
        HttpError(ApiError::new(ErrorCode::UpgradeRequired, "This address is for WebSocket connections only."))
    }
}
