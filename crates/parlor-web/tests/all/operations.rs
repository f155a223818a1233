//! Operations: health and metrics, trusted proxies, signals, request ids.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use parlor_web::Config;
#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;
use tokio::sync::oneshot;

use crate::common::{CATALOG, Client, Server, create_match, create_pair, request, two_player_game};

pub(crate) fn free_address() -> SocketAddr {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

/// Starts a server with a configuration; it stops when the sender is dropped.
pub(crate) fn start(config: Config) -> (SocketAddr, oneshot::Sender<()>) {
    let (stop, stopped) = oneshot::channel::<()>();
    let (started, address) = channel();
    std::thread::spawn(move || {
        parlor_web::serve(&config, |address| started.send(address).unwrap(), async { drop(stopped.await) })
    });
    (address.recv_timeout(Duration::from_secs(20)).unwrap(), stop)
}

pub(crate) fn config(data: &std::path::Path) -> Config {
    Config::new(Arc::clone(&CATALOG), ([127, 0, 0, 1], 0).into(), data)
}

#[tokio::test]
async fn health_and_metrics_are_served_on_the_administration_address_only() {
    let data = tempfile::tempdir().unwrap();
    let admin = free_address();
    let (address, _stop) = start(Config { admin: Some(admin), ..config(data.path()) });
    let (id, tokens) = create_pair(address, two_player_game(), "unlimited").await;
    let _client = Client::join(address, &id, &tokens[0]).await;
    request(address, "GET /api/matches/aaaaaaaaaaaaaaaa HTTP/1.1", "").await;
    assert_eq!(request(admin, "GET /healthz HTTP/1.1", "").await, (200, "ok\n".to_owned()));
    assert_eq!(request(admin, "GET /readyz HTTP/1.1", "").await, (200, "ready\n".to_owned()));
    let (_, metrics) = request(admin, "GET /metrics HTTP/1.1", "").await;
    for line in ["parlor_rooms 1\n", "parlor_sockets 1\n", "parlor_errors_total{code=\"no-such-match\"} 1\n"] {
        assert!(metrics.contains(line), "{line} is not in\n{metrics}");
    }
    assert_eq!(request(address, "GET /healthz HTTP/1.1", "").await, (200, "ok\n".to_owned()));
    for path in ["/metrics", "/readyz"] {
        assert_eq!(request(address, &format!("GET {path} HTTP/1.1"), "").await.0, 404);
    }
}

#[tokio::test]
async fn a_store_that_cannot_write_is_not_ready() {
    let data = tempfile::tempdir().unwrap();
    let admin = free_address();
    let (_, _stop) = start(Config { admin: Some(admin), ..config(data.path()) });
    let database = rusqlite::Connection::open(data.path().join("matches.sqlite")).unwrap();
    database.execute_batch("BEGIN IMMEDIATE").unwrap();
    let (status, body) = request(admin, "GET /readyz HTTP/1.1", "").await;
    assert_eq!((status, &*body), (503, "not ready: the store cannot write\n"));
    database.execute_batch("ROLLBACK").unwrap();
}

#[tokio::test]
async fn clients_behind_a_trusted_proxy_have_their_own_limits() {
    let data = tempfile::tempdir().unwrap();
    let mut config = config(data.path());
    config.names = vec!["games.example".to_owned()];
    config.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
    config.limits.request_burst = 4.0;
    config.limits.requests_per_second = 0.1;
    let (address, _stop) = start(config);
    let get = async |client: &str| {
        request(address, &format!("GET /api/games HTTP/1.1\r\nX-Forwarded-For: 1.2.3.4, {client}"), "").await.0
    };
    let mut statuses = Vec::new();
    for _ in 0..5 {
        statuses.push(get("198.51.100.1").await);
    }
    assert_eq!(statuses, [200, 200, 200, 200, 429]);
    assert_eq!(get("198.51.100.2").await, 200);
    // The page at the public name may use the API, although the proxy replaced the host.
    let from = async |origin: &str| {
        let head = format!(
            "GET /api/games HTTP/1.1\r\nX-Forwarded-For: {origin}\r\nX-Forwarded-For: 198.51.100.3\r\n\
             X-Forwarded-Proto: https\r\nOrigin: {origin}"
        );
        request(address, &head, "").await.0
    };
    assert_eq!(from("https://games.example").await, 200);
    assert_eq!([from("http://games.example").await, from("https://evil.example").await], [403, 403]);
}

#[tokio::test]
async fn connected_pages_hear_that_the_server_stops() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path());
    let (id, token, _) =
        create_match(server.address, two_player_game(), json!([{ "kind": "you" }, { "kind": "you" }]), "unlimited")
            .await;
    let mut client = Client::join(server.address, &id, &token).await;
    let stopping = tokio::task::spawn_blocking(move || server.stop());
    client.expect("closing").await;
    stopping.await.unwrap();
}

#[cfg(unix)]
#[tokio::test]
async fn both_stop_signals_end_the_process_within_two_seconds_under_load() {
    for signal in [Signal::INT, Signal::TERM] {
        let data = tempfile::tempdir().unwrap();
        let (mut child, address) = crate::crash_recovery::spawn(data.path());
        let mut clients = Vec::new();
        for _ in 0..6 {
            let engine = json!({ "kind": "engine", "engine": "mcts", "seconds": 30 });
            let (id, token, _) =
                create_match(address, two_player_game(), json!([engine, { "kind": "you" }]), "unlimited").await;
            let mut client = Client::join(address, &id, &token).await;
            client.send(&json!({ "type": "analyze", "ply": 0, "seconds": 30 })).await;
            clients.push(client);
        }
        let start = Instant::now();
        kill_process(Pid::from_child(&child), signal).unwrap();
        tokio::task::spawn_blocking(move || child.wait().unwrap()).await.unwrap();
        // A little more than the limit, because the machine may be busy.
        assert!(start.elapsed() < Duration::from_millis(2500), "{signal:?}: {:?}", start.elapsed());
    }
}
