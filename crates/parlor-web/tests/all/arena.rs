//! The arena's pages: the list, a competition, a replay, and a server without an arena.

use std::path::Path;

use parlor_arena::statistics::{EloModel, Sprt};
use parlor_arena::{Competition, Limit, Store, openings, run};
use parlor_core::StopFlag;
use serde_json::{Value, json};

use crate::common::{CATALOG, Server, request, two_player_game};

/// Plays a small competition into the file that the test server shows.
fn play_competition(data: &Path) {
    let mut competition = Competition::new(two_player_game(), &["random", "greedy", "random"]);
    (competition.games, competition.limits) = (4, vec![Limit::Depth(1)]);
    play(data, competition);
}

fn play(data: &Path, competition: Competition) {
    let competition = competition.complete(&CATALOG).unwrap();
    let mut store = Store::open(&data.join("arena.sqlite")).unwrap();
    let id = store.create(&competition, &openings(&competition, &CATALOG).unwrap()).unwrap();
    let stored = store.competition(Some(id)).unwrap();
    run(&CATALOG, &mut store, &stored, 2, &StopFlag::default(), &mut |_| {}).unwrap();
}

#[tokio::test]
async fn competitions_and_their_games_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    play_competition(folder.path());
    let server = Server::start(folder.path());
    let page = async |path: &str| request(server.address, &format!("GET {path} HTTP/1.1"), "").await;
    let (status, list) = page("/arena").await;
    assert_eq!(status, 200);
    assert!(list.contains("<a href=\"/arena/1\">") && list.contains("finished"), "{list}");
    let (status, competition) = page("/arena/1").await;
    assert_eq!(status, 200);
    for part in ["<h2>Standings</h2>", "<h2>Cross table</h2>", "<h2>Latest games</h2>", "href=\"/arena/1/games/5/1\""] {
        assert!(competition.contains(part), "{part}");
    }
    // The content security policy allows neither scripts nor styles within a page.
    assert!(!competition.contains("<script") && !competition.contains("style=") && !competition.contains("<style"));
    let (status, replay) = page("/arena/1/games/0/0?ply=1").await;
    assert_eq!(status, 200);
    assert!(replay.contains("<div class=\"board\"><svg") && replay.contains("parlor record 2"), "{replay}");
    assert_eq!(page("/arena/style.css").await.0, 200);
}

#[tokio::test]
async fn the_api_gives_standings_and_games_as_json() {
    let folder = tempfile::tempdir().unwrap();
    play_competition(folder.path());
    let server = Server::start(folder.path());
    let get = async |path: &str| {
        let (status, body) = request(server.address, &format!("GET {path} HTTP/1.1"), "").await;
        assert_eq!(status, 200, "{body}");
        serde_json::from_str::<Value>(&body).unwrap()
    };
    let list = get("/api/arena").await;
    assert_eq!((&list[0]["id"], &list[0]["finished"]), (&json!(1), &json!(true)));
    let competition = get("/api/arena/1").await;
    assert_eq!((&competition["format"], &competition["limits"]), (&json!("round-robin"), &json!(["depth=1"])));
    assert_eq!(competition["standings"].as_array().unwrap().len(), 3);
    assert_eq!(competition["standings"][0]["games"], 8);
    assert_eq!(competition["cross_table"][0][0], Value::Null);
    assert_eq!(competition["cross_table"][0][1]["games"], 4);
    assert_eq!((&competition["running"], &competition["games"]), (&json!([]), &json!(12)));
    assert_eq!(competition["latest"][0]["pair"], 5);
    let game = get("/api/arena/1/games/5/1").await;
    assert_eq!(game["game"]["pair"], 5);
    assert!(game["moves"][0]["seconds"].is_number() && !game["moves"][0]["notation"].as_str().unwrap().is_empty());
    assert!(game["record"].as_str().unwrap().starts_with("parlor record 2\n"));
}

#[tokio::test]
async fn the_api_shows_the_sequential_test_with_its_history() {
    let folder = tempfile::tempdir().unwrap();
    let mut competition = Competition::new(two_player_game(), &["greedy", "random"]);
    (competition.games, competition.limits) = (10, vec![Limit::Depth(1)]);
    competition.sprt = Some(Sprt::new(0.0, 1.0, EloModel::Normalized));
    play(folder.path(), competition);
    let server = Server::start(folder.path());
    let (_, body) = request(server.address, "GET /api/arena/1 HTTP/1.1", "").await;
    let comparison = &serde_json::from_str::<Value>(&body).unwrap()["comparison"];
    assert_eq!((&comparison["first"], &comparison["sprt"]["elo1"]), (&json!("greedy"), &json!(1.0)));
    let history = comparison["sprt"]["history"].as_array().unwrap();
    assert_eq!((history.len(), &history[0]), (6, &json!({ "pairs": 0, "llr": 0.0 })));
    assert_eq!(history[5]["llr"], comparison["sprt"]["llr"]);
}

#[tokio::test]
async fn pages_that_do_not_exist_are_not_found() {
    let folder = tempfile::tempdir().unwrap();
    play_competition(folder.path());
    let server = Server::start(folder.path());
    for path in ["/api/arena/2", "/api/arena/x", "/api/arena/1/games/99/0", "/api/arena/1/games/0/2"] {
        assert_eq!(request(server.address, &format!("GET {path} HTTP/1.1"), "").await.0, 404, "{path}");
    }
    for path in ["/arena/2", "/arena/x", "/arena/1/games/99/0", "/arena/1/games/0/9", "/arena/1/games/0", "/arena/-1"] {
        assert_eq!(request(server.address, &format!("GET {path} HTTP/1.1"), "").await.0, 404, "{path}");
    }
    let bad = request(server.address, "GET /arena/1/games/0/0?ply=x HTTP/1.1", "").await;
    assert_eq!(bad.0, 400);
}

#[tokio::test]
async fn a_missing_file_is_an_error_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let (status, body) = request(server.address, "GET /arena HTTP/1.1", "").await;
    assert_eq!(status, 500, "{body}");
    assert!(body.contains("annot open the arena file"), "{body}");
}

#[tokio::test]
async fn the_tokens_of_the_arena_are_those_of_the_site() {
    let folder = tempfile::tempdir().unwrap();
    play_competition(folder.path());
    let server = Server::start(folder.path());
    let (_, style) = request(server.address, "GET /arena/style.css HTTP/1.1", "").await;
    let site = include_str!("../../page/style/tokens.css");
    let tokens: Vec<&str> = style.lines().filter(|line| line.starts_with("  --")).collect();
    assert!(tokens.len() > 20);
    for token in tokens {
        assert!(site.lines().any(|line| line == token), "{token}");
    }
    assert_eq!(request(server.address, "GET /arena/live.js HTTP/1.1", "").await.0, 200);
}
