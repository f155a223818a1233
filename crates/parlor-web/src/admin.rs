//! Endpoints for operators, on a listener of their own: `/healthz`, `/readyz` and `/metrics`.

use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::time::timeout;

use crate::app_state::AppState;
use crate::metrics::Gauges;

/// Time that the store may take for a write before the server counts as not ready.
const WRITE_TIMEOUT: Duration = Duration::from_secs(2);

pub(crate) fn router(state: AppState) -> Router {
    Router::new()
        .route("/healthz", get(healthz))
        .route("/readyz", get(readyz))
        .route("/metrics", get(metrics))
        .with_state(state)
}

/// Liveness: the server answers.
pub(crate) async fn healthz() -> &'static str {
    "ok\n"
}

/// Readiness: the store can write, the engine workers run, and the server is not shutting down.
async fn readyz(State(state): State<AppState>) -> Response {
    let result = match timeout(WRITE_TIMEOUT, state.matches.store().check_writable()).await {
        _ if *state.shutdown.borrow() => Err("the server is shutting down"),
        Ok(Ok(())) if !state.searches.pool.is_alive() => Err("an engine worker has stopped"),
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err("the store cannot write"),
    };
    match result {
        Ok(()) => "ready\n".into_response(),
        Err(reason) => (StatusCode::SERVICE_UNAVAILABLE, format!("not ready: {reason}\n")).into_response(),
    }
}

async fn metrics(State(state): State<AppState>) -> Response {
    let gauges = Gauges {
        rooms: state.matches.open_rooms().count(),
        sockets: state.traffic.open_sockets(),
        queued_jobs: state.searches.pool.queued_jobs(),
    };
    let report = state.traffic.metrics.report(gauges);
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], report).into_response()
}
