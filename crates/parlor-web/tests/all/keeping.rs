//! What is kept, and for how long; and what happens while the store is slow.

use std::path::Path;

use rusqlite::Connection;

use crate::common::{Client, Server, get, make_pair, notations, some_game};

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
