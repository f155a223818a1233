//! Persistence: wrong clocks, damaged databases, and behavior while the store is slow.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rusqlite::{Connection, params};
use serde_json::json;
use tokio::time::sleep;

use crate::common::{CATALOG, Client, Server, create_pair, get, notations, post, request, two_player_game};

/// Long enough for messages to reach a room.
const DELIVERY_TIME: Duration = Duration::from_millis(300);

fn open(data: &Path) -> Connection {
    Connection::open(data.join("matches.sqlite")).unwrap()
}

#[tokio::test]
async fn a_wrong_clock_deletes_no_match() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path());
    let mut ids = Vec::new();
    for _ in 0..2 {
        ids.push(create_pair(server.address, two_player_game(), "unlimited").await.0);
    }
    server.stop();
    // One match from the future, one from the past, and a clock that was 200 days ahead and then 40 years back.
    let year = 365 * 24 * 60 * 60_i64;
    let age = "UPDATE matches SET touched = touched + ? WHERE id = ?";
    open(data.path()).execute(age, params![year, ids[0]]).unwrap();
    open(data.path()).execute(age, params![-40 * year, ids[1]]).unwrap();
    for jump in [200 * 24 * 60 * 60, -40 * year] {
        open(data.path()).execute("UPDATE clock SET value = value - ? WHERE name = 'system'", [jump]).unwrap();
        let mut server = Server::start(data.path());
        for id in &ids {
            assert_eq!(get(server.address, &format!("/api/matches/{id}")).await.0, 200);
        }
        server.stop();
    }
}

#[tokio::test]
async fn a_second_server_on_the_same_folder_is_refused() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let config = parlor_web::Config::new(Arc::clone(&CATALOG), ([127, 0, 0, 1], 0).into(), data.path());
    let error = tokio::task::spawn_blocking(move || {
        parlor_web::serve(&config, |_| panic!("a second server started"), async {})
    });
    let error = error.await.unwrap().unwrap_err();
    assert!(error.to_string().contains("in use by the server on 127.0.0.1:0, process "), "{error}");
    assert_eq!(get(server.address, "/healthz").await.0, 200);
}

#[tokio::test]
async fn a_damaged_match_is_not_shown_shorter() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path());
    let (id, tokens) = create_pair(server.address, two_player_game(), "unlimited").await;
    let mut first = Client::join(server.address, &id, &tokens[0]).await;
    let notation = notations(&first.welcome)[0].clone();
    assert_eq!(first.play(0, &notation).await["type"], "done");
    server.stop();
    open(data.path()).execute("DELETE FROM events", []).unwrap();
    let server = Server::start(data.path());
    for path in ["", "/record", "/scenes"] {
        let (status, body) = get(server.address, &format!("/api/matches/{id}{path}")).await;
        assert_eq!((status, &body["error"]), (500, &json!("damaged-match")), "{body}");
    }
}

#[tokio::test]
async fn records_of_another_version_are_refused() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let head = "POST /api/records HTTP/1.1\r\nContent-Type: text/plain";
    let (status, body) = request(server.address, head, "parlor record 1\ngame tic-tac-toe\nterms unlimited\n").await;
    assert_eq!(status, 400, "{body}");
    assert!(body.contains("parlor record 2"), "{body}");
}

#[tokio::test]
async fn simultaneous_rematch_requests_get_the_same_match() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (id, tokens) = create_pair(server.address, two_player_game(), "unlimited").await;
    let path = format!("/api/matches/{id}/rematch");
    let rematch = async |token: &str| post(server.address, &path, &json!({ "token": token })).await;
    let database = open(data.path());
    database.execute_batch("BEGIN IMMEDIATE").unwrap();
    let (first, second, ()) = tokio::join!(rematch(&tokens[0]), rematch(&tokens[1]), async {
        sleep(DELIVERY_TIME).await;
        database.execute_batch("ROLLBACK").unwrap();
    });
    assert_eq!(first.0, 200, "{}", first.1);
    assert_eq!(first, second);
    let matches: usize = database.query_row("SELECT count(*) FROM matches", [], |row| row.get(0)).unwrap();
    assert_eq!(matches, 2);
    let (_, state) = get(server.address, &format!("/api/matches/{id}")).await;
    assert_eq!(state["room"]["rematch"], first.1["id"]);
}

#[tokio::test]
async fn a_match_that_another_server_wrote_is_read_again() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (id, tokens) = create_pair(server.address, two_player_game(), "unlimited").await;
    let mut first = Client::join(server.address, &id, &tokens[0]).await;
    let mut spectator = Client::join(server.address, &id, "").await;
    let moves = notations(&first.welcome);
    let database = open(data.path());
    let event = format!("1 first plays {}", moves[0]);
    database.execute("INSERT INTO events (match, number, event) VALUES (?, 0, ?)", params![id, event]).unwrap();
    database.execute("UPDATE matches SET event_count = 1 WHERE id = ?", [&id]).unwrap();
    assert_eq!(first.play(0, &moves[1]).await["error"], "busy");
    spectator.expect("closing").await;
    while spectator.next().await.is_some() {}
    let mut second = Client::join(server.address, &id, &tokens[1]).await;
    assert_eq!(second.welcome["moves"], json!([{ "player": "first", "move": moves[0] }]));
    assert_eq!(second.play(1, &moves[1]).await["type"], "done");
}

#[tokio::test]
async fn client_that_falls_behind_gets_the_complete_state() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (id, tokens) = create_pair(server.address, two_player_game(), "unlimited").await;
    let mut first = Client::join(server.address, &id, &tokens[0]).await;
    let mut spectator = Client::join(server.address, &id, "").await;
    let mut crowd = Vec::new();
    for _ in 0..40 {
        crowd.push(Client::connect(server.address, &id, None).await.unwrap());
    }
    // While the move waits for the disk, so does the spectator who resigns, and reads nothing of the crowd that joins.
    let database = open(data.path());
    database.execute_batch("BEGIN IMMEDIATE").unwrap();
    let notation = notations(&first.welcome)[0].clone();
    first.send(&json!({ "type": "play", "ply": 0, "move": notation })).await;
    sleep(DELIVERY_TIME).await;
    spectator.send(&json!({ "type": "resign", "request": 7 })).await;
    sleep(DELIVERY_TIME).await;
    for client in &mut crowd {
        client.send(&json!({ "type": "hello" })).await;
    }
    sleep(DELIVERY_TIME).await;
    database.execute_batch("ROLLBACK").unwrap();
    let message = spectator.find(|message| message["ply"] == 1 || message["request"] == 7).await;
    assert_eq!(
        (&message["type"], &message["moves"]),
        (&json!("welcome"), &json!([{ "player": "first", "move": notation }])),
        "{message}"
    );
    assert_eq!(spectator.find(|message| message["request"] == 7).await["error"], "not-your-seat");
}
