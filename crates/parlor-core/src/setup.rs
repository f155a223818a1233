//! What travels instead of a game or an engine: plain data, and the words for what is wrong with it.

use std::error::Error;
use std::fmt::{self, Display};
use std::str::FromStr;

use crate::OptionError;
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
pub enum SetupError {
    UnknownGame {
        name: String,
        known: Vec<&'static str>,
    },
    Option(OptionError),
    /// Each option is fine, but not with the others.
    Conflict(String),
    Position(PositionError),
}

impl Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::UnknownGame { name, known } => {
                write!(f, "there is no game \"{name}\"; there is {}", known.join(", "))
            }
            SetupError::Option(bad) => bad.fmt(f),
            SetupError::Conflict(why) => f.write_str(why),
            SetupError::Position(bad) => bad.fmt(f),
        }
    }
}

impl Error for SetupError {}

impl From<OptionError> for SetupError {
    fn from(bad: OptionError) -> SetupError {
        SetupError::Option(bad)
    }
}

impl From<PositionError> for SetupError {
    fn from(bad: PositionError) -> SetupError {
        SetupError::Position(bad)
    }
}

/// What is wrong with the text of a position, and at which character (from 1).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionError {
    pub what: String,
    pub at: Option<usize>,
}

impl PositionError {
    pub fn new(what: impl Into<String>) -> PositionError {
        PositionError { what: what.into(), at: None }
    }

    /// `index` counts characters from 0.
    pub fn at(index: usize, what: impl Into<String>) -> PositionError {
        PositionError { what: what.into(), at: Some(index + 1) }
    }
}

impl Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at {
            Some(at) => write!(f, "bad position, character {at}: {}", self.what),
            None => write!(f, "bad position: {}", self.what),
        }
    }
}

impl Error for PositionError {}

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
    type Err = EngineSpecError;

    fn from_str(text: &str) -> Result<EngineSpec, EngineSpecError> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let mut options = OptionTexts::new();
        for part in rest.split(',').filter(|part| !part.is_empty()) {
            let (option, value) = part.split_once('=').unwrap_or((part, "yes"));
            if options.insert(option.to_owned(), value.to_owned()).is_some() {
                return Err(EngineSpecError::Twice { spec: text.to_owned(), option: option.to_owned() });
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
pub enum EngineSpecError {
    Unknown { name: String, known: Vec<&'static str> },
    Option { engine: &'static str, bad: OptionError },
    Twice { spec: String, option: String },
}

impl Display for EngineSpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineSpecError::Unknown { name, known } => {
                write!(f, "there is no engine \"{name}\" for this game; there is {}", known.join(", "))
            }
            EngineSpecError::Option { engine, bad } => write!(f, "engine {engine}: {bad}"),
            EngineSpecError::Twice { spec, option } => write!(f, "engine \"{spec}\" gives {option} twice"),
        }
    }
}

impl Error for EngineSpecError {}

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
