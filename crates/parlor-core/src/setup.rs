//! Plain-data descriptions of a game ([`Setup`]) and an engine ([`EngineSpec`]), and their errors.

use std::error::Error;
use std::fmt::{self, Display};

use crate::OptionError;
use crate::options::RawOptions;

/// A game's name, options and starting position (`None`: the game's standard start).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Setup {
    pub game: String,
    /// In JSON, values may also be numbers and booleans.
    #[cfg_attr(feature = "serde", serde(default, deserialize_with = "deserialize_options"))]
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, OptionValue>"))]
    pub options: RawOptions,
    pub position: Option<String>,
}

/// Value of an option in JSON: a text, a number, or a boolean for `yes` and `no`.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged, expecting = "an option is a text, a number or a boolean")]
enum OptionValue {
    Text(String),
    Switch(bool),
    Integer(i64),
    Number(f64),
}

/// Reads options whose values are text, numbers or booleans (`yes` and `no`). For serde's `deserialize_with`.
#[cfg(feature = "serde")]
pub fn deserialize_options<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<RawOptions, D::Error> {
    let options: std::collections::BTreeMap<String, OptionValue> = serde::Deserialize::deserialize(deserializer)?;
    let text = |value| match value {
        OptionValue::Text(text) => text,
        OptionValue::Switch(is_on) => if is_on { "yes" } else { "no" }.to_owned(),
        OptionValue::Integer(number) => number.to_string(),
        OptionValue::Number(number) => number.to_string(),
    };
    Ok(options.into_iter().map(|(name, value)| (name, text(value))).collect())
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
        available: Vec<String>,
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

/// An engine by name, with arguments as text: `alphabeta:depth=6,table-mib=64`.
///
/// The text after the colon is kept as it is, because only the engine knows how to read it: options of an engine of
/// Parlor, or the command of an external program. A bare option name means `yes`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct EngineSpec {
    name: String,
    arguments: String,
}

impl EngineSpec {
    /// The engine with its default options.
    pub fn new(name: &str) -> EngineSpec {
        EngineSpec { name: name.to_owned(), arguments: String::new() }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text after the colon.
    pub fn arguments(&self) -> &str {
        &self.arguments
    }

    /// The arguments, read as options.
    pub fn options(&self) -> Result<RawOptions, EngineSpecError> {
        let mut options = RawOptions::new();
        for part in self.arguments.split(',').filter(|part| !part.is_empty()) {
            let (option, value) = part.split_once('=').unwrap_or((part, "yes"));
            if options.insert(option.to_owned(), value.to_owned()).is_some() {
                return Err(EngineSpecError::DuplicateOption { spec: self.to_string(), option: option.to_owned() });
            }
        }
        Ok(options)
    }

    /// The same engine with one more option.
    #[must_use]
    pub fn with_option(mut self, option: &str, value: impl Display) -> EngineSpec {
        let separator = if self.arguments.is_empty() { "" } else { "," };
        self.arguments = format!("{}{separator}{option}={value}", self.arguments);
        self
    }
}

impl From<&str> for EngineSpec {
    fn from(text: &str) -> EngineSpec {
        let (name, arguments) = text.split_once(':').unwrap_or((text, ""));
        EngineSpec { name: name.to_owned(), arguments: arguments.to_owned() }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for EngineSpec {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for EngineSpec {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "EngineSpec".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "description": "Name of an engine, with options after a colon." })
    }
}

impl Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if !self.arguments.is_empty() {
            write!(f, ":{}", self.arguments)?;
        }
        Ok(())
    }
}

/// Error of building the engine that an [`EngineSpec`] names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineSpecError {
    Unknown {
        name: String,
        available: Vec<String>,
    },
    Option {
        engine: String,
        error: OptionError,
    },
    DuplicateOption {
        spec: String,
        option: String,
    },
    /// A value is above a limit of this process; see [`EngineLimits`](crate::EngineLimits).
    AboveLimit {
        option: String,
        max: u32,
    },
    /// Engines of a scheme are not offered here.
    NotOffered,
    /// An [`EngineScheme`](crate::EngineScheme) could not build the engine.
    Scheme {
        spec: String,
        reason: String,
    },
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
            EngineSpecError::AboveLimit { option, max } => write!(f, "{option} can be at most {max} here"),
            EngineSpecError::NotOffered => f.write_str("this kind of engine is not offered here"),
            EngineSpecError::Scheme { spec, reason } => write!(f, "engine \"{spec}\": {reason}"),
        }
    }
}

impl Error for EngineSpecError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engine_spec_round_trips_through_text() {
        for text in ["random", "alphabeta:depth=6,table-mib=64", "mcts:seed=3", "exec:./bot --a,b=c", "x:loud"] {
            assert_eq!(EngineSpec::from(text).to_string(), text);
        }
        let options = EngineSpec::from("x:loud,depth=6").options().unwrap();
        assert_eq!((options["loud"].as_str(), options["depth"].as_str()), ("yes", "6"));
    }

    #[test]
    fn rejects_an_option_given_twice() {
        let error = EngineSpec::from("x:a=1,a=2").options().unwrap_err();
        assert_eq!(error.to_string(), "engine \"x:a=1,a=2\" has option a twice");
    }
}
