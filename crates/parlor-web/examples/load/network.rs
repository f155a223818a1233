//! HTTP and WebSocket clients that choose their own address.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::BoxError;

pub(crate) type Socket = WebSocketStream<TcpStream>;

/// Time after which a client that waits for an answer counts as starved.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);
const RETRY_DELAY: Duration = Duration::from_millis(100);

async fn connect(client: Ipv4Addr, server: SocketAddr) -> Result<TcpStream, BoxError> {
    let socket = TcpSocket::new_v4()?;
    // So that the ports of closed connections can be used again at once.
    socket.set_reuseaddr(true)?;
    socket.bind((client, 0).into())?;
    let stream = socket.connect(server).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// Sends one HTTP request, and returns status and body.
pub(crate) async fn request(
    client: Ipv4Addr,
    server: SocketAddr,
    head: &str,
    body: &str,
) -> Result<(u16, String), BoxError> {
    let mut stream = connect(client, server).await?;
    let length = body.len();
    let headers = format!("Host: {server}\r\nConnection: close\r\nContent-Type: application/json");
    stream
        .write_all(format!("{head} HTTP/1.1\r\n{headers}\r\nContent-Length: {length}\r\n\r\n{body}").as_bytes())
        .await?;
    let mut response = String::new();
    stream.read_to_string(&mut response).await?;
    let status = response.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or("no response")?;
    Ok((status, response.split_once("\r\n\r\n").ok_or("no response")?.1.to_owned()))
}

/// Sends an HTTP request, and repeats it while the server's limits reject it.
pub(crate) async fn http(client: Ipv4Addr, server: SocketAddr, head: &str, body: &str) -> Result<String, BoxError> {
    let repeat = async {
        loop {
            match request(client, server, head, body).await? {
                (200, body) => return Ok(body),
                (429 | 503, _) => tokio::time::sleep(RETRY_DELAY).await,
                (status, body) => return Err(BoxError::from(format!("{head}: {status} {body}"))),
            }
        }
    };
    tokio::time::timeout(PATIENCE, repeat).await?
}

pub(crate) async fn post(client: Ipv4Addr, server: SocketAddr, path: &str, data: &Value) -> Result<Value, BoxError> {
    Ok(serde_json::from_str(&http(client, server, &format!("POST {path}"), &data.to_string()).await?)?)
}

/// Joins a match; returns the socket and the state of the match.
pub(crate) async fn join(
    client: Ipv4Addr,
    server: SocketAddr,
    id: &str,
    token: &str,
) -> Result<(Socket, Value), BoxError> {
    let mut socket = loop {
        let stream = connect(client, server).await?;
        match client_async(format!("ws://{server}/api/matches/{id}/socket"), stream).await {
            Ok((socket, _)) => break socket,
            Err(Error::Http(response)) if [429, 503].contains(&response.status().as_u16()) => {
                tokio::time::sleep(RETRY_DELAY).await;
            }
            Err(error) => return Err(error.into()),
        }
    };
    send(&mut socket, &json!({ "type": "hello", "token": token })).await?;
    let welcome = next(&mut socket, "{\"type\":\"welcome\"").await?;
    Ok((socket, serde_json::from_str(&welcome)?))
}

pub(crate) async fn send(socket: &mut Socket, message: &Value) -> Result<(), BoxError> {
    Ok(socket.send(Message::Text(message.to_string().into())).await?)
}

/// Waits for the next message with this prefix; a rejected request is an error.
pub(crate) async fn next(socket: &mut Socket, prefix: &str) -> Result<String, BoxError> {
    let read = async {
        loop {
            match socket.next().await.ok_or("the server closed a socket")?? {
                Message::Text(text) if text.starts_with(prefix) => return Ok(text.to_string()),
                Message::Text(text) if text.starts_with("{\"type\":\"error\"") => {
                    return Err(BoxError::from(text.to_string()));
                }
                Message::Close(_) => return Err("the server closed a socket".into()),
                _ => {}
            }
        }
    };
    tokio::time::timeout(PATIENCE, read).await.map_err(|_| format!("no {prefix} for {PATIENCE:?}"))?
}

pub(crate) fn text(value: &Value) -> Result<String, BoxError> {
    Ok(value.as_str().ok_or_else(|| format!("{value} is not a string"))?.to_owned())
}

pub(crate) fn raise_open_file_limit() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
}
