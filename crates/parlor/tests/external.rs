//! Bots as engines of the commands, and `parlor engine` as a bot, run as processes.

use std::path::Path;
use std::process::{Command, Output};

use parlor_test_tools::{FAIRY_STOCKFISH, PYTHON};

/// The example, by a path from the current folder: a bot of root runs as another user, whom the home folder in which a
/// checkout may be does not let through.
fn first_legal() -> Option<String> {
    Some(format!("{} ../../examples/bots/first_legal.py", PYTHON.require()?.display()))
}

fn parlor(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_parlor")).args(arguments).output().unwrap()
}

#[track_caller]
fn stdout(output: Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_bot_plays_at_the_terminal() {
    let Some(bot) = first_legal().map(|bot| format!("exec:{bot}")) else { return };
    let text = stdout(parlor(&["play", "tic-tac-toe", "--size", "3", "--first", &bot, "--second", &bot]));
    assert!(text.contains("X plays 00"), "{text}");
    assert!(text.ends_with("X wins.\n"), "{text}");
}

#[test]
fn a_bot_analyzes() {
    let Some(bot) = first_legal().map(|bot| format!("exec:{bot}")) else { return };
    let text = stdout(parlor(&["analyze", "four-in-a-row", "--position", "112233", "--engine", &bot]));
    assert!(text.starts_with("4  wins in 1 ply\n"), "{text}");
}

#[test]
fn a_bot_plays_in_a_tournament() {
    let Some(bot) = first_legal().map(|bot| format!("exec:{bot}")) else { return };
    let text = stdout(parlor(&["tournament", "6", "3", "3", "none", &bot, "genius", "--seed", "1"]));
    assert!(text.contains(&format!("Player 1, {bot} won: 0 rounds")), "{text}");
}

#[test]
fn a_bot_that_fails_loses_its_rounds() {
    let output = parlor(&["tournament", "4", "3", "3", "none", "exec:./no-such-bot", "whatever", "--seed", "1"]);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        error.contains("there is no program \"./no-such-bot\"") || error.contains("There is no program"),
        "{error}"
    );
    assert!(stdout(output).contains("Player 2, whatever won: 4 rounds"));
}

#[test]
fn a_check_ends_with_ready() {
    let Some(bot) = first_legal() else { return };
    let text = stdout(parlor(&["bot", "check", &bot, "reversi", "--games", "2", "--seconds", "10"]));
    assert!(text.contains("name          First legal\n"), "{text}");
    assert!(text.contains("games         2 played to the end"), "{text}");
    assert!(text.ends_with("\nready\n"), "{text}");
}

#[test]
fn a_check_of_a_broken_bot_fails_with_advice() {
    let output = parlor(&["bot", "check", "false", "four-in-a-row"]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("To fix: In game 1, at the start: false ended with exit status 1."), "{text}");
    assert!(text.ends_with("\nnot ready yet\n"), "{text}");
}

#[test]
fn engines_are_served_to_other_programs() {
    // From the current folder, as above, where the build folder is in the checkout.
    let program = Path::new(env!("CARGO_BIN_EXE_parlor"));
    let checkout = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let checkout = Path::new(checkout).canonicalize().unwrap();
    let program =
        program.strip_prefix(checkout).map_or_else(|_| program.to_owned(), |path| Path::new("../..").join(path));
    let program = program.display();
    let [json, nboard] = ["exec:", "exec-nboard:depth=2 "].map(|scheme| format!("{scheme}{program} engine"));
    let (json, nboard) = (format!("{json} reversi greedy"), format!("{nboard} --protocol nboard reversi alphabeta"));
    let text = stdout(parlor(&["play", "reversi", "--first", &nboard, "--second", &json]));
    assert!(text.contains("Black plays") && text.contains("White plays"), "{text}");
    assert!(text.contains(" wins") || text.contains("draw"), "{text}");
}

#[test]
fn unknown_protocols_and_engines_are_rejected() {
    let error = |arguments: &str| {
        let output = parlor(&arguments.split(' ').collect::<Vec<_>>());
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(error("engine --protocol xml reversi random").contains("protocol \"xml\" is not one of json, nboard"));
    assert!(error("engine reversi nobody").contains("unknown engine \"nobody\""));
    assert!(error("engine --protocol nboard knights random").contains("cannot be played over the nboard"));
    assert!(error("play reversi --first exec-uci:").contains("there is no command"));
}

/// Debian's fairy-stockfish does not have the games of Parlor.
#[test]
fn a_uci_engine_without_the_game_is_refused_before_the_competition() {
    let Some(program) = FAIRY_STOCKFISH.require() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (engine, store) = (format!("exec-uci:{}", program.display()), folder.path().join("arena.sqlite"));
    let arguments = ["arena", "four-in-a-row", &engine, "random", "--games", "2", "--nodes", "9", "--store"];
    let output = Command::new(env!("CARGO_BIN_EXE_parlor")).args(arguments).arg(&store).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.starts_with("parlor: fairy-stockfish does not have the variant \"cfour\""), "{error}");
    assert!(!store.exists());
    let check = parlor(&["bot", "check", &engine, "four-in-a-row"]);
    let text = String::from_utf8_lossy(&check.stdout).into_owned();
    assert!(text.contains("fairy-stockfish does not have the variant") && check.status.code() == Some(1), "{text}");
}

/// As in a container without namespaces.
#[test]
#[cfg(target_os = "linux")]
fn competitions_with_bots_need_a_box_or_consent() {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt;

    let Some(python) = PYTHON.require() else { return };
    let folder = tempfile::tempdir().unwrap();
    // Without a box a bot of root is another user, who has to be let into its folder.
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
    let program = folder.path().join("bot.py");
    fs::copy("../../examples/bots/first_legal.py", &program).unwrap();
    let bot = format!("exec:{} {}", python.display(), program.display());
    let play = |flags: &[&str]| {
        let store = folder.path().join("arena.sqlite");
        let competition = ["arena", "four-in-a-row", &bot, "random", "--games", "2", "--seconds", "1", "--store"];
        let mut command = Command::new(env!("CARGO_BIN_EXE_parlor"));
        command.args(flags).args(competition).arg(store).env("PATH", folder.path()).output().unwrap()
    };
    let refused = play(&[]);
    let error = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(error.contains("bubblewrap (bwrap) is not installed): install it, or accept"), "{error}");
    assert!(!play(&["--containment", "box"]).status.success());
    let accepted = stdout(play(&["--containment", "reduced"]));
    assert!(accepted.contains(" 0 failures") || !accepted.contains("failures"), "{accepted}");
}
