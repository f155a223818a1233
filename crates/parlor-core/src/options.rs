//! Options of games and engines: declared once, as data; the command line, web forms and tests read the
//! declaration, and only it judges what people type.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::{self, Display};

/// One option, as declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionSpec {
    pub name: &'static str,
    pub about: &'static str,
    pub kind: OptionKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// A whole number from `min` to `max`.
    Whole { min: u32, max: u32, default: u32 },
    /// One of a few words; `default` is among them.
    OneOf { words: &'static [&'static str], default: &'static str },
    /// Off unless given.
    Switch,
}

impl OptionSpec {
    fn judge(&self, text: &str) -> Result<Chosen, OptionError> {
        let refused = || OptionError::Refused { name: self.name, value: text.to_owned(), allowed: self.allowed() };
        match self.kind {
            OptionKind::Whole { min, max, .. } => {
                let number = text.parse().map_err(|_| refused())?;
                if (min..=max).contains(&number) { Ok(Chosen::Whole(number)) } else { Err(refused()) }
            }
            OptionKind::OneOf { words, .. } => {
                words.iter().find(|word| **word == text).map(|word| Chosen::Word(word)).ok_or_else(refused)
            }
            OptionKind::Switch => match text {
                "yes" => Ok(Chosen::Switch(true)),
                "no" => Ok(Chosen::Switch(false)),
                _ => Err(refused()),
            },
        }
    }

    /// What may be given, in words: "a whole number from 2 to 9".
    pub fn allowed(&self) -> String {
        match self.kind {
            OptionKind::Whole { min, max, .. } => format!("a whole number from {min} to {max}"),
            OptionKind::OneOf { words, .. } => format!("one of {}", words.join(", ")),
            OptionKind::Switch => "yes or no".to_owned(),
        }
    }

    /// The default, as it would be typed.
    pub fn default_text(&self) -> String {
        match self.kind {
            OptionKind::Whole { default, .. } => default.to_string(),
            OptionKind::OneOf { default, .. } => default.to_owned(),
            OptionKind::Switch => "no".to_owned(),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Chosen {
    Whole(u32),
    Word(&'static str),
    Switch(bool),
}

/// Options as they travel: name and value, both as typed. What is left out has its default.
pub type OptionTexts = BTreeMap<String, String>;

/// Options that have been judged. Asked with the declaration itself, so that there is no name to mistype.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    chosen: BTreeMap<&'static str, Chosen>,
}

impl Options {
    pub fn read(specs: &'static [OptionSpec], texts: &OptionTexts) -> Result<Options, OptionError> {
        let mut chosen = BTreeMap::new();
        for (name, text) in texts {
            let spec = specs.iter().find(|spec| spec.name == name).ok_or_else(|| OptionError::Unknown {
                name: name.clone(),
                known: specs.iter().map(|spec| spec.name).collect(),
            })?;
            chosen.insert(spec.name, spec.judge(text)?);
        }
        Ok(Options { chosen })
    }

    /// The number chosen for a `Whole` option (0 for one of another kind).
    pub fn whole(&self, spec: &OptionSpec) -> u32 {
        match (self.chosen.get(spec.name), spec.kind) {
            (Some(Chosen::Whole(number)), _) => *number,
            (_, OptionKind::Whole { default, .. }) => default,
            _ => 0,
        }
    }

    /// The word chosen for a `OneOf` option (empty for one of another kind).
    pub fn word(&self, spec: &OptionSpec) -> &'static str {
        match (self.chosen.get(spec.name), spec.kind) {
            (Some(Chosen::Word(word)), _) => word,
            (_, OptionKind::OneOf { default, .. }) => default,
            _ => "",
        }
    }

    pub fn is_on(&self, spec: &OptionSpec) -> bool {
        matches!(self.chosen.get(spec.name), Some(Chosen::Switch(true)))
    }

    /// Whether a value was given rather than left to its default.
    pub fn is_given(&self, spec: &OptionSpec) -> bool {
        self.chosen.contains_key(spec.name)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionError {
    Unknown { name: String, known: Vec<&'static str> },
    Refused { name: &'static str, value: String, allowed: String },
}

impl Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Unknown { name, known } if known.is_empty() => {
                write!(f, "there is no option \"{name}\", nor any other here")
            }
            OptionError::Unknown { name, known } => {
                write!(f, "there is no option \"{name}\"; there is {}", known.join(", "))
            }
            OptionError::Refused { name, value, allowed } => write!(f, "{name} \"{value}\" is not {allowed}"),
        }
    }
}

impl Error for OptionError {}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: OptionSpec =
        OptionSpec { name: "size", about: "", kind: OptionKind::Whole { min: 2, max: 9, default: 4 } };
    const WAY: OptionSpec =
        OptionSpec { name: "way", about: "", kind: OptionKind::OneOf { words: &["left", "right"], default: "left" } };
    const LOUD: OptionSpec = OptionSpec { name: "loud", about: "", kind: OptionKind::Switch };
    const ALL: &[OptionSpec] = &[SIZE, WAY, LOUD];

    fn read(texts: &[(&str, &str)]) -> Result<Options, String> {
        let texts = texts.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        Options::read(ALL, &texts).map_err(|bad| bad.to_string())
    }

    #[test]
    fn what_is_left_out_has_its_default() {
        let options = read(&[("way", "right")]).unwrap();
        assert_eq!(options.whole(&SIZE), 4);
        assert_eq!(options.word(&WAY), "right");
        assert!(!options.is_on(&LOUD));
        assert!(options.is_given(&WAY) && !options.is_given(&SIZE));
    }

    #[test]
    fn a_refusal_names_the_value_and_what_is_allowed() {
        assert_eq!(read(&[("size", "10")]).unwrap_err(), "size \"10\" is not a whole number from 2 to 9");
        assert_eq!(read(&[("size", "-3")]).unwrap_err(), "size \"-3\" is not a whole number from 2 to 9");
        assert_eq!(read(&[("way", "up")]).unwrap_err(), "way \"up\" is not one of left, right");
        assert_eq!(read(&[("loud", "so")]).unwrap_err(), "loud \"so\" is not yes or no");
        assert_eq!(read(&[("sise", "3")]).unwrap_err(), "there is no option \"sise\"; there is size, way, loud");
    }
}
