//! Two people who play each other, one match after the other, with time to think and page reloads.

use std::sync::Arc;
use std::time::Instant;

use parlor_core::SplitMix64;
use serde_json::{Value, json};

use crate::network::{Socket, http, join, next, post, send, text};
use crate::{BoxError, Context};

/// One move in this many comes after a page reload.
const MOVES_PER_RELOAD: usize = 20;

/// Both players of a match.
pub(crate) struct Pair {
    pub(crate) id: String,
    tokens: [String; 2],
    sockets: [Socket; 2],
    state: Value,
    moves: Vec<String>,
}

impl Pair {
    pub(crate) async fn create(context: &Context, number: usize) -> Result<Pair, BoxError> {
        let (server, clients) = (context.server, [Context::client(number), Context::client(number + 1)]);
        let body = json!({ "setup": context.game(number).default_setup(),
            "seats": [{ "kind": "you" }, { "kind": "friend" }] });
        let created = post(clients[0], server, "/api/matches", &body).await?;
        let id = text(&created["id"])?;
        let claim = json!({ "invitation": created["invitations"][1] });
        let claimed = post(clients[1], server, &format!("/api/matches/{id}/claim"), &claim).await?;
        let tokens = [text(&created["token"])?, text(&claimed["token"])?];
        let (first, state) = join(clients[0], server, &id, &tokens[0]).await?;
        let (second, _) = join(clients[1], server, &id, &tokens[1]).await?;
        Ok(Pair { id, tokens, sockets: [first, second], state, moves: Vec::new() })
    }

    /// Plays until the test is over.
    pub(crate) async fn play(mut self, context: Arc<Context>, number: usize) -> Result<(), BoxError> {
        let mut random = SplitMix64::new(number as u64);
        loop {
            context.think(&mut random).await;
            if context.is_over() {
                return self.check_record(&context, number).await;
            }
            if random.below(MOVES_PER_RELOAD) == 0 {
                self.reload(&context, number, &mut random).await?;
            }
            self.play_move(&context, &mut random).await?;
            if !self.state["result"].is_null() {
                self.check_record(&context, number).await?;
                self = Pair::create(&context, number).await?;
            }
        }
    }

    /// Plays a random move, and measures the time until both players have it.
    async fn play_move(&mut self, context: &Context, random: &mut SplitMix64) -> Result<(), BoxError> {
        let choices = self.state["scene"]["choices"].as_array().ok_or("no choices")?;
        let chosen = text(&random.choose(choices).ok_or("no choices")?["notation"])?;
        let message = json!({ "type": "play", "request": 1, "ply": self.moves.len(), "move": chosen });
        let seat = usize::from(self.state["scene"]["turn"] == "second");
        let start = Instant::now();
        send(&mut self.sockets[seat], &message).await?;
        self.moves.push(chosen);
        let [first, second] = &mut self.sockets;
        let ply = self.moves.len();
        let (first, second) = tokio::try_join!(position(first, ply), position(second, ply))?;
        context.report.moves.add(start.elapsed());
        if first != second {
            return Err("the players see different positions".into());
        }
        self.state = serde_json::from_str(&first)?;
        Ok(())
    }

    /// Closes the page of one player without a word, and opens it again.
    async fn reload(&mut self, context: &Context, number: usize, random: &mut SplitMix64) -> Result<(), BoxError> {
        let seat = random.below(2);
        let start = Instant::now();
        let client = Context::client(number + seat);
        let (socket, state) = join(client, context.server, &self.id, &self.tokens[seat]).await?;
        context.report.reconnects.add(start.elapsed());
        self.sockets[seat] = socket;
        let is_complete = state["ply"] == self.moves.len();
        if is_complete {
            Ok(())
        } else {
            Err(format!("{} moves are not there after a reload", self.moves.len()).into())
        }
    }

    /// Checks that the record contains exactly the moves played.
    async fn check_record(&self, context: &Context, number: usize) -> Result<(), BoxError> {
        let head = format!("GET /api/matches/{}/record", self.id);
        let record: parlor_match::Record = http(Context::client(number), context.server, &head, "").await?.parse()?;
        let replayed = record.replay(&context.catalog)?;
        let is_same = replayed.moves().map(|(_, notation)| notation).eq(self.moves.iter().map(String::as_str));
        context.report.add_record(is_same);
        Ok(())
    }
}

/// Waits for the position message with this number of moves.
async fn position(socket: &mut Socket, ply: usize) -> Result<String, BoxError> {
    let message = next(socket, "{\"type\":\"position\"").await?;
    let is_expected = message.contains(&format!("\"ply\":{ply},"));
    if is_expected { Ok(message) } else { Err(format!("not move {ply}: {message}").into()) }
}
