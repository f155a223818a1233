//! Client of the simulation: plays random moves, makes mistakes, loses its connection, and repeats what was not answered.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use parlor_core::SplitMix64;
use serde_json::{Value, json};
use tokio::io::DuplexStream;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

use super::microseconds;
use super::world::{Phase, World};

type Socket = WebSocketStream<DuplexStream>;

const HEARTBEAT: Duration = Duration::from_secs(2);
/// Time without a message after which a client takes its connection for dead.
const SILENCE: Duration = Duration::from_secs(5);
const THINK_TIME: Duration = Duration::from_millis(1200);
const RECONNECT_TIME: Duration = Duration::from_millis(1500);

/// Match that a client sees: all moves, and the last messages.
#[derive(Clone, Default, Debug)]
pub(super) struct View {
    pub(super) moves: Vec<String>,
    pub(super) position: Value,
    pub(super) room: Value,
}

impl View {
    /// What every client and the server must agree on. The clocks run on, so they are left out.
    pub(super) fn essence(&self) -> Value {
        let position = &self.position;
        json!([
            self.moves,
            position["ply"],
            position["scene"]["turn"],
            position["result"],
            position["failure"],
            self.room
        ])
    }

    fn seats_to_move(&self) -> Option<usize> {
        ["first", "second"].iter().position(|side| self.position["scene"]["turn"] == *side)
    }
}

/// A move: the number of moves before it, and its notation.
pub(super) type Move = (usize, String);

/// What a client did and saw.
#[derive(Default)]
pub(super) struct Report {
    pub(super) name: String,
    pub(super) seats: Vec<usize>,
    /// Moves and reason for the end of each state that the server told, in order.
    pub(super) states: Vec<(Vec<String>, Value)>,
    /// Moves sent, repetitions too.
    pub(super) sent: Vec<Move>,
    /// Moves that the server acknowledged to this client.
    pub(super) acknowledged: Vec<Move>,
    pub(super) view: View,
    pub(super) is_connected: bool,
}

pub(super) struct Client {
    pub(super) world: Arc<World>,
    pub(super) random: SplitMix64,
    pub(super) address: SocketAddr,
    pub(super) id: String,
    pub(super) token: String,
    /// Invitation to claim first.
    pub(super) invitation: Option<String>,
    pub(super) report: Report,
    /// Moves sent whose answer is missing, with their request numbers.
    pub(super) pending: Vec<(u64, Move)>,
    pub(super) requests: u64,
}

/// Why a conversation ended.
enum End {
    Disconnected,
    Over,
}

impl Client {
    /// Takes part until the simulation is over.
    pub(super) async fn run(mut self) -> Report {
        let world = Arc::clone(&self.world);
        let mut phase = world.phase.subscribe();
        if let Some(invitation) = self.invitation.take() {
            self.claim(&invitation).await;
        }
        while *phase.borrow() != Phase::Over {
            if let Some(mut socket) = self.connect().await
                && let End::Over = self.converse(&mut socket).await
            {
                self.report.is_connected = true;
                break;
            }
            let pause = microseconds(&mut self.random, RECONNECT_TIME);
            let _ = timeout(pause, over(&mut phase)).await;
        }
        self.report
    }

    fn log(&self, line: &str) {
        self.world.log(format!("{}: {line}", self.report.name));
    }

    fn fail(&self, violation: &str) {
        self.world.fail(format!("{}: {violation}", self.report.name));
    }

    /// Claims a seat; repeats the request, with the same token, until there is a clear answer.
    async fn claim(&mut self, invitation: &str) {
        let head = format!("POST /api/matches/{}/claim", self.id);
        let body = json!({ "invitation": invitation, "token": self.token }).to_string();
        let world = Arc::clone(&self.world);
        loop {
            match world.http(self.address, &mut self.random, &head, &body).await {
                Some((200, _)) => {
                    self.log("has claimed the seat");
                    self.report.seats = vec![1];
                    return;
                }
                Some((409, _)) => return self.log("came too late for the seat"),
                Some((429 | 500 | 503, _)) | None => sleep(microseconds(&mut self.random, RECONNECT_TIME)).await,
                Some(response) => return self.fail(&format!("unexpected response to a claim: {response:?}")),
            }
        }
    }

    async fn connect(&mut self) -> Option<Socket> {
        let stream = self.world.network.connect(self.address, &mut self.random).await?;
        let url = format!("ws://localhost/api/matches/{}/socket", self.id);
        let (mut socket, _) = timeout(SILENCE, client_async(url, stream)).await.ok()?.ok()?;
        let hello = json!({ "type": "hello", "token": self.token, "name": self.report.name });
        socket.send(Message::Text(hello.to_string().into())).await.ok()?;
        Some(socket)
    }

    async fn converse(&mut self, socket: &mut Socket) -> End {
        let world = Arc::clone(&self.world);
        let mut phase = world.phase.subscribe();
        let mut last_heard = Instant::now();
        let [mut act_at, mut beat_at] = [Instant::now() + self.think_time(), Instant::now() + HEARTBEAT];
        let mut is_welcome = false;
        loop {
            let result = tokio::select! {
                biased;
                () = over(&mut phase) => return if is_welcome { End::Over } else { End::Disconnected },
                message = socket.next() => match message {
                    Some(Ok(message)) => {
                        last_heard = Instant::now();
                        let is_first = message.is_text() && !is_welcome;
                        is_welcome |= is_first;
                        self.receive(socket, &message, is_first).await
                    }
                    _ => None,
                },
                () = sleep_until(act_at) => {
                    act_at = Instant::now() + self.think_time();
                    if is_welcome && *world.phase.borrow() == Phase::Playing { self.act(socket).await } else { Some(()) }
                }
                () = sleep_until(beat_at) => {
                    beat_at = Instant::now() + HEARTBEAT;
                    if last_heard.elapsed() > SILENCE { None } else { self.send(socket, &json!({ "type": "ping" })).await }
                }
            };
            if result.is_none() {
                self.log("is disconnected");
                return End::Disconnected;
            }
        }
    }

