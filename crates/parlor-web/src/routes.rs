//! The addresses of the server: the page, and the interface that openapi.json describes.

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
use parlor_core::{Scene, Setup};
use parlor_games::catalog;
use parlor_match::Terms;
use serde::{Deserialize, Serialize};
use tokio::time::timeout;

use crate::catalog_view::{self, GameView};
use crate::connection::{self, LONGEST_MESSAGE};
use crate::house::{House, Made};
use crate::listener::Address;
use crate::messages;
use crate::origin;
use crate::page;
use crate::refused::{Code, Refused};
use crate::room::{Order, Room};
use crate::seats::Wish;
use crate::secret::{MatchId, Secret};

const LARGEST_BODY: usize = 64 << 10;
const LARGEST_RECORD: usize = 1 << 20;
const LONGEST_REQUEST: Duration = Duration::from_secs(10);
const OPENAPI: &str = include_str!("openapi.json");

type Shared = State<Arc<House>>;

pub(crate) fn router(house: Arc<House>) -> Router {
    Router::new()
        .route("/api/openapi.json", get(|| async { json_text(OPENAPI) }))
        .route("/api/games", get(games))
        .route("/api/games/{name}/demo", get(demo))
        .route("/api/preview", post(preview))
        .route("/api/matches", post(make))
        .route("/api/matches/{id}", get(look))
        .route("/api/matches/{id}/record", get(record))
        .route("/api/matches/{id}/scenes", get(scenes))
        .route("/api/matches/{id}/line", post(line))
        .route("/api/matches/{id}/claim", post(claim))
        .route("/api/matches/{id}/rematch", post(rematch))
        .route("/api/matches/{id}/socket", get(socket))
        .route("/api/records", post(import).layer(DefaultBodyLimit::max(LARGEST_RECORD)))
        .route("/page/{*path}", get(file))
        .route("/", get(|| async { page::index() }))
        .route("/new/{game}", get(|| async { page::index() }))
        .route("/edit/{game}", get(|| async { page::index() }))
        .route("/match/{id}", get(|| async { page::index() }))
        .fallback(|| async { Refused::new(Code::NoSuchPage, "There is nothing at this address.") })
        .method_not_allowed_fallback(|| async { Refused::new(Code::BadRequest, "This address takes another method.") })
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(middleware::from_fn_with_state(Arc::clone(&house), guard))
        .with_state(house)
}

/// Before every request: who asks, from where, how often, for how long.
async fn guard(
    State(house): Shared,
    ConnectInfo(Address(address)): ConnectInfo<Address>,
    request: Request,
    next: Next,
) -> Response {
    let cost = if request.method() == Method::POST { 2.0 } else { 1.0 };
    let mut response = if !house.addresses.allow(address.ip(), cost) {
        Refused::too_fast().into_response()
    } else if let Err(refused) = origin::check(request.headers(), &house.names) {
        refused.into_response()
    } else {
        match timeout(LONGEST_REQUEST, next.run(request)).await {
            Ok(response) => response,
            Err(_) => Refused::busy().into_response(),
        }
    };
    page::protect(response.headers_mut());
    response
}

async fn file(Path(path): Path<String>, headers: HeaderMap) -> Result<Response, Refused> {
    page::file(&path, &headers).ok_or_else(|| Refused::new(Code::NoSuchPage, "There is nothing at this address."))
}

