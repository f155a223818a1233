//! The program with games, engines and engine schemes that it does not know, through `parlor::run_with_output`.

use std::process::ExitCode;
use std::sync::{Arc, Mutex};

use parlor_conformance::StubEngine;
use parlor_core::{Catalog, EngineScheme, ErasedGame, GameEntry, OptionSpec};
use parlor_games::tic_tac_toe::TicTacToe;

/// 3x3 Tic-Tac-Toe under another name, with options that have the names of arguments of the program.
fn noughts() -> GameEntry {
    let options = vec![OptionSpec::switch("first", "whether O begins"), OptionSpec::switch("help", "whether to help")];
    GameEntry {
        options,
        ..GameEntry::new("noughts", "Noughts and Crosses", |setup, _| {
            Ok(ErasedGame::boxed(setup, TicTacToe::<u64, 3>::new(3)))
        })
    }
}

/// Our games, one more, and the scheme `toy:`, which stores the text after its colon.
fn catalog(texts: &Arc<Mutex<Vec<String>>>) -> Catalog {
    let texts = Arc::clone(texts);
    let toy = EngineScheme {
        name: "toy".into(),
        about: "plays the first legal move".into(),
        build: Arc::new(move |_, rest| {
            texts.lock().unwrap().push(rest.to_owned());
            if rest == "broken" { Err("the toy is broken".to_owned()) } else { Ok(Box::new(StubEngine::first_move())) }
        }),
    };
    parlor_games::catalog().with_game(noughts()).with_scheme(toy)
}

fn run(catalog: &Catalog, arguments: &[&str]) -> (ExitCode, String) {
    let mut out = Vec::new();
    let words = ["parlor"].iter().chain(arguments).map(Into::into);
    let status = parlor::run_with_output(catalog, words, &mut out);
    (status, String::from_utf8(out).unwrap())
}

#[test]
fn scheme_gets_the_whole_text_after_its_colon() {
    let texts = Arc::default();
    let catalog = catalog(&texts);
    let command = "toy:./bot --deep a,b=c:d,b=e";
    let (status, out) = run(&catalog, &["play", "reversi", "--first", command, "--second", "toy:"]);
    assert_eq!(status, ExitCode::SUCCESS);
    assert!(out.contains("Black plays D3 ("), "{out}");
    assert_eq!(*texts.lock().unwrap(), ["./bot --deep a,b=c:d,b=e", ""]);
    assert_eq!(run(&catalog, &["play", "reversi", "--second", "toy:broken"]), (ExitCode::from(2), String::new()));
    let (_, out) = run(&catalog, &["analyze", "four-in-a-row", "--engine", "toy:x"]);
    assert!(out.contains("\ntoy:x: 1 nodes, "), "{out}");
}

#[test]
fn added_game_is_in_every_command() {
    let catalog = catalog(&Arc::default());
    let (_, out) = run(&catalog, &["games"]);
    assert!(out.contains("\nnoughts: Noughts and Crosses\n  --first        whether O begins\n"), "{out}");
    assert!(run(&catalog, &["perft", "noughts", "2"]).1.starts_with("1 9\n2 72\n"));
    let (status, out) = run(&catalog, &["play", "noughts", "--first", "random", "--second", "toy:"]);
    assert_eq!(status, ExitCode::SUCCESS);
    assert!(out.contains("X plays "), "{out}");
    // There is no solver, and the default opponent plays.
    assert_eq!(run(&catalog, &["solve", "noughts", "-"]).0, ExitCode::from(2));
    assert_eq!(run(&catalog, &["play", "noughts", "--first", "random"]).0, ExitCode::SUCCESS);
}

#[test]
fn option_with_the_name_of_an_argument_gets_a_prefix() {
    let catalog = catalog(&Arc::default());
    let (_, help) = run(&catalog, &["play", "--help"]);
    assert!(help.contains("--game-first <yes|no>") && help.contains("--game-help <yes|no>"), "{help}");
    let (status, out) = run(&catalog, &["analyze", "noughts", "--first", "yes", "--engine", "toy:", "--json"]);
    assert_eq!(status, ExitCode::SUCCESS);
    assert!(out.contains("\"first\":\"yes\"") && out.contains("\"help\":\"no\""), "{out}");
    assert_eq!(run(&catalog, &["perft", "noughts", "1", "--first", "maybe"]).0, ExitCode::from(2));
}