    fn think_time(&mut self) -> Duration {
        microseconds(&mut self.random, THINK_TIME)
    }

    async fn send(&mut self, socket: &mut Socket, message: &Value) -> Option<()> {
        timeout(SILENCE, socket.send(Message::Text(message.to_string().into()))).await.ok()?.ok()
    }

    /// Plays a move, or something that a server has to bear; `None` leaves the page.
    async fn act(&mut self, socket: &mut Socket) -> Option<()> {
        let ply = self.report.view.moves.len();
        let is_turn = self.report.view.seats_to_move().is_some_and(|seat| self.report.seats.contains(&seat));
        let choice = self.random.below(100);
        let message = match choice {
            0..2 => return None,
            2..4 => json!({ "type": "take-back", "ply": ply }),
            4 if self.random.below(3) == 0 => json!({ "type": "resign" }),
            5 => json!({ "type": "claim-time" }),
            6 if ply > 0 => return self.play(socket, ply - 1).await,
            7 => json!({ "type": "play", "ply": ply, "move": "no move" }),
            8 => json!({ "type": "retry", "request": 0 }),
            9..15 => return self.play(socket, ply).await,
            _ if self.report.view.position["failure"].is_string() => json!({ "type": "retry" }),
            _ if is_turn => return self.play(socket, ply).await,
            _ => return Some(()),
        };
        self.send(socket, &message).await
    }

    /// Plays one of the moves on offer, for a number of moves that may be wrong.
    async fn play(&mut self, socket: &mut Socket, ply: usize) -> Option<()> {
        let choices = self.report.view.position["scene"]["choices"].as_array().cloned().unwrap_or_default();
        let Some(notation) = self.random.choose(&choices).and_then(|choice| choice["notation"].as_str()) else {
            return Some(());
        };
        self.send_move(socket, (ply, notation.to_owned())).await
    }

    async fn send_move(&mut self, socket: &mut Socket, (ply, notation): Move) -> Option<()> {
        self.requests += 1;
        self.log(&format!("plays {notation} after {ply} moves"));
        self.report.sent.push((ply, notation.clone()));
        let message = json!({ "type": "play", "request": self.requests, "ply": ply, "move": notation });
        self.pending.push((self.requests, (ply, notation)));
        self.send(socket, &message).await
    }

    async fn receive(&mut self, socket: &mut Socket, message: &Message, is_first: bool) -> Option<()> {
        let Message::Text(text) = message else { return Some(()) };
        let message: Value = serde_json::from_str(text).ok()?;
        match message["type"].as_str()? {
            "welcome" => {
                self.see(0, message);
                if is_first {
                    self.check_seats();
                    return self.repeat_unanswered(socket).await;
                }
            }
            "position" => self.see(usize::try_from(message["from"].as_u64()?).ok()?, message),
            "room" => self.report.view.room = room(message),
            kind @ ("done" | "error") => {
                let index = self.pending.iter().position(|(request, _)| message["request"] == *request);
                if let Some((_, played)) = index.map(|index| self.pending.remove(index)) {
                    self.log(&format!("{kind} {played:?} {}", message["error"]));
                    if kind == "done" {
                        self.report.acknowledged.push(played);
                    }
                } else if is_first {
                    // The server was busy or could not read the match.
                    return None;
                }
            }
            _ => {}
        }
        Some(())
    }

    /// Sends the moves again whose answer was lost with a connection; sometimes gives them up.
    async fn repeat_unanswered(&mut self, socket: &mut Socket) -> Option<()> {
        for (_, played) in std::mem::take(&mut self.pending) {
            if self.random.below(3) > 0 && *self.world.phase.borrow() == Phase::Playing {
                self.send_move(socket, played).await?;
            }
        }
        Some(())
    }

    /// Takes over a position whose moves replace those from `from` on.
    fn see(&mut self, from: usize, mut message: Value) {
        if message["type"] == "welcome" {
            self.report.view.room = room(message["room"].take());
        }
        let view = &mut self.report.view;
        if from > view.moves.len() {
            return self.fail("a position does not fit to the moves before it");
        }
        view.moves.truncate(from);
        let moves = message["moves"].as_array().into_iter().flatten();
        view.moves.extend(moves.filter_map(|played| played["move"].as_str().map(str::to_owned)));
        let is_complete = message["ply"] == view.moves.len();
        view.position = message;
        let state = (view.moves.clone(), view.position["result"]["reason"].clone());
        self.log(&format!("sees {state:?}"));
        self.report.states.push(state);
        if !is_complete {
            self.fail("the number of moves is not that of the position");
        }
    }

    fn check_seats(&self) {
        let view = &self.report.view.position["you"]["seats"];
        let seats: Vec<usize> =
            ["first", "second"].iter().enumerate().filter(|(_, side)| has(view, side)).map(|(seat, _)| seat).collect();
        if seats != self.report.seats {
            self.fail(&format!("holds the seats {seats:?} instead of {:?}", self.report.seats));
        }
    }
}

/// Waits until the simulation is over.
async fn over(phase: &mut watch::Receiver<Phase>) {
    let _ = phase.wait_for(|phase| *phase == Phase::Over).await;
}

fn has(list: &Value, text: &str) -> bool {
    list.as_array().is_some_and(|list| list.iter().any(|item| item == text))
}

/// Participants of a match without the type of their message.
fn room(mut message: Value) -> Value {
    if let Some(message) = message.as_object_mut() {
        message.remove("type");
    }
    message
}
