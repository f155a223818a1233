//! HTTP API: error codes, seats, requests, rate limits and assets.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::common::{
    Client, Server, create_match, create_pair, get, notations, post, request, response_head, setup, text,
    two_player_game,
};

#[tokio::test]
async fn errors_have_a_code_and_a_sentence() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let nowhere = "/api/matches/aaaaaaaaaaaaaaaa";
    let bad_seats = json!({ "setup": setup(two_player_game()), "seats": [] });
    let bad_time =
        json!({ "setup": setup(two_player_game()), "seats": [{ "kind": "you" }, { "kind": "you" }], "time": "soon" });
    let bad_option = json!({ "game": two_player_game(), "options": { "sise": "3" }, "position": null });
    let cases: [(u16, &str, (u16, Value)); 12] = [
        (405, "wrong-method", get(server.address, "/api/records").await),
        (404, "no-such-page", get(server.address, "/api/nothing").await),
        (404, "no-such-match", get(server.address, nowhere).await),
        (404, "no-such-match", get(server.address, "/api/matches/..%2f..%2fetc").await),
        (404, "no-such-page", get(server.address, "/nowhere").await),
        (404, "no-such-page", get(server.address, "/page/../src/lib.rs").await),
        (400, "bad-request", get(server.address, &format!("{nowhere}/scenes?from=-1")).await),
        (404, "no-such-game", post(server.address, "/api/preview", &setup("hopscotch")).await),
        (400, "bad-request", post(server.address, "/api/preview", &json!({ "game": 1 })).await),
        (400, "bad-request", post(server.address, "/api/matches", &bad_seats).await),
        (400, "bad-terms", post(server.address, "/api/matches", &bad_time).await),
        (400, "bad-setup", post(server.address, "/api/preview", &bad_option).await),
    ];
    for (status, code, (answered, response)) in cases {
        assert_eq!((answered, response["error"].as_str()), (status, Some(code)), "{response}");
        assert!(
            response["message"].as_str().is_some_and(|message| message.ends_with('.') && !message.ends_with("..")),
            "{response}"
        );
    }
}

#[tokio::test]
async fn malformed_requests_get_the_documented_error() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let cases = [
        ("GET /api/matches/%ff HTTP/1.1", 404, "no-such-match"),
        ("GET /api/games/%ff/demo HTTP/1.1", 404, "no-such-page"),
        ("GET /page/%ff HTTP/1.1", 404, "no-such-page"),
        ("GET /api/matches/aaaaaaaaaaaaaaaa/socket HTTP/1.1", 426, "upgrade-required"),
        ("GET /api/matches/aaaaaaaaaaaaaaaa/scenes?form=1 HTTP/1.1", 400, "bad-request"),
        ("POST /api/preview HTTP/1.1\r\nContent-Type: text/plain", 415, "wrong-content-type"),
        ("POST /api/preview HTTP/1.1", 415, "wrong-content-type"),
    ];
    for (head, status, code) in cases {
        let (answered, body) = request(server.address, head, "").await;
        let error: Value = serde_json::from_str(&body).unwrap_or_default();
        assert_eq!((answered, error["error"].as_str()), (status, Some(code)), "{head}: {body}");
    }
}

/// Reads one response with a known length from a connection that stays open.
async fn read_response(stream: &mut TcpStream) -> String {
    let mut response = Vec::new();
    loop {
        let mut buffer = [0; 4096];
        let count = stream.read(&mut buffer).await.unwrap();
        assert!(count > 0, "the connection was closed after {:?}", String::from_utf8_lossy(&response));
        response.extend_from_slice(&buffer[..count]);
        let text = String::from_utf8_lossy(&response).into_owned();
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
        if body.len() >= length.parse().unwrap() {
            return text;
        }
    }
}

#[tokio::test]
async fn rate_limit_says_when_to_retry_and_keeps_the_connection() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let mut head = format!("GET /api/nothing HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    let mut response = String::new();
    for _ in 0..10_000 {
        stream.write_all(head.as_bytes()).await.unwrap();
        response = read_response(&mut stream).await;
        if !response.starts_with("HTTP/1.1 404") {
            break;
        }
    }
    assert!(response.starts_with("HTTP/1.1 429") && response.contains("retry-after: 1\r\n"), "{response}");
    // The body follows after the server could have answered. A client that is still sending must get the response too.
    head = format!("POST /api/records HTTP/1.1\r\nHost: {}\r\nContent-Length: 5000\r\n\r\n", server.address);
    stream.write_all(head.as_bytes()).await.unwrap();
    tokio::time::sleep(Duration::from_millis(5)).await;
    stream.write_all(&[b'x'; 5000]).await.unwrap();
    let response = read_response(&mut stream).await;
    // By now the bucket may have refilled; in that case the text is no record.
    assert!(response.starts_with("HTTP/1.1 4"), "{response}");
    tokio::time::sleep(Duration::from_millis(1100)).await;
    stream
        .write_all(format!("GET /api/nothing HTTP/1.1\r\nHost: {}\r\n\r\n", server.address).as_bytes())
        .await
        .unwrap();
    assert!(read_response(&mut stream).await.starts_with("HTTP/1.1 404"));
}

