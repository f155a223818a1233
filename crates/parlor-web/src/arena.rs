//! The arena's pages: read-only views of the file that `serve --arena` names.

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use parlor_arena::{ArenaError, Store};
use serde::Deserialize;

use crate::api_error::{ApiError, ErrorCode, to_sentence};
use crate::app_state::AppState;

#[derive(Deserialize)]
pub(crate) struct ReplayQuery {
    /// Position of a game that is shown, as a number of moves.
    #[serde(default)]
    ply: Option<usize>,
}

/// The list of competitions.
pub(crate) async fn index(State(state): State<Arc<AppState>>) -> Result<Response, ApiError> {
    respond(&state, String::new(), None).await
}

/// A competition, or one of its games.
pub(crate) async fn page(
    State(state): State<Arc<AppState>>,
    Path(path): Path<String>,
    query: Result<Query<ReplayQuery>, QueryRejection>,
) -> Result<Response, ApiError> {
    let Query(ReplayQuery { ply }) = query?;
    respond(&state, path, ply).await
}

/// Reads the file anew for each request: it changes while the competition runs, perhaps in another process.
async fn respond(state: &AppState, path: String, ply: Option<usize>) -> Result<Response, ApiError> {
    let file = state.arena.clone().ok_or_else(ApiError::no_such_page)?;
    let catalog = Arc::clone(&state.catalog);
    let read = move || parlor_arena::page(&Store::open_read_only(&file)?, &catalog, &path, ply);
    let page = state.spawn_blocking_limited(read).await?;
    let failed = |error: ArenaError| ApiError::new(ErrorCode::Trouble, to_sentence(&error));
    let page = page.map_err(failed)?.ok_or_else(ApiError::no_such_page)?;
    Ok(([(header::CONTENT_TYPE, page.content_type), (header::CACHE_CONTROL, "no-cache")], page.text).into_response())
}
