//! Matches over the socket: people, engines, watchers, analysis, and coming back.

use serde_json::{Value, json};

use crate::common::{Client, Server, get, make, make_pair, notations, post, request, setup, some_game, text};

#[tokio::test]
async fn two_people_play_every_game_to_its_end_and_a_third_watches() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    for game in parlor_games::catalog::GAMES.iter().filter(|game| game.seats == 2) {
        let (id, tokens) = make_pair(server.address, game.name, "unlimited").await;
        let mut players = [
            Client::enter(server.address, &id, &tokens[0]).await,
            Client::enter(server.address, &id, &tokens[1]).await,
        ];
        let mut watcher = Client::enter(server.address, &id, "").await;
        assert_eq!(watcher.welcome["you"], json!({ "seats": [], "host": false }));
        let mut state = players[0].welcome.clone();
        let mut ply = 0;
        while state["ending"].is_null() {
            let moves = notations(&state);
            let seat = usize::from(state["turn"] == "second");
            let answer = players[seat].play(ply, &moves[ply * 7 % moves.len()]).await;
            assert_eq!(answer["type"], "done", "{answer}");
            ply += 1;
            state = watcher.find(|told| told["type"] == "position" && told["ply"] == ply).await;
        }
        let (_, seen) = get(server.address, &format!("/api/matches/{id}")).await;
        assert_eq!(seen["ply"], ply);
        assert_eq!(seen["ending"], state["ending"]);
        let (status, record) = request(server.address, &format!("GET /api/matches/{id}/record HTTP/1.1"), "").await;
        assert_eq!(status, 200);
        let record: parlor_match::Record = record.parse().unwrap();
        let replayed = record.replay(|setup| parlor_games::catalog::start(setup.clone())).unwrap();
        assert_eq!(replayed.ply(), ply);
        assert!(replayed.ending().is_some());
    }
}

#[tokio::test]
async fn stale_repeated_and_foreign_commands_are_refused_without_harm() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (id, tokens) = make_pair(server.address, some_game(), "unlimited").await;
    let mut first = Client::enter(server.address, &id, &tokens[0]).await;
    let mut second = Client::enter(server.address, &id, &tokens[1]).await;
    let mut stranger = Client::enter(server.address, &id, "a token that is none").await;
    let mine = notations(&first.welcome)[0].clone();
    assert_eq!(second.play(0, &mine).await["error"], "not-your-turn");
    assert_eq!(stranger.play(0, &mine).await["error"], "not-your-seat");
    assert_eq!(stranger.ask(json!({ "type": "resign" })).await["error"], "not-your-seat");
    assert_eq!(stranger.ask(json!({ "type": "pace", "seconds": 0, "paused": true })).await["error"], "not-your-seat");
    assert_eq!(first.play(0, "no such move").await["error"], "illegal-move");
    assert_eq!(first.play(0, &mine).await["type"], "done");
    assert_eq!(first.play(0, &mine).await["error"], "stale-state");
    assert_eq!(second.play(7, &mine).await["error"], "stale-state");
    assert_eq!(first.ask(json!({ "type": "take-back", "ply": 1 })).await["error"], "no-take-back");
    assert_eq!(first.ask(json!({ "type": "claim-time" })).await["error"], "time-not-up");
    let (_, state) = get(server.address, &format!("/api/matches/{id}")).await;
    assert_eq!(state["ply"], 1);
    assert_eq!(first.ask(json!({ "type": "resign" })).await["type"], "done");
    assert_eq!(second.play(1, &mine).await["error"], "match-is-over");
}

#[tokio::test]
async fn an_invitation_seats_one_friend_and_the_clocks_wait_for_them() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let seats = json!([{ "who": "you" }, { "who": "friend" }]);
    let (id, token, invitations) = make(server.address, some_game(), seats, "move=0.3").await;
    let mut host = Client::enter(server.address, &id, &token).await;
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
    // Nobody has to claim it: the server itself sleeps until the flag falls.
    let ended = host.find(|told| told["type"] == "position" && !told["ending"].is_null()).await;
    assert_eq!(ended["ending"]["how"], "ran-out-of-time");
    assert_eq!(ended["ending"]["winner"], "second");
}