#[tokio::test]
async fn a_setup_may_leave_out_members_and_write_options_as_numbers() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let preview = async |setup: Value| post(server.address, "/api/preview", &setup).await;
    let (_, expected) = preview(json!({ "game": "tic-tac-toe", "options": { "size": "5" }, "position": null })).await;
    assert_eq!((&expected["scene"]["columns"], &expected["scene"]["turn"]), (&json!(5), &json!("first")));
    assert_eq!(expected["scene"]["outcome"], Value::Null);
    for setup in [
        json!({ "game": "tic-tac-toe", "options": { "size": 5 } }),
        json!({ "game": "tic-tac-toe", "options": { "size": 5.0 }, "position": "-" }),
    ] {
        assert_eq!(preview(setup).await, (200, expected.clone()));
    }
    assert_eq!(preview(json!({ "game": "reversi" })).await.0, 200);
    let (status, error) = preview(json!({ "game": "tic-tac-toe", "options": { "size": 2.5 } })).await;
    assert_eq!(status, 400);
    assert!(text(&error["message"]).contains("ize \"2.5\" is not a whole number from 2 to 9"), "{error}");
    let (_, finished) =
        preview(json!({ "game": "tic-tac-toe", "options": { "size": 3 }, "position": "XXX/OO-/---" })).await;
    let scene = &finished["scene"];
    assert_eq!((&scene["turn"], &scene["outcome"]), (&Value::Null, &json!({ "win": "first" })));
}

#[tokio::test]
async fn accepts_the_longest_times() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let seats = json!([{ "kind": "you" }, { "kind": "you" }]);
    let (endless, token, _) = create_match(server.address, two_player_game(), seats, "move=9999999999999999999").await;
    let mut client = Client::join(server.address, &endless, &token).await;
    let notation = notations(&client.welcome)[0].clone();
    assert_eq!(client.play(0, &notation).await["type"], "done");
    let record = format!(
        "parlor record 2\ngame {}\nterms unlimited\n18446744073709551615.999999999 first plays {notation}\n",
        two_player_game()
    );
    let head = "POST /api/records HTTP/1.1\r\nContent-Type: text/plain";
    let (_, imported) = request(server.address, head, &record).await;
    let imported: Value = serde_json::from_str(&imported).unwrap();
    for id in [endless, text(&imported["id"])] {
        let (status, state) = get(server.address, &format!("/api/matches/{id}")).await;
        assert_eq!((status, &state["moves"]), (200, &json!([{ "player": "first", "move": notation }])), "{state}");
    }
}

#[tokio::test]
async fn seat_claim_can_be_repeated_with_the_same_token() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (id, host, invitations) =
        create_match(server.address, two_player_game(), json!([{ "kind": "you" }, { "kind": "friend" }]), "unlimited")
            .await;
    let claim = async |token: &str| {
        let body = json!({ "invitation": invitations[1], "token": token });
        post(server.address, &format!("/api/matches/{id}/claim"), &body).await
    };
    for bad in ["", "secret", &"o".repeat(32), &"a".repeat(31), &"A".repeat(32)] {
        let (status, response) = claim(bad).await;
        assert_eq!((status, &response["error"]), (400, &json!("bad-request")), "{bad}");
    }
    let own = "abcdefghijkmnpqrstuvwxyz23456789";
    for _ in 0..2 {
        assert_eq!(claim(own).await, (200, json!({ "token": own })));
    }
    let (status, response) = claim(&"z".repeat(32)).await;
    assert_eq!((status, &response["error"]), (409, &json!("seat-taken")), "{response}");
    let friend = Client::join(server.address, &id, own).await;
    assert_eq!(friend.welcome["you"], json!({ "seats": ["second"], "host": false }));
    let host = Client::join(server.address, &id, &host).await;
    assert_eq!(host.welcome["you"], json!({ "seats": ["first"], "host": true }));
}

#[tokio::test]
async fn every_analysis_request_gets_exactly_one_final_reply() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let seats = json!([{ "kind": "you" }, { "kind": "you" }]);
    let (id, token, _) = create_match(server.address, two_player_game(), seats, "unlimited").await;
    let mut client = Client::join(server.address, &id, &token).await;
    for request in 1..=3 {
        let message = json!({ "type": "solve", "request": request, "ply": 0, "engine": "alphabeta", "seconds": 60 });
        client.send(&message).await;
    }
    client.send(&json!({ "type": "stop", "request": 4 })).await;
    let mut replies = Vec::new();
    while replies.len() < 4 {
        let message = client.find(|message| message["type"] == "done" || message["type"] == "error");
        let message = tokio::time::timeout(Duration::from_secs(5), message).await.expect("a reply to each request");
        replies.push((message["request"].as_u64(), message["error"].as_str().unwrap_or("done").to_owned()));
    }
    replies.sort();
    let expected = [(1, "stopped"), (2, "stopped"), (3, "stopped"), (4, "done")];
    assert_eq!(replies, expected.map(|(request, reply)| (Some(request), reply.to_owned())));
}

