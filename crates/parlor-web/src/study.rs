//! Studying over HTTP: the explorer, puzzles and search traces.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use parlor_match::SearchFailure;
use parlor_study::{
    AnalysisRequest, Exploration, PositionAnalysis, PuzzleSummary, PuzzleView, SearchTraceRequest, SearchTraceView,
    StudyError, TraceSearch, find_puzzle, list_puzzles,
};

use crate::analysis::{AnalysisClient, move_values};
use crate::api_error::{ApiError, ErrorCode};
use crate::client::Client;
use crate::engine_limits::ENGINE_LIMITS;
use crate::engine_pool::{JobEvent, JobKind, SearchJob};
use crate::extract::JsonBody;
use crate::routes::SharedState;

pub(crate) async fn analyze(
    State(state): SharedState,
    client: Client,
    JsonBody(request): JsonBody<AnalysisRequest>,
) -> Result<Json<PositionAnalysis>, ApiError> {
    let catalog = Arc::clone(&state.catalog);
    let mut exploration = state.spawn_blocking_limited(move || Exploration::new(&catalog, request)).await??;
    let client = AnalysisClient { session: format!("{} explorer", client.address), address: client.address };
    while let Some((game, time)) = exploration.next_position() {
        let values = move_values(&state, game, time, &client, |_| {}).await?;
        exploration.add(&values)?;
    }
    Ok(Json(exploration.finish()))
}

pub(crate) async fn puzzles(
    State(state): SharedState,
    game: Result<Path<String>, PathRejection>,
) -> Result<Json<Vec<PuzzleSummary>>, ApiError> {
    let Path(game) = game?;
    Ok(Json(list_puzzles(&state.catalog, &game)?))
}

pub(crate) async fn puzzle(
    State(state): SharedState,
    path: Result<Path<(String, usize)>, PathRejection>,
) -> Result<Json<PuzzleView>, ApiError> {
    let Path((game, number)) = path?;
    Ok(Json(find_puzzle(&state.catalog, &game, number)?))
}

pub(crate) async fn search_trace(
    State(state): SharedState,
    client: Client,
    JsonBody(request): JsonBody<SearchTraceRequest>,
) -> Result<Json<SearchTraceView>, ApiError> {
    let TraceSearch { game, engine, limits } = request.prepare(&state.catalog, ENGINE_LIMITS)?;
    let (session, client) = ("search trace".to_owned(), client.address);
    let job = SearchJob { game: game.clone_box(), engine, limits, kind: JobKind::Trace, session, client };
    let mut job = state.engine_pool.submit(job)?;
    loop {
        match job.next().await {
            JobEvent::Traced(traced) => {
                let view = move || SearchTraceView::new(&*game, *traced);
                return state.spawn_blocking_limited(view).await.map(Json);
            }
            JobEvent::Failed(failure) => return Err(search_error(failure)),
            JobEvent::Started | JobEvent::Info(_) | JobEvent::Values(_) => {}
            JobEvent::Finished => return Err(ApiError::new(ErrorCode::Busy, "The engine returned no trace.")),
        }
    }
}

fn search_error(failure: SearchFailure) -> ApiError {
    match failure {
        SearchFailure::SearchError(error) => StudyError::from(error).into(),
        failure => ApiError::new(ErrorCode::Busy, failure.to_string()),
    }
}
