//! What is kept, and for how long; and what happens while the store is slow.

use std::path::Path;
use std::time::Duration;

use rusqlite::Connection;
use serde_json::json;
use tokio::time::sleep;

use crate::common::{Client, Server, get, make_pair, notations, post, some_game};

/// Long enough for orders to reach a room.
const A_WHILE: Duration = Duration::from_millis(300);

fn open(data: &Path) -> Connection {
    Connection::open(data.join("matches.sqlite")).unwrap()
}

#[tokio::test]
async fn a_match_is_kept_for_half_a_year_after_its_last_move() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path());
    let (played, tokens) = make_pair(server.address, some_game(), "unlimited").await;
    let (left, _) = make_pair(server.address, some_game(), "unlimited").await;
    let mut first = Client::enter(server.address, &played, &tokens[0]).await;
    open(data.path()).execute("UPDATE matches SET touched = touched - 181 * 24 * 60 * 60", []).unwrap();
    let notation = notations(&first.welcome)[0].clone();
    assert_eq!(first.play(0, &notation).await["type"], "done");
    server.stop();
    let server = Server::start(data.path());
    let (status, state) = get(server.address, &format!("/api/matches/{played}")).await;
    assert_eq!((status, &state["ply"]), (200, &1.into()), "{state}");
    assert_eq!(get(server.address, &format!("/api/matches/{left}")).await.0, 404);
}

#[tokio::test]
async fn two_who_ask_for_a_rematch_at_once_get_the_same_one() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (id, tokens) = make_pair(server.address, some_game(), "unlimited").await;
    let path = format!("/api/matches/{id}/rematch");
    let ask = async |token: &str| post(server.address, &path, &json!({ "token": token })).await;
    let database = open(data.path());
    database.execute_batch("BEGIN IMMEDIATE").unwrap();
    let (one, other, ()) = tokio::join!(ask(&tokens[0]), ask(&tokens[1]), async {
        sleep(A_WHILE).await;
        database.execute_batch("ROLLBACK").unwrap();
    });
    assert_eq!(one.0, 200, "{}", one.1);
    assert_eq!(one, other);
    let matches: usize = database.query_row("SELECT count(*) FROM matches", [], |row| row.get(0)).unwrap();
    assert_eq!(matches, 2);
    let (_, state) = get(server.address, &format!("/api/matches/{id}")).await;
    assert_eq!(state["table"]["rematch"], one.1["id"]);
}

#[tokio::test]
async fn whoever_falls_behind_during_a_wish_gets_everything_anew() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (id, tokens) = make_pair(server.address, some_game(), "unlimited").await;
    let mut first = Client::enter(server.address, &id, &tokens[0]).await;
    let mut watcher = Client::enter(server.address, &id, "").await;
    let mut crowd = Vec::new();
    for _ in 0..40 {
        crowd.push(Client::connect(server.address, &id, None).await.unwrap());
    }
    // While the move waits for the disk, the room takes no other order: the crowd waits before the watcher's wish.
    let database = open(data.path());
    database.execute_batch("BEGIN IMMEDIATE").unwrap();
    let notation = notations(&first.welcome)[0].clone();
    first.send(&json!({ "type": "play", "ply": 0, "move": notation })).await;
    sleep(A_WHILE).await;
    for client in &mut crowd {
        client.send(&json!({ "type": "hello" })).await;
    }
    sleep(A_WHILE).await;
    watcher.send(&json!({ "type": "resign", "request": 7 })).await;
    sleep(A_WHILE).await;
    database.execute_batch("ROLLBACK").unwrap();
    let told = watcher.find(|told| told["ply"] == 1 || told["request"] == 7).await;
    assert_eq!((&told["type"], &told["moves"]), (&json!("welcome"), &json!([notation])), "{told}");
    assert_eq!(watcher.find(|told| told["request"] == 7).await["error"], "not-your-seat");
}
