//! Options of games and engines. Each option is declared once, as data: the command line, web forms and tests read
//! the declaration, and values are validated only against it.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::{self, Display};

use crate::Text;

/// Declaration of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptionSpec {
    pub name: Text,
    /// The name as people read it; empty if it is the name with blanks instead of hyphens.
    pub title: Text,
    pub about: Text,
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub kind: OptionKind,
    /// Resource that the value stands for, so that a server can cap it without knowing the option.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub resource: Option<Resource>,
}

/// Resource that the value of an integer option stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Resource {
    /// Memory in MiB.
    Memory,
    Threads,
}

/// Type of an option's value, its valid range and its default.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(tag = "kind", rename_all = "kebab-case"))]
pub enum OptionKind {
    /// An integer from `min` to `max`.
    Integer { min: u32, max: u32, default: u32 },
    /// One of `words`, which include `default`. The titles are what people read; without them it is the words.
    OneOf {
        #[cfg_attr(feature = "schema", schemars(with = "Vec<Text>"))]
        words: Cow<'static, [Text]>,
        titles: Vec<Text>,
        default: Text,
    },
    /// `yes` or `no`; the default is `no`.
    Switch,
}

impl OptionSpec {
    const fn new(name: &'static str, about: &'static str, kind: OptionKind, resource: Option<Resource>) -> OptionSpec {
        let (name, about) = (Text::Borrowed(name), Text::Borrowed(about));
        OptionSpec { name, title: Text::Borrowed(""), about, kind, resource }
    }

    /// An integer option.
    pub const fn integer(name: &'static str, about: &'static str, min: u32, max: u32, default: u32) -> OptionSpec {
        OptionSpec::new(name, about, OptionKind::Integer { min, max, default }, None)
    }

    /// An integer option that costs a resource.
    pub const fn resource(
        resource: Resource,
        name: &'static str,
        about: &'static str,
        min: u32,
        max: u32,
        default: u32,
    ) -> OptionSpec {
        OptionSpec::new(name, about, OptionKind::Integer { min, max, default }, Some(resource))
    }

    /// An option with a few words as values; the first one is the default.
    pub const fn one_of(name: &'static str, about: &'static str, words: &'static [Text]) -> OptionSpec {
        let default = match words {
            [Text::Borrowed(first), ..] => Text::Borrowed(first),
            _ => Text::Borrowed(""),
        };
        let kind = OptionKind::OneOf { words: Cow::Borrowed(words), titles: Vec::new(), default };
        OptionSpec::new(name, about, kind, None)
    }

    /// A switch, off by default.
    pub const fn switch(name: &'static str, about: &'static str) -> OptionSpec {
        OptionSpec::new(name, about, OptionKind::Switch, None)
    }

    fn parse(&self, text: &str) -> Result<OptionValue, OptionError> {
        let invalid =
            || OptionError::Invalid { name: self.name.to_string(), value: text.to_owned(), allowed: self.allowed() };
        match &self.kind {
            OptionKind::Integer { min, max, .. } => {
                let number = text.parse().map_err(|_| invalid())?;
                if (*min..=*max).contains(&number) { Ok(OptionValue::Integer(number)) } else { Err(invalid()) }
            }
            OptionKind::OneOf { words, .. } => {
                let word = words.iter().find(|word| *word == text).ok_or_else(invalid)?;
                Ok(OptionValue::Word(word.clone()))
            }
            OptionKind::Switch => match text {
                "yes" => Ok(OptionValue::Switch(true)),
                "no" => Ok(OptionValue::Switch(false)),
                _ => Err(invalid()),
            },
        }
    }

    /// Description of the valid values, such as "a whole number from 2 to 9".
    pub fn allowed(&self) -> String {
        match &self.kind {
            OptionKind::Integer { min, max, .. } => format!("a whole number from {min} to {max}"),
            OptionKind::OneOf { words, .. } => format!("one of {}", words.join(", ")),
            OptionKind::Switch => "yes or no".to_owned(),
        }
    }

