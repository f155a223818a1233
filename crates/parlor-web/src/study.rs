//! Studying over HTTP: the explorer, puzzles and search traces.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use parlor_match::SearchFailure;
use parlor_room::{ApiError, ErrorCode};
use parlor_study::{
    AnalysisRequest, Exploration, PositionAnalysis, PuzzleSummary, PuzzleView, SearchTraceRequest, SearchTraceView,
    StudyError, TraceSearch, find_puzzle, list_puzzles,
};

use crate::app_state::SearchesState;
use crate::client::Client;
use crate::engine_pool::{JobEvent, JobKind, SearchJob};
use crate::error_response::HttpError;
use crate::extract::JsonBody;
use crate::searches::AnalysisClient;

pub(crate) async fn analyze(
    State(searches): SearchesState,
    client: Client,
    JsonBody(request): JsonBody<AnalysisRequest>,
) -> Result<Json<PositionAnalysis>, HttpError> {
    let catalog = Arc::clone(&searches.offer.catalog);
    let mut exploration = searches.blocking_tasks.run(move || Exploration::new(&catalog, request)).await??;
    let client = AnalysisClient { session: format!("{} explorer", client.address), address: client.address };
    while let Some((game, time)) = exploration.next_position() {
        let values = searches.move_values(game, time, &client, |_| {}).await?;
        exploration.add(&values)?;
    }
    Ok(Json(exploration.finish()))
}

pub(crate) async fn puzzles(
    State(searches): SearchesState,
    game: Result<Path<String>, PathRejection>,
) -> Result<Json<Vec<PuzzleSummary>>, HttpError> {
    let Path(game) = game?;
    Ok(Json(list_puzzles(&searches.offer.catalog, &game)?))
}

pub(crate) async fn puzzle(
    State(searches): SearchesState,
    path: Result<Path<(String, usize)>, PathRejection>,
) -> Result<Json<PuzzleView>, HttpError> {
    let Path((game, number)) = path?;
    Ok(Json(find_puzzle(&searches.offer.catalog, &game, number)?))
}

pub(crate) async fn search_trace(
    State(searches): SearchesState,
    client: Client,
    JsonBody(request): JsonBody<SearchTraceRequest>,
) -> Result<Json<SearchTraceView>, HttpError> {
    let TraceSearch { game, engine, limits } = request.prepare(&searches.offer.catalog, searches.offer.limits)?;
    let (session, client) = ("search trace".to_owned(), client.address);
    let job = SearchJob { game: game.clone_box(), engine, limits, kind: JobKind::Trace, session, client };
    let mut job = searches.pool.submit(job)?;
    loop {
        match job.next().await {
            JobEvent::Traced(traced) => {
                let view = move || SearchTraceView::new(&*game, *traced);
                return Ok(Json(searches.blocking_tasks.run(view).await?));
            }
            JobEvent::Failed(failure) => return Err(search_error(failure).into()),
            JobEvent::Started | JobEvent::Info(_) | JobEvent::Values(_) => {}
            JobEvent::Finished => {
                return Err(ApiError::new(ErrorCode::Busy, "The engine returned no trace.").into());
            }
        }
    }
}

fn search_error(failure: SearchFailure) -> ApiError {
    match failure {
        SearchFailure::SearchError(error) => StudyError::from(error).into(),
        failure => ApiError::new(ErrorCode::Busy, failure.to_string()),
    }
}
