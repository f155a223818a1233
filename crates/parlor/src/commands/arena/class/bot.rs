//! A bot of the class: its `bot.toml`, its own copy of the program, its build and its check.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use parlor_arena::{Competition, Entrant, Limit};
use parlor_core::{Catalog, EngineSpec};
use parlor_external::{BotCheck, ContainedRun, ExternalOptions, check_bot};
use serde::Deserialize;

use crate::command_error::CommandError;
use crate::commands::bot::write_report;

const MAX_BOTS: usize = 450;
/// Games of a check, from both seats.
const CHECK_GAMES: u32 = 2;

/// Content of a `bot.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BotFile {
    name: String,
    #[serde(default)]
    command: Option<String>,
    /// An engine of Parlor instead of a command.
    #[serde(default)]
    engine: Option<String>,
    #[serde(default)]
    build: Option<String>,
}

/// What plays for a bot.
#[derive(Debug)]
enum Player {
    /// Command line of a program, which runs in the bot's folder.
    Command(String),
    Engine(String),
}

/// One bot of the class.
#[derive(Debug)]
pub(super) struct Bot {
    pub(super) name: String,
    source: PathBuf,
    player: Player,
    build: Option<String>,
    /// Folder of results that only its author gets.
    pub(super) results: PathBuf,
    /// Why the bot cannot be rated, if it cannot.
    pub(super) problem: Option<String>,
}

/// The bots in the subfolders of a folder, in the order of their names.
pub(super) fn find_bots(folder: &Path, results: &Path) -> Result<Vec<Bot>, CommandError> {
    let unreadable = |error| CommandError::usage(format!("cannot read {}: {error}", folder.display()));
    let mut folders: Vec<PathBuf> = fs::read_dir(folder)
        .map_err(unreadable)?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.join("bot.toml").is_file())
        .collect();
    folders.sort();
    if !(1..=MAX_BOTS).contains(&folders.len()) {
        let (folder, count) = (folder.display(), folders.len());
        return Err(CommandError::usage(format!(
            "{folder} has {count} subfolders with a bot.toml; 1 to {MAX_BOTS} are allowed"
        )));
    }
    let bots: Vec<Bot> = folders.into_iter().map(|path| read_bot(path, results)).collect::<Result<_, _>>()?;
    for (index, bot) in bots.iter().enumerate() {
        if let Some(other) = bots[..index].iter().find(|other| other.name.eq_ignore_ascii_case(&bot.name)) {
            let (one, two) = (other.source.display(), bot.source.display());
            return Err(CommandError::usage(format!("{one} and {two} have the same name \"{}\"", bot.name)));
        }
    }
    Ok(bots)
}

fn read_bot(source: PathBuf, results: &Path) -> Result<Bot, CommandError> {
    let path = source.join("bot.toml");
    let invalid = |reason: String| CommandError::usage(format!("{}: {}", path.display(), reason.trim()));
    let text = fs::read_to_string(&path).map_err(|error| invalid(error.to_string()))?;
    let file: BotFile = toml::from_str(&text).map_err(|error| invalid(error.to_string()))?;
    let is_valid = |letter: char| letter.is_alphanumeric() || " -_.".contains(letter);
    // The name is that of a folder, too.
    if !file.name.starts_with(char::is_alphanumeric) || !file.name.chars().all(is_valid) {
        return Err(invalid(format!(
            "name \"{}\" is not a letter or digit, and then letters, digits, blanks, -, _ and .",
            file.name
        )));
    }
    let player = match (file.command, file.engine) {
        (Some(command), None) => Player::Command(command),
        (None, Some(engine)) => Player::Engine(engine),
        _ => return Err(invalid("exactly one of command and engine is needed".to_owned())),
    };
    let results = results.join("bots").join(&file.name);
    Ok(Bot { name: file.name, source, player, build: file.build, results, problem: None })
}

impl Bot {
    pub(super) fn entrant(&self) -> Entrant {
        let engine = match &self.player {
            Player::Engine(engine) => engine.clone(),
            Player::Command(command) => {
                let log = format!("log={}", quote(&self.results.join("errors.txt")));
                format!("exec:{log} {}", self.command_in_folder(command))
            }
        };
        Entrant { name: self.name.clone(), engine }
    }

