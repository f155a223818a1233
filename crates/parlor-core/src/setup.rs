//! Plain-data descriptions of a game ([`Setup`]) and an engine ([`EngineSpec`]), and their errors.

use std::error::Error;
use std::fmt::{self, Display};
use std::str::FromStr;

use crate::OptionError;
use crate::options::RawOptions;

/// A game's name, options and starting position (`None`: the game's standard start).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Setup {
    pub game: String,
    pub options: RawOptions,
    pub position: Option<String>,
}

impl Setup {
    pub fn new(game: &str) -> Setup {
        Setup { game: game.to_owned(), ..Setup::default() }
    }

    #[must_use]
    pub fn with_option(mut self, option: &str, value: impl Display) -> Setup {
        self.options.insert(option.to_owned(), value.to_string());
        self
    }

    #[must_use]
    pub fn with_position(mut self, position: impl Display) -> Setup {
        self.position = Some(position.to_string());
        self
    }
}

/// Error of starting a game from a [`Setup`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetupError {
    UnknownGame {
        name: String,
        available: Vec<&'static str>,
    },
    Option(OptionError),
    /// Each option is valid by itself, but not in this combination.
    Conflict(String),
    Position(PositionError),
}

impl Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::UnknownGame { name, available } => {
                write!(f, "unknown game \"{name}\"; available: {}", available.join(", "))
            }
            SetupError::Option(error) => error.fmt(f),
            SetupError::Conflict(message) => f.write_str(message),
            SetupError::Position(error) => error.fmt(f),
        }
    }
}

impl Error for SetupError {}

impl From<OptionError> for SetupError {
    fn from(error: OptionError) -> SetupError {
        SetupError::Option(error)
    }
}

impl From<PositionError> for SetupError {
    fn from(error: PositionError) -> SetupError {
        SetupError::Position(error)
    }
}

/// Error of parsing a position, with the number of the character (from 1) where known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionError {
    pub message: String,
    pub at: Option<usize>,
}

impl PositionError {
    pub fn new(message: impl Into<String>) -> PositionError {
        PositionError { message: message.into(), at: None }
    }

    /// `index` counts characters from 0.
    pub fn at(index: usize, message: impl Into<String>) -> PositionError {
        PositionError { message: message.into(), at: Some(index + 1) }
    }
}

impl Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at {
            Some(at) => write!(f, "bad position, character {at}: {}", self.message),
            None => write!(f, "bad position: {}", self.message),
        }
    }
}

impl Error for PositionError {}

/// An engine and its options as text: `alphabeta:depth=6,table-mib=64`. A bare option name means `yes`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct EngineSpec {
    pub name: String,
    pub options: RawOptions,
}

impl EngineSpec {
    pub fn new(name: &str) -> EngineSpec {
        EngineSpec { name: name.to_owned(), options: RawOptions::new() }
    }
}

impl FromStr for EngineSpec {
    type Err = EngineSpecError;

    fn from_str(text: &str) -> Result<EngineSpec, EngineSpecError> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let mut options = RawOptions::new();
        for part in rest.split(',').filter(|part| !part.is_empty()) {
            let (option, value) = part.split_once('=').unwrap_or((part, "yes"));
            if options.insert(option.to_owned(), value.to_owned()).is_some() {
                return Err(EngineSpecError::DuplicateOption { spec: text.to_owned(), option: option.to_owned() });
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

/// Error of parsing an [`EngineSpec`], or of building its engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineSpecError {
    Unknown { name: String, available: Vec<&'static str> },
    Option { engine: &'static str, error: OptionError },
    DuplicateOption { spec: String, option: String },
}

impl Display for EngineSpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineSpecError::Unknown { name, available } => {
                write!(f, "unknown engine \"{name}\"; available: {}", available.join(", "))
            }
            EngineSpecError::Option { engine, error } => write!(f, "engine {engine}: {error}"),
            EngineSpecError::DuplicateOption { spec, option } => {
                write!(f, "engine \"{spec}\" has option {option} twice")
            }
        }
    }
}

impl Error for EngineSpecError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engine_spec_round_trips_through_text() {
        for text in ["random", "alphabeta:depth=6,table-mib=64", "mcts:seed=3"] {
            assert_eq!(text.parse::<EngineSpec>().unwrap().to_string(), text);
        }
        assert_eq!("x:loud".parse::<EngineSpec>().unwrap().to_string(), "x:loud=yes");
        assert_eq!(
            "x:a=1,a=2".parse::<EngineSpec>().unwrap_err().to_string(),
            "engine \"x:a=1,a=2\" has option a twice"
        );
    }
}
