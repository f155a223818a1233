//! A server on a free port, and clients that speak to it as others would.

use std::net::SocketAddr;
use std::path::Path;
use std::thread::JoinHandle;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use parlor_web::Config;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Stopped when dropped.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<Result<(), String>>>,
}

impl Server {
    pub(crate) fn start(data: &Path) -> Server {
        let (stop, stopped) = oneshot::channel::<()>();
        let (started, address) = std::sync::mpsc::channel();
        let config = Config { address: ([127, 0, 0, 1], 0).into(), data: data.to_owned(), names: Vec::new() };
        let thread = std::thread::spawn(move || {
            let until = async { drop(stopped.await) };
            parlor_web::serve(&config, |address| started.send(address).unwrap(), until)
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

/// Plain HTTP/1.1, so that a test can send whatever it likes.
pub(crate) async fn request(address: SocketAddr, head: &str, body: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let length = body.len();
    let head = format!("{head}\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n");
    stream.write_all(head.as_bytes()).await.unwrap();
    // A refused body need not be read to its end.
    let _ = stream.write_all(body.as_bytes()).await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    (status, body.to_owned())
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

/// The first game of the catalog with two seats.
pub(crate) fn some_game() -> &'static str {
    parlor_games::catalog::GAMES.iter().find(|game| game.seats == 2).unwrap().name
}

pub(crate) fn setup(game: &str) -> Value {
    json!({ "game": game, "options": {}, "position": null })
}

/// A match with these seats: its id, its token, and the invitations.
pub(crate) async fn make(address: SocketAddr, game: &str, seats: Value, time: &str) -> (String, String, Value) {
    let wish = json!({ "setup": setup(game), "seats": seats, "time": time });
    let (status, made) = post(address, "/api/matches", &wish).await;
    assert_eq!(status, 200, "{made}");
    (text(&made["id"]), text(&made["token"]), made["invitations"].clone())
}

/// A match between the host and a friend: its id and both tokens.
pub(crate) async fn make_pair(address: SocketAddr, game: &str, time: &str) -> (String, [String; 2]) {
    let (id, token, invitations) = make(address, game, json!([{ "who": "you" }, { "who": "friend" }]), time).await;
    let (_, claimed) =
        post(address, &format!("/api/matches/{id}/claim"), &json!({ "invitation": invitations[1] })).await;
    (id, [token, text(&claimed["token"])])
}

pub(crate) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text")).to_owned()
}

pub(crate) struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(crate) welcome: Value,
}

impl Client {
    pub(crate) async fn enter(address: SocketAddr, id: &str, token: &str) -> Client {
        let mut client = Client::connect(address, id, None).await.unwrap();
        client.send(&json!({ "type": "hello", "token": token })).await;
        client.welcome = client.expect("welcome").await;
        client
    }

    /// Only the socket; nothing has been said yet.
    pub(crate) async fn connect(address: SocketAddr, id: &str, origin: Option<&str>) -> Result<Client, Error> {
        let mut request = format!("ws://{address}/api/matches/{id}/socket").into_client_request()?;
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().unwrap());
        }
        let (socket, _) = connect_async(request).await?;
        Ok(Client { socket, welcome: Value::Null })
    }

    pub(crate) async fn send(&mut self, wish: &Value) {
        self.send_text(&wish.to_string()).await.unwrap();
    }

    pub(crate) async fn send_text(&mut self, text: &str) -> Result<(), Error> {
        self.socket.send(Message::Text(text.into())).await
    }

    /// The next message; `None` when the server has closed.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        // Pings are no answer, however many come.
        let deadline = tokio::time::Instant::now() + Duration::from_secs(20);
        loop {
            let message = tokio::time::timeout_at(deadline, self.socket.next()).await.expect("an answer");
            match message {
                Some(Ok(Message::Text(text))) => return Some(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                _ => return None,
            }
        }
    }

    /// The next message of a type; others are passed over.
    pub(crate) async fn expect(&mut self, kind: &str) -> Value {
        self.find(|told| told["type"] == kind).await
    }

    pub(crate) async fn find(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let told = self.next().await.expect("the socket is open");
            if is_wanted(&told) {
                return told;
            }
        }
    }

    /// Sends a wish and waits for its answer, `done` or `refused`.
    pub(crate) async fn ask(&mut self, mut wish: Value) -> Value {
        wish["request"] = json!(77);
        self.send(&wish).await;
        self.find(|told| told["request"] == 77 && (told["type"] == "done" || told["type"] == "refused")).await
    }

    pub(crate) async fn play(&mut self, ply: usize, notation: &str) -> Value {
        self.ask(json!({ "type": "play", "ply": ply, "move": notation })).await
    }
}

pub(crate) fn notations(state: &Value) -> Vec<String> {
    state["scene"]["choices"].as_array().unwrap().iter().map(|choice| text(&choice["notation"])).collect()
}
