//! HTTP routes: the page, and the JSON API that openapi.json documents.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::rejection::{JsonRejection, QueryRejection, StringRejection};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Path, Query, Request, State};
use axum::http::{HeaderMap, Method, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use parlor_core::{Scene, Setup, Text};
use parlor_match::Terms;
use serde::{Deserialize, Serialize};
use tokio::time::timeout;

use crate::api_error::{ApiError, ErrorCode};
use crate::app_state::{AppState, CreatedMatch};
use crate::connection::{self, MAX_MESSAGE_BYTES};
use crate::listener::ClientAddress;
use crate::origin::check_origin;
use crate::page;
use crate::room::{RoomCommand, RoomHandle};
use crate::seats::SeatRequest;
use crate::secret::{MatchId, Secret};
use crate::views::MatchState;

const MAX_BODY_BYTES: usize = 64 << 10;
const MAX_RECORD_BYTES: usize = 1 << 20;
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
const OPENAPI: &str = include_str!("openapi.json");

type SharedState = State<Arc<AppState>>;

pub(crate) fn router(state: Arc<AppState>) -> Router {
    Router::new()
        .route("/api/openapi.json", get(|| async { json_text(OPENAPI) }))
        .route("/api/games", get(games))
        .route("/api/games/{name}/demo", get(demo))
        .route("/api/preview", post(preview))
        .route("/api/matches", post(create_match))
        .route("/api/matches/{id}", get(match_state))
        .route("/api/matches/{id}/record", get(record))
        .route("/api/matches/{id}/scenes", get(scenes))
        .route("/api/matches/{id}/line", post(line))
        .route("/api/matches/{id}/claim", post(claim))
        .route("/api/matches/{id}/rematch", post(rematch))
        .route("/api/matches/{id}/socket", get(socket))
        .route("/api/records", post(import_record).layer(DefaultBodyLimit::max(MAX_RECORD_BYTES)))
        .route("/page/{*path}", get(asset))
        .route("/", get(|| async { page::index() }))
        .route("/new/{game}", get(|| async { page::index() }))
        .route("/edit/{game}", get(|| async { page::index() }))
        .route("/match/{id}", get(|| async { page::index() }))
        .fallback(|| async { ApiError::no_such_page() })
        .method_not_allowed_fallback(|| async { ApiError::wrong_method() })
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(middleware::from_fn_with_state(Arc::clone(&state), check_request))
        .with_state(state)
}

/// Middleware: rate limit, origin check, timeout and security headers.
async fn check_request(
    State(state): SharedState,
    ConnectInfo(ClientAddress(address)): ConnectInfo<ClientAddress>,
    request: Request,
    next: Next,
) -> Response {
    let cost = if request.method() == Method::POST { 2.0 } else { 1.0 };
    let mut response = if !state.rate_limiter.try_take(address.ip(), cost) {
        ApiError::too_fast().into_response()
    } else if let Err(error) = check_origin(request.headers(), &state.host_names) {
        error.into_response()
    } else {
        match timeout(REQUEST_TIMEOUT, next.run(request)).await {
            Ok(response) => response,
            Err(_) => ApiError::busy().into_response(),
        }
    };
    page::set_security_headers(response.headers_mut());
    response
}

async fn asset(Path(path): Path<String>, headers: HeaderMap) -> Result<Response, ApiError> {
    page::asset(&path, &headers).ok_or_else(ApiError::no_such_page)
}

fn json_text(text: impl IntoResponse) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

async fn games(State(state): SharedState) -> Response {
    json_text(state.catalog_view.games_json().to_owned())
}

async fn demo(State(state): SharedState, Path(name): Path<String>) -> Result<Response, ApiError> {
    let entry = state.catalog.game(&name)?;
    Ok(json_text(state.catalog_view.demo_json(&entry.name).to_owned()))
}

/// Response: how a setup looks, and which engines can play it.
#[derive(Serialize)]
struct Preview {
    scene: Scene,
    /// In the game's notation, also for the default start position.
    position: String,
    engines: Vec<Text>,
}

async fn preview(
    State(state): SharedState,
    setup: Result<Json<Setup>, JsonRejection>,
) -> Result<Json<Preview>, ApiError> {
    let Json(setup) = setup?;
    let game = state.catalog.start(setup)?;
    let engines = state.catalog.engines(&*game).into_iter().map(|engine| engine.name).collect();
    Ok(Json(Preview { scene: game.scene(), position: game.position(), engines }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CreateMatchRequest {
    setup: Setup,
    seats: Vec<SeatRequest>,
    /// Time control as in a record: `unlimited`, `move=5`, `clock=300+2`.
    #[serde(default)]
    time: Option<String>,
    #[serde(default)]
    pace: f64,
}

async fn create_match(
    State(state): SharedState,
    body: Result<Json<CreateMatchRequest>, JsonRejection>,
) -> Result<Json<CreatedMatch>, ApiError> {
    let Json(CreateMatchRequest { setup, seats, time, pace }) = body?;
    let time = time.as_deref().map_or(Ok(parlor_match::TimeControl::Unlimited), str::parse)?;
    state.create_match(setup, Terms::timed(time), &seats, pace).await.map(Json)
}

async fn room(state: &Arc<AppState>, id: &str) -> Result<RoomHandle, ApiError> {
    state.room(&MatchId::parse(id).ok_or_else(ApiError::no_such_match)?).await
}

async fn match_state(State(state): SharedState, Path(id): Path<String>) -> Result<Json<MatchState>, ApiError> {
    let match_state = room(&state, &id).await?.request(|reply| RoomCommand::GetState { reply }).await?;
    Ok(Json(*match_state))
}

async fn record(State(state): SharedState, Path(id): Path<String>) -> Result<Response, ApiError> {
    let text = room(&state, &id).await?.request(|reply| RoomCommand::GetRecord { reply }).await?;
    let name = format!("attachment; filename=\"parlor-{id}.txt\"");
    let headers = [(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CONTENT_DISPOSITION, &name)];
    Ok((headers, text).into_response())
}

#[derive(Deserialize)]
struct ScenesQuery {
    #[serde(default)]
    from: usize,
}

async fn scenes(
    State(state): SharedState,
    Path(id): Path<String>,
    query: Result<Query<ScenesQuery>, QueryRejection>,
) -> Result<Json<Vec<Scene>>, ApiError> {
    let Query(ScenesQuery { from }) = query?;
    let room = room(&state, &id).await?;
    room.request(|reply| RoomCommand::GetScenes { from, line: Vec::new(), skip: 0, reply }).await.map(Json)
}

#[derive(Deserialize)]
struct LineRequest {
    ply: usize,
    moves: Vec<String>,
    #[serde(default)]
    skip: usize,
}

async fn line(
    State(state): SharedState,
    Path(id): Path<String>,
    body: Result<Json<LineRequest>, JsonRejection>,
) -> Result<Json<Vec<Scene>>, ApiError> {
    let Json(LineRequest { ply: from, moves: line, skip }) = body?;
    if line.is_empty() || skip > line.len() {
        return Err(ApiError::new(
            ErrorCode::BadRequest,
            "The line needs a move, and `skip` cannot exceed its length.",
        ));
    }
    room(&state, &id).await?.request(|reply| RoomCommand::GetScenes { from, line, skip, reply }).await.map(Json)
}

#[derive(Deserialize)]
struct ClaimRequest {
    invitation: String,
    /// Generated by the client, which can then repeat the claim if the response is lost.
    #[serde(default)]
    token: Option<String>,
}

#[derive(Serialize)]
struct TokenResponse {
    token: String,
}

async fn claim(
    State(state): SharedState,
    Path(id): Path<String>,
    body: Result<Json<ClaimRequest>, JsonRejection>,
) -> Result<Json<TokenResponse>, ApiError> {
    let Json(ClaimRequest { invitation, token }) = body?;
    let bad_token =
        || ApiError::new(ErrorCode::BadRequest, "A token has 32 characters: a to z without l and o, and 2 to 9.");
    let token = token.map(|token| Secret::parse(&token).ok_or_else(bad_token)).transpose()?;
    let token = room(&state, &id).await?.request(|reply| RoomCommand::ClaimSeat { invitation, token, reply }).await?;
    Ok(Json(TokenResponse { token: token.reveal().to_owned() }))
}

#[derive(Deserialize)]
struct RematchRequest {
    token: String,
    #[serde(default)]
    swap: bool,
}

#[derive(Serialize)]
struct MatchIdResponse {
    id: MatchId,
}

async fn rematch(
    State(state): SharedState,
    Path(id): Path<String>,
    body: Result<Json<RematchRequest>, JsonRejection>,
) -> Result<Json<MatchIdResponse>, ApiError> {
    let Json(RematchRequest { token, swap }) = body?;
    let id = room(&state, &id).await?.request(|reply| RoomCommand::Rematch { token, swap, reply }).await?;
    Ok(Json(MatchIdResponse { id }))
}

/// Imports a record as a match for viewing and analysis.
async fn import_record(
    State(state): SharedState,
    text: Result<String, StringRejection>,
) -> Result<Json<MatchIdResponse>, ApiError> {
    state.import_record(text?).await.map(|created| Json(MatchIdResponse { id: created.id }))
}

async fn socket(
    State(state): SharedState,
    Path(id): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let id = MatchId::parse(&id).ok_or_else(ApiError::no_such_match)?;
    let permit = state.acquire_socket()?;
    Ok(upgrade
        .max_message_size(MAX_MESSAGE_BYTES)
        .max_frame_size(MAX_MESSAGE_BYTES)
        // The library's default of 128 KiB each way would take 256 MiB for a thousand sockets.
        .read_buffer_size(MAX_MESSAGE_BYTES)
        .write_buffer_size(0)
        .max_write_buffer_size(4 << 20)
        .on_upgrade(move |socket| connection::run(socket, state, id, permit)))
}
