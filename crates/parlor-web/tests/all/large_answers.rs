//! Answers of large boards: bounded by bytes, also for clients that do not read them, and never made on the async threads.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Read;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use flate2::read::GzDecoder;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::common::{Server, get, post, request, text};

const MOVES: usize = 120;
/// Above an answer of 1 MiB that was begun with one scene.
const MAX_ANSWER_BYTES: usize = 1_500_000;

/// A Pac-Man board of 64x64 cells, full of pellets.
fn board() -> String {
    let mut rows = vec![vec!["11"; 64]; 64];
    rows[0][0] = "66";
    rows.iter().map(|row| row.join(" ")).collect::<Vec<_>>().join("/")
}

/// Steps between the same two cells.
fn steps(count: usize) -> Vec<&'static str> {
    ["R", "L"].into_iter().cycle().take(count).collect()
}

/// Imports a match on the board; returns its id.
async fn import_match(address: SocketAddr) -> String {
    let head = format!("parlor record 2\ngame pacman\nposition {}\nterms unlimited\n", board());
    let record = steps(MOVES).into_iter().fold(head, |record, step| record + "0.1 first plays " + step + "\n");
    let head = "POST /api/records HTTP/1.1\r\nContent-Type: text/plain";
    let (status, body) = request(address, head, &record).await;
    assert_eq!(status, 200, "{body}");
    text(&serde_json::from_str::<Value>(&body).unwrap()["id"])
}

/// The JSON of an answer, and the bytes that were sent for it.
async fn fetch(address: SocketAddr, head: &str, body: &str, accepts_gzip: bool) -> (Value, usize) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let coding = if accepts_gzip { "gzip" } else { "identity" };
    let headers = format!("Host: {address}\r\nConnection: close\r\nAccept-Encoding: {coding}");
    let length = body.len();
    let head = format!("{head} HTTP/1.1\r\n{headers}\r\nContent-Type: application/json\r\nContent-Length: {length}");
    stream.write_all(format!("{head}\r\n\r\n{body}").as_bytes()).await.unwrap();
    let mut response = Vec::new();
    stream.read_to_end(&mut response).await.unwrap();
    let end = response.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap();
    let (head, body) = (String::from_utf8_lossy(&response[..end]).to_lowercase(), &response[end + 4..]);
    assert!(head.starts_with("http/1.1 200"), "{head}");
    assert_eq!(head.contains("content-encoding: gzip"), accepts_gzip, "{head}");
    let mut json = Vec::new();
    if accepts_gzip {
        GzDecoder::new(body).read_to_end(&mut json).unwrap();
    } else {
        json.extend_from_slice(body);
    }
    assert!(json.len() < MAX_ANSWER_BYTES, "{} bytes", json.len());
    (serde_json::from_slice(&json).unwrap(), body.len())
}

/// A number that stands for the pieces of a scene, which would take much memory.
fn digest(scene: &Value) -> u64 {
    let mut hasher = DefaultHasher::new();
    scene["pieces"].to_string().hash(&mut hasher);
    hasher.finish()
}

#[tokio::test]
async fn scenes_of_a_large_board_come_in_pieces_with_and_without_gzip() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let id = import_match(server.address).await;
    let mut digests = [Vec::new(), Vec::new()];
    for (digests, accepts_gzip) in digests.iter_mut().zip([false, true]) {
        while digests.len() <= MOVES {
            let head = format!("GET /api/matches/{id}/scenes?from={}", digests.len());
            let (scenes, _) = fetch(server.address, &head, "", accepts_gzip).await;
            let scenes = scenes.as_array().unwrap();
            assert!(!scenes.is_empty());
            digests.extend(scenes.iter().map(digest));
        }
    }
    let [plain, compressed] = digests;
    assert_eq!((plain.len(), plain == compressed), (MOVES + 1, true));
    for accepts_gzip in [false, true] {
        let line = json!({ "ply": 0, "moves": steps(100), "skip": 90 }).to_string();
        let (scenes, _) = fetch(server.address, &format!("POST /api/matches/{id}/line"), &line, accepts_gzip).await;
        assert_eq!(digest(&scenes[0]), plain[91]);
    }
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn clients_that_never_read_take_bounded_memory() {
    let resident_mib = || -> u64 {
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024
    };
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let id = import_match(server.address).await;
    let before = resident_mib();
    let mut silent = Vec::new();
    for _ in 0..30 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let head = format!("GET /api/matches/{id}/scenes HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
        stream.write_all(head.as_bytes()).await.unwrap();
        silent.push(stream);
    }
    let mut most = before;
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(4) {
        tokio::time::sleep(Duration::from_millis(100)).await;
        most = most.max(resident_mib());
    }
    // The other tests of this process take some, too; 30 whole answers took 1,400 MiB.
    assert!(most < before + 300, "{before} MiB before, up to {most} MiB");
    assert_eq!(get(server.address, "/api/server").await.0, 200);
}

#[tokio::test]
async fn lines_of_many_moves_are_refused_or_quickly_played() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let setup = json!({ "game": "pacman", "options": {}, "position": board() });
    for (count, expected) in [(12_000, 400), (9_000, 200)] {
        let start = Instant::now();
        let body = json!({ "setup": setup, "moves": steps(count) });
        let (status, analysis) = post(server.address, "/api/analysis", &body).await;
        assert_eq!(status, expected, "{count} moves: {}", analysis["message"]);
        // 12,000 scenes took longer than this.
        assert!(start.elapsed() < Duration::from_secs(3), "{count} moves took {:?}", start.elapsed());
    }
    let id = import_match(server.address).await;
    let line = json!({ "ply": 0, "moves": steps(12_000) });
    assert_eq!(post(server.address, &format!("/api/matches/{id}/line"), &line).await.0, 400);
}
