//! Extractors of requests. Each one rejects with an [`ApiError`], so that every response of the API has the same form.

use std::time::Duration;

use axum::Json;
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::request::Parts;
use parlor_room::{ApiError, MatchId};
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use crate::error_response::HttpError;

/// Time for a client to send the body of its request.
pub(crate) const BODY_TIMEOUT: Duration = Duration::from_secs(8);

/// JSON body of a request.
#[derive(Debug)]
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = HttpError;

    async fn from_request(request: Request, state: &S) -> Result<JsonBody<T>, HttpError> {
        let body = timeout(BODY_TIMEOUT, Json::from_request(request, state));
        let Json(value) = body.await.map_err(|_| ApiError::slow_request())??;
        Ok(JsonBody(value))
    }
}

/// Plain text body of a request.
#[derive(Debug)]
pub(crate) struct TextBody(pub(crate) String);

impl<S: Send + Sync> FromRequest<S> for TextBody {
    type Rejection = HttpError;

    async fn from_request(request: Request, state: &S) -> Result<TextBody, HttpError> {
        let body = timeout(BODY_TIMEOUT, String::from_request(request, state));
        Ok(TextBody(body.await.map_err(|_| ApiError::slow_request())??))
    }
}

/// Match id in the path of a request.
#[derive(Debug)]
pub(crate) struct MatchPath(pub(crate) MatchId);

impl<S: Send + Sync> FromRequestParts<S> for MatchPath {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<MatchPath, HttpError> {
        let path: Result<Path<String>, _> = Path::from_request_parts(parts, state).await;
        let id = path.ok().and_then(|Path(id)| MatchId::parse(&id));
        Ok(MatchPath(id.ok_or_else(ApiError::no_such_match)?))
    }
}
