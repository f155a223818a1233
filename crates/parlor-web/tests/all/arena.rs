//! The arena's pages: the list, a competition, a replay, and a server without an arena.

use std::path::Path;

use parlor_arena::{Competition, Limit, Store, openings, run};
use parlor_core::StopFlag;

use crate::common::{CATALOG, Server, request, two_player_game};

/// Plays a small competition into the file that the test server shows.
fn play_competition(data: &Path) {
    let mut competition = Competition::new(two_player_game(), &["random", "greedy", "random"]);
    (competition.games, competition.limits) = (4, vec![Limit::Depth(1)]);
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
    assert!(replay.contains("<svg class=\"board\"") && replay.contains("parlor record 2"), "{replay}");
    assert_eq!(page("/arena/style.css").await.0, 200);
}

#[tokio::test]
async fn pages_that_do_not_exist_are_not_found() {
    let folder = tempfile::tempdir().unwrap();
    play_competition(folder.path());
    let server = Server::start(folder.path());
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
