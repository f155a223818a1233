//! The protocols against small programs of our own, and Parlor's engines served over them.

use std::env;
use std::io::Cursor;
use std::path::Path;
use std::time::Duration;

use parlor_core::{
    AnyEngine, AnyGame, AnyReport, Catalog, EngineSpec, FaultKind, GameClock, GameResult, Limits, Player, Score,
    SearchError, Setup,
};
use parlor_external::messages::{FromEngine, ToEngine};
use parlor_external::{BotCheck, ExternalOptions, add_schemes, check_bot, serve_json, serve_nboard};
use parlor_test_tools::{CXX, PYTHON};
use serde_json::Value as Json;

fn catalog() -> Catalog {
    add_schemes(&parlor_games::catalog(), &ExternalOptions::default())
}

/// The command of a bot; `None` where there is no Python and that is allowed.
fn script(name: &str) -> Option<String> {
    Some(format!("{} {}/tests/bots/{name}.py", PYTHON.require()?.display(), env!("CARGO_MANIFEST_DIR")))
}

fn engine(game: &dyn AnyGame, spec: &str) -> Box<dyn AnyEngine> {
    catalog().engine(game, &EngineSpec::from(spec)).unwrap()
}

/// A search with a time that no machine misses; the last report.
#[track_caller]
fn search(engine: &mut dyn AnyEngine, game: &dyn AnyGame) -> AnyReport {
    let mut last = None;
    engine.search(game, &Limits::time(Duration::from_secs(20)), &mut |info| last = Some(info)).unwrap();
    last.unwrap()
}

