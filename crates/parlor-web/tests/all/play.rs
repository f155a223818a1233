//! Matches over the WebSocket: people, engines, spectators, analysis, rematch and import.

use serde_json::{Value, json};

use crate::common::{
    CATALOG, Client, Server, create_match, create_pair, get, notations, player_count, post, request, setup, text,
    two_player_game,
};

#[tokio::test]
async fn two_people_play_every_game_with_a_spectator() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    for game in CATALOG.games().iter().filter(|entry| player_count(entry) == 2) {
        let (id, tokens) = create_pair(server.address, &game.name, "unlimited").await;
        let mut players =
            [Client::join(server.address, &id, &tokens[0]).await, Client::join(server.address, &id, &tokens[1]).await];
        let mut spectator = Client::join(server.address, &id, "").await;
        assert_eq!(spectator.welcome["you"], json!({ "seats": [], "host": false }));
        let mut state = players[0].welcome.clone();
        let mut ply = 0;
        while state["result"].is_null() {
            let moves = notations(&state);
            let seat = usize::from(state["scene"]["turn"] == "second");
            let response = players[seat].play(ply, &moves[ply * 7 % moves.len()]).await;
            assert_eq!(response["type"], "done", "{response}");
            ply += 1;
            state = spectator.find(|message| message["type"] == "position" && message["ply"] == ply).await;
        }
        let (_, seen) = get(server.address, &format!("/api/matches/{id}")).await;
        assert_eq!(seen["ply"], ply);
        assert_eq!(seen["result"], state["result"]);
        // A finished match has an outcome and no side to move.
        assert_eq!(seen["scene"]["turn"], Value::Null);
        assert_eq!(seen["scene"]["outcome"].get("win").unwrap_or(&Value::Null), &seen["result"]["winner"]);
        let (status, record) = request(server.address, &format!("GET /api/matches/{id}/record HTTP/1.1"), "").await;
        assert_eq!(status, 200);
        let record: parlor_match::Record = record.parse().unwrap();
        let replayed = record.replay(&CATALOG).unwrap();
        assert_eq!(replayed.ply(), ply);
        assert!(replayed.result().is_some());
    }
}

#[tokio::test]
async fn rejects_stale_repeated_and_foreign_commands() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (id, tokens) = create_pair(server.address, two_player_game(), "unlimited").await;
    let mut first = Client::join(server.address, &id, &tokens[0]).await;
    let mut second = Client::join(server.address, &id, &tokens[1]).await;
    let mut stranger = Client::join(server.address, &id, "a token that is none").await;
    let mine = notations(&first.welcome)[0].clone();
    assert_eq!(second.play(0, &mine).await["error"], "not-your-turn");
    assert_eq!(stranger.play(0, &mine).await["error"], "not-your-seat");
    assert_eq!(stranger.request(json!({ "type": "resign" })).await["error"], "not-your-seat");
    assert_eq!(
        stranger.request(json!({ "type": "pace", "seconds": 0, "paused": true })).await["error"],
        "not-your-seat"
    );
    assert_eq!(first.play(0, "no such move").await["error"], "illegal-move");
    assert_eq!(first.play(0, &mine).await["type"], "done");
    assert_eq!(first.play(0, &mine).await["error"], "stale-state");
    assert_eq!(second.play(7, &mine).await["error"], "stale-state");
    assert_eq!(first.request(json!({ "type": "take-back", "ply": 1 })).await["error"], "no-take-back");
    assert_eq!(first.request(json!({ "type": "claim-time" })).await["error"], "time-not-up");
    let (_, state) = get(server.address, &format!("/api/matches/{id}")).await;
    assert_eq!(state["ply"], 1);
    assert_eq!(first.request(json!({ "type": "resign" })).await["type"], "done");
    assert_eq!(second.play(1, &mine).await["error"], "match-is-over");
}

#[tokio::test]
async fn invitation_works_once_and_clocks_wait_for_the_friend() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let seats = json!([{ "kind": "you" }, { "kind": "friend" }]);
    let (id, token, invitations) = create_match(server.address, two_player_game(), seats, "move=0.3").await;
    let mut host = Client::join(server.address, &id, &token).await;
    let first = notations(&host.welcome)[0].clone();
    assert_eq!(host.play(0, &first).await["error"], "waiting");
    tokio::time::sleep(std::time::Duration::from_millis(500)).await;
    let claim = format!("/api/matches/{id}/claim");
    let (status, claimed) = post(server.address, &claim, &json!({ "invitation": invitations[1] })).await;
    assert_eq!(status, 200, "{claimed}");
    let (status, again) = post(server.address, &claim, &json!({ "invitation": invitations[1] })).await;
    assert_eq!((status, text(&again["error"])), (409, "seat-taken".to_owned()));
    let (status, _) = post(server.address, &claim, &json!({ "invitation": "guess" })).await;
    assert_eq!(status, 403);
    // No client claims the win: the server's own timer ends the match.
    let ended = host.find(|message| message["type"] == "position" && !message["result"].is_null()).await;
    assert_eq!(ended["result"]["reason"], "ran-out-of-time");
    assert_eq!(ended["result"]["winner"], "second");
}

