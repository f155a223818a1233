//! Command lines of engine specs, split like a shell does, but run without a shell.

use std::env;
use std::path::{Path, PathBuf};

/// Words before the program that are not for its protocol: where it runs, and where its error output is kept.
const FOLDER: &str = "folder";
const LOG: &str = "log";
/// Word that ends the settings: what follows is the program, whatever it looks like.
const END_OF_SETTINGS: &str = "--";

/// A program with its arguments, and settings before it: `folder=bots/ada Hash=64 ./engine --quiet`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct EngineCommand {
    /// Words of the form `NAME=VALUE` before the program: options that the protocol sends to the engine.
    pub(crate) settings: Vec<(String, String)>,
    pub(crate) program: String,
    pub(crate) arguments: Vec<String>,
    /// Folder in which the program runs, if not the current one.
    pub(crate) folder: Option<PathBuf>,
    /// File to which the error output of every game is added.
    pub(crate) log: Option<PathBuf>,
    /// Whether somebody else wrote the program and its arguments, so that they say nothing about what it may
    /// see.
    #[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "only a box hides files"))]
    pub(crate) is_foreign: bool,
    /// What messages call the bot.
    name: String,
}

impl EngineCommand {
    /// Splits a command line. The error is a sentence for the user.
    pub(crate) fn parse(text: &str) -> Result<EngineCommand, String> {
        let mut words = split(text)?.into_iter().peekable();
        let (mut settings, mut folder, mut log) = (Vec::new(), None, None);
        while let Some(word) = words.peek() {
            let Some((name, value)) = word.split_once('=').filter(|(name, _)| is_setting_name(name)) else { break };
            match name {
                FOLDER => folder = Some(PathBuf::from(value)),
                LOG => log = Some(PathBuf::from(value)),
                _ => settings.push((name.to_owned(), value.to_owned())),
            }
            words.next();
        }
        let is_foreign = words.next_if(|word| word == END_OF_SETTINGS).is_some();
        let program = words.next().ok_or("there is no command: name a program, such as exec:./bot")?;
        let mut command = EngineCommand {
            settings,
            program,
            arguments: words.collect(),
            folder,
            log,
            is_foreign,
            name: String::new(),
        };
        command.name = command.find_name();
        Ok(command)
    }

    /// The word of a command line that is a setting and stands first, if there is one.
    pub(crate) fn first_setting(text: &str) -> Result<Option<String>, String> {
        let is_setting = |word: &String| word.split_once('=').is_some_and(|(name, _)| is_setting_name(name));
        Ok(split(text)?.into_iter().next().filter(is_setting))
    }

    /// The text of a command that runs in a folder and adds its error output to a file. No word of `command`
    /// is a setting.
    pub(crate) fn in_folder(folder: &Path, log: Option<&Path>, command: &str) -> String {
        let log = log.map(|log| format!("{LOG}={} ", quote(log))).unwrap_or_default();
        format!("{FOLDER}={} {log}{END_OF_SETTINGS} {command}", quote(folder))
    }

    /// A command line for a shell in a folder, from somebody else.
    pub(crate) fn shell(folder: Option<&Path>, script: &str) -> EngineCommand {
        let (program, arguments) = ("sh".to_owned(), vec!["-c".to_owned(), script.to_owned()]);
        let (folder, name) = (folder.map(Path::to_owned), program.clone());
        EngineCommand { settings: Vec::new(), program, arguments, folder, log: None, is_foreign: true, name }
    }

    /// The file of the bot that an interpreter runs, else the program; without its folder, for messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    fn find_name(&self) -> String {
        let folder = self.run_folder();
        let is_program = Path::new(&self.program).parent().is_none_or(|parent| parent == Path::new(""));
        let is_interpreter = is_program || Path::new(&self.program).starts_with("/");
        let script = self.arguments.iter().find(|word| is_interpreter && folder.join(word).is_file());
        let path = Path::new(script.unwrap_or(&self.program));
        path.file_name().map_or_else(|| self.program.clone(), |name| name.to_string_lossy().into_owned())
    }

    /// Where the program runs, with its full path.
    pub(crate) fn run_folder(&self) -> PathBuf {
        let here = env::current_dir().unwrap_or_default();
        self.folder.as_ref().map_or_else(|| here.clone(), |folder| here.join(folder))
    }
}

fn split(text: &str) -> Result<Vec<String>, String> {
    shlex::split(text).ok_or_else(|| format!("the command \"{text}\" has an open quote"))
}

/// Quotes a path for a command line.
fn quote(path: &Path) -> String {
    format!("'{}'", path.to_string_lossy().replace('\'', r"'\''"))
}

/// A path such as `./a=b` is no setting.
fn is_setting_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|letter| letter.is_alphanumeric() || "_- ".contains(letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_like_a_shell_does() {
        let command = EngineCommand::parse("'Move Overhead'=5 ./my\\ bot --name \"a b\" x=1").unwrap();
        assert_eq!(command.settings, [("Move Overhead".to_owned(), "5".to_owned())]);
        assert_eq!((command.program.as_str(), command.name()), ("./my bot", "my bot"));
        assert_eq!(command.arguments, ["--name", "a b", "x=1"]);
        assert_eq!(EngineCommand::parse("./a=b").unwrap().program, "./a=b");
        let command = EngineCommand::parse("folder='my bots' log=ada.txt Hash=64 ./bot folder=x").unwrap();
        assert_eq!((command.folder, command.log), (Some("my bots".into()), Some("ada.txt".into())));
        assert_eq!((command.settings.len(), command.arguments.len()), (1, 1));
    }

    #[test]
    fn words_of_a_command_in_a_folder_are_never_settings() {
        let (folder, log) = (Path::new("/no/such/it's"), Path::new("/own log"));
        for command in ["log=/theirs ./bot", "folder=/ ./bot", "-- ./bot", "'log'=/theirs ./bot"] {
            let parsed = EngineCommand::parse(&EngineCommand::in_folder(folder, Some(log), command)).unwrap();
            assert_eq!((parsed.folder.as_deref(), parsed.log.as_deref()), (Some(folder), Some(log)), "{command}");
        }
        let parsed = EngineCommand::parse(&EngineCommand::in_folder(folder, None, "python3 bot.py")).unwrap();
        assert_eq!((parsed.program.as_str(), parsed.log), ("python3", None));
    }

    #[test]
    fn commands_without_a_program_are_rejected() {
        assert!(EngineCommand::parse("").unwrap_err().contains("there is no command"));
        assert!(EngineCommand::parse("a=1").unwrap_err().contains("there is no command"));
        assert!(EngineCommand::parse("'./bot").unwrap_err().contains("open quote"));
    }
}
