//! Errors of the API as HTTP responses: their status, and the requests that axum rejects.

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection, StringRejection};
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::api_error::{ApiError, ErrorCode};

impl ErrorCode {
    pub(crate) fn status(self) -> StatusCode {
        match self {
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
    fn retry_after(self) -> Option<HeaderValue> {
        match self {
            // The token bucket has refilled enough for any request by then.
            ErrorCode::TooFast => Some(HeaderValue::from_static("1")),
            ErrorCode::QuotaExceeded => Some(HeaderValue::from_static("60")),
            ErrorCode::Busy => Some(HeaderValue::from_static("5")),
            _ => None,
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, retry_after) = (self.code.status(), self.code.retry_after());
        let code = self.code;
        let mut response = (status, Json(self)).into_response();
        response.extensions_mut().insert(code);
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, seconds);
        }
        response
    }
}

/// Error for a request that axum could not extract.
fn rejected(status: StatusCode, text: &str) -> ApiError {
    match status {
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::new(ErrorCode::TooLarge, "The request is too large."),
        StatusCode::UNSUPPORTED_MEDIA_TYPE => {
            ApiError::new(ErrorCode::WrongContentType, "The content type must be application/json.")
        }
        _ => ApiError::new(ErrorCode::BadRequest, format!("{text}.")),
    }
}

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> ApiError {
        rejected(rejection.status(), &rejection.body_text())
    }
}

impl From<StringRejection> for ApiError {
    fn from(rejection: StringRejection) -> ApiError {
        rejected(rejection.status(), &rejection.body_text())
    }
}

impl From<QueryRejection> for ApiError {
    fn from(rejection: QueryRejection) -> ApiError {
        rejected(rejection.status(), &rejection.body_text())
    }
}

impl From<PathRejection> for ApiError {
    fn from(_: PathRejection) -> ApiError {
        ApiError::no_such_page()
    }
}

impl From<WebSocketUpgradeRejection> for ApiError {
    fn from(_: WebSocketUpgradeRejection) -> ApiError {
        ApiError::new(ErrorCode::UpgradeRequired, "This address is for WebSocket connections only.")
    }
}