#[tokio::test]
async fn engine_moves_can_be_taken_back_and_analyzed() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (_, games) = get(server.address, "/api/games").await;
    for game in games.as_array().unwrap() {
        let name = text(&game["name"]);
        let Some(engine) = game["engines"].as_array().unwrap().first().filter(|_| game["players"] == 2) else {
            continue;
        };
        let seats = json!([{ "kind": "you" }, { "kind": "engine", "engine": engine["name"], "seconds": 0.05 }]);
        let (id, token, _) = create_match(server.address, &name, seats, "unlimited").await;
        let mut client = Client::join(server.address, &id, &token).await;
        let first = notations(&client.welcome)[0].clone();
        client.play(0, &first).await;
        client.find(|message| message["type"] == "position" && message["ply"] == 2).await;
        assert_eq!(client.request(json!({ "type": "take-back", "ply": 2 })).await["type"], "done");
        client.send(&json!({ "type": "analyze", "request": 5, "ply": 0, "seconds": 0.3 })).await;
        let values = client.expect("values").await;
        assert!(!values["values"].as_array().unwrap().is_empty(), "{name}: {values}");
        client.find(|message| message["type"] == "done" && message["request"] == 5).await;
        client.play(0, &first).await;
        client.send(&json!({ "type": "review", "request": 6, "seconds": 0.05 })).await;
        let reviewed = client.expect("reviewed").await;
        assert!(reviewed["value"]["text"].is_string(), "{name}: {reviewed}");
        assert_eq!(client.request(json!({ "type": "stop" })).await["type"], "done");
    }
}

/// Creates a match between two engines with this pace in seconds.
async fn create_engine_match(server: &Server, pace: f64, time: &str) -> Value {
    let (_, games) = get(server.address, "/api/games").await;
    let game =
        games.as_array().unwrap().iter().find(|game| game["engines"][0].is_object() && game["players"] == 2).unwrap();
    let engine = json!({ "kind": "engine", "engine": game["engines"][0]["name"], "seconds": 0.02 });
    let body = json!({ "setup": setup(&text(&game["name"])), "seats": [engine, engine], "pace": pace, "time": time });
    post(server.address, "/api/matches", &body).await.1
}

#[tokio::test]
async fn engines_play_each_other_while_a_client_is_connected() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let created = create_engine_match(&server, 0.05, "unlimited").await;
    let (id, host) = (text(&created["id"]), text(&created["token"]));
    assert_eq!(get(server.address, &format!("/api/matches/{id}")).await.1["ply"], 0);
    let mut client = Client::join(server.address, &id, &host).await;
    client.find(|message| message["type"] == "position" && message["ply"] == 2).await;
    assert_eq!(client.request(json!({ "type": "pace", "seconds": 0.0, "paused": true })).await["type"], "done");
    assert_eq!(client.request(json!({ "type": "pace", "seconds": 0.0, "paused": false })).await["type"], "done");
    client.find(|message| message["type"] == "position" && !message["result"].is_null()).await;
}

#[tokio::test]
async fn pace_and_pause_cost_an_engine_no_time() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let created = create_engine_match(&server, 0.5, "move=0.3").await;
    let (id, host) = (text(&created["id"]), text(&created["token"]));
    let mut client = Client::join(server.address, &id, &host).await;
    let is_due =
        |message: &Value| message["type"] == "position" && (message["ply"] == 2 || !message["result"].is_null());
    assert_eq!(client.find(is_due).await["result"], json!(null));
    client.request(json!({ "type": "pace", "seconds": 0.5, "paused": true })).await;
    // By now a search that had started is finished.
    tokio::time::sleep(std::time::Duration::from_millis(500)).await;
    let (_, paused) = get(server.address, &format!("/api/matches/{id}")).await;
    assert_eq!((&paused["result"], &paused["clocks"]["running"]), (&json!(null), &json!(false)), "{paused}");
    client.request(json!({ "type": "pace", "seconds": 0.5, "paused": false })).await;
    let next = paused["ply"].as_u64().unwrap() + 1;
    let moved = client.find(|message| message["type"] == "position" && message["ply"] == next).await;
    assert_eq!(moved["result"], json!(null));
}

#[tokio::test]
async fn rematch_keeps_tokens_and_can_swap_sides() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (id, tokens) = create_pair(server.address, two_player_game(), "unlimited").await;
    let path = format!("/api/matches/{id}/rematch");
    let (status, _) = post(server.address, &path, &json!({ "token": "nobody's" })).await;
    assert_eq!(status, 403);
    let (_, created) = post(server.address, &path, &json!({ "token": tokens[1], "swap": true })).await;
    let (_, found) = post(server.address, &path, &json!({ "token": tokens[0] })).await;
    assert_eq!(created["id"], found["id"]);
    let client = Client::join(server.address, &text(&created["id"]), &tokens[0]).await;
    assert_eq!(client.welcome["you"]["seats"], json!(["second"]));
}