#[tokio::test]
async fn other_sockets_cannot_lock_a_player_out() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (id, tokens) = create_pair(server.address, two_player_game(), "unlimited").await;
    let mut crowd = Vec::new();
    for _ in 0..200 {
        crowd.push(Client::join(server.address, &id, &tokens[1]).await);
    }
    let mut one_more = Client::connect(server.address, &id, None).await.unwrap();
    one_more.send(&json!({ "type": "hello", "token": tokens[1] })).await;
    assert_eq!(one_more.next().await.unwrap()["error"], "busy");
    for token in [&tokens[0], ""] {
        Client::join(server.address, &id, token).await;
    }
}

#[tokio::test]
async fn serves_every_module_of_the_page_and_no_external_content() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (status, page) = request(server.address, "GET / HTTP/1.1", "").await;
    assert_eq!(status, 200);
    assert!(page.contains("/main.js\"") && page.contains("/style.css\""), "{page}");
    let mut modules = vec!["main.js".to_owned()];
    let mut seen = BTreeSet::new();
    while let Some(path) = modules.pop() {
        if !seen.insert(path.clone()) {
            continue;
        }
        let (status, text) = request(server.address, &format!("GET /page/{path} HTTP/1.1"), "").await;
        assert_eq!(status, 200, "{path}");
        // The SVG namespace is a name, not an address to load.
        let text = text.replace("http://www.w3.org/2000/svg", "");
        assert!(!text.contains("http://") && !text.contains("https://"), "{path} refers to another site");
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let is_static = |line: &&str| line.starts_with("import ") || line.starts_with("} from ");
        let imports = text.lines().filter(is_static).filter_map(|line| line.split('"').nth(1));
        let dynamic = text.split("import(\"").skip(1).filter_map(|rest| rest.split('"').next());
        for from in imports.chain(dynamic).filter(|from| from.starts_with('.') && !from.contains("types")) {
            modules.push(match from.strip_prefix("../") {
                Some(up) => up.to_owned(),
                None if folder.is_empty() => from.trim_start_matches("./").to_owned(),
                None => format!("{folder}/{}", from.trim_start_matches("./")),
            });
        }
    }
    assert!(seen.len() > 40, "{seen:?}");
}

#[tokio::test]
async fn assets_are_compressed_and_cached_by_content_hash() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (_, page) = request(server.address, "GET / HTTP/1.1", "").await;
    let script = page.split("src=\"").skip(1).find(|rest| rest.contains("/main.js\"")).unwrap();
    let script = script.split('"').next().unwrap();
    let headers = |path: String| async move { response_head(server.address, &path).await.to_lowercase() };
    let hashed = headers(script.to_owned()).await;
    assert!(hashed.contains("immutable") && hashed.contains("content-encoding: gzip"), "{script}: {hashed}");
    let unhashed = headers("/page/main.js".to_owned()).await;
    assert!(unhashed.contains("cache-control: no-cache") && unhashed.contains("etag:"), "{unhashed}");
    // A page that was open during an update still finds its modules.
    let outdated = headers("/page/0123456789abcdef/main.js".to_owned()).await;
    assert!(outdated.starts_with("http/1.1 200") && !outdated.contains("immutable"), "{outdated}");
    assert!(headers("/api/games".to_owned()).await.contains("content-encoding: gzip"));
}

#[tokio::test]
async fn people_get_a_page_and_programs_get_json_where_there_is_nothing() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (status, body) = request(server.address, "GET /foo HTTP/1.1\r\nAccept: text/html", "").await;
    assert!(status == 404 && body.contains("<!doctype html>"), "{body}");
    let (status, body) = get(server.address, "/foo").await;
    assert_eq!((status, &body["error"]), (404, &json!("no-such-page")));
    let (status, body) = request(server.address, "GET /api/foo HTTP/1.1\r\nAccept: text/html", "").await;
    assert!(status == 404 && body.contains("no-such-page"), "{body}");
}

#[tokio::test]
async fn server_on_this_machine_has_no_address_in_the_network() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    assert_eq!(get(server.address, "/api/server").await, (200, json!({ "lan": null })));
}

#[tokio::test]
async fn sample_games_replay_to_their_last_scene() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (_, games) = get(server.address, "/api/games").await;
    for game in games.as_array().unwrap() {
        for demo in [&game["demo"], &game["example"]] {
            let mut ids: BTreeSet<u64> =
                demo["start"]["pieces"].as_array().unwrap().iter().map(|piece| piece["id"].as_u64().unwrap()).collect();
            assert!(!demo["steps"].as_array().unwrap().is_empty(), "{}", game["name"]);
            for step in demo["steps"].as_array().unwrap() {
                for id in step["removed"].as_array().unwrap() {
                    assert!(ids.remove(&id.as_u64().unwrap()), "{}: {step}", game["name"]);
                }
                ids.extend(step["changed"].as_array().unwrap().iter().map(|piece| piece["id"].as_u64().unwrap()));
            }
        }
    }
}
