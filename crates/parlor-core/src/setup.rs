//! What travels instead of a game or an engine: plain data, and the words for what is wrong with it.

use std::error::Error;
use std::fmt::{self, Display};
use std::str::FromStr;

use crate::BadOption;
use crate::options::OptionTexts;

/// Which game, with which options, from which position (`None`: the usual start).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Setup {
    pub game: String,
    pub options: OptionTexts,
    pub position: Option<String>,
}

impl Setup {
    pub fn of(game: &str) -> Setup {
        Setup { game: game.to_owned(), ..Setup::default() }
    }

    #[must_use]
    pub fn with(mut self, option: &str, value: impl Display) -> Setup {
        self.options.insert(option.to_owned(), value.to_string());
        self
    }

    #[must_use]
    pub fn from_position(mut self, position: impl Display) -> Setup {
        self.position = Some(position.to_string());
        self
    }
}

/// Why no game could be set up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadSetup {
    UnknownGame {
        name: String,
        known: Vec<&'static str>,
    },
    Option(BadOption),
    /// Each option is fine, but not with the others.
    Conflict(String),
    Position(BadPosition),
}

impl Display for BadSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadSetup::UnknownGame { name, known } => {
                write!(f, "there is no game \"{name}\"; there is {}", known.join(", "))
            }
            BadSetup::Option(bad) => bad.fmt(f),
            BadSetup::Conflict(why) => f.write_str(why),
            BadSetup::Position(bad) => bad.fmt(f),
        }
    }
}

impl Error for BadSetup {}

impl From<BadOption> for BadSetup {
    fn from(bad: BadOption) -> BadSetup {
        BadSetup::Option(bad)
    }
}

impl From<BadPosition> for BadSetup {
    fn from(bad: BadPosition) -> BadSetup {
        BadSetup::Position(bad)
    }
}

/// What is wrong with the text of a position, and at which character (from 1).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadPosition {
    pub what: String,
    pub at: Option<usize>,
}

impl BadPosition {
    pub fn new(what: impl Into<String>) -> BadPosition {
        BadPosition { what: what.into(), at: None }
    }

    /// `index` counts characters from 0.
    pub fn at(index: usize, what: impl Into<String>) -> BadPosition {
        BadPosition { what: what.into(), at: Some(index + 1) }
    }
}

impl Display for BadPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at {
            Some(at) => write!(f, "bad position, character {at}: {}", self.what),
            None => write!(f, "bad position: {}", self.what),
        }
    }
}

impl Error for BadPosition {}

/// An engine and its options as text: `alphabeta:depth=6,table-mib=64`. A bare option name means `yes`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct EngineSpec {
    pub name: String,
    pub options: OptionTexts,
}

impl EngineSpec {
    pub fn of(name: &str) -> EngineSpec {
        EngineSpec { name: name.to_owned(), options: OptionTexts::new() }
    }
}

impl FromStr for EngineSpec {
    type Err = BadEngine;

    fn from_str(text: &str) -> Result<EngineSpec, BadEngine> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let mut options = OptionTexts::new();
        for part in rest.split(',').filter(|part| !part.is_empty()) {
            let (option, value) = part.split_once('=').unwrap_or((part, "yes"));
            if options.insert(option.to_owned(), value.to_owned()).is_some() {
                return Err(BadEngine::Twice { spec: text.to_owned(), option: option.to_owned() });
            }
        }
        Ok(EngineSpec { name: name.to_owned(), options })
    }
}

impl Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (index, (option, value)) in self.options.iter().enumerate() {
            write!(f, "{}{option}={value}", if index == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

/// Why no engine could be built from a spec.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadEngine {
    Unknown { name: String, known: Vec<&'static str> },
    Option { engine: &'static str, bad: BadOption },
    Twice { spec: String, option: String },
}

impl Display for BadEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadEngine::Unknown { name, known } => {
                write!(f, "there is no engine \"{name}\" for this game; there is {}", known.join(", "))
            }
            BadEngine::Option { engine, bad } => write!(f, "engine {engine}: {bad}"),
            BadEngine::Twice { spec, option } => write!(f, "engine \"{spec}\" gives {option} twice"),
        }
    }
}

impl Error for BadEngine {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_spec_reads_back_as_written() {
        for text in ["random", "alphabeta:depth=6,table-mib=64", "mcts:seed=3"] {
            assert_eq!(text.parse::<EngineSpec>().unwrap().to_string(), text);
        }
        assert_eq!("x:loud".parse::<EngineSpec>().unwrap().to_string(), "x:loud=yes");
        assert_eq!("x:a=1,a=2".parse::<EngineSpec>().unwrap_err().to_string(), "engine \"x:a=1,a=2\" gives a twice");
    }
}
