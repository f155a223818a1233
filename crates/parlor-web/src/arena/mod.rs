//! The arena: pages and a JSON API, read-only views of the file that `serve --arena` names.

pub(crate) mod api;
pub(crate) mod views;

use std::path::PathBuf;
use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use parlor_arena::{ArenaError, Store};
use parlor_core::Catalog;
use parlor_room::{ApiError, ErrorCode, to_sentence};
use serde::Deserialize;

use crate::blocking_tasks::BlockingTasks;
use crate::error_response::HttpError;

/// File of the arena, if there is one to show.
pub(crate) struct ArenaFile {
    path: Option<PathBuf>,
    catalog: Arc<Catalog>,
    blocking_tasks: BlockingTasks,
}

pub(crate) type ArenaState = State<Arc<ArenaFile>>;

#[derive(Deserialize)]
pub(crate) struct ReplayQuery {
    /// Position of a game that is shown, as a number of moves.
    #[serde(default)]
    ply: Option<usize>,
}

/// The list of competitions.
pub(crate) async fn index(State(file): ArenaState) -> Result<Response, HttpError> {
    respond(&file, String::new(), None).await
}

/// A competition, or one of its games.
pub(crate) async fn page(
    State(file): ArenaState,
    Path(path): Path<String>,
    query: Result<Query<ReplayQuery>, QueryRejection>,
) -> Result<Response, HttpError> {
    let Query(ReplayQuery { ply }) = query?;
    respond(&file, path, ply).await
}

async fn respond(file: &ArenaFile, path: String, ply: Option<usize>) -> Result<Response, HttpError> {
    let page = file.read(move |store, catalog| parlor_arena::page(store, catalog, &path, ply)).await?;
    Ok(([(header::CONTENT_TYPE, page.content_type), (header::CACHE_CONTROL, "no-cache")], page.text).into_response())
}

impl ArenaFile {
    pub(crate) fn new(path: Option<PathBuf>, catalog: &Arc<Catalog>, blocking_tasks: BlockingTasks) -> ArenaFile {
        ArenaFile { path, catalog: Arc::clone(catalog), blocking_tasks }
    }

    /// Reads the file anew for each request: it changes while the competition runs, perhaps in another
    /// process. What is not there is a page that does not exist.
    async fn read<T: Send + 'static>(
        &self,
        view: impl FnOnce(&Store, &Catalog) -> Result<Option<T>, ArenaError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let path = self.path.clone().ok_or_else(ApiError::no_such_page)?;
        let catalog = Arc::clone(&self.catalog);
        let found = self.blocking_tasks.run(move || view(&Store::open_read_only(&path)?, &catalog)).await?;
        let failed = |error: ArenaError| ApiError::new(ErrorCode::Trouble, to_sentence(&error));
        found.map_err(failed)?.ok_or_else(ApiError::no_such_page)
    }
}
