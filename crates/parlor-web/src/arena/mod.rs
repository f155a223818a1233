//! The arena: pages and a JSON API, read-only views of the file that `serve --arena` names.

pub(crate) mod api;
pub(crate) mod views;

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use parlor_arena::{ArenaError, Store};
use parlor_core::Catalog;
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

async fn respond(state: &AppState, path: String, ply: Option<usize>) -> Result<Response, ApiError> {
    let page = read(state, move |store, catalog| parlor_arena::page(store, catalog, &path, ply)).await?;
    Ok(([(header::CONTENT_TYPE, page.content_type), (header::CACHE_CONTROL, "no-cache")], page.text).into_response())
}

/// Reads the file anew for each request: it changes while the competition runs, perhaps in another process. What is not
/// there is a page that does not exist.
async fn read<T: Send + 'static>(
    state: &AppState,
    view: impl FnOnce(&Store, &Catalog) -> Result<Option<T>, ArenaError> + Send + 'static,
) -> Result<T, ApiError> {
    let file = state.arena.clone().ok_or_else(ApiError::no_such_page)?;
    let catalog = Arc::clone(&state.catalog);
    let found = state.spawn_blocking_limited(move || view(&Store::open_read_only(&file)?, &catalog)).await?;
    let failed = |error: ArenaError| ApiError::new(ErrorCode::Trouble, to_sentence(&error));
    found.map_err(failed)?.ok_or_else(ApiError::no_such_page)
}
