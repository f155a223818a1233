//! Translatable text: a key with arguments, and its English wording.

use std::borrow::Cow;
use std::fmt::{self, Display, Write};

/// Wording of one message: the key that translations refer to, and the English text with `{name}` placeholders.
///
/// A game keeps its templates in one file, so that all its texts are found in one place, and
/// lists them in its catalog entry. [`translation`](crate::translation) describes their translations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Template {
    key: &'static str,
    english: &'static str,
}

impl Template {
    pub const fn new(key: &'static str, english: &'static str) -> Template {
        Template { key, english }
    }

    pub fn key(&self) -> &'static str {
        self.key
    }

    /// The English text, with its placeholders.
    pub fn english(&self) -> &'static str {
        self.english
    }

    /// The message without arguments.
    pub fn message(&self) -> Message {
        Message { key: Cow::Borrowed(self.key), arguments: Vec::new(), text: self.english.to_owned() }
    }

    /// The message with its placeholders filled in. A placeholder without an argument stays as it is.
    pub fn with<const N: usize>(&self, arguments: [(&'static str, Argument); N]) -> Message {
        let text = fill_in(self.english, &arguments);
        let arguments = arguments.into_iter().map(|(name, value)| (Cow::Borrowed(name), value)).collect();
        Message { key: Cow::Borrowed(self.key), arguments, text }
    }
}

fn fill_in(english: &str, arguments: &[(&'static str, Argument)]) -> String {
    let mut text = String::with_capacity(english.len() + 16);
    let mut rest = english;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        let argument = after
            .split_once('}')
            .and_then(|(name, tail)| Some((&arguments.iter().find(|(known, _)| *known == name)?.1, tail)));
        if let Some((argument, tail)) = argument {
            // Writing to a String cannot fail.
            let _ = write!(text, "{argument}");
            rest = tail;
        } else {
            text.push('{');
            rest = after;
        }
    }
    text.push_str(rest);
    text
}

/// Text for people, as a key with arguments; [`Display`] gives the English wording.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Message {
    /// The key that translations refer to; empty for text that is the same in every language.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "str::is_empty"))]
    pub key: Cow<'static, str>,
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub arguments: Vec<(Cow<'static, str>, Argument)>,
    /// The English wording, arguments included.
    pub text: String,
}

impl Message {
    /// Text that is the same in every language, such as `X` or `C4`.
    pub fn verbatim(text: impl Into<String>) -> Message {
        Message { text: text.into(), ..Message::default() }
    }

    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }
}

impl Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

/// Argument of a [`Message`]: a number, a text that is never translated, or a message of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(untagged))]
pub enum Argument {
    Number(i64),
    Text(String),
    Message(Message),
}

impl Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Argument::Number(number) => number.fmt(f),
            Argument::Text(text) => f.pad(text),
            Argument::Message(message) => message.fmt(f),
        }
    }
}

impl From<&str> for Argument {
    fn from(text: &str) -> Argument {
        Argument::Text(text.to_owned())
    }
}

impl From<String> for Argument {
    fn from(text: String) -> Argument {
        Argument::Text(text)
    }
}

impl From<Message> for Argument {
    fn from(message: Message) -> Argument {
        Argument::Message(message)
    }
}

impl From<u32> for Argument {
    fn from(number: u32) -> Argument {
        Argument::Number(number.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOVES_LEFT: Template = Template::new("moves-left", "{side} has {count} moves left.");

    #[test]
    fn fills_in_arguments_by_name() {
        let message = MOVES_LEFT.with([("count", 3.into()), ("side", Message::verbatim("X").into())]);
        assert_eq!(message.to_string(), "X has 3 moves left.");
        assert_eq!(message.key, "moves-left");
    }

    #[test]
    fn keeps_placeholders_without_an_argument() {
        assert_eq!(MOVES_LEFT.with([("count", 3.into())]).to_string(), "{side} has 3 moves left.");
        assert_eq!(Template::new("odd", "a { b").with([]).to_string(), "a { b");
    }
}
