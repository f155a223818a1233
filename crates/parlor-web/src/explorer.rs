//! Analysis of any position over HTTP, for the explorer and for lines that refute a move.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use parlor_core::{AnyGame, Scene, Setup};
use serde::{Deserialize, Serialize};

use crate::analysis::{AnalysisClient, MoveValues, best_move, move_value_views, move_values};
use crate::api_error::{ApiError, ErrorCode};
use crate::client::Client;
use crate::extract::JsonBody;
use crate::json_integer;
use crate::routes::SharedState;
use crate::scenes::{Line, check_length, play};
use crate::views::MoveValueView;

/// Most seconds of a request: below the time limit of every request.
const MAX_SECONDS: f64 = 5.0;
const MAX_LINE: usize = 20;
/// Pieces, choices and marks in the scenes of a line, which ends before it has more: about 1 MB.
const MAX_PARTS: usize = 10_000;

/// Request for the values of a position's moves.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct AnalysisRequest {
    pub(crate) setup: Setup,
    /// Moves from the position of the setup to the one that is analyzed.
    #[serde(default)]
    pub(crate) moves: Vec<String>,
    /// Search time; nothing is searched if left out or 0.
    #[serde(default)]
    #[cfg_attr(test, schemars(range(min = 0.0, max = 5.0)))]
    pub(crate) seconds: f64,
    /// Length of the line of best moves.
    #[serde(default, deserialize_with = "json_integer::deserialize")]
    #[cfg_attr(test, schemars(range(max = 20)))]
    pub(crate) line: usize,
}

/// Response: a position with the values of its moves.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "PositionAnalysis"))]
pub(crate) struct AnalysisResponse {
    /// In the game's notation; as the position of a setup it starts a game from here.
    position: String,
    scene: Scene,
    /// Values of the legal moves, as far as they are known.
    values: Vec<MoveValueView>,
    /// Best moves of both sides from here.
    line: Vec<LineStep>,
}

/// A move of a line, and the scene after it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct LineStep {
    #[serde(rename = "move")]
    notation: String,
    scene: Scene,
}

impl LineStep {
    /// Plays a move.
    pub(crate) fn play(game: &mut dyn AnyGame, notation: String) -> Result<LineStep, ApiError> {
        play(game, &notation)?;
        Ok(LineStep { notation, scene: game.scene() })
    }

    /// What the size of the step grows with.
    fn parts(&self) -> usize {
        self.scene.pieces.len() + self.scene.choices.len() + self.scene.marks.len()
    }
}

pub(crate) async fn analyze(
    State(state): SharedState,
    client: Client,
    JsonBody(AnalysisRequest { setup, moves, seconds, line: length }): JsonBody<AnalysisRequest>,
) -> Result<Json<AnalysisResponse>, ApiError> {
    if !(0.0..=MAX_SECONDS).contains(&seconds) || length > MAX_LINE {
        let message = format!("Analysis takes at most {MAX_SECONDS} seconds, and a line has at most {MAX_LINE} moves.");
        return Err(ApiError::new(ErrorCode::BadRequest, message));
    }
    check_length(&moves)?;
    let game = state.catalog.start(setup)?;
    let mut game = state.spawn_blocking_limited(move || Line { game, moves }.play()).await??;
    let (position, scene, unit) = (game.position(), game.scene(), game.unit());
    let mut values = MoveValues::new();
    let mut line = Vec::new();
    let mut parts = 0;
    if seconds > 0.0 {
        let client = AnalysisClient { session: format!("{} explorer", client.address), address: client.address };
        // One position more than the line has moves.
        let time = Duration::from_secs_f64(seconds) / u32::try_from(length + 1).unwrap_or(1);
        while line.len() <= length && game.outcome().is_none() {
            let found = move_values(&state, &*game, time, &client, |_| {}).await?;
            let best = best_move(&found).map(|(notation, _)| notation.clone());
            if line.is_empty() {
                values = found;
            }
            let Some(best) = best.filter(|_| line.len() < length) else { break };
            let step = LineStep::play(&mut *game, best)?;
            parts += step.parts();
            if parts > MAX_PARTS {
                break;
            }
            line.push(step);
        }
    }
    Ok(Json(AnalysisResponse { position, scene, values: move_value_views(&values, unit), line }))
}