fn json_text(text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

async fn games() -> Result<Json<Vec<GameView>>, Refused> {
    catalog_view::games().map(Json)
}

async fn demo(Path(name): Path<String>) -> Result<Response, Refused> {
    catalog_view::demo(&name).map(json_text)
}

#[derive(Serialize)]
struct Preview {
    scene: Scene,
    /// In the game's own notation, also where the usual start was asked for.
    position: String,
    engines: Vec<String>,
}

async fn preview(setup: Result<Json<Setup>, JsonRejection>) -> Result<Json<Preview>, Refused> {
    let Json(setup) = setup?;
    let game = catalog::start(setup)?;
    let engines = game.engines().iter().map(|engine| engine.name.to_owned()).collect();
    Ok(Json(Preview { scene: game.scene(), position: game.position(), engines }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Make {
    setup: Setup,
    seats: Vec<Wish>,
    /// As in a record: `unlimited`, `move=5`, `clock=300+2`.
    #[serde(default)]
    time: Option<String>,
    #[serde(default)]
    pace: f64,
}

async fn make(State(house): Shared, asked: Result<Json<Make>, JsonRejection>) -> Result<Json<Made>, Refused> {
    let Json(Make { setup, seats, time, pace }) = asked?;
    let time = time.as_deref().map_or(Ok(parlor_match::TimeControl::Unlimited), str::parse)?;
    house.make(setup, Terms::timed(time), &seats, pace).await.map(Json)
}

async fn room(house: &Arc<House>, id: &str) -> Result<Room, Refused> {
    house.room(&MatchId::parse(id).ok_or_else(Refused::no_such_match)?).await
}

async fn look(State(house): Shared, Path(id): Path<String>) -> Result<Json<messages::State>, Refused> {
    let state = room(&house, &id).await?.ask(|reply| Order::Look { reply }).await?;
    Ok(Json(*state))
}

async fn record(State(house): Shared, Path(id): Path<String>) -> Result<Response, Refused> {
    let text = room(&house, &id).await?.ask(|reply| Order::Record { reply }).await?;
    let name = format!("attachment; filename=\"parlor-{id}.txt\"");
    let headers = [(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CONTENT_DISPOSITION, &name)];
    Ok((headers, text).into_response())
}

#[derive(Deserialize)]
struct From {
    #[serde(default)]
    from: usize,
}

async fn scenes(
    State(house): Shared,
    Path(id): Path<String>,
    asked: Result<Query<From>, QueryRejection>,
) -> Result<Json<Vec<Scene>>, Refused> {
    let Query(From { from }) = asked?;
    let room = room(&house, &id).await?;
    room.ask(|reply| Order::Scenes { from, line: Vec::new(), skip: 0, reply }).await.map(Json)
}

#[derive(Deserialize)]
struct Line {
    ply: usize,
    moves: Vec<String>,
    #[serde(default)]
    skip: usize,
}

async fn line(
    State(house): Shared,
    Path(id): Path<String>,
    asked: Result<Json<Line>, JsonRejection>,
) -> Result<Json<Vec<Scene>>, Refused> {
    let Json(Line { ply: from, moves: line, skip }) = asked?;
    if line.is_empty() || skip > line.len() {
        return Err(Refused::new(Code::BadRequest, "A line has moves, and no more are skipped than it has."));
    }
    room(&house, &id).await?.ask(|reply| Order::Scenes { from, line, skip, reply }).await.map(Json)
}

#[derive(Deserialize)]
struct Claim {
    invitation: String,
    /// Made by whoever claims the seat, who can then ask again if the answer gets lost.
    #[serde(default)]
    token: Option<String>,
}

#[derive(Serialize)]
struct Token {
    token: String,
}

async fn claim(
    State(house): Shared,
    Path(id): Path<String>,
    asked: Result<Json<Claim>, JsonRejection>,
) -> Result<Json<Token>, Refused> {
    let Json(Claim { invitation, token }) = asked?;
    let bad_token =
        || Refused::new(Code::BadRequest, "A token is 32 of the letters of which this server makes its own.");
    let token = token.map(|token| Secret::parse(&token).ok_or_else(bad_token)).transpose()?;
    let token = room(&house, &id).await?.ask(|reply| Order::Claim { invitation, token, reply }).await?;
    Ok(Json(Token { token: token.reveal().to_owned() }))
}

#[derive(Deserialize)]
struct Again {
    token: String,
    #[serde(default)]
    swap: bool,
}

#[derive(Serialize)]
struct Id {
    id: MatchId,
}

async fn rematch(
    State(house): Shared,
    Path(id): Path<String>,
    asked: Result<Json<Again>, JsonRejection>,
) -> Result<Json<Id>, Refused> {
    let Json(Again { token, swap }) = asked?;
    let id = room(&house, &id).await?.ask(|reply| Order::Rematch { token, swap, reply }).await?;
    Ok(Json(Id { id }))
}

/// A record from elsewhere becomes a match to look at and to analyse.
async fn import(State(house): Shared, text: Result<String, StringRejection>) -> Result<Json<Id>, Refused> {
    house.import(text?).await.map(|made| Json(Id { id: made.id }))
}

async fn socket(State(house): Shared, Path(id): Path<String>, upgrade: WebSocketUpgrade) -> Result<Response, Refused> {
    let id = MatchId::parse(&id).ok_or_else(Refused::no_such_match)?;
    let admission = house.admit()?;
    Ok(upgrade
        .max_message_size(LONGEST_MESSAGE)
        .max_frame_size(LONGEST_MESSAGE)
        // A thousand sockets at the library's 128 KiB each way would take a quarter of a gigabyte.
        .read_buffer_size(LONGEST_MESSAGE)
        .write_buffer_size(0)
        .max_write_buffer_size(4 << 20)
        .on_upgrade(move |socket| connection::run(socket, house, id, admission)))
}
