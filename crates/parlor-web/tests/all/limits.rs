//! Limits of the server: foreign origins, message floods, oversized and invalid requests, engine resources, shutdown.

use serde_json::json;

use crate::common::{Client, Server, create_match, create_pair, get, post, request, setup, two_player_game};

#[tokio::test]
async fn rejects_sockets_and_requests_from_foreign_origins() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (id, _) = create_pair(server.address, two_player_game(), "unlimited").await;
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
async fn limits_size_and_rate_of_messages() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (id, tokens) = create_pair(server.address, two_player_game(), "unlimited").await;
    let mut oversized = Client::join(server.address, &id, &tokens[0]).await;
    let _ = oversized.send_text(&"x".repeat(100_000)).await;
    while oversized.next().await.is_some() {}
    let mut flood = Client::join(server.address, &id, &tokens[0]).await;
    for _ in 0..100 {
        flood.send_text("{\"type\":\"stop\"}").await.unwrap();
    }
    let message = flood.expect("error").await;
    assert_eq!(message["error"], "too-fast");
    for _ in 0..1000 {
        if flood.send_text("{\"type\":\"stop\"}").await.is_err() {
            break;
        }
    }
    while flood.next().await.is_some() {}
    let large = json!({ "game": two_player_game(), "options": {}, "position": "x".repeat(100_000) });
    let (status, body) = post(server.address, "/api/preview", &large).await;
    assert_eq!(status, 413, "{body}");
    assert_eq!(body["error"], "too-large");
    assert_eq!(get(server.address, "/api/games").await.0, 200, "other clients are still served");
}

#[tokio::test]
async fn rejects_invalid_messages_with_a_sentence() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (id, tokens) = create_pair(server.address, two_player_game(), "unlimited").await;
    let mut client = Client::join(server.address, &id, &tokens[0]).await;
    let invalid = [
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
    for text in invalid {
        client.send_text(text).await.unwrap();
        let message = client.expect("error").await;
        assert!(message["message"].as_str().unwrap().ends_with('.'), "{text}: {message}");
    }
    assert_eq!(client.request(json!({ "type": "stop" })).await["type"], "done");
}

#[tokio::test]
async fn limits_time_memory_and_threads_of_engines() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let cases = [
        ("alphabeta", 1e6, "bad-request"),
        ("alphabeta", -1.0, "bad-request"),
        ("alphabeta:table-mib=65536", 1.0, "bad-engine"),
        ("hal", 1.0, "bad-engine"),
    ];
    for (engine, seconds, code) in cases {
        let seats = json!([{ "kind": "you" }, { "kind": "engine", "engine": engine, "seconds": seconds }]);
        let (status, body) =
            post(server.address, "/api/matches", &json!({ "setup": setup(two_player_game()), "seats": seats })).await;
        assert_eq!((status, body["error"].as_str()), (400, Some(code)), "{engine}: {body}");
    }
    // Excessive resources are rejected for every engine before any memory is allocated.
    let (_, games) = get(server.address, "/api/games").await;
    for game in games.as_array().unwrap() {
        for engine in game["engines"].as_array().unwrap() {
            for option in ["table-mib=65536", "memory-mib=65536", "threads=256"] {
                let engine = format!("{}:{option}", engine["name"].as_str().unwrap());
                let seats = vec![json!({ "kind": "engine", "engine": engine, "seconds": 1 }); 2];
                let seats = &seats[..usize::try_from(game["players"].as_u64().unwrap()).unwrap()];
                let body = json!({ "setup": setup(game["name"].as_str().unwrap()), "seats": seats });
                let (status, response) = post(server.address, "/api/matches", &body).await;
                assert_eq!((status, response["error"].as_str()), (400, Some("bad-engine")), "{engine}: {response}");
            }
        }
    }
}

#[tokio::test]
async fn shuts_down_within_two_seconds_while_engines_search() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path());
    let (_, games) = get(server.address, "/api/games").await;
    let engine = games[0]["engines"].as_array().unwrap().iter().find(|engine| engine["name"] == "alphabeta");
    let (mut clients, mut ids) = (Vec::new(), Vec::new());
    for _ in 0..8 {
        let opponent = match engine {
            Some(engine) => json!({ "kind": "engine", "engine": engine["name"], "seconds": 30 }),
            None => json!({ "kind": "you" }),
        };
        let game = games[0]["name"].as_str().unwrap();
        let (id, token, _) =
            create_match(server.address, game, json!([opponent, { "kind": "you" }]), "unlimited").await;
        clients.push(Client::join(server.address, &id, &token).await);
        ids.push(id);
    }
    let start = std::time::Instant::now();
    tokio::task::spawn_blocking(move || server.stop()).await.unwrap();
    assert!(start.elapsed().as_secs_f64() < 2.0, "{:?}", start.elapsed());
    clients[0].expect("closing").await;
    // No engine moved or resigned because of the shutdown, neither a searching nor a waiting one.
    let server = Server::start(data.path());
    for id in ids {
        let (_, state) = get(server.address, &format!("/api/matches/{id}")).await;
        assert_eq!((&state["ply"], &state["result"]), (&json!(0), &json!(null)), "{state}");
    }
}
