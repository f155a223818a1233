//! A bot of the class: its `bot.toml`, its own copy of the program, its build and its check.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use parlor_arena::{Competition, Entrant, Limit};
use parlor_core::{Catalog, EngineSpec};
use parlor_external::{
    BotCheck, ContainedRun, ExternalOptions, check_bot, foreign_command, is_external, reserve_folder,
};
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
    for path in folders.iter().flat_map(|folder| [folder.clone(), folder.join("bot.toml")]) {
        if fs::symlink_metadata(&path).is_ok_and(|found| found.is_symlink()) {
            return Err(CommandError::usage(format!("{} is a link; links in submissions are refused", path.display())));
        }
    }
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
    /// The bot in a competition; the error is the reason why it cannot play.
    pub(super) fn entrant(&self) -> Result<Entrant, String> {
        let engine = match &self.player {
            Player::Engine(engine) => engine.clone(),
            Player::Command(command) => {
                let log = self.results.join("errors.txt");
                format!("exec:{}", foreign_command(&self.program(), Some(&log), command)?)
            }
        };
        Ok(Entrant { name: self.name.clone(), engine })
    }

    /// The bot's own copy of its folder, in which it may be built.
    fn program(&self) -> PathBuf {
        self.results.join("program")
    }

    /// Copies the program, builds it and checks it; the first problem is kept. `number` is that of the bot.
    pub(super) fn prepare(
        &mut self,
        number: usize,
        terms: &Competition,
        build_time: Duration,
        catalog: &Catalog,
        options: &ExternalOptions,
    ) -> Result<(), CommandError> {
        let cannot_copy = |error| {
            let (source, results) = (self.source.display(), self.results.display());
            CommandError::runtime(format!("cannot copy {source} to {results}: {error}"))
        };
        self.problem = self.check_submission().map_err(cannot_copy)?;
        if self.problem.is_none() {
            self.copy_program(number).map_err(cannot_copy)?;
            self.problem = self.build(build_time, options)?;
        }
        if self.problem.is_none() {
            self.problem = self.check(terms, catalog, options)?;
        }
        Ok(())
    }

    /// Empties the results, and finds what a submission may not have.
    fn check_submission(&self) -> io::Result<Option<String>> {
        if self.results.exists() {
            fs::remove_dir_all(&self.results)?;
        }
        fs::create_dir_all(&self.results)?;
        let settings = match &self.player {
            Player::Engine(engine) if is_external(&EngineSpec::from(engine.as_str())) => {
                Some(format!("the engine \"{engine}\" is a program: name it as command"))
            }
            Player::Engine(_) => None,
            Player::Command(command) => foreign_command(&self.program(), None, command).err(),
        };
        let is_special = "is a link or a special file; only files and folders are taken";
        let file = find_special_file(&self.source)?.map(|file| format!("{} {is_special}", file.display()));
        Ok(settings.or(file))
    }

    fn copy_program(&self, number: usize) -> io::Result<()> {
        copy_folder(&self.source, &self.program())?;
        reserve_folder(&self.results, &self.program(), number)
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
            Player::Command(command) => match foreign_command(&self.program(), None, command) {
                Ok(command) => command,
                Err(problem) => return Ok(Some(problem)),
            },
        };
        let time = match terms.limits.first() {
            Some(Limit::PerMove(time)) => *time,
            _ => Duration::from_secs(1),
        };
        let check = BotCheck { setup: terms.setup(), command, time, games: CHECK_GAMES, options: options.clone() };
        let report = match check_bot(catalog, &check) {
            Ok(report) => report,
            Err(error) => return Ok(Some(error)),
        };
        let mut text = Vec::new();
        write_report(&report, time, options.containment.limits.memory_mib, &mut text)?;
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

/// The first entry of a folder, or below it, that is neither a file nor a folder: a link may lead to others' files.
fn find_special_file(folder: &Path) -> io::Result<Option<PathBuf>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let kind = fs::symlink_metadata(&path)?.file_type();
        if !kind.is_file() && !kind.is_dir() {
            return Ok(Some(path));
        }
        if kind.is_dir()
            && let Some(found) = find_special_file(&path)?
        {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// Copies a folder of files and folders.
fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (path, copy) = (entry.path(), to.join(entry.file_name()));
        if entry.file_type()?.is_dir() {
            copy_folder(&path, &copy)?;
        } else {
            fs::copy(&path, &copy)?;
        }
    }
    Ok(())
}
