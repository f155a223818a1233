//! Command lines of engine specs, split like a shell does, but run without a shell.

use std::path::Path;

/// A program with its arguments, and settings for its protocol: `Hash=64 ./engine --quiet`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct EngineCommand {
    /// Words of the form `NAME=VALUE` before the program: options that the protocol sends to the engine.
    pub(crate) settings: Vec<(String, String)>,
    pub(crate) program: String,
    pub(crate) arguments: Vec<String>,
}

impl EngineCommand {
    /// Splits a command line. The error is a sentence for the user.
    pub(crate) fn parse(text: &str) -> Result<EngineCommand, String> {
        let words = shlex::split(text).ok_or_else(|| format!("the command \"{text}\" has an open quote"))?;
        let mut settings = Vec::new();
        let mut words = words.into_iter().peekable();
        while let Some(word) = words.peek() {
            let Some((name, value)) = word.split_once('=').filter(|(name, _)| is_setting_name(name)) else { break };
            settings.push((name.to_owned(), value.to_owned()));
            words.next();
        }
        let program = words.next().ok_or("there is no command: name a program, such as exec:./bot")?;
        Ok(EngineCommand { settings, program, arguments: words.collect() })
    }

    /// The program without its folder, for messages.
    pub(crate) fn name(&self) -> &str {
        Path::new(&self.program).file_name().and_then(|name| name.to_str()).unwrap_or(&self.program)
    }
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
    }

    #[test]
    fn commands_without_a_program_are_rejected() {
        assert!(EngineCommand::parse("").unwrap_err().contains("there is no command"));
        assert!(EngineCommand::parse("a=1").unwrap_err().contains("there is no command"));
        assert!(EngineCommand::parse("'./bot").unwrap_err().contains("open quote"));
    }
}
