//! HTTP routes: the page, and the JSON API that openapi.json documents.

use std::sync::Arc;
use std::time::Duration;

use axum::body::to_bytes;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Path, Query, Request, State};
use axum::handler::Handler;
use axum::http::{HeaderMap, Method, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use parlor_core::Setup;
use parlor_match::Terms;
use tokio::time::timeout;
use tracing::Instrument;

use crate::admin;
use crate::api_error::{ApiError, ErrorCode};
use crate::app_state::{AppState, CreatedMatch};
use crate::arena;
use crate::client::Client;
use crate::compression::{accepts_gzip, finish_json, set_gzip_headers};
use crate::connection::{self, MAX_MESSAGE_BYTES};
use crate::extract::{JsonBody, MatchPath, TextBody};
use crate::http_bodies::{
    ClaimRequest, CreateMatchRequest, GamesQuery, MatchIdResponse, Preview, RematchRequest, ServerInfo, TokenResponse,
};
use crate::listener::ClientAddress;
use crate::origin::check_origin;
use crate::page;
use crate::rate_limit::POST_COST;
use crate::request_log::RequestLog;
use crate::room::RoomCommand;
use crate::scenes;
use crate::secret::Secret;
use crate::study;
use crate::views::MatchSnapshot;

pub(crate) const MAX_BODY_BYTES: usize = 64 << 10;
pub(crate) const MAX_RECORD_BYTES: usize = 1 << 20;
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// Time for the rest of a request that is rejected.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(1);
const OPENAPI: &str = include_str!("openapi.json");

pub(crate) type SharedState = State<Arc<AppState>>;

/// Declares the routes of the API, and lists them for the API document.
macro_rules! api_routes {
    ($($method:ident $path:literal => $handler:expr),* $(,)?) => {
        fn api_routes() -> Router<Arc<AppState>> {
            Router::new()$(.route($path, $method($handler)))*
        }

        /// Method and path of every route of the API.
        #[cfg(test)]
        pub(crate) const API_ROUTES: &[(&str, &str)] = &[$((stringify!($method), $path)),*];
    };
}

api_routes! {
    get "/api/openapi.json" => openapi,
    get "/api/games" => games,
    get "/api/server" => server_info,
    post "/api/preview" => preview,
    post "/api/search-trace" => study::search_trace,
    post "/api/analysis" => study::analyze,
    get "/api/games/{game}/puzzles" => study::puzzles,
    get "/api/games/{game}/puzzles/{number}" => study::puzzle,
    post "/api/matches" => create_match,
    get "/api/matches/{id}" => match_state,
    get "/api/matches/{id}/record" => record,
    get "/api/matches/{id}/scenes" => scenes::of_match,
    post "/api/matches/{id}/line" => scenes::of_line,
    post "/api/matches/{id}/claim" => claim,
    post "/api/matches/{id}/rematch" => rematch,
    get "/api/matches/{id}/socket" => socket,
    post "/api/records" => import_record.layer(DefaultBodyLimit::max(MAX_RECORD_BYTES)),
    get "/api/arena" => arena::api::competitions,
    get "/api/arena/{competition}" => arena::api::competition,
    get "/api/arena/{competition}/games/{pair}/{game}" => arena::api::game,
}

pub(crate) fn router(state: Arc<AppState>) -> Router {
    api_routes()
        .route("/arena", get(arena::index))
        .route("/arena/{*path}", get(arena::page))
        .route("/page/{*path}", get(asset))
        .route("/", get(index))
        .route("/new/{game}", get(index))
        .route("/edit/{game}", get(index))
        .route("/match/{id}", get(index))
        .route("/learn/search", get(index))
        .route("/review/{id}", get(index))
        .route("/puzzles", get(index))
        .route("/puzzles/{game}/{number}", get(index))
        .route("/explore", get(index))
        .route("/explore/{game}", get(index))
        .fallback(no_such_page)
        .method_not_allowed_fallback(|| async { ApiError::wrong_method() })
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(middleware::from_fn_with_state(Arc::clone(&state), check_request))
        // Monitors use any host name, and should not run into the rate limit.
        .route("/healthz", get(admin::healthz))
        .with_state(state)
}

/// Middleware: client address, rate limit, origin check, timeout, security headers, log and metrics.
async fn check_request(
    State(state): SharedState,
    ConnectInfo(ClientAddress(peer)): ConnectInfo<ClientAddress>,
    mut request: Request,
    next: Next,
) -> Response {
    let client = Client::new(peer.ip(), request.headers(), &state.trusted_proxies);
    request.extensions_mut().insert(client);
    let accepts_gzip = accepts_gzip(request.headers());
    let log = RequestLog::new(&request, client);
    let cost = if request.method() == Method::POST { POST_COST } else { 1.0 };
    let mut response = if !state.rate_limiter.try_take(client.address, cost) {
        reject(request, ApiError::too_fast()).await
    } else if let Err(error) = check_origin(request.headers(), &state.host_names, client) {
        reject(request, error).await
    } else {
        let answer = async { finish_json(next.run(request).await, &state, client.address, accepts_gzip).await };
        let answer = timeout(REQUEST_TIMEOUT, answer).instrument(log.span()).await;
        answer.unwrap_or_else(|_| ApiError::busy().into_response())
    };
    page::set_security_headers(response.headers_mut());
    log.finish(&mut response, &state.metrics);
    response
}

/// Rejects a request after reading its body. A connection that is closed while the client is still sending looks broken
/// to the client, which then never sees the response.
async fn reject(request: Request, error: ApiError) -> Response {
    let _ = timeout(DRAIN_TIMEOUT, to_bytes(request.into_body(), MAX_BODY_BYTES)).await;
    error.into_response()
}

async fn asset(path: Result<Path<String>, PathRejection>, headers: HeaderMap) -> Result<Response, ApiError> {
    let Path(path) = path?;
    page::asset(&path, &headers).ok_or_else(ApiError::no_such_page)
}

pub(crate) fn json_text(text: impl IntoResponse) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

async fn openapi() -> Response {
    json_text(OPENAPI)
}

async fn index(headers: HeaderMap) -> Response {
    page::index(&headers)
}

/// People get a page that explains; programs get JSON.
async fn no_such_page(uri: Uri, headers: HeaderMap) -> Response {
    let accepts_html = headers
        .get(header::ACCEPT)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|accept| accept.contains("text/html"));
    if accepts_html && !uri.path().starts_with("/api/") {
        page::not_found(&headers)
    } else {
        ApiError::no_such_page().into_response()
    }
}

