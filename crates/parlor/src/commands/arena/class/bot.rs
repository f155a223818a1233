//! A bot of the class: its `bot.toml`, and its build.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use parlor_arena::Entrant;
use serde::Deserialize;

use crate::command_error::CommandError;

const MAX_BOTS: usize = 450;
const MAX_LOG_BYTES: usize = 64 << 10;

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

/// One bot of the class.
#[derive(Debug)]
pub(super) struct Bot {
    pub(super) name: String,
    folder: PathBuf,
    engine: String,
    build: Option<String>,
    /// Why the bot cannot be rated, if it cannot.
    pub(super) problem: Option<String>,
    /// Output of the build.
    pub(super) log: String,
}

/// The bots in the subfolders of a folder, in the order of their names.
pub(super) fn find_bots(folder: &Path) -> Result<Vec<Bot>, CommandError> {
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
    folders.into_iter().map(read_bot).collect()
}

fn read_bot(folder: PathBuf) -> Result<Bot, CommandError> {
    let path = folder.join("bot.toml");
    let invalid = |reason: String| CommandError::usage(format!("{}: {}", path.display(), reason.trim()));
    let text = fs::read_to_string(&path).map_err(|error| invalid(error.to_string()))?;
    let file: BotFile = toml::from_str(&text).map_err(|error| invalid(error.to_string()))?;
    if file.name.is_empty() || !file.name.chars().all(|letter| letter.is_alphanumeric() || " -_.".contains(letter)) {
        return Err(invalid(format!("name \"{}\" is not made of letters, digits, blanks, -, _ and .", file.name)));
    }
    let engine = match (file.command, file.engine) {
        (Some(command), None) => exec_spec(&folder, &command),
        (None, Some(engine)) => engine,
        _ => return Err(invalid("exactly one of command and engine is needed".to_owned())),
    };
    Ok(Bot { name: file.name, folder, engine, build: file.build, problem: None, log: String::new() })
}

/// The engine spec of a command that runs in a folder.
fn exec_spec(folder: &Path, command: &str) -> String {
    let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let script = format!("cd {} && exec {command}", quote(&folder.to_string_lossy()));
    format!("exec:sh -c {}", quote(&script))
}

/// Quotes a word for a shell.
fn quote(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

impl Bot {
    pub(super) fn entrant(&self) -> Entrant {
        Entrant { name: self.name.clone(), engine: self.engine.clone() }
    }

    /// Runs the build command, if there is one, and keeps its output.
    pub(super) fn build(&mut self) {
        let Some(build) = &self.build else { return };
        let output = Command::new("sh").arg("-c").arg(build).current_dir(&self.folder).stdin(Stdio::null()).output();
        match output {
            Err(error) => self.problem = Some(format!("the build could not be started: {error}")),
            Ok(output) => {
                let bytes = [output.stdout, output.stderr].concat();
                self.log = String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_LOG_BYTES)]).into_owned();
                if !output.status.success() {
                    self.problem = Some(format!("the build \"{build}\" failed"));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_run_in_their_folder_whatever_its_name() {
        let spec = exec_spec(Path::new("/no/such/it's"), "python3 bot.py");
        assert_eq!(spec, r"exec:sh -c 'cd '\''/no/such/it'\''\'\'''\''s'\'' && exec python3 bot.py'");
    }
}
