//! Messages of the engine protocol, version 1: one JSON object per line. docs/engine-protocol.md describes them.

use std::borrow::Cow;

use parlor_core::{GameResult, Player, RawOptions, Score, Value};
use serde::{Deserialize, Serialize};

/// Version of the protocol.
pub const PROTOCOL_VERSION: u32 = 1;

/// Message to an engine.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ToEngine {
    /// Opens a game.
    Hello { protocol: u32, game: String, options: RawOptions, seat: Player },
    /// Asks for a move.
    Go(Go),
    /// Asks to answer at once with the best move so far.
    Stop,
    /// Tells the result of the game.
    End { result: GameResult, reason: String },
    /// Asks the program to end.
    Quit,
    #[serde(other)]
    Unknown,
}

/// Position and limits of a search.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Go {
    /// Number of moves played.
    pub ply: usize,
    pub position: String,
    #[serde(default)]
    pub moves: Vec<String>,
    #[serde(default)]
    pub board: Vec<String>,
    #[serde(default)]
    pub you: String,
    #[serde(default)]
    pub legal: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
}

/// Time left for the whole game, in seconds.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Clock {
    pub seconds: f64,
    pub increment: f64,
    pub opponent: f64,
}

/// Message from an engine.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum FromEngine {
    Ready {
        #[serde(default)]
        name: String,
        #[serde(default)]
        version: String,
    },
    Info(Info),
    Move(MoveMessage),
    #[serde(other)]
    Unknown,
}

/// What an engine knows so far; every field may be missing.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Info {
    /// The best move so far.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<ValueText>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
}

/// The answer of an engine.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveMessage {
    #[serde(rename = "move")]
    pub best: String,
}

/// Value for the player to move: a number (0 is even, 1 is a piece or what the game counts) or words such as
/// `wins in 7 plies`, `loses` and `draw`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ValueText {
    Number(f64),
    Words(Cow<'static, str>),
}

impl From<Value> for ValueText {
    fn from(value: Value) -> ValueText {
        let score = value.estimate;
        let verb = if score.is_win() { "wins" } else { "loses" };
        match (score.plies(), score.margin()) {
            (Some(_), _) if value.is_decided() && !value.is_exact() => ValueText::Words(verb.into()),
            (Some(plies), _) => ValueText::Words(format!("{verb} in {plies} plies").into()),
            (None, Some(0)) if value.is_exact() => ValueText::Words("draw".into()),
            (None, Some(margin)) => ValueText::Number(f64::from(margin)),
            (None, None) => ValueText::Number(f64::from(score.raw()) / 100.0),
        }
    }
}

impl ValueText {
    /// The value as an estimate: what an external program claims is not proved.
    pub fn to_value(&self) -> Option<Value> {
        let score = match self {
            ValueText::Number(number) if number.is_finite() => {
                Score::points((number * 100.0).clamp(-1e9, 1e9).round() as i32)
            }
            ValueText::Number(_) => return None,
            ValueText::Words(words) => parse_words(words)?,
        };
        Some(Value::estimate(score))
    }
}

fn parse_words(words: &str) -> Option<Score> {
    match words.split_ascii_whitespace().collect::<Vec<_>>()[..] {
        ["draw"] => Some(Score::DRAW),
        ["wins"] => Some(Score::win_in(u32::MAX)),
        ["loses"] => Some(Score::loss_in(u32::MAX)),
        ["wins", "in", plies] | ["wins", "in", plies, "plies"] => plies.parse().ok().map(Score::win_in),
        ["loses", "in", plies] | ["loses", "in", plies, "plies"] => plies.parse().ok().map(Score::loss_in),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_round_trip_as_numbers_and_words() {
        for score in [Score::points(35), Score::points(-1200), Score::win_in(7), Score::loss_in(12)] {
            let value = Value::estimate(score);
            assert_eq!(ValueText::from(value).to_value(), Some(value), "{value:?}");
        }
        assert_eq!(ValueText::from(Value::exact(Score::DRAW)), ValueText::Words("draw".into()));
        assert_eq!(ValueText::Words("fine".into()).to_value(), None);
        assert_eq!(ValueText::Number(f64::INFINITY).to_value(), None);
    }

    #[test]
    fn unknown_types_and_fields_are_ignored() {
        let read = |text: &str| serde_json::from_str::<FromEngine>(text).unwrap();
        assert_eq!(read(r#"{"type":"chat","text":"hi"}"#), FromEngine::Unknown);
        assert_eq!(
            read(r#"{"type":"move","move":"4","mood":"good"}"#),
            FromEngine::Move(MoveMessage { best: "4".into() })
        );
        assert_eq!(serde_json::from_str::<ToEngine>(r#"{"type":"weather"}"#).unwrap(), ToEngine::Unknown);
    }
}
