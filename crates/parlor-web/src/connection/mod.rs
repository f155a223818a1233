//! WebSocket connection of one client: reads messages at a bounded rate, forwards the broadcasts of its room,
//! and runs at most one analysis task at a time.

mod analysis_task;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use parlor_room::{ApiError, ClientId, ClientMessage, ClientRequest, ErrorCode, MatchId, ServerMessage};
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::sync::{broadcast, mpsc, oneshot, watch};
use tokio::time::{Instant, interval, timeout};

use crate::client::Client;
use crate::matches::Matches;
use crate::rate_limit::TokenBucket;
use crate::room::{EncodedMessage, JoinedRoom, RoomHandle};
use crate::searches::Searches;
use crate::secret;
use crate::traffic::SocketPermit;

/// Maximum size of a client message.
pub(crate) const MAX_MESSAGE_BYTES: usize = 4096;
pub(crate) const MESSAGES_PER_SECOND: f64 = 20.0;
pub(crate) const MESSAGE_BURST: f64 = 60.0;
/// Messages over the rate limit after which the socket is closed.
const MAX_EXCESS_MESSAGES: u32 = 200;
const HELLO_TIMEOUT: Duration = Duration::from_secs(10);
const SEND_TIMEOUT: Duration = Duration::from_secs(10);
const PING_INTERVAL: Duration = Duration::from_secs(10);
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);
/// Capacity of the channel from the analysis task to the socket.
const ANALYSIS_CHANNEL_CAPACITY: usize = 64;

struct Connection {
    searches: Arc<Searches>,
    id: MatchId,
    client: Client,
    room: RoomHandle,
    /// This client in the room.
    client_id: ClientId,
    rate_limit: TokenBucket,
    excess_messages: u32,
    /// Sends messages of the analysis task to the socket.
    analysis_messages: mpsc::Sender<ServerMessage>,
    /// Dropping this stops the running analysis task.
    analysis_stop: Option<oneshot::Sender<()>>,
}

/// The client disconnected, was too slow to read, or sent far too many messages.
struct Disconnected;

pub(crate) async fn run(
    mut socket: WebSocket,
    (matches, searches): (Arc<Matches>, Arc<Searches>),
    id: MatchId,
    client: Client,
    _permit: SocketPermit,
) {
    let Ok(Some((token, name))) = timeout(HELLO_TIMEOUT, receive_hello(&mut socket)).await else {
        return close(socket, "The first message must be hello.").await;
    };
    let room = match matches.room(&id, client.address).await {
        Ok(room) => room,
        Err(error) => return send_error_and_close(socket, error).await,
    };
    let joined = match room.join(secret::hash(&token), name).await {
        Ok(joined) => joined,
        Err(error) => return send_error_and_close(socket, error).await,
    };
    let (analysis_messages, analysis_receiver) = mpsc::channel(ANALYSIS_CHANNEL_CAPACITY);
    let client_id = joined.client;
    let connection = Connection {
        searches,
        id,
        client,
        room: room.clone(),
        client_id,
        rate_limit: TokenBucket::new(MESSAGES_PER_SECOND, MESSAGE_BURST),
        excess_messages: 0,
        analysis_messages,
        analysis_stop: None,
    };
    // This consumes the connection, so its analysis stops before the room learns that it left.
    let _ = connection.serve(&mut socket, joined, analysis_receiver, matches.shutdown()).await;
    room.leave(client_id).await;
    close(socket, "").await;
}

/// Waits for the first message, which must be `Hello`, and returns its token and name.
async fn receive_hello(socket: &mut WebSocket) -> Option<(String, String)> {
    while let Some(Ok(message)) = socket.recv().await {
        if let Message::Text(text) = message {
            return match serde_json::from_str(&text) {
                Ok(ClientRequest { message: ClientMessage::Hello { token, name }, .. }) => Some((token, name)),
                _ => None,
            };
        }
    }
    None
}

async fn send_error_and_close(mut socket: WebSocket, error: ApiError) {
    let reason = error.message.clone();
    let _ = send(&mut socket, &ServerMessage::error(0, error)).await;
    close(socket, &reason).await;
}

async fn close(mut socket: WebSocket, reason: &str) {
    let frame = CloseFrame { code: 1008, reason: reason.to_owned().into() };
    let frame = if reason.is_empty() { None } else { Some(frame) };
    let _ = timeout(Duration::from_secs(1), socket.send(Message::Close(frame))).await;
}

async fn send(socket: &mut WebSocket, message: &ServerMessage) -> Result<(), Disconnected> {
    let text = serde_json::to_string(message).map_err(|_| Disconnected)?;
    send_text(socket, text.into()).await
}

async fn send_text(socket: &mut WebSocket, text: Utf8Bytes) -> Result<(), Disconnected> {
    match timeout(SEND_TIMEOUT, socket.send(Message::Text(text))).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(Disconnected),
    }
}

/// Broadcast that has already arrived. The channel reports a lag only once, so it is passed on.
fn pending_broadcast(
    broadcasts: &mut broadcast::Receiver<EncodedMessage>,
) -> Option<Result<EncodedMessage, RecvError>> {
    match broadcasts.try_recv() {
        Ok(text) => Some(Ok(text)),
        Err(TryRecvError::Lagged(missed)) => Some(Err(RecvError::Lagged(missed))),
        Err(TryRecvError::Empty | TryRecvError::Closed) => None,
    }
}

