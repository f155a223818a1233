//! HTTP routes: the page, and the JSON API that openapi.json documents.

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
use parlor_room::{ApiError, ErrorCode, MatchSnapshot, Reply, Room, RoomCommand};
use tokio::time::timeout;
use tracing::Instrument;

use crate::admin;
use crate::app_state::{AppState, MatchesState, SiteState};
use crate::arena;
use crate::client::Client;
use crate::compression::{accepts_gzip, finish_json, set_gzip_headers};
use crate::connection::{self, MAX_MESSAGE_BYTES};
use crate::error_response::HttpError;
use crate::extract::{JsonBody, MatchPath, TextBody};
use crate::http_bodies::{
    ClaimRequest, CreateMatchRequest, GamesQuery, MatchIdResponse, Preview, RematchRequest, ServerInfo, TokenResponse,
    json_text,
};
use crate::listener::ClientAddress;
use crate::matches::CreatedMatch;
use crate::origin::check_origin;
use crate::page;
use crate::rate_limit::POST_COST;
use crate::request_log::RequestLog;
use crate::scenes;
use crate::secret::{self, Secret, new_match_id};
use crate::study;

pub(crate) const MAX_BODY_BYTES: usize = 64 << 10;
pub(crate) const MAX_RECORD_BYTES: usize = 1 << 20;
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// Time for the rest of a request that is rejected.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(1);
const OPENAPI: &str = include_str!("openapi.json");

