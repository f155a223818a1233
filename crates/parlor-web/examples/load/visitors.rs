//! Clients besides the players of the matches: spectators, analysts, and people who play against an engine.

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use parlor_core::SplitMix64;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::network::{join, next, post, send, text};
use crate::{BoxError, Context};

/// Seconds of an analysis, and of each move of an engine.
const ANALYSIS_SECONDS: f64 = 0.3;
const ENGINE_SECONDS: f64 = 0.1;

/// Watches a match.
pub(crate) async fn watch(context: Arc<Context>, number: usize, id: String) -> Result<(), BoxError> {
    let (mut socket, _) = join(Context::client(number), context.server, &id, "").await?;
    while !context.is_over() {
        let rest = context.ends_at.saturating_duration_since(Instant::now());
        if let Ok(message) = timeout(rest, socket.next()).await {
            message.ok_or("the server closed the socket of a spectator")??;
        }
    }
    Ok(())
}

/// Analyzes a position again and again, with pauses.
pub(crate) async fn analyze(context: Arc<Context>, number: usize) -> Result<(), BoxError> {
    let client = Context::client(number);
    let body =
        json!({ "setup": context.game(number).default_setup(), "seats": [{ "kind": "you" }, { "kind": "you" }] });
    let created = post(client, context.server, "/api/matches", &body).await?;
    let (mut socket, _) = join(client, context.server, &text(&created["id"])?, &text(&created["token"])?).await?;
    let mut random = SplitMix64::new(number as u64);
    while !context.is_over() {
        context.think(&mut random).await;
        let start = Instant::now();
        send(&mut socket, &json!({ "type": "analyze", "request": 1, "ply": 0, "seconds": ANALYSIS_SECONDS })).await?;
        next(&mut socket, "{\"type\":\"done\"").await?;
        context.report.analyses.add(start.elapsed().saturating_sub(Duration::from_secs_f64(ANALYSIS_SECONDS)));
    }
    Ok(())
}

/// Plays against the default opponent of a game, one match after the other.
pub(crate) async fn play_engine(context: Arc<Context>, number: usize) -> Result<(), BoxError> {
    let (client, entry) = (Context::client(number), context.game(number));
    let engine = json!({ "kind": "engine", "engine": entry.default_opponent.to_string(), "seconds": ENGINE_SECONDS });
    let body = json!({ "setup": entry.default_setup(), "seats": [{ "kind": "you" }, engine] });
    let mut random = SplitMix64::new(number as u64);
    while !context.is_over() {
        let created = post(client, context.server, "/api/matches", &body).await?;
        let (id, token) = (text(&created["id"])?, text(&created["token"])?);
        let (mut socket, mut state) = join(client, context.server, &id, &token).await?;
        while state["result"].is_null() && !context.is_over() {
            context.think(&mut random).await;
            let choices = state["scene"]["choices"].as_array().ok_or("no choices")?;
            let chosen = text(&random.choose(choices).ok_or("no choices")?["notation"])?;
            let message = json!({ "type": "play", "request": 1, "ply": state["ply"], "move": chosen });
            send(&mut socket, &message).await?;
            let start = Instant::now();
            let mut has_moved = true;
            while has_moved {
                state = serde_json::from_str::<Value>(&next(&mut socket, "{\"type\":\"position\"").await?)?;
                has_moved = state["scene"]["turn"] == "second";
            }
            let waited = start.elapsed().saturating_sub(Duration::from_secs_f64(ENGINE_SECONDS));
            context.report.engine_moves.add(waited);
        }
    }
    Ok(())
}
