//! The arena's JSON API.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use parlor_arena::GameId;

use super::read;
use super::views::{ArenaGameDetails, CompetitionDetails, CompetitionView};
use crate::api_error::ApiError;
use crate::app_state::AppState;

type SharedState = State<Arc<AppState>>;

/// All competitions, the latest first.
pub(crate) async fn competitions(State(state): SharedState) -> Result<Json<Vec<CompetitionView>>, ApiError> {
    let list = read(&state, |store, _| Ok(Some(store.list()?))).await?;
    Ok(Json(list.into_iter().map(CompetitionView::from).collect()))
}

/// Standings, cross table, running games and the sequential test of a competition.
pub(crate) async fn competition(
    State(state): SharedState,
    path: Result<Path<u32>, PathRejection>,
) -> Result<Json<CompetitionDetails>, ApiError> {
    let Path(id) = path?;
    let details = move |store: &_, catalog: &_| match parlor_arena::find_competition(store, id.into())? {
        Some(stored) => CompetitionDetails::new(store, &stored, catalog).map(Some),
        None => Ok(None),
    };
    read(&state, details).await.map(Json)
}

/// One game with all its moves.
pub(crate) async fn game(
    State(state): SharedState,
    path: Result<Path<(u32, u32, u8)>, PathRejection>,
) -> Result<Json<ArenaGameDetails>, ApiError> {
    let Path((id, pair, game)) = path?;
    let details = move |store: &parlor_arena::Store, catalog: &_| {
        let Some(stored) = parlor_arena::find_competition(store, id.into())? else { return Ok(None) };
        let found = store.game(stored.id, GameId { pair: pair.into(), game })?;
        found.map(|game| ArenaGameDetails::new(&stored, &game, catalog)).transpose()
    };
    read(&state, details).await.map(Json)
}
