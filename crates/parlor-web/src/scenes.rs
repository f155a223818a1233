//! Scenes of a match, or along a line of moves, over HTTP. An answer is bounded by bytes: a client asks again
//! from where it stopped.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::response::Response;
use parlor_core::AnyGame;
use parlor_match::MAX_EVENTS;
use parlor_room::{ApiError, ErrorCode, Room};

use crate::app_state::{MatchesState, SearchesState};
use crate::client::Client;
use crate::error_response::HttpError;
use crate::extract::{JsonBody, MatchPath};
use crate::http_bodies::{LineRequest, ScenesQuery, json_text};
use crate::searches::Searches;

/// Scenes in one answer.
const MAX_SCENES: usize = 100;
/// Bytes of an answer, unless its first scene alone is larger: a scene of 64x64 cells has 0.4 MB.
const MAX_ANSWER_BYTES: usize = 1 << 20;

/// A position, and moves from it.
struct Line {
    game: Box<dyn AnyGame>,
    moves: Vec<String>,
}

impl Line {
    /// The position after `from` moves, and at most `count` of those that follow.
    fn new(room: &Room, from: usize, count: usize) -> Result<Line, ApiError> {
        let moves = room.current_match().moves().skip(from).take(count);
        let moves = moves.map(|(_, notation)| notation.to_owned()).collect();
        Ok(Line { game: room.position_at(from)?, moves })
    }

    /// The scenes of the positions in order, without the first `skip` of them, as a JSON array of at least
    /// one scene, if there is one, and of at most [`MAX_ANSWER_BYTES`].
    fn scenes(mut self, skip: usize) -> Result<String, ApiError> {
        let mut json = String::from("[");
        let mut moves = self.moves.iter();
        for index in 0..skip.saturating_add(MAX_SCENES) {
            if index >= skip {
                let scene = serde_json::to_string(&self.game.scene()).map_err(|_| ApiError::read_failure())?;
                if json.len() > 1 {
                    if json.len() + scene.len() > MAX_ANSWER_BYTES {
                        break;
                    }
                    json.push(',');
                }
                json.push_str(&scene);
            }
            let Some(notation) = moves.next() else { break };
            play(&mut *self.game, notation)?;
        }
        json.push(']');
        Ok(json)
    }
}

/// Refuses a line that is longer than a match may be.
fn check_length(moves: &[String]) -> Result<(), ApiError> {
    if moves.len() > MAX_EVENTS {
        let message = format!("A line has at most {MAX_EVENTS} moves.");
        return Err(ApiError::new(ErrorCode::BadRequest, message));
    }
    Ok(())
}

/// Plays a move of a client.
fn play(game: &mut dyn AnyGame, notation: &str) -> Result<(), ApiError> {
    let illegal = |_| ApiError::new(ErrorCode::IllegalMove, format!("\"{notation}\" is not a legal move here."));
    game.play(notation).map_err(illegal)
}

/// Builds the answer outside the async threads.
async fn answer(searches: &Searches, line: Line, skip: usize) -> Result<Response, HttpError> {
    let scenes = searches.blocking_tasks.run(move || line.scenes(skip)).await??;
    Ok(json_text(scenes))
}

pub(crate) async fn of_match(
    State(matches): MatchesState,
    State(searches): SearchesState,
    client: Client,
    MatchPath(id): MatchPath,
    query: Result<Query<ScenesQuery>, QueryRejection>,
) -> Result<Response, HttpError> {
    let Query(ScenesQuery { from }) = query?;
    let room = matches.room(&id, client.address).await?;
    let line = room.read(move |room, _| Line::new(room, from, MAX_SCENES)).await??;
    answer(&searches, line, 0).await
}

pub(crate) async fn of_line(
    State(matches): MatchesState,
    State(searches): SearchesState,
    client: Client,
    MatchPath(id): MatchPath,
    JsonBody(LineRequest { ply: from, moves, skip }): JsonBody<LineRequest>,
) -> Result<Response, HttpError> {
    if moves.is_empty() {
        return Err(ApiError::new(ErrorCode::BadRequest, "The line needs a move.").into());
    }
    check_length(&moves)?;
    let room = matches.room(&id, client.address).await?;
    let start = room.read(move |room, _| Line::new(room, from, 0)).await??;
    // The position before the line is none of its scenes.
    answer(&searches, Line { moves, ..start }, skip.saturating_add(1)).await
}