fn messages(log: &str) -> Vec<Json> {
    log.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_bot_is_sent_what_the_protocol_says() {
    let Some(script) = script("recorder") else { return };
    let mut game = catalog().start(Setup::new("four-in-a-row")).unwrap();
    let mut bot = engine(&*game, &format!("exec:{script}"));
    bot.begin_game(&*game, Player::First).unwrap();
    for m in ["4", "4", "5", "3"] {
        game.play(m).unwrap();
    }
    let clock = GameClock {
        remaining: Duration::from_mins(1),
        opponent: Duration::from_millis(58_200),
        increment: Duration::from_millis(500),
    };
    let limits = Limits { clock: Some(clock), nodes: Some(9), depth: Some(3), ..Limits::none() };
    bot.search(&*game, &limits, &mut |_| {}).unwrap();
    assert_eq!(search(&mut *bot, &*game).best, "1");
    bot.end_game(GameResult::Win, "Player one wins.");
    // The next search is answered after `end` has been read.
    search(&mut *bot, &*game);
    let mut log = String::new();
    for _ in 0..1000 {
        log += &bot.take_log();
        if log.lines().count() >= 6 && log.ends_with('\n') {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let sent = messages(&log);
    let hello = r#"{"type":"hello","protocol":1,"game":"four-in-a-row","options":{},"seat":"first"}"#;
    assert_eq!(sent[0], serde_json::from_str::<Json>(hello).unwrap());
    let go = r#"{"type":"go","ply":4,"position":"3445","moves":["4","4","5","3"],"you":"X",
        "board":["-------","-------","-------","-------","---O---","--OXX--"],"legal":["1","2","3","4","5","6","7"],
        "nodes":9,"depth":3,"clock":{"seconds":60.0,"increment":0.5,"opponent":58.2}}"#;
    let mut expected: Json = serde_json::from_str(go).unwrap();
    // One of several orders of the same moves.
    expected["position"] = game.position().into();
    assert_eq!(sent[1], expected);
    assert_eq!(sent[2]["seconds"], 20.0);
    assert_eq!(sent[3], serde_json::json!({"type": "end", "result": "win", "reason": "Player one wins."}));
    assert_eq!((&sent[4]["type"], &sent[5]["type"]), (&Json::from("hello"), &Json::from("go")));
}

#[test]
fn a_bot_that_prints_the_first_legal_move_plays_every_game() {
    let catalog = catalog();
    let Some(python) = PYTHON.require() else { return };
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bots/first_legal.py");
    let bot = format!("exec:{} {script}", python.display());
    for entry in catalog.games() {
        let mut game = catalog.start(entry.default_setup()).unwrap();
        let mut bot = engine(&*game, &bot);
        for _ in 0..8 {
            if game.outcome().is_none() {
                let best = search(&mut *bot, &*game).best;
                assert_eq!(Some(&best), game.legal_moves().first());
                game.play(&best).unwrap();
            }
        }
    }
}

#[test]
fn the_example_in_cpp_plays() {
    let folder = tempfile::tempdir().unwrap();
    let (source, program) =
        (format!("{}/../../examples/bots/RandomBot.cpp", env!("CARGO_MANIFEST_DIR")), folder.path().join("bot"));
    let Some(compiler) = CXX.require() else { return };
    let built = std::process::Command::new(compiler).arg("-O1").arg("-o").arg(&program).arg(source).status().unwrap();
    assert!(built.success());
    let check = BotCheck {
        setup: Setup::new("reversi"),
        command: program.display().to_string(),
        time: Duration::from_secs(10),
        games: 2,
        options: ExternalOptions::default(),
    };
    let report = check_bot(&catalog(), &check).unwrap();
    assert!(report.is_ready(), "{report:?}");
    assert_eq!((report.games, report.name.as_deref()), (2, Some("Random")));
    assert!(report.moves > 40, "{report:?}");
}

#[test]
fn a_check_says_what_to_fix() {
    let Some(script) = script("illegal_move") else { return };
    let check = BotCheck {
        setup: Setup::new("four-in-a-row"),
        command: script,
        time: Duration::from_secs(10),
        games: 2,
        options: ExternalOptions::default(),
    };
    let report = check_bot(&catalog(), &check).unwrap();
    assert!(!report.is_ready());
    assert!(report.problems[0].contains("played \"99\""), "{report:?}");
    assert!(report.problems[0].contains("Print one of the moves in the list \"legal\""), "{report:?}");
}

#[test]
fn json_engines_answer_each_go() {
    let input = r#"{"type":"hello","protocol":1,"game":"tic-tac-toe","options":{"size":"3","win-streak":"3"},"seat":"second"}

{"type":"weather","is":"fine"}
{"type":"go","ply":3,"position":"XX-/-O-/---","depth":4}
{"type":"end","result":"draw","reason":""}
{"type":"quit"}
{"type":"go","ply":3,"position":"XX-/-O-/---","depth":4}"#;
    let mut output = Vec::new();
    serve_json(&catalog(), "tic-tac-toe", &"alphabeta".into(), Cursor::new(input), &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    let lines: Vec<FromEngine> = output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(matches!(&lines[0], FromEngine::Ready { name, .. } if name == "Parlor alphabeta"), "{output}");
    assert!(lines[1..lines.len() - 1].iter().all(|line| matches!(line, FromEngine::Info(_))), "{output}");
    assert!(matches!(lines.last(), Some(FromEngine::Move(answer)) if answer.best == "02"), "{output}");
}

#[test]
fn json_engines_reject_other_games_and_bad_messages() {
    let serve =
        |input: &'static str| serve_json(&catalog(), "reversi", &"random".into(), Cursor::new(input), &mut Vec::new());
    let hello = r#"{"type":"hello","protocol":1,"game":"chess","options":{},"seat":"first"}"#;
    assert_eq!(serve(hello).unwrap_err(), "this engine plays reversi, not \"chess\"");
    assert!(serve("{\"type\":").unwrap_err().starts_with("a message is not valid"));
}

#[test]
fn nboard_engines_answer_like_the_protocol_says() {
    let input = "nboard 2\nset depth 3\nset game (;GM[Othello]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5//]W[D6/1.5/2];)\n\
                 ping 7\nmove C3\nnonsense\nhint 2\nlearn\nquit\n";
    let mut output = Vec::new();
    serve_nboard(&catalog(), &Setup::new("reversi"), &"greedy".into(), Cursor::new(input), &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!((lines[0], lines[1]), ("set myname Parlor greedy", "pong 7"));
    assert_eq!(lines.iter().filter(|line| line.starts_with("search ")).count(), 2, "{output}");
    assert_eq!(lines.last(), Some(&"learned"));
}

#[test]
fn nboard_go_ends_with_a_move_value_and_time() {
    let input = "nboard 2\nset depth 2\ngo\n";
    let mut output = Vec::new();
    serve_nboard(&catalog(), &Setup::new("reversi"), &"alphabeta".into(), Cursor::new(input), &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    let answer = output.lines().last().unwrap().strip_prefix("=== ").unwrap();
    let parts: Vec<&str> = answer.split('/').collect();
    assert!(["D3", "C4", "F5", "E6"].contains(&parts[0]), "{output}");
    assert!(parts[1].parse::<f64>().is_ok() && parts[2].parse::<f64>().is_ok(), "{output}");
}

#[test]
fn an_old_nboard_engine_is_spoken_to_in_its_version() {
    let Some(script) = script("nboard_1") else { return };
    let game = catalog().start(Setup::new("reversi")).unwrap();
    let mut old = engine(&*game, &format!("exec-nboard:depth=7 {script}"));
    let info = search(&mut *old, &*game);
    assert_eq!((info.best.as_str(), info.value.estimate, info.depth), ("F5", Score::points(120), 7));
    assert_eq!(info.line, ["F5", "D6"]);
}

#[test]
fn a_uci_engine_gets_drops_and_its_line_is_read() {
    let Some(script) = script("uci_dropper") else { return };
    let mut game = catalog().start(Setup::new("four-in-a-row")).unwrap();
    game.play("4").unwrap();
    game.play("4").unwrap();
    let mut dropper = engine(&*game, &format!("exec-uci:Hash=1 {script}"));
    let info = search(&mut *dropper, &*game);
    assert_eq!((info.best.as_str(), info.value.estimate), ("4", Score::win_in(5)));
    assert_eq!((info.depth, info.nodes, info.line.len()), (5, 77, 2));
}

#[test]
fn foreign_protocols_are_refused_where_a_game_has_no_dialect() {
    let catalog = catalog();
    let refused = |game: &str, spec: &str| {
        let game = catalog.start(Setup::new(game)).unwrap();
        catalog.engine(&*game, &spec.into()).err().map(|error| error.to_string()).unwrap_or_default()
    };
    assert!(refused("knights", "exec-nboard:x").ends_with("knights cannot be played over the nboard protocol"));
    assert!(refused("tic-tac-toe", "exec-uci:x").ends_with("can only be played with size 3, win-streak 3"));
    assert!(refused("reversi", "exec-nboard:speed=3 x").ends_with("unknown setting \"speed\"; available: depth"));
    assert!(refused("reversi", "exec:").contains("there is no command"));
    assert!(refused("reversi", "exec:a=1 ./bot").contains("stands before the program"));
}

#[test]
fn analysis_asks_for_the_value_of_each_move() {
    let Some(script) = script("recorder") else { return };
    let game = catalog().start(Setup::new("tic-tac-toe").with_option("size", 3).with_position("XX-/OO-/---")).unwrap();
    let mut bot = engine(&*game, &format!("exec:{script}"));
    let mut values = Vec::new();
    bot.analyze(&*game, &Limits::time(Duration::from_mins(1)), &mut |m, value| values.push((m, value.estimate)))
        .unwrap();
    assert_eq!(values.len(), game.legal_moves().len());
    assert_eq!(values[0], ("02".to_owned(), Score::win_in(1)));
}

#[test]
fn a_finished_game_has_no_move() {
    let game = catalog().start(Setup::new("tic-tac-toe").with_option("size", 3).with_position("XXX/OO-/---")).unwrap();
    let mut bot = engine(&*game, "exec:./never-started");
    assert_eq!(bot.search(&*game, &Limits::none(), &mut |_| {}), Err(SearchError::NoMoves));
}

#[test]
fn a_program_that_does_not_exist_is_a_fault_of_the_start() {
    let game = catalog().start(Setup::new("reversi")).unwrap();
    let mut bot = engine(&*game, "exec:./no-such-bot");
    let Err(SearchError::Fault(fault)) = bot.search(&*game, &Limits::none(), &mut |_| {}) else { panic!() };
    assert_eq!(
        (fault.kind, fault.reason.as_str()),
        (FaultKind::Start, "no-such-bot was not started: there is no program \"./no-such-bot\".")
    );
}

/// The transcript of the documentation, and the schema's list of messages, are those of the code.
#[test]
fn documentation_shows_valid_messages() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let text = std::fs::read_to_string(docs.join("engine-protocol.md")).unwrap();
    let mut count = 0;
    for line in text.lines() {
        if let Some(message) = line.strip_prefix("> {") {
            assert_ne!(serde_json::from_str::<ToEngine>(&format!("{{{message}")).unwrap(), ToEngine::Unknown, "{line}");
            count += 1;
        } else if let Some(message) = line.strip_prefix("< {") {
            assert_ne!(
                serde_json::from_str::<FromEngine>(&format!("{{{message}")).unwrap(),
                FromEngine::Unknown,
                "{line}"
            );
            count += 1;
        }
    }
    assert!(count >= 8, "{count}");
    let schema: Json =
        serde_json::from_str(&std::fs::read_to_string(docs.join("engine-protocol.schema.json")).unwrap()).unwrap();
    let titles = |side: &str| -> Vec<String> {
        let messages = schema["$defs"][side]["oneOf"].as_array().unwrap();
        messages.iter().map(|message| message["title"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(titles("toEngine"), ["hello", "go", "stop", "end", "quit"]);
    assert_eq!(titles("fromEngine"), ["ready", "info", "move"]);
}