#[tokio::test]
async fn engines_play_are_taken_back_and_are_analysed() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (_, games) = get(server.address, "/api/games").await;
    for game in games.as_array().unwrap() {
        let name = text(&game["name"]);
        let Some(engine) = game["engines"].as_array().unwrap().first().filter(|_| game["seats"] == 2) else { continue };
        let seats = json!([{ "who": "you" }, { "who": "engine", "engine": engine["name"], "seconds": 0.05 }]);
        let (id, token, _) = make(server.address, &name, seats, "unlimited").await;
        let mut client = Client::enter(server.address, &id, &token).await;
        let first = notations(&client.welcome)[0].clone();
        client.play(0, &first).await;
        client.find(|told| told["type"] == "position" && told["ply"] == 2).await;
        assert_eq!(client.ask(json!({ "type": "take-back", "ply": 2 })).await["type"], "done");
        client.send(&json!({ "type": "analyze", "request": 5, "ply": 0, "seconds": 0.3 })).await;
        let values = client.expect("values").await;
        assert!(!values["values"].as_array().unwrap().is_empty(), "{name}: {values}");
        client.find(|told| told["type"] == "done" && told["request"] == 5).await;
        client.play(0, &first).await;
        client.send(&json!({ "type": "review", "request": 6, "seconds": 0.05 })).await;
        let reviewed = client.expect("reviewed").await;
        assert!(reviewed["value"]["text"].is_string(), "{name}: {reviewed}");
        assert_eq!(client.ask(json!({ "type": "stop" })).await["type"], "done");
    }
}

/// A match between two engines, with so many seconds between moves.
async fn engines_match(server: &Server, pace: f64, time: &str) -> Value {
    let (_, games) = get(server.address, "/api/games").await;
    let game =
        games.as_array().unwrap().iter().find(|game| game["engines"][0].is_object() && game["seats"] == 2).unwrap();
    let engine = json!({ "who": "engine", "engine": game["engines"][0]["name"], "seconds": 0.02 });
    let wish = json!({ "setup": setup(&text(&game["name"])), "seats": [engine, engine], "pace": pace, "time": time });
    post(server.address, "/api/matches", &wish).await.1
}

#[tokio::test]
async fn engines_play_each_other_only_while_somebody_watches() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let made = engines_match(&server, 0.05, "unlimited").await;
    let (id, host) = (text(&made["id"]), text(&made["token"]));
    assert_eq!(get(server.address, &format!("/api/matches/{id}")).await.1["ply"], 0);
    let mut client = Client::enter(server.address, &id, &host).await;
    client.find(|told| told["type"] == "position" && told["ply"] == 2).await;
    assert_eq!(client.ask(json!({ "type": "pace", "seconds": 0.0, "paused": true })).await["type"], "done");
    assert_eq!(client.ask(json!({ "type": "pace", "seconds": 0.0, "paused": false })).await["type"], "done");
    client.find(|told| told["type"] == "position" && !told["ending"].is_null()).await;
}

#[tokio::test]
async fn neither_the_pace_nor_a_pause_takes_an_engine_s_time() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let made = engines_match(&server, 0.5, "move=0.3").await;
    let (id, host) = (text(&made["id"]), text(&made["token"]));
    let mut client = Client::enter(server.address, &id, &host).await;
    let is_news = |told: &Value| told["type"] == "position" && (told["ply"] == 2 || !told["ending"].is_null());
    assert_eq!(client.find(is_news).await["ending"], json!(null));
    client.ask(json!({ "type": "pace", "seconds": 0.5, "paused": true })).await;
    // Whatever had begun has been played or waits by now.
    tokio::time::sleep(std::time::Duration::from_millis(500)).await;
    let (_, paused) = get(server.address, &format!("/api/matches/{id}")).await;
    assert_eq!((&paused["ending"], &paused["clocks"]["running"]), (&json!(null), &json!(false)), "{paused}");
    client.ask(json!({ "type": "pace", "seconds": 0.5, "paused": false })).await;
    let next = paused["ply"].as_u64().unwrap() + 1;
    let moved = client.find(|told| told["type"] == "position" && told["ply"] == next).await;
    assert_eq!(moved["ending"], json!(null));
}

