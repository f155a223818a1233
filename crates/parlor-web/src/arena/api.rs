//! The arena's JSON API.

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use parlor_arena::GameId;

use super::ArenaState;
use super::views::{ArenaGameDetails, CompetitionDetails, CompetitionView};
use crate::error_response::HttpError;

/// All competitions, the latest first.
pub(crate) async fn competitions(State(file): ArenaState) -> Result<Json<Vec<CompetitionView>>, HttpError> {
    let list = file.read(|store, _| Ok(Some(store.list()?))).await?;
    Ok(Json(list.into_iter().map(CompetitionView::from).collect()))
}

/// Standings, cross table, running games and the sequential test of a competition.
pub(crate) async fn competition(
    State(file): ArenaState,
    path: Result<Path<u32>, PathRejection>,
) -> Result<Json<CompetitionDetails>, HttpError> {
    let Path(id) = path?;
    let details = move |store: &_, catalog: &_| match parlor_arena::find_competition(store, id.into())? {
        Some(stored) => CompetitionDetails::new(store, &stored, catalog).map(Some),
        None => Ok(None),
    };
    Ok(Json(file.read(details).await?))
}

/// One game with all its moves.
pub(crate) async fn game(
    State(file): ArenaState,
    path: Result<Path<(u32, u32, u8)>, PathRejection>,
) -> Result<Json<ArenaGameDetails>, HttpError> {
    let Path((id, pair, game)) = path?;
    let details = move |store: &parlor_arena::Store, catalog: &_| {
        let Some(stored) = parlor_arena::find_competition(store, id.into())? else { return Ok(None) };
        let found = store.game(stored.id, GameId { pair: pair.into(), game })?;
        found.map(|game| ArenaGameDetails::new(&stored, &game, catalog)).transpose()
    };
    Ok(Json(file.read(details).await?))
}
