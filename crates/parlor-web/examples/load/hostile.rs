//! A hostile address: long engine moves and analyses, more requests than allowed, and floods of messages. Its errors do
//! not matter.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use serde_json::json;
use tokio::time::sleep;

use crate::network::{join, post, request, send, text};
use crate::{BoxError, Context};

const ADDRESS: Ipv4Addr = Ipv4Addr::new(127, 0, 2, 1);
const LONG_MOVES: usize = 40;
const LONG_ANALYSES: usize = 20;
const FLOODED_SOCKETS: usize = 5;
/// Longest time that the server lets an engine search.
const SECONDS: u32 = 60;

pub(crate) async fn attack(context: Arc<Context>) {
    for number in 0..LONG_MOVES {
        tokio::spawn(hold_worker(Arc::clone(&context), number, true));
    }
    for number in 0..LONG_ANALYSES {
        tokio::spawn(hold_worker(Arc::clone(&context), number, false));
    }
    for number in 0..FLOODED_SOCKETS {
        tokio::spawn(flood_socket(Arc::clone(&context), number));
    }
    while !context.is_over() {
        let _ = request(ADDRESS, context.server, "GET /api/games", "").await;
        sleep(Duration::from_millis(5)).await;
    }
}

/// Keeps a worker busy with the move of an engine or an analysis, as long as the server allows.
async fn hold_worker(context: Arc<Context>, number: usize, is_move: bool) -> Result<(), BoxError> {
    let entry = context.game(number);
    let engine = json!({ "kind": "engine", "engine": entry.analysis_engine.to_string(), "seconds": SECONDS });
    let opponent = if is_move { engine } else { json!({ "kind": "you" }) };
    let body = json!({ "setup": entry.default_setup(), "seats": [opponent, { "kind": "you" }] });
    let created = post(ADDRESS, context.server, "/api/matches", &body).await?;
    let (mut socket, _) = join(ADDRESS, context.server, &text(&created["id"])?, &text(&created["token"])?).await?;
    loop {
        if !is_move {
            send(&mut socket, &json!({ "type": "analyze", "ply": 0, "seconds": SECONDS })).await?;
        }
        while !socket.next().await.ok_or("closed")??.to_text()?.starts_with("{\"type\":\"done\"") {}
    }
}

/// Sends messages far over the limit, and connects again when the server disconnects.
async fn flood_socket(context: Arc<Context>, number: usize) -> Result<(), BoxError> {
    let body =
        json!({ "setup": context.game(number).default_setup(), "seats": [{ "kind": "you" }, { "kind": "you" }] });
    let created = post(ADDRESS, context.server, "/api/matches", &body).await?;
    let (id, token) = (text(&created["id"])?, text(&created["token"])?);
    loop {
        let (mut socket, _) = join(ADDRESS, context.server, &id, &token).await?;
        while send(&mut socket, &json!({ "type": "play", "ply": 0, "move": "no move" })).await.is_ok() {
            sleep(Duration::from_millis(10)).await;
        }
        sleep(Duration::from_secs(1)).await;
    }
}
