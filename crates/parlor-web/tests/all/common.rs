//! Test server on a free port, with HTTP and WebSocket clients.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::thread::JoinHandle;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use parlor_core::{Catalog, GameEntry};
use parlor_web::Config;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Games of the tests.
pub(crate) static CATALOG: LazyLock<Arc<Catalog>> = LazyLock::new(|| Arc::new(parlor_games::catalog()));

/// Running server; stopped when dropped.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<Result<(), parlor_web::ServerError>>>,
}

impl Server {
    /// Serves the games of `parlor_games`.
    pub(crate) fn start(data: &Path) -> Server {
        Server::start_with(data, &CATALOG)
    }

    pub(crate) fn start_with(data: &Path, catalog: &Arc<Catalog>) -> Server {
        let (stop, stopped) = oneshot::channel::<()>();
        let (started, address) = std::sync::mpsc::channel();
        let mut config = Config::new(Arc::clone(catalog), ([127, 0, 0, 1], 0).into(), data);
        config.arena = Some(data.join("arena.sqlite"));
        let thread = std::thread::spawn(move || {
            let stop = async { drop(stopped.await) };
            parlor_web::serve(&config, |address| started.send(address).unwrap(), stop)
        });
        let address = address.recv_timeout(Duration::from_secs(20)).expect("the server starts");
        Server { address, stop: Some(stop), thread: Some(thread) }
    }

    pub(crate) fn stop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap().unwrap();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Sends an HTTP/1.1 request over a raw socket, so that a test can send any header. Returns status and body.
pub(crate) async fn request(address: SocketAddr, head: &str, body: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let length = body.len();
    let head = format!("{head}\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n");
    stream.write_all(head.as_bytes()).await.unwrap();
    // The server may reject the request before it has read the whole body.
    let _ = stream.write_all(body.as_bytes()).await;
    let mut response = Vec::new();
    let _ = stream.read_to_end(&mut response).await;
    let response = String::from_utf8_lossy(&response).into_owned();
    let status = response.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let body = response.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    (status, body.to_owned())
}

/// Status line and headers of the response to a browser, which accepts compressed content.
pub(crate) async fn response_head(address: SocketAddr, path: &str) -> String {
    response_head_with(address, path, "Accept-Encoding: gzip, br").await
}

/// Status line and headers of the response to a request with other headers.
pub(crate) async fn response_head_with(address: SocketAddr, path: &str, headers: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let head = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n{headers}\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut response = Vec::new();
    let _ = stream.read_to_end(&mut response).await;
    let response = String::from_utf8_lossy(&response).into_owned();
    response.split_once("\r\n\r\n").map_or(String::new(), |(head, _)| head.to_owned())
}

pub(crate) async fn get(address: SocketAddr, path: &str) -> (u16, Value) {
    let (status, body) = request(address, &format!("GET {path} HTTP/1.1"), "").await;
    (status, serde_json::from_str(&body).unwrap_or(Value::String(body)))
}

pub(crate) async fn post(address: SocketAddr, path: &str, data: &Value) -> (u16, Value) {
    let head = format!("POST {path} HTTP/1.1\r\nContent-Type: application/json");
    let (status, body) = request(address, &head, &data.to_string()).await;
    (status, serde_json::from_str(&body).unwrap_or(Value::String(body)))
}

pub(crate) fn player_count(entry: &GameEntry) -> u8 {
    entry.start(entry.default_setup()).unwrap().player_count()
}

/// The first game of the catalog for two players.
pub(crate) fn two_player_game() -> &'static str {
    &CATALOG.games().iter().find(|entry| player_count(entry) == 2).unwrap().name
}

pub(crate) fn setup(game: &str) -> Value {
    json!({ "game": game, "options": {}, "position": null })
}

/// Creates a match with these seats; returns its id, the host's token, and the invitations.
pub(crate) async fn create_match(address: SocketAddr, game: &str, seats: Value, time: &str) -> (String, String, Value) {
    let body = json!({ "setup": setup(game), "seats": seats, "time": time });
    let (status, created) = post(address, "/api/matches", &body).await;
    assert_eq!(status, 200, "{created}");
    (text(&created["id"]), text(&created["token"]), created["invitations"].clone())
}

/// Creates a match between the host and a friend; returns its id and both tokens.
pub(crate) async fn create_pair(address: SocketAddr, game: &str, time: &str) -> (String, [String; 2]) {
    let (id, token, invitations) =
        create_match(address, game, json!([{ "kind": "you" }, { "kind": "friend" }]), time).await;
    let (_, claimed) =
        post(address, &format!("/api/matches/{id}/claim"), &json!({ "invitation": invitations[1] })).await;
    (id, [token, text(&claimed["token"])])
}

pub(crate) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is not a string")).to_owned()
}

pub(crate) struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(crate) welcome: Value,
}

impl Client {
    pub(crate) async fn join(address: SocketAddr, id: &str, token: &str) -> Client {
        let mut client = Client::connect(address, id, None).await.unwrap();
        client.send(&json!({ "type": "hello", "token": token })).await;
        client.welcome = client.expect("welcome").await;
        client
    }

    /// Opens the socket without sending a message.
    pub(crate) async fn connect(address: SocketAddr, id: &str, origin: Option<&str>) -> Result<Client, Error> {
        let mut request = format!("ws://{address}/api/matches/{id}/socket").into_client_request()?;
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().unwrap());
        }
        let (socket, _) = connect_async(request).await?;
        Ok(Client { socket, welcome: Value::Null })
    }

    pub(crate) async fn send(&mut self, message: &Value) {
        self.send_text(&message.to_string()).await.unwrap();
    }

    pub(crate) async fn send_text(&mut self, text: &str) -> Result<(), Error> {
        self.socket.send(Message::Text(text.into())).await
    }

    /// The next message; `None` when the server has closed.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        // One deadline for the whole loop, because pings also arrive.
        let deadline = tokio::time::Instant::now() + Duration::from_secs(20);
        loop {
            let message = tokio::time::timeout_at(deadline, self.socket.next()).await.expect("a message in time");
            match message {
                Some(Ok(Message::Text(text))) => return Some(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                _ => return None,
            }
        }
    }

    /// Waits for the next message of a type and skips others.
    pub(crate) async fn expect(&mut self, kind: &str) -> Value {
        self.find(|message| message["type"] == kind).await
    }

    pub(crate) async fn find(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.next().await.expect("the socket is open");
            if is_wanted(&message) {
                return message;
            }
        }
    }

    /// Sends a message with a request number and waits for its reply, `done` or `refused`.
    pub(crate) async fn request(&mut self, mut message: Value) -> Value {
        message["request"] = json!(77);
        self.send(&message).await;
        self.find(|message| message["request"] == 77 && (message["type"] == "done" || message["type"] == "error")).await
    }

    pub(crate) async fn play(&mut self, ply: usize, notation: &str) -> Value {
        self.request(json!({ "type": "play", "ply": ply, "move": notation })).await
    }
}

/// Legal moves of a state, in notation.
pub(crate) fn notations(state: &Value) -> Vec<String> {
    state["scene"]["choices"].as_array().unwrap().iter().map(|choice| text(&choice["notation"])).collect()
}