impl Connection {
    async fn serve(
        mut self,
        socket: &mut WebSocket,
        joined: JoinedRoom,
        mut analysis_receiver: mpsc::Receiver<ServerMessage>,
        mut shutdown: watch::Receiver<bool>,
    ) -> Result<(), Disconnected> {
        let JoinedRoom { welcome, mut broadcasts, .. } = joined;
        send(socket, &welcome).await?;
        let mut pings = interval(PING_INTERVAL);
        let mut last_received = Instant::now();
        loop {
            // In this order, so that a simulated run repeats. The rate limit bounds what the socket can take
            // from the others. The end of the server comes first, because rooms end with it.
            tokio::select! {
                biased;
                _ = shutdown.changed() => {
                    send(socket, &ServerMessage::Closing).await?;
                    return Err(Disconnected);
                }
                message = socket.recv() => {
                    last_received = Instant::now();
                    match message {
                        Some(Ok(Message::Text(text))) => {
                            let reply = self.handle_text(&text).await?;
                            // The changes of a command are sent before the reply that it is done.
                            while let Some(text) = pending_broadcast(&mut broadcasts) {
                                self.forward(socket, &mut broadcasts, text).await?;
                            }
                            if let Some(reply) = reply {
                                send(socket, &reply).await?;
                            }
                        }
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => self.count_message()?,
                        _ => return Err(Disconnected),
                    }
                }
                text = broadcasts.recv() => self.forward(socket, &mut broadcasts, text).await?,
                Some(message) = analysis_receiver.recv() => send(socket, &message).await?,
                _ = pings.tick() => {
                    if last_received.elapsed() > IDLE_TIMEOUT {
                        return Err(Disconnected);
                    }
                    let ping = socket.send(Message::Ping(Vec::new().into()));
                    timeout(SEND_TIMEOUT, ping).await.map_err(|_| Disconnected)?.map_err(|_| Disconnected)?;
                }
            }
        }
    }

    /// Forwards a broadcast of the room. A client that fell behind gets the complete state instead.
    async fn forward(
        &self,
        socket: &mut WebSocket,
        broadcasts: &mut broadcast::Receiver<EncodedMessage>,
        text: Result<EncodedMessage, RecvError>,
    ) -> Result<(), Disconnected> {
        match text {
            Ok(text) => send_text(socket, text).await,
            Err(RecvError::Lagged(_)) => {
                *broadcasts = broadcasts.resubscribe();
                let client = self.client_id;
                let welcome = self.room.read(move |room, now| room.welcome(client, now)).await;
                send(socket, &welcome.and_then(|welcome| welcome).map_err(|_| Disconnected)?).await
            }
            Err(RecvError::Closed) => Err(Disconnected),
        }
    }

    /// Counts a message against the rate limit, and disconnects a client that exceeds it by far.
    fn count_message(&mut self) -> Result<(), Disconnected> {
        if !self.rate_limit.try_take(1.0, Instant::now()) {
            self.excess_messages += 1;
        }
        if self.excess_messages > MAX_EXCESS_MESSAGES { Err(Disconnected) } else { Ok(()) }
    }

    /// Handles a text message and returns the reply; `None` if an analysis task will reply.
    async fn handle_text(&mut self, text: &str) -> Result<Option<ServerMessage>, Disconnected> {
        let excess_before = self.excess_messages;
        self.count_message()?;
        let (request, result) = match serde_json::from_str::<ClientRequest>(text) {
            Ok(ClientRequest { request, .. }) if self.excess_messages > excess_before => {
                (request, Err(ApiError::too_fast()))
            }
            Ok(ClientRequest { request, message }) => (request, self.handle_message(request, message).await),
            Err(error) => (0, Err(ApiError::new(ErrorCode::BadRequest, format!("Invalid message: {error}.")))),
        };
        Ok(match result {
            Ok(true) => Some(ServerMessage::Done { request }),
            Ok(false) => None,
            Err(error) => Some(ServerMessage::error(request, error)),
        })
    }

    /// Returns whether the request is complete; an analysis task sends its own reply.
    async fn handle_message(&mut self, request: u32, message: ClientMessage) -> Result<bool, ApiError> {
        let message = match message.into_command(self.client_id) {
            Ok(command) => return self.room.command(command).await.map(|_| true),
            Err(message) => message,
        };
        match message {
            ClientMessage::Analyze { ply, seconds } => self.analyze(request, ply, seconds).await.map(|()| false),
            ClientMessage::Review { seconds, from } => self.review(request, seconds, from).await.map(|()| false),
            ClientMessage::Solve { ply, engine, seconds } => {
                self.solve(request, ply, &engine, seconds).await.map(|()| false)
            }
            ClientMessage::Stop => {
                self.analysis_stop = None;
                Ok(true)
            }
            ClientMessage::Ping => Ok(true),
            _ => Err(ApiError::new(ErrorCode::BadRequest, "You have already joined this match.")),
        }
    }
}