    fn command_in_folder(&self, command: &str) -> String {
        format!("folder={} {command}", quote(&self.program()))
    }

    /// The bot's own copy of its folder, in which it may be built.
    fn program(&self) -> PathBuf {
        self.results.join("program")
    }

    /// Copies the program, builds it and checks it; the first problem is kept.
    pub(super) fn prepare(
        &mut self,
        terms: &Competition,
        build_time: Duration,
        catalog: &Catalog,
        options: &ExternalOptions,
    ) -> Result<(), CommandError> {
        self.copy_program().map_err(|error| {
            CommandError::runtime(format!(
                "cannot copy {} to {}: {error}",
                self.source.display(),
                self.results.display()
            ))
        })?;
        self.problem = self.build(build_time, options)?;
        if self.problem.is_none() {
            self.problem = self.check(terms, catalog, options)?;
        }
        Ok(())
    }

    fn copy_program(&self) -> io::Result<()> {
        if self.results.exists() {
            fs::remove_dir_all(&self.results)?;
        }
        copy_folder(&self.source, &self.program())
    }

    /// Runs the build command in containment, if there is one, and keeps its output for the author.
    fn build(&self, time: Duration, options: &ExternalOptions) -> Result<Option<String>, CommandError> {
        let Some(script) = &self.build else { return Ok(None) };
        let run = ContainedRun { containment: &options.containment, script, folder: &self.program(), time }.run();
        let last = run.text.lines().rev().find(|line| !line.trim().is_empty());
        let problem = run.failure.map(|failure| match last {
            Some(last) => format!("the build \"{script}\" {failure}: {}", last.trim()),
            None => format!("the build \"{script}\" {failure}"),
        });
        self.write("build.txt", &format!("{script}\n\n{}", run.text))?;
        Ok(problem)
    }

    /// Checks the bot as `parlor bot check` does, and keeps the report for the author.
    fn check(
        &self,
        terms: &Competition,
        catalog: &Catalog,
        options: &ExternalOptions,
    ) -> Result<Option<String>, CommandError> {
        let command = match &self.player {
            Player::Engine(engine) => {
                let game = catalog.start(terms.setup())?;
                let checked = catalog.check_engine(&*game, &EngineSpec::from(engine.as_str()));
                return Ok(checked.err().map(|error| error.to_string()));
            }
            Player::Command(command) => self.command_in_folder(command),
        };
        let time = match terms.limits.first() {
            Some(Limit::PerMove(time)) => *time,
            _ => Duration::from_secs(1),
        };
        let check =
            BotCheck { setup: terms.setup(), command, time, games: CHECK_GAMES, options: options.clone().rated() };
        let report = match check_bot(catalog, &check) {
            Ok(report) => report,
            Err(error) => return Ok(Some(error)),
        };
        let mut text = Vec::new();
        write_report(&report, time, options.containment.memory_mib, &mut text)?;
        self.write("check.txt", &String::from_utf8_lossy(&text))?;
        let problem = report.problems.first().and_then(|problem| problem.lines().next());
        Ok(problem.map(|problem| format!("not ready: {problem}")))
    }

    /// Writes a file for the author of the bot.
    pub(super) fn write(&self, file: &str, text: &str) -> Result<(), CommandError> {
        let path = self.results.join(file);
        fs::write(&path, text)
            .map_err(|error| CommandError::runtime(format!("cannot write {}: {error}", path.display())))
    }
}

/// Copies a folder with all files and subfolders. A link to a folder is left out: it may lead back.
fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (path, copy) = (entry.path(), to.join(entry.file_name()));
        if entry.file_type()?.is_dir() {
            copy_folder(&path, &copy)?;
        } else if path.is_file() {
            fs::copy(&path, &copy)?;
        }
    }
    Ok(())
}

/// Quotes a path for a command line.
fn quote(path: &Path) -> String {
    format!("'{}'", path.to_string_lossy().replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_quoted_whatever_their_names() {
        assert_eq!(quote(Path::new("/no/such/it's")), r"'/no/such/it'\''s'");
    }
}