    /// The default value, as text.
    pub fn default_text(&self) -> String {
        match &self.kind {
            OptionKind::Integer { default, .. } => default.to_string(),
            OptionKind::OneOf { default, .. } => default.to_string(),
            OptionKind::Switch => "no".to_owned(),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum OptionValue {
    Integer(u32),
    Word(Text),
    Switch(bool),
}

/// Unparsed options: names and values as text. A missing option has its default.
pub type RawOptions = BTreeMap<String, String>;

/// Validated option values, looked up by declaration instead of by name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    values: BTreeMap<Text, OptionValue>,
}

impl Options {
    /// Parses and validates options against their declarations.
    pub fn parse(specs: &[OptionSpec], raw: &RawOptions) -> Result<Options, OptionError> {
        let mut values = BTreeMap::new();
        for (name, text) in raw {
            let spec = specs.iter().find(|spec| spec.name == *name).ok_or_else(|| OptionError::Unknown {
                name: name.clone(),
                available: specs.iter().map(|spec| spec.name.to_string()).collect(),
            })?;
            values.insert(spec.name.clone(), spec.parse(text)?);
        }
        Ok(Options { values })
    }

    /// Value of an `Integer` option (0 for another kind).
    pub fn integer(&self, spec: &OptionSpec) -> u32 {
        match (self.values.get(&spec.name), &spec.kind) {
            (Some(OptionValue::Integer(number)), _) => *number,
            (_, OptionKind::Integer { default, .. }) => *default,
            _ => 0,
        }
    }

    /// Value of a `OneOf` option (empty for another kind).
    pub fn one_of<'a>(&'a self, spec: &'a OptionSpec) -> &'a str {
        match (self.values.get(&spec.name), &spec.kind) {
            (Some(OptionValue::Word(word)), _) => word,
            (_, OptionKind::OneOf { default, .. }) => default,
            _ => "",
        }
    }

    /// Value of a `Switch` option (`false` for another kind).
    pub fn is_on(&self, spec: &OptionSpec) -> bool {
        matches!(self.values.get(&spec.name), Some(OptionValue::Switch(true)))
    }

    /// Whether a value was given explicitly.
    pub fn is_given(&self, spec: &OptionSpec) -> bool {
        self.values.contains_key(&spec.name)
    }

    /// The value in force, as text: the given one or the default.
    pub fn text(&self, spec: &OptionSpec) -> String {
        match self.values.get(&spec.name) {
            Some(OptionValue::Integer(number)) => number.to_string(),
            Some(OptionValue::Word(word)) => word.to_string(),
            Some(OptionValue::Switch(is_on)) => if *is_on { "yes" } else { "no" }.to_owned(),
            None => spec.default_text(),
        }
    }
}

/// Error for an unknown option or an invalid value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionError {
    Unknown { name: String, available: Vec<String> },
    Invalid { name: String, value: String, allowed: String },
}

impl Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Unknown { name, available } if available.is_empty() => {
                write!(f, "unknown option \"{name}\"; none are available")
            }
            OptionError::Unknown { name, available } => {
                write!(f, "unknown option \"{name}\"; available: {}", available.join(", "))
            }
            OptionError::Invalid { name, value, allowed } => write!(f, "{name} \"{value}\" is not {allowed}"),
        }
    }
}

impl Error for OptionError {}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: OptionSpec = OptionSpec::integer("size", "", 2, 9, 4);
    const WAY: OptionSpec = OptionSpec::one_of("way", "", &[Text::Borrowed("left"), Text::Borrowed("right")]);
    const LOUD: OptionSpec = OptionSpec::switch("loud", "");
    const ALL: &[OptionSpec] = &[SIZE, WAY, LOUD];

    fn parse(texts: &[(&str, &str)]) -> Result<Options, String> {
        let raw = texts.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        Options::parse(ALL, &raw).map_err(|error| error.to_string())
    }

    #[test]
    fn missing_options_have_their_defaults() {
        let options = parse(&[("way", "right")]).unwrap();
        assert_eq!(options.integer(&SIZE), 4);
        assert_eq!(options.one_of(&WAY), "right");
        assert!(!options.is_on(&LOUD));
        assert!(options.is_given(&WAY) && !options.is_given(&SIZE));
        assert_eq!(ALL.iter().map(|spec| options.text(spec)).collect::<Vec<_>>(), ["4", "right", "no"]);
    }

    #[test]
    fn errors_name_the_value_and_the_valid_ones() {
        assert_eq!(parse(&[("size", "10")]).unwrap_err(), "size \"10\" is not a whole number from 2 to 9");
        assert_eq!(parse(&[("size", "-3")]).unwrap_err(), "size \"-3\" is not a whole number from 2 to 9");
        assert_eq!(parse(&[("way", "up")]).unwrap_err(), "way \"up\" is not one of left, right");
        assert_eq!(parse(&[("loud", "so")]).unwrap_err(), "loud \"so\" is not yes or no");
        assert_eq!(parse(&[("sise", "3")]).unwrap_err(), "unknown option \"sise\"; available: size, way, loud");
    }
}
