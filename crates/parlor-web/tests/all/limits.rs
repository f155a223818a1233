//! What the server does not put up with: foreign origins, floods, monsters and nonsense.

use serde_json::json;

use crate::common::{Client, Server, get, make, make_pair, post, request, setup, some_game};

#[tokio::test]
async fn a_page_from_elsewhere_cannot_open_a_socket_or_make_a_match() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (id, _) = make_pair(server.address, some_game(), "unlimited").await;
    for origin in ["http://evil.example", "http://127.0.0.1:1", "null", "https://localhost"] {
        assert!(Client::connect(server.address, &id, Some(origin)).await.is_err(), "{origin}");
    }
    let own = format!("http://{}", server.address);
    assert!(Client::connect(server.address, &id, Some(&own)).await.is_ok());
    let head = "POST /api/matches HTTP/1.1\r\nContent-Type: application/json\r\nOrigin: http://evil.example";
    let (status, body) = request(server.address, head, "{}").await;
    assert!(status == 403 && body.contains("foreign-origin"), "{status} {body}");
}

#[tokio::test]
async fn messages_are_bounded_in_size_and_rate() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (id, tokens) = make_pair(server.address, some_game(), "unlimited").await;
    let mut monster = Client::enter(server.address, &id, &tokens[0]).await;
    let _ = monster.send_text(&"x".repeat(100_000)).await;
    while monster.next().await.is_some() {}
    let mut flood = Client::enter(server.address, &id, &tokens[0]).await;
    for _ in 0..100 {
        flood.send_text("{\"type\":\"stop\"}").await.unwrap();
    }
    let told = flood.expect("refused").await;
    assert_eq!(told["error"], "too-fast");
    for _ in 0..1000 {
        if flood.send_text("{\"type\":\"stop\"}").await.is_err() {
            break;
        }
    }
    while flood.next().await.is_some() {}
    let large = json!({ "game": some_game(), "options": {}, "position": "x".repeat(100_000) });
    let (status, body) = post(server.address, "/api/preview", &large).await;
    assert_eq!(status, 413, "{body}");
    assert_eq!(body["error"], "too-large");
    assert_eq!(get(server.address, "/api/games").await.0, 200, "the others are served on");
}

#[tokio::test]
async fn nonsense_is_refused_in_a_sentence_and_harms_nobody() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (id, tokens) = make_pair(server.address, some_game(), "unlimited").await;
    let mut client = Client::enter(server.address, &id, &tokens[0]).await;
    let nonsense = [
        "",
        "{",
        "[]",
        "null",
        "\u{0}",
        "{\"type\":\"fly\"}",
        "{\"type\":\"play\"}",
        "{\"type\":\"play\",\"ply\":-1,\"move\":\"1\"}",
        "{\"type\":\"play\",\"ply\":1e99,\"move\":\"1\"}",
        "{\"type\":\"hello\"}",
        "{\"type\":\"analyze\",\"ply\":99,\"seconds\":1}",
        "{\"type\":\"analyze\",\"ply\":0,\"seconds\":1e9}",
        "{\"type\":\"solve\",\"ply\":0,\"engine\":\"hal\",\"seconds\":1}",
        "{\"type\":\"solve\",\"ply\":0,\"engine\":\"alphabeta:table-mib=60000\",\"seconds\":1}",
        "{\"type\":\"review\",\"seconds\":-1}",
    ];
    for text in nonsense {
        client.send_text(text).await.unwrap();
        let told = client.expect("refused").await;
        assert!(told["message"].as_str().unwrap().ends_with('.'), "{text}: {told}");
    }
    assert_eq!(client.ask(json!({ "type": "stop" })).await["type"], "done");
}

#[tokio::test]
async fn engines_get_no_more_time_and_memory_than_the_house_allows() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let wishes = [
        ("alphabeta", 1e6, "bad-request"),
        ("alphabeta", -1.0, "bad-request"),
        ("alphabeta:table-mib=65536", 1.0, "bad-engine"),
        ("hal", 1.0, "bad-engine"),
    ];
    for (engine, seconds, code) in wishes {
        let seats = json!([{ "who": "you" }, { "who": "engine", "engine": engine, "seconds": seconds }]);
        let (status, body) =
            post(server.address, "/api/matches", &json!({ "setup": setup(some_game()), "seats": seats })).await;
        assert_eq!((status, body["error"].as_str()), (400, Some(code)), "{engine}: {body}");
    }
    // Whatever any engine could be asked for is refused before a byte of it is taken, and the server is still there.
    let (_, games) = get(server.address, "/api/games").await;
    for game in games.as_array().unwrap() {
        for engine in game["engines"].as_array().unwrap() {
            for option in ["table-mib=65536", "memory-mib=65536", "threads=256"] {
                let engine = format!("{}:{option}", engine["name"].as_str().unwrap());
                let seats = vec![json!({ "who": "engine", "engine": engine, "seconds": 1 }); 2];
                let seats = &seats[..usize::try_from(game["seats"].as_u64().unwrap()).unwrap()];
                let wish = json!({ "setup": setup(game["name"].as_str().unwrap()), "seats": seats });
                let (status, body) = post(server.address, "/api/matches", &wish).await;
                assert_eq!((status, body["error"].as_str()), (400, Some("bad-engine")), "{engine}: {body}");
            }
        }
    }
}

#[tokio::test]
async fn a_server_told_to_stop_is_gone_within_two_seconds_although_engines_think() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path());
    let (_, games) = get(server.address, "/api/games").await;
    let thinker = games[0]["engines"].as_array().unwrap().iter().find(|engine| engine["name"] == "alphabeta");
    let (mut clients, mut ids) = (Vec::new(), Vec::new());
    for _ in 0..8 {
        let opponent = match thinker {
            Some(engine) => json!({ "who": "engine", "engine": engine["name"], "seconds": 30 }),
            None => json!({ "who": "you" }),
        };
        let game = games[0]["name"].as_str().unwrap();
        let (id, token, _) = make(server.address, game, json!([opponent, { "who": "you" }]), "unlimited").await;
        clients.push(Client::enter(server.address, &id, &token).await);
        ids.push(id);
    }
    let begun = std::time::Instant::now();
    tokio::task::spawn_blocking(move || server.stop()).await.unwrap();
    assert!(begun.elapsed().as_secs_f64() < 2.0, "{:?}", begun.elapsed());
    clients[0].expect("closing").await;
    // Neither those that thought nor those that waited for a worker have moved or resigned in a hurry.
    let server = Server::start(data.path());
    for id in ids {
        let (_, state) = get(server.address, &format!("/api/matches/{id}")).await;
        assert_eq!((&state["ply"], &state["ending"]), (&json!(0), &json!(null)), "{state}");
    }
}
