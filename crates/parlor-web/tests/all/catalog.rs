//! Catalog of the server: what the API tells about games, and games and engines from outside.

use std::sync::Arc;

use parlor_core::{
    AnyEngineEntry, AnyGame, Catalog, EngineInfo, EngineScheme, GameEntry, OptionSpec, Resource, Setup, Shape,
};
use serde_json::{Value, json};

use crate::common::{CATALOG, Server, get, post, text};

#[tokio::test]
async fn games_carry_what_their_entries_carry() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (status, games) = get(server.address, "/api/games").await;
    assert_eq!(status, 200);
    for (entry, view) in CATALOG.games().iter().zip(games.as_array().unwrap()) {
        assert_eq!((view["name"].as_str(), view["title"].as_str()), (Some(&*entry.name), Some(&*entry.title)));
        assert_eq!(view["rules"]["goal"], json!(entry.rules.goal));
        assert_eq!(view["usual_terms"]["seconds_per_move"], json!(entry.usual_terms.seconds_per_move));
        assert_eq!(view["boards"].as_array().unwrap().len(), entry.boards.len());
        assert!(view["look"]["board"]["ground"]["light"].as_str().unwrap().starts_with('#'), "{view}");
        let names: Vec<&str> =
            view["engines"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
        let specs = view["levels"].as_array().unwrap().iter().map(|level| &level["engine"]);
        for spec in specs.chain([&view["default_opponent"], &view["analysis_engine"], &view["solver"]]) {
            let name = spec.as_str().map(|spec| spec.split(':').next().unwrap());
            assert!(name.is_none_or(|name| names.contains(&name)), "{}: {spec}", entry.name);
        }
        assert!(view["analysis_engine"].is_string(), "{view}");
        if let Some(editor) = &entry.editor {
            let unique =
                view["editor"]["palette"].as_array().unwrap().iter().filter(|brush| brush["is_unique"] == true);
            assert_eq!(unique.count(), editor.palette.iter().filter(|brush| brush.is_unique).count());
        }
    }
}

#[tokio::test]
async fn openapi_document_describes_every_field_of_a_game() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (_, document) = get(server.address, "/api/openapi.json").await;
    let (_, games) = get(server.address, "/api/games").await;
    let schema = document["components"]["schemas"]["Game"]["properties"].as_object().unwrap();
    for game in games.as_array().unwrap() {
        let fields: Vec<&String> = game.as_object().unwrap().keys().collect();
        let mut documented: Vec<&String> = schema.keys().collect();
        documented.sort();
        assert_eq!(fields, documented);
    }
}

#[tokio::test]
async fn a_setup_needs_only_the_game() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    for entry in CATALOG.games() {
        let (status, preview) = post(server.address, "/api/preview", &json!({ "game": entry.name })).await;
        assert_eq!(status, 200, "{preview}");
        assert!(preview["scene"]["caption"]["text"].is_string(), "{preview}");
        let seats = vec![json!({ "kind": "you" }); preview_seats(entry)];
        let body = json!({ "setup": { "game": entry.name }, "seats": seats });
        let (_, created) = post(server.address, "/api/matches", &body).await;
        let (_, state) = get(server.address, &format!("/api/matches/{}", text(&created["id"]))).await;
        let options = state["setup"]["options"].as_object().unwrap();
        assert_eq!(options.len(), entry.options.len(), "a stored setup states every option");
    }
}

fn preview_seats(entry: &GameEntry) -> usize {
    usize::from(crate::common::player_count(entry))
}

/// A catalog of one game that the page has never seen: its pieces have an unknown shape, and its engine was added from
/// outside and costs memory.
fn foreign_catalog() -> Catalog {
    let original = CATALOG.games()[0].clone();
    let start = {
        let original = original.clone();
        move |setup: Setup, _: &_| original.start(Setup { game: original.name.to_string(), ..setup })
    };
    let info = EngineInfo {
        name: "imported".into(),
        title: "".into(),
        about: "plays like the last engine of the original game".into(),
        options: vec![OptionSpec::resource(Resource::Memory, "attic", "room for boxes in MiB", 1, 9999, 9999)].into(),
    };
    let build = Arc::new(|game: &dyn AnyGame, _: &_| {
        let engine = game.engines().first().unwrap().info.name.to_string();
        game.engine(&engine.as_str().into()).unwrap()
    });
    let exec = EngineScheme {
        name: "exec".into(),
        about: "an external program".into(),
        build: Arc::new(|_, _| panic!("a client must not start a program")),
    };
    Catalog::new()
        .with_game(GameEntry { name: original.name.clone(), ..GameEntry::new("foreign", "Foreign", start) })
        .with_engine(&original.name, AnyEngineEntry { info, build })
        .unwrap()
        .with_scheme(exec)
}

#[tokio::test]
async fn a_catalog_with_games_and_engines_from_outside_is_served() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start_with(data.path(), &Arc::new(foreign_catalog()));
    let (_, games) = get(server.address, "/api/games").await;
    let [game] = games.as_array().unwrap().as_slice() else { panic!("{games}") };
    assert_eq!(game["title"], "Foreign");
    let engine = game["engines"].as_array().unwrap().iter().find(|engine| engine["name"] == "imported").unwrap();
    let option = &engine["options"][0];
    assert_eq!(option["resource"], "memory");
    assert!(option["max"].as_u64() < Some(9999) && option["default"] != "9999", "capped by declaration: {option}");
    let create = async |engine: &str| {
        let seats = json!([{ "kind": "you" }, { "kind": "engine", "engine": engine, "seconds": 1 }]);
        post(server.address, "/api/matches", &json!({ "setup": { "game": game["name"] }, "seats": seats })).await
    };
    assert_eq!(create("imported").await.0, 200);
    let rejected = |(status, body): (u16, Value)| (status, text(&body["error"])) == (400, "bad-engine".to_owned());
    assert!(rejected(create("imported:attic=9999").await));
    assert!(rejected(create("exec:rm,a=b").await));
    // A shape is a name: the page draws one that it does not know as the piece's letter.
    assert_eq!(serde_json::to_value(Shape("pawn")).unwrap(), "pawn");
}