#[tokio::test]
async fn record_can_be_imported_for_viewing() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (id, tokens) = create_pair(server.address, two_player_game(), "unlimited").await;
    let mut first = Client::join(server.address, &id, &tokens[0]).await;
    let notation = notations(&first.welcome)[0].clone();
    first.play(0, &notation).await;
    let (_, record) = request(server.address, &format!("GET /api/matches/{id}/record HTTP/1.1"), "").await;
    let head = "POST /api/records HTTP/1.1\r\nContent-Type: text/plain";
    let (status, body) = request(server.address, head, &record).await;
    assert_eq!(status, 200, "{body}");
    let imported: Value = serde_json::from_str(&body).unwrap();
    let (_, state) = get(server.address, &format!("/api/matches/{}", text(&imported["id"]))).await;
    assert_eq!(state["moves"], json!([{ "player": "first", "move": notation }]));
    // Nobody can play in an imported match, so no clock runs.
    let record = format!("parlor record 2\ngame {}\nterms move=0.2\n", two_player_game());
    let (status, body) = request(server.address, head, &record).await;
    assert_eq!(status, 200, "{body}");
    let imported: Value = serde_json::from_str(&body).unwrap();
    let id = text(&imported["id"]);
    let client = Client::join(server.address, &id, "").await;
    assert_eq!(client.welcome["clocks"]["running"], false);
    assert_eq!(client.welcome["room"]["seats"][0], json!({ "kind": "absent" }));
    tokio::time::sleep(std::time::Duration::from_millis(400)).await;
    assert_eq!(get(server.address, &format!("/api/matches/{id}")).await.1["result"], json!(null));
    let (status, body) = request(server.address, head, "parlor record 2\ngame nonsense\nterms unlimited\n").await;
    assert_eq!(status, 400, "{body}");
    let impossible =
        format!("parlor record 2\ngame {}\nterms unlimited\n0.1 first plays nonsense\n", two_player_game());
    let (_, body) = request(server.address, head, &impossible).await;
    let message: Value = serde_json::from_str(&body).unwrap();
    let expected = "ly 1, move \"nonsense\": not a legal move here; legal: ";
    assert!(text(&message["message"]).contains(expected), "{message}");
}

#[tokio::test]
async fn abandoned_match_stops_its_engines() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let created = create_engine_match(&server, 2.0, "unlimited").await;
    let id = text(&created["id"]);
    let mut client = Client::join(server.address, &id, "").await;
    client.find(|message| message["type"] == "position" && message["ply"] == 1).await;
    drop(client);
    // A page reload must not stop the match, so it goes on for a few seconds before it stops.
    tokio::time::sleep(std::time::Duration::from_secs(8)).await;
    let before = get(server.address, &format!("/api/matches/{id}")).await.1["ply"].clone();
    tokio::time::sleep(std::time::Duration::from_secs(4)).await;
    assert_eq!(get(server.address, &format!("/api/matches/{id}")).await.1["ply"], before);
    let mut client = Client::join(server.address, &id, "").await;
    client.find(|message| message["type"] == "position").await;
}

#[tokio::test]
async fn analysis_is_closed_while_two_people_play() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (id, tokens) = create_pair(server.address, two_player_game(), "unlimited").await;
    let mut player = Client::join(server.address, &id, &tokens[0]).await;
    let mut spectator = Client::join(server.address, &id, "").await;
    assert_eq!(player.welcome["room"]["analysis"], false);
    let requests = [
        json!({ "type": "analyze", "ply": 0, "seconds": 0.05 }),
        json!({ "type": "review", "seconds": 0.05 }),
        json!({ "type": "solve", "ply": 0, "engine": "random", "seconds": 0.05 }),
    ];
    for message in &requests {
        for client in [&mut player, &mut spectator] {
            assert_eq!(client.request(message.clone()).await["error"], "analysis-closed", "{message}");
        }
    }
    assert_eq!(player.request(json!({ "type": "resign" })).await["type"], "done");
    assert_eq!(spectator.request(requests[0].clone()).await["type"], "done");
}

#[tokio::test]
async fn heartbeat_is_answered_and_names_are_shown() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (id, tokens) = create_pair(server.address, two_player_game(), "unlimited").await;
    let mut host = Client::join(server.address, &id, &tokens[0]).await;
    assert_eq!(host.request(json!({ "type": "ping" })).await["type"], "done");
    let mut friend = Client::connect(server.address, &id, None).await.unwrap();
    let name = format!("  Ada\u{7}{}", "a".repeat(50));
    friend.send(&json!({ "type": "hello", "token": tokens[1], "name": name })).await;
    let welcome = friend.expect("welcome").await;
    let expected = format!("Ada{}", "a".repeat(21));
    assert_eq!(welcome["room"]["seats"][1]["name"], json!(expected));
    host.find(|message| message["seats"][1]["name"] == json!(expected)).await;
}
