//! Bots of `tests/bots` and `tests/attacks` in containment, and one search with them.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use parlor_core::{AnyEngine, AnyGame, AnyReport, Limits, SearchError, Setup};
use parlor_external::{ExternalEngine, ExternalOptions, external_engine, launch};
use parlor_test_tools::PYTHON;

const LAUNCHER: &str = "contain";
/// Set in the processes that run the tests, with a secret in it.
const SECRET: &str = "PARLOR_TEST_SECRET";
/// An ordinary user, who need not exist.
const ORDINARY_USER: u32 = 21_212;

/// Runs the launcher if this program was started as one.
pub(crate) fn launcher_main() -> Option<i32> {
    let arguments: Vec<OsString> = env::args_os().collect();
    if arguments.get(1).is_none_or(|argument| argument != LAUNCHER) {
        return None;
    }
    eprintln!("{}", launch(&arguments[2..]).expect("arguments of the launcher"));
    Some(126)
}

/// Runs all tests in a process with a secret and an open file, and if it is root's again in one of an
/// ordinary user. The result is the exit status; `None` in those processes.
pub(crate) fn run_as_all_users() -> Option<i32> {
    if env::var_os(SECRET).is_some() {
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    let left_open = File::create(folder.path().join("left-open")).unwrap();
    rustix::io::fcntl_setfd(&left_open, rustix::io::FdFlags::empty()).unwrap();
    let run = |command: &mut Command| {
        let status = command.args(env::args_os().skip(1)).env(SECRET, "parlor-test-secret").status().unwrap();
        status.code().unwrap_or(1)
    };
    if fs::metadata("/proc/self").unwrap().uid() != 0 {
        return Some(run(&mut Command::new(own_program())));
    }
    // The checkout may be in a home that is closed to others. Only in a box does that not matter.
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777)).unwrap();
    for name in ["bots", "attacks"] {
        let copy = folder.path().join("tests").join(name);
        fs::create_dir_all(&copy).unwrap();
        for file in fs::read_dir(Path::new("tests").join(name)).unwrap().map(Result::unwrap) {
            if file.path().is_file() {
                fs::copy(file.path(), copy.join(file.file_name())).unwrap();
            }
        }
    }
    let own = run(Command::new(own_program()).current_dir(folder.path()));
    println!("\nAgain as an ordinary user:");
    let program = folder.path().join("hostile");
    fs::copy(own_program(), &program).unwrap();
    let mut command = Command::new(program);
    command.uid(ORDINARY_USER).gid(ORDINARY_USER).current_dir(folder.path()).env("HOME", folder.path().join("home"));
    Some(own.max(run(&mut command)))
}

pub(crate) fn own_program() -> PathBuf {
    env::current_exe().unwrap()
}

/// The interpreter of the system.
pub(crate) fn python() -> String {
    PYTHON.find().expect("cases::main looked for it").display().to_string()
}

/// The command of a bot.
pub(crate) fn script(name: &str) -> String {
    format!("{} tests/bots/{name}.py", python())
}

/// Options that run bots in containment.
pub(crate) fn contained_options(change: impl FnOnce(&mut ExternalOptions)) -> ExternalOptions {
    let mut options = ExternalOptions::default();
    options.containment.launcher = Some(vec![own_program().into(), LAUNCHER.into()]);
    change(&mut options);
    options
}

pub(crate) fn contained(command: &str, change: impl FnOnce(&mut ExternalOptions)) -> ExternalEngine {
    let game = four_in_a_row("-");
    external_engine(&parlor_games::catalog(), &*game, command, &contained_options(change)).unwrap()
}

pub(crate) fn external(name: &str, arguments: &str, change: impl FnOnce(&mut ExternalOptions)) -> ExternalEngine {
    contained(&format!("{} {arguments}", script(name)), change)
}

pub(crate) fn attack(name: &str, arguments: &str, change: impl FnOnce(&mut ExternalOptions)) -> ExternalEngine {
    contained(&format!("folder=tests/attacks -- {} {name}.py {arguments}", python()), change)
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
