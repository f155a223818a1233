//! Learning over HTTP: analysis of positions, lines of best moves, and puzzles.

use serde_json::{Value, json};

use crate::common::{CATALOG, Server, get, post, setup, two_player_game};

#[tokio::test]
async fn analysis_without_time_shows_the_position_only() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    for entry in CATALOG.games() {
        let game = entry.start(entry.default_setup()).unwrap();
        let first = game.legal_moves().remove(0);
        let request = json!({ "setup": setup(&entry.name), "moves": [first] });
        let (status, response) = post(server.address, "/api/analysis", &request).await;
        assert_eq!(status, 200, "{response}");
        assert_eq!((response["values"].clone(), response["line"].clone()), (json!([]), json!([])));
        let mut after = game.clone_box();
        after.play(&first).unwrap();
        assert_eq!(response["position"], after.position());
        let again = json!({ "setup": { "game": entry.name, "options": {}, "position": response["position"] } });
        let (status, reopened) = post(server.address, "/api/analysis", &again).await;
        assert_eq!((status, &reopened["position"]), (200, &response["position"]), "{reopened}");
    }
}

#[tokio::test]
async fn analysis_values_every_move_and_follows_the_best_ones() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let entry = CATALOG.games().iter().find(|entry| entry.solver.is_some()).unwrap();
    let game = entry.start(entry.default_setup()).unwrap();
    let request = json!({ "setup": setup(&entry.name), "seconds": 3, "line": 4 });
    let (status, response) = post(server.address, "/api/analysis", &request).await;
    assert_eq!(status, 200, "{response}");
    let values = response["values"].as_array().unwrap();
    assert_eq!(values.len(), game.legal_moves().len());
    let line: Vec<&Value> = response["line"].as_array().unwrap().iter().map(|step| &step["move"]).collect();
    assert_eq!(line.len(), 4, "{line:?}");
    let best: Vec<&Value> = values.iter().filter(|value| value["best"] == true).map(|value| &value["move"]).collect();
    assert!(best.contains(&line[0]), "{line:?} does not begin with one of {best:?}");
}

#[tokio::test]
async fn analysis_rejects_what_it_cannot_do() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let game = two_player_game();
    let cases = [
        (json!({ "setup": setup(game), "seconds": 6 }), "bad-request"),
        (json!({ "setup": setup(game), "seconds": -1 }), "bad-request"),
        (json!({ "setup": setup(game), "line": 21 }), "bad-request"),
        (json!({ "setup": setup(game), "moves": ["?"] }), "illegal-move"),
        (json!({ "setup": setup("hopscotch") }), "no-such-game"),
        (json!({ "setup": { "game": game, "options": {}, "position": "?" } }), "bad-setup"),
        (json!({ "moves": [] }), "bad-request"),
    ];
    for (request, code) in cases {
        let (_, response) = post(server.address, "/api/analysis", &request).await;
        assert_eq!(response["error"], code, "{request}: {response}");
    }
}

#[tokio::test]
async fn puzzles_are_listed_and_come_with_their_solutions() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    for entry in CATALOG.games() {
        let (status, listed) = get(server.address, &format!("/api/games/{}/puzzles", entry.name)).await;
        let puzzles = listed.as_array().cloned().unwrap_or_default();
        assert_eq!((status, puzzles.len()), (200, entry.puzzles.len()));
        let last = puzzles.last().unwrap();
        let path = format!("/api/games/{}/puzzles/{}", entry.name, last["number"]);
        let (status, puzzle) = get(server.address, &path).await;
        assert_eq!(status, 200, "{puzzle}");
        for field in ["number", "kind", "difficulty", "moves"] {
            assert_eq!(puzzle[field], last[field]);
        }
        let stated = entry.puzzles.get(entry.puzzles.len()).unwrap().unwrap();
        let moves: Vec<&Value> = puzzle["solution"].as_array().unwrap().iter().map(|step| &step["move"]).collect();
        assert_eq!(json!(moves), json!(stated.solution));
        assert_eq!(puzzle["setup"]["position"], stated.position);
    }
}

#[tokio::test]
async fn a_puzzle_that_does_not_exist_is_reported() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let game = two_player_game();
    let cases = [
        (format!("/api/games/{game}/puzzles/0"), "no-such-puzzle"),
        (format!("/api/games/{game}/puzzles/100000"), "no-such-puzzle"),
        (format!("/api/games/{game}/puzzles/one"), "no-such-page"),
        ("/api/games/hopscotch/puzzles".to_owned(), "no-such-game"),
        ("/api/games/hopscotch/puzzles/1".to_owned(), "no-such-game"),
    ];
    for (path, code) in cases {
        let (status, response) = get(server.address, &path).await;
        assert_eq!((status, &response["error"]), (404, &json!(code)), "{path}");
    }
}
