//! What tests share: the programs that they need, and runs of simulations. A test whose program is missing fails; only
//! where [`ALLOW_MISSING`] is set it ends early, and is listed as not tested.

mod seeds;

use std::env;
use std::ffi::OsStr;
use std::fs::OpenOptions;
use std::io::Write;
use std::panic::Location;
use std::path::{Path, PathBuf};

pub use seeds::{SimulatedRun, assert_seeds_hold};

/// Environment variable with the file to which tests write what they did not test; `cargo xtask ci --allow-missing`
/// sets it and prints the file at the end. Where it is not set, what is missing is a failure.
pub const ALLOW_MISSING: &str = "PARLOR_ALLOW_MISSING";

/// A program, and how Debian calls the package that has it.
#[derive(Clone, Copy, Debug)]
pub struct Tool {
    /// Names of the program, the preferred one first.
    pub programs: &'static [&'static str],
    pub package: &'static str,
}

const fn tool(programs: &'static [&'static str], package: &'static str) -> Tool {
    Tool { programs, package }
}

pub const BUBBLEWRAP: Tool = tool(&["bwrap"], "bubblewrap");
pub const CHROMIUM: Tool = tool(&["chromium", "chromium-browser", "google-chrome"], "chromium");
pub const CURL: Tool = tool(&["curl"], "curl");
pub const CXX: Tool = tool(&["g++"], "g++");
pub const FAIRY_STOCKFISH: Tool = tool(&["fairy-stockfish"], "fairy-stockfish");
pub const NATS_SERVER: Tool = tool(&["nats-server"], "nats-server");
pub const NGINX: Tool = tool(&["nginx"], "nginx-light");
pub const NODE: Tool = tool(&["node"], "nodejs");
pub const NPM: Tool = tool(&["npm"], "npm");
pub const OPENSSL: Tool = tool(&["openssl"], "openssl");
pub const PYTHON: Tool = tool(&["python3"], "python3");
pub const SCRIPT: Tool = tool(&["script"], "bsdutils");
pub const XVFB: Tool = tool(&["Xvfb"], "xvfb");

/// Every program that a test needs.
pub const TOOLS: [Tool; 13] =
    [BUBBLEWRAP, CHROMIUM, CURL, CXX, FAIRY_STOCKFISH, NATS_SERVER, NGINX, NODE, NPM, OPENSSL, PYTHON, SCRIPT, XVFB];

impl Tool {
    /// Where the program is. The system's own comes first: one in a user's home may be out of reach for a bot, which
    /// runs as another user. Servers are where Debian has them, which only root searches.
    pub fn find(&self) -> Option<PathBuf> {
        let path = env::var_os("PATH").unwrap_or_default();
        let folders: Vec<PathBuf> = ["/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/games"]
            .map(PathBuf::from)
            .into_iter()
            .chain(env::split_paths(&path))
            .collect();
        let candidates =
            self.programs.iter().flat_map(|program| folders.iter().map(move |folder| folder.join(program)));
        candidates.into_iter().find(|candidate| candidate.is_file())
    }

    /// The program for a test, which has to end early if there is none.
    #[track_caller]
    pub fn require(&self) -> Option<PathBuf> {
        let found = self.find();
        if found.is_none() {
            missing(self.programs[0], "`cargo xtask packages` installs it");
        }
        found
    }
}

/// Reports that a test cannot run: a failure, unless [`ALLOW_MISSING`] lets the caller end early.
#[track_caller]
pub fn missing(what: &str, remedy: &str) {
    let Some(file) = allowed() else { panic!("{what} is not installed: {remedy} (CONTRIBUTING.md, \"Tests\")") };
    let thread = std::thread::current();
    let test = thread.name().filter(|name| *name != "main").unwrap_or("all cases");
    not_tested(&file, &format!("{what} is missing: {} {test}", Location::caller().file()));
}

/// Adds a line to the list of what was not tested.
pub fn not_tested(file: &Path, line: &str) {
    let written = OpenOptions::new().create(true).append(true).open(file).and_then(|mut file| writeln!(file, "{line}"));
    written.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
}

/// The list of what was not tested, where something may be missing.
pub fn allowed() -> Option<PathBuf> {
    env::var_os(ALLOW_MISSING).filter(|file| file != OsStr::new("")).map(PathBuf::from)
}