#[tokio::test]
async fn a_rematch_keeps_the_people_and_can_swap_the_sides() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (id, tokens) = make_pair(server.address, some_game(), "unlimited").await;
    let again = format!("/api/matches/{id}/rematch");
    let (status, _) = post(server.address, &again, &json!({ "token": "nobody's" })).await;
    assert_eq!(status, 403);
    let (_, made) = post(server.address, &again, &json!({ "token": tokens[1], "swap": true })).await;
    let (_, found) = post(server.address, &again, &json!({ "token": tokens[0] })).await;
    assert_eq!(made["id"], found["id"]);
    let client = Client::enter(server.address, &text(&made["id"]), &tokens[0]).await;
    assert_eq!(client.welcome["you"]["seats"], json!(["second"]));
}

#[tokio::test]
async fn a_record_comes_back_as_a_match_to_look_at() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (id, tokens) = make_pair(server.address, some_game(), "unlimited").await;
    let mut first = Client::enter(server.address, &id, &tokens[0]).await;
    let notation = notations(&first.welcome)[0].clone();
    first.play(0, &notation).await;
    let (_, record) = request(server.address, &format!("GET /api/matches/{id}/record HTTP/1.1"), "").await;
    let head = "POST /api/records HTTP/1.1\r\nContent-Type: text/plain";
    let (status, body) = request(server.address, head, &record).await;
    assert_eq!(status, 200, "{body}");
    let imported: Value = serde_json::from_str(&body).unwrap();
    let (_, state) = get(server.address, &format!("/api/matches/{}", text(&imported["id"]))).await;
    assert_eq!(state["moves"], json!([notation]));
    // Nobody plays on in it, so nobody's time runs out, however long one looks.
    let record = format!("parlor record 1\ngame {}\nterms move=0.2\n", some_game());
    let (status, body) = request(server.address, head, &record).await;
    assert_eq!(status, 200, "{body}");
    let imported: Value = serde_json::from_str(&body).unwrap();
    let id = text(&imported["id"]);
    let client = Client::enter(server.address, &id, "").await;
    assert_eq!(client.welcome["clocks"]["running"], false);
    assert_eq!(client.welcome["table"]["seats"][0], json!({ "who": "person", "taken": true, "here": false }));
    tokio::time::sleep(std::time::Duration::from_millis(400)).await;
    assert_eq!(get(server.address, &format!("/api/matches/{id}")).await.1["ending"], json!(null));
    let (status, body) = request(server.address, head, "parlor record 1\ngame nonsense\nterms unlimited\n").await;
    assert_eq!(status, 400, "{body}");
    let impossible = format!("parlor record 1\ngame {}\nterms unlimited\n0.1 first plays nonsense\n", some_game());
    let (_, body) = request(server.address, head, &impossible).await;
    let told: Value = serde_json::from_str(&body).unwrap();
    assert!(text(&told["message"]).ends_with("cannot have happened: Illegal move."), "{told}");
}

#[tokio::test]
async fn an_abandoned_match_stops_its_engines() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let made = engines_match(&server, 2.0, "unlimited").await;
    let id = text(&made["id"]);
    let mut client = Client::enter(server.address, &id, "").await;
    client.find(|told| told["type"] == "position" && told["ply"] == 1).await;
    drop(client);
    // A reload must not stop it, so it goes on for a few seconds; then it stands still.
    tokio::time::sleep(std::time::Duration::from_secs(8)).await;
    let before = get(server.address, &format!("/api/matches/{id}")).await.1["ply"].clone();
    tokio::time::sleep(std::time::Duration::from_secs(4)).await;
    assert_eq!(get(server.address, &format!("/api/matches/{id}")).await.1["ply"], before);
    let mut client = Client::enter(server.address, &id, "").await;
    client.find(|told| told["type"] == "position").await;
}
