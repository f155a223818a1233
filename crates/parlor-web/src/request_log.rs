//! Log and metrics of one HTTP request. The log names the route, not the path, because whoever knows the id of a match
//! can watch it; tokens are never logged.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderName, HeaderValue};
use axum::response::Response;
use parlor_room::ErrorCode;
use tracing::Span;

use crate::client::Client;
use crate::metrics::Metrics;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// Longest id that is accepted from a trusted proxy.
const MAX_ID_LENGTH: usize = 64;

static NEXT_ID: AtomicU64 = AtomicU64::new(1);

/// Request that is being handled.
#[derive(Debug)]
pub(crate) struct RequestLog {
    id: HeaderValue,
    span: Span,
    start: Instant,
}

impl RequestLog {
    /// The id is that of a trusted proxy, or a new one.
    pub(crate) fn new(request: &Request, client: Client) -> RequestLog {
        let id = request.headers().get(REQUEST_ID).filter(|id| client.is_forwarded && id.len() <= MAX_ID_LENGTH);
        let new_id = || HeaderValue::from(NEXT_ID.fetch_add(1, Ordering::Relaxed));
        let id = id.cloned().unwrap_or_else(new_id);
        let route = request.extensions().get::<MatchedPath>().map_or("none", MatchedPath::as_str);
        let span = tracing::info_span!(
            "request",
            id = id.to_str().unwrap_or_default(),
            method = %request.method(),
            route,
            client = %client.address,
        );
        RequestLog { id, span, start: Instant::now() }
    }

    pub(crate) fn span(&self) -> Span {
        self.span.clone()
    }

    /// Logs and counts the response, and sends the id to the client.
    pub(crate) fn finish(self, response: &mut Response, metrics: &Metrics) {
        metrics.requests.add(1);
        let status = response.status().as_u16();
        let code = response.extensions().get::<ErrorCode>().and_then(|code| serde_json::to_value(code).ok());
        let code = code.as_ref().and_then(|code| code.as_str()).unwrap_or("none");
        if code != "none" {
            metrics.count_error(code);
        }
        let milliseconds = self.start.elapsed().as_millis();
        let entered = self.span.enter();
        if status >= 500 {
            tracing::warn!(status, code, milliseconds, "request failed");
        } else {
            tracing::debug!(status, code, milliseconds, "request");
        }
        drop(entered);
        response.headers_mut().insert(REQUEST_ID, self.id);
    }
}
