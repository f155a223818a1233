//! Search traces over the API: node counts against the engines, bounds and errors.

use parlor_core::{AnyGame, AnyReport, EngineSpec, GameEntry, LessonLimit, Limits};
use serde_json::{Value, json};

use crate::common::{CATALOG, Server, player_count, post, setup, two_player_game};

const PATH: &str = "/api/search-trace";
const PLAYOUTS: u64 = 30;

/// The last report of the engine, in this process.
fn report(game: &dyn AnyGame, spec: &EngineSpec, limits: &Limits) -> AnyReport {
    let mut last = None;
    CATALOG.engine(game, spec).unwrap().search(game, limits, &mut |info| last = Some(info)).unwrap();
    last.unwrap()
}

/// The first lesson of a game with each of its algorithms: request, and the nodes that the engine reports.
fn requests(entry: &GameEntry) -> Vec<(Value, u64)> {
    let lesson = &entry.search_lesson.positions[0];
    let game = entry.start(lesson.setup.clone()).unwrap();
    let request = |engine: &EngineSpec, limit| {
        let (depth, nodes, limits) = match limit {
            LessonLimit::Plies => (lesson.depth, 0, Limits::depth(lesson.depth)),
            LessonLimit::Playouts => (0, PLAYOUTS, Limits::nodes(PLAYOUTS)),
            LessonLimit::Goal => (0, 0, Limits::none()),
        };
        let body = json!({ "setup": lesson.setup, "engine": engine.to_string(), "depth": depth, "nodes": nodes });
        (body, report(&*game, engine, &limits).nodes)
    };
    entry.search_lesson.algorithms.iter().map(|algorithm| request(&algorithm.engine, algorithm.limit)).collect()
}

#[tokio::test]
async fn traces_of_every_lesson_count_the_nodes_of_the_engine() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    for entry in CATALOG.games() {
        for (body, nodes) in requests(entry) {
            let (status, trace) = post(server.address, PATH, &body).await;
            assert_eq!(status, 200, "{body}: {trace}");
            assert_eq!((&trace["counted"], &trace["report"]["nodes"]), (&json!(nodes), &json!(nodes)), "{body}");
            assert_eq!(trace["truncated"], false, "{body}");
            check_nodes(&trace, &body);
        }
    }
}

/// Every node has a parent before it, and every event names nodes of the list.
fn check_nodes(trace: &Value, body: &Value) {
    let mut known = vec![0];
    for node in trace["nodes"].as_array().unwrap() {
        assert!(known.contains(&node["parent"].as_u64().unwrap()), "{body}");
        known.push(node["node"].as_u64().unwrap());
    }
    let entered = trace["events"].as_array().unwrap().iter().filter(|event| event["kind"] == "enter").count();
    assert!(entered == 0 || entered + 1 == known.len(), "{body}");
    for event in trace["events"].as_array().unwrap() {
        if let Some(node) = event["node"].as_u64() {
            assert!(known.contains(&node), "{body}: {event}");
        }
    }
}

#[tokio::test]
async fn a_long_trace_is_truncated_but_counted_to_the_end() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let game = CATALOG.start(parlor_core::Setup::new(two_player_game())).unwrap();
    let lesson = &CATALOG.game(two_player_game()).unwrap().search_lesson;
    let plies = lesson.algorithms.iter().find(|algorithm| algorithm.limit == LessonLimit::Plies).unwrap();
    let body = json!({ "setup": setup(two_player_game()), "engine": plies.engine.to_string(), "depth": 6 });
    let (status, trace) = post(server.address, PATH, &body).await;
    assert_eq!((status, &trace["truncated"]), (200, &json!(true)));
    assert_eq!(trace["events"].as_array().unwrap().len(), 5000);
    assert_eq!(trace["counted"], report(&*game, &plies.engine, &Limits::depth(6)).nodes);
}

#[tokio::test]
async fn requests_that_cannot_be_traced_are_explained() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let puzzle = CATALOG.games().iter().find(|entry| player_count(entry) == 1).unwrap();
    let solver = puzzle.solver.clone().unwrap().to_string();
    let engine = CATALOG.game(two_player_game()).unwrap().search_lesson.algorithms[0].engine.to_string();
    let body =
        |engine: &str, depth: u32| json!({ "setup": setup(two_player_game()), "engine": engine, "depth": depth });
    let cases = [
        (400, "bad-request", body(&engine, 21)),
        (400, "bad-engine", body("random", 2)),
        (400, "bad-engine", body("no-such-engine", 2)),
        (400, "bad-engine", json!({ "setup": setup(&puzzle.name), "engine": solver })),
        (404, "no-such-game", json!({ "setup": setup("hopscotch"), "engine": engine })),
    ];
    for (status, code, body) in cases {
        let (answered, response) = post(server.address, PATH, &body).await;
        assert_eq!((answered, response["error"].as_str()), (status, Some(code)), "{body}: {response}");
        assert!(response["message"].as_str().is_some_and(|message| message.ends_with('.')), "{response}");
    }
}