/// Declares the routes of the API, and lists them for the API document.
macro_rules! api_routes {
    ($($method:ident $path:literal => $handler:expr),* $(,)?) => {
        fn api_routes() -> Router<AppState> {
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

pub(crate) fn router(state: AppState) -> Router {
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
        .method_not_allowed_fallback(|| async { HttpError::from(ApiError::wrong_method()) })
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(middleware::from_fn_with_state(state.clone(), check_request))
        // Monitors use any host name, and should not run into the rate limit.
        .route("/healthz", get(admin::healthz))
        .with_state(state)
}

/// Middleware: client address, rate limit, origin check, timeout, security headers, log and metrics.
async fn check_request(
    State(AppState { site, traffic, .. }): State<AppState>,
    ConnectInfo(ClientAddress(peer)): ConnectInfo<ClientAddress>,
    mut request: Request,
    next: Next,
) -> Response {
    let client = Client::new(peer.ip(), request.headers(), &site.trusted_proxies);
    request.extensions_mut().insert(client);
    let accepts_gzip = accepts_gzip(request.headers());
    let log = RequestLog::new(&request, client);
    let cost = if request.method() == Method::POST { POST_COST } else { 1.0 };
    let mut response = if !traffic.rate_limiter.try_take(client.address, cost) {
        reject(request, ApiError::too_fast()).await
    } else if let Err(error) = check_origin(request.headers(), &site.host_names, client) {
        reject(request, error).await
    } else {
        let answer = async { finish_json(next.run(request).await, &traffic, client.address, accepts_gzip).await };
        let answer = timeout(REQUEST_TIMEOUT, answer).instrument(log.span()).await;
        answer.unwrap_or_else(|_| HttpError::from(ApiError::busy()).into_response())
    };
    page::set_security_headers(response.headers_mut());
    log.finish(&mut response, &traffic.metrics);
    response
}

/// Rejects a request after reading its body. A connection that is closed while the client is still sending looks broken
/// to the client, which then never sees the response.
async fn reject(request: Request, error: ApiError) -> Response {
    let _ = timeout(DRAIN_TIMEOUT, to_bytes(request.into_body(), MAX_BODY_BYTES)).await;
    HttpError::from(error).into_response()
}

async fn asset(path: Result<Path<String>, PathRejection>, headers: HeaderMap) -> Result<Response, HttpError> {
    let Path(path) = path?;
    Ok(page::asset(&path, &headers).ok_or_else(ApiError::no_such_page)?)
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
        HttpError::from(ApiError::no_such_page()).into_response()
    }
}

async fn games(
    State(site): SiteState,
    query: Result<Query<GamesQuery>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let Query(GamesQuery { language }) = query?;
    let catalog = site.catalog_view.in_language(&language);
    if !accepts_gzip(&headers) {
        return Ok(json_text(catalog.json.clone()));
    }
    let mut response = json_text(catalog.gzip.clone());
    set_gzip_headers(response.headers_mut());
    Ok(response)
}

async fn server_info(State(site): SiteState) -> Json<ServerInfo> {
    Json(ServerInfo { lan: site.lan.clone() })
}

async fn preview(State(site): SiteState, JsonBody(setup): JsonBody<Setup>) -> Result<Json<Preview>, HttpError> {
    let game = site.catalog.start(setup)?;
    let engines = site.catalog.engines(&*game).into_iter().map(|engine| engine.name).collect();
    Ok(Json(Preview { scene: game.scene(), position: game.position(), engines }))
}

async fn create_match(
    State(matches): MatchesState,
    client: Client,
    JsonBody(CreateMatchRequest { setup, seats, time, pace, analysis }): JsonBody<CreateMatchRequest>,
) -> Result<Json<CreatedMatch>, HttpError> {
    let time = time.as_deref().map_or(Ok(parlor_match::TimeControl::Unlimited), str::parse)?;
    let terms = Terms { analysis, ..Terms::timed(time) };
    Ok(Json(matches.create(setup, terms, &seats, pace, client.address).await?))
}

async fn match_state(
    State(matches): MatchesState,
    client: Client,
    MatchPath(id): MatchPath,
) -> Result<Json<MatchSnapshot>, HttpError> {
    Ok(Json(matches.room(&id, client.address).await?.read(Room::snapshot).await?))
}

async fn record(State(matches): MatchesState, client: Client, MatchPath(id): MatchPath) -> Result<Response, HttpError> {
    let room = matches.room(&id, client.address).await?;
    let text = room.read(|room, _| room.current_match().record().to_string()).await?;
    let name = format!("attachment; filename=\"parlor-{id}.txt\"");
    let headers = [(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CONTENT_DISPOSITION, &name)];
    Ok((headers, text).into_response())
}

async fn claim(
    State(matches): MatchesState,
    client: Client,
    MatchPath(id): MatchPath,
    JsonBody(ClaimRequest { invitation, token }): JsonBody<ClaimRequest>,
) -> Result<Json<TokenResponse>, HttpError> {
    let bad_token =
        || ApiError::new(ErrorCode::BadRequest, "A token has 32 characters: a to z without l and o, and 2 to 9.");
    let token = match token {
        Some(token) => Secret::parse(&token).ok_or_else(bad_token)?,
        None => Secret::new(),
    };
    let command = RoomCommand::ClaimSeat { invitation: secret::hash(&invitation), token: token.hash() };
    matches.room(&id, client.address).await?.command(command).await?;
    Ok(Json(TokenResponse { token: token.reveal() }))
}

async fn rematch(
    State(matches): MatchesState,
    client: Client,
    MatchPath(id): MatchPath,
    JsonBody(RematchRequest { token, swap }): JsonBody<RematchRequest>,
) -> Result<Json<MatchIdResponse>, HttpError> {
    let command = RoomCommand::Rematch { token: secret::hash(&token), swap, id: new_match_id() };
    match matches.room(&id, client.address).await?.command(command).await? {
        Reply::Rematch(id) => Ok(Json(MatchIdResponse { id })),
        Reply::Done => Err(ApiError::busy().into()),
    }
}

/// Imports a record as a match for viewing and analysis.
async fn import_record(
    State(matches): MatchesState,
    client: Client,
    TextBody(text): TextBody,
) -> Result<Json<MatchIdResponse>, HttpError> {
    Ok(Json(MatchIdResponse { id: matches.import(text, client.address).await? }))
}

async fn socket(
    State(AppState { traffic, matches, searches, .. }): State<AppState>,
    client: Client,
    MatchPath(id): MatchPath,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, HttpError> {
    let upgrade = upgrade?;
    let permit = traffic.acquire_socket()?;
    Ok(upgrade
        .max_message_size(MAX_MESSAGE_BYTES)
        .max_frame_size(MAX_MESSAGE_BYTES)
        // The library's default of 128 KiB each way would take 256 MiB for a thousand sockets.
        .read_buffer_size(MAX_MESSAGE_BYTES)
        .write_buffer_size(0)
        .max_write_buffer_size(4 << 20)
        .on_upgrade(move |socket| connection::run(socket, (matches, searches), id, client, permit)))
}