async fn games(
    State(state): SharedState,
    query: Result<Query<GamesQuery>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Query(GamesQuery { language }) = query?;
    let catalog = state.catalog_view.in_language(&language);
    if !accepts_gzip(&headers) {
        return Ok(json_text(catalog.json.clone()));
    }
    let mut response = json_text(catalog.gzip.clone());
    set_gzip_headers(response.headers_mut());
    Ok(response)
}

async fn server_info(State(state): SharedState) -> Json<ServerInfo> {
    Json(ServerInfo { lan: state.lan.clone() })
}

async fn preview(State(state): SharedState, JsonBody(setup): JsonBody<Setup>) -> Result<Json<Preview>, ApiError> {
    let game = state.catalog.start(setup)?;
    let engines = state.catalog.engines(&*game).into_iter().map(|engine| engine.name).collect();
    Ok(Json(Preview { scene: game.scene(), position: game.position(), engines }))
}

async fn create_match(
    State(state): SharedState,
    client: Client,
    JsonBody(CreateMatchRequest { setup, seats, time, pace, analysis }): JsonBody<CreateMatchRequest>,
) -> Result<Json<CreatedMatch>, ApiError> {
    let time = time.as_deref().map_or(Ok(parlor_match::TimeControl::Unlimited), str::parse)?;
    let terms = Terms { analysis, ..Terms::timed(time) };
    state.create_match(setup, terms, &seats, pace, client.address).await.map(Json)
}

async fn match_state(
    State(state): SharedState,
    client: Client,
    MatchPath(id): MatchPath,
) -> Result<Json<MatchSnapshot>, ApiError> {
    let match_state = state.room(&id, client.address).await?.request(|reply| RoomCommand::GetState { reply }).await?;
    Ok(Json(*match_state))
}

async fn record(State(state): SharedState, client: Client, MatchPath(id): MatchPath) -> Result<Response, ApiError> {
    let text = state.room(&id, client.address).await?.request(|reply| RoomCommand::GetRecord { reply }).await?;
    let name = format!("attachment; filename=\"parlor-{id}.txt\"");
    let headers = [(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CONTENT_DISPOSITION, &name)];
    Ok((headers, text).into_response())
}

async fn claim(
    State(state): SharedState,
    client: Client,
    MatchPath(id): MatchPath,
    JsonBody(ClaimRequest { invitation, token }): JsonBody<ClaimRequest>,
) -> Result<Json<TokenResponse>, ApiError> {
    let bad_token =
        || ApiError::new(ErrorCode::BadRequest, "A token has 32 characters: a to z without l and o, and 2 to 9.");
    let token = token.map(|token| Secret::parse(&token).ok_or_else(bad_token)).transpose()?;
    let token = state
        .room(&id, client.address)
        .await?
        .request(|reply| RoomCommand::ClaimSeat { invitation, token, reply })
        .await?;
    Ok(Json(TokenResponse { token: token.reveal().to_owned() }))
}

async fn rematch(
    State(state): SharedState,
    client: Client,
    MatchPath(id): MatchPath,
    JsonBody(RematchRequest { token, swap }): JsonBody<RematchRequest>,
) -> Result<Json<MatchIdResponse>, ApiError> {
    let id =
        state.room(&id, client.address).await?.request(|reply| RoomCommand::Rematch { token, swap, reply }).await?;
    Ok(Json(MatchIdResponse { id }))
}

/// Imports a record as a match for viewing and analysis.
async fn import_record(
    State(state): SharedState,
    client: Client,
    TextBody(text): TextBody,
) -> Result<Json<MatchIdResponse>, ApiError> {
    state.import_record(text, client.address).await.map(|created| Json(MatchIdResponse { id: created.id }))
}

async fn socket(
    State(state): SharedState,
    client: Client,
    MatchPath(id): MatchPath,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade?;
    let permit = state.acquire_socket()?;
    Ok(upgrade
        .max_message_size(MAX_MESSAGE_BYTES)
        .max_frame_size(MAX_MESSAGE_BYTES)
        // The library's default of 128 KiB each way would take 256 MiB for a thousand sockets.
        .read_buffer_size(MAX_MESSAGE_BYTES)
        .write_buffer_size(0)
        .max_write_buffer_size(4 << 20)
        .on_upgrade(move |socket| connection::run(socket, state, id, client, permit)))
}
