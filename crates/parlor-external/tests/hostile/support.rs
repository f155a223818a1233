//! Bots of `tests/bots` in containment, and one search with them.

use std::env;
use std::ffi::OsString;
use std::time::Duration;

use parlor_core::{AnyEngine, AnyGame, AnyReport, Limits, SearchError, Setup};
use parlor_external::{
    ContainedCommand, ExternalEngine, ExternalOptions, SUPERVISE, exec_contained, json_engine, supervise,
};
use parlor_test_tools::PYTHON;

const LAUNCHER: &str = "contain";

/// Runs the launcher if this program was started as one.
pub(crate) fn launcher_main() -> Option<i32> {
    let arguments: Vec<OsString> = env::args_os().collect();
    if arguments.get(1).is_none_or(|argument| argument != LAUNCHER) {
        return None;
    }
    if arguments.get(2).is_some_and(|argument| argument == SUPERVISE) {
        eprintln!("{}", supervise(&arguments[3..]));
        return Some(126);
    }
    let command = ContainedCommand::from_arguments(&arguments[2..]).expect("arguments of the launcher");
    eprintln!("{}", exec_contained(&command));
    Some(126)
}

/// The command of a bot, by a path from the current folder: a bot of root runs as another user, whom the home folder in
/// which a checkout may be does not let through.
pub(crate) fn script(name: &str) -> String {
    let python = PYTHON.find().expect("cases::main looked for it");
    format!("{} tests/bots/{name}.py", python.display())
}

/// Options that run bots in containment.
pub(crate) fn contained_options(change: impl FnOnce(&mut ExternalOptions)) -> ExternalOptions {
    let mut options = ExternalOptions::default();
    options.containment.launcher = Some(vec![env::current_exe().unwrap().into(), LAUNCHER.into()]);
    change(&mut options);
    options
}

pub(crate) fn contained(command: &str, change: impl FnOnce(&mut ExternalOptions)) -> ExternalEngine {
    json_engine(command, &contained_options(change)).unwrap()
}

pub(crate) fn external(name: &str, arguments: &str, change: impl FnOnce(&mut ExternalOptions)) -> ExternalEngine {
    contained(&format!("{} {arguments}", script(name)), change)
}

pub(crate) fn bot(name: &str, arguments: &str, change: impl FnOnce(&mut ExternalOptions)) -> Box<dyn AnyEngine> {
    Box::new(external(name, arguments, change))
}

pub(crate) fn four_in_a_row(position: &str) -> Box<dyn AnyGame> {
    parlor_games::catalog().start(Setup::new("four-in-a-row").with_position(position)).unwrap()
}

/// A search with 0.2 s: its result, and the last report.
pub(crate) fn search(engine: &mut dyn AnyEngine, game: &dyn AnyGame) -> (Result<(), SearchError>, Option<AnyReport>) {
    let mut last = None;
    let result = engine.search(game, &Limits::time(Duration::from_millis(200)), &mut |info| last = Some(info));
    (result, last)
}
