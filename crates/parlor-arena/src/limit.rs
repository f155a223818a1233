//! Limit of an engine's search: time for a move, a clock for the game, nodes or depth.

use std::fmt::{self, Display};
use std::str::FromStr;
use std::time::Duration;

use parlor_core::Limits;
use parlor_match::{Seconds, TimeControl};
use serde::{Deserialize, Serialize};

/// What an engine may spend. Text form: `move=0.1`, `clock=60+0.5` (seconds), `nodes=10000` or `depth=6`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Limit {
    PerMove(Duration),
    Clock { initial: Duration, increment: Duration },
    Nodes(u64),
    Depth(u32),
}

impl Limit {
    /// Whether the same engines play the same game each time.
    pub fn is_reproducible(self) -> bool {
        matches!(self, Limit::Nodes(_) | Limit::Depth(_))
    }

    /// The limit on a machine that needs `factor` times as long. Only times change.
    pub(crate) fn scaled(self, factor: f64) -> Limit {
        match self {
            Limit::PerMove(time) => Limit::PerMove(time.mul_f64(factor)),
            Limit::Clock { initial, increment } => {
                Limit::Clock { initial: initial.mul_f64(factor), increment: increment.mul_f64(factor) }
            }
            Limit::Nodes(_) | Limit::Depth(_) => self,
        }
    }

    /// Time control of a match under this limit. The margin covers delays of a busy machine: engines are told the
    /// limit without it.
    pub(crate) fn time_control(self, margin: Duration) -> TimeControl {
        match self {
            Limit::PerMove(time) => TimeControl::PerMove(time.saturating_add(margin)),
            Limit::Clock { initial, increment } => {
                TimeControl::Clock { initial: initial.saturating_add(margin), increment }
            }
            Limit::Nodes(_) | Limit::Depth(_) => TimeControl::Unlimited,
        }
    }

    /// Limits of every search. Those of time follow from the time control.
    pub(crate) fn search_limits(self) -> Limits {
        match self {
            Limit::PerMove(_) | Limit::Clock { .. } => Limits::none(),
            Limit::Nodes(nodes) => Limits::nodes(nodes),
            Limit::Depth(depth) => Limits::depth(depth),
        }
    }
}

impl Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Limit::PerMove(time) => write!(f, "{}", TimeControl::PerMove(time)),
            Limit::Clock { initial, increment } => write!(f, "{}", TimeControl::Clock { initial, increment }),
            Limit::Nodes(nodes) => write!(f, "nodes={nodes}"),
            Limit::Depth(depth) => write!(f, "depth={depth}"),
        }
    }
}

impl FromStr for Limit {
    type Err = ParseLimitError;

    fn from_str(text: &str) -> Result<Limit, ParseLimitError> {
        match text.split_once('=') {
            Some(("nodes", nodes)) => nodes.parse().ok().filter(|nodes| *nodes > 0).map(Limit::Nodes),
            Some(("depth", depth)) => depth.parse().ok().filter(|depth| *depth > 0).map(Limit::Depth),
            _ => match text.parse() {
                Ok(TimeControl::PerMove(time)) => Some(Limit::PerMove(time)),
                Ok(TimeControl::Clock { initial, increment }) => Some(Limit::Clock { initial, increment }),
                Ok(TimeControl::Unlimited) | Err(_) => None,
            },
        }
        .ok_or_else(|| ParseLimitError(text.to_owned()))
    }
}

/// Error of parsing a [`Limit`]; holds the text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("limit \"{0}\" is not move=SECONDS, clock=SECONDS+SECONDS, nodes=N or depth=N")]
pub struct ParseLimitError(String);

impl From<Limit> for String {
    fn from(limit: Limit) -> String {
        limit.to_string()
    }
}

impl TryFrom<String> for Limit {
    type Error = ParseLimitError;

    fn try_from(text: String) -> Result<Limit, ParseLimitError> {
        text.parse()
    }
}

/// Words for people: "0.1 s a move", "60 s + 0.5 s a game", "10000 nodes", "depth 6".
pub fn describe_limit(limit: Limit) -> String {
    match limit {
        Limit::PerMove(time) => format!("{} s a move", Seconds(time)),
        Limit::Clock { initial, increment } => format!("{} s + {} s a game", Seconds(initial), Seconds(increment)),
        Limit::Nodes(nodes) => format!("{nodes} nodes"),
        Limit::Depth(depth) => format!("depth {depth}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_trips_through_text() {
        for text in ["move=0.1", "clock=60+0.5", "nodes=10000", "depth=6"] {
            assert_eq!(text.parse::<Limit>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn only_times_are_scaled() {
        let scaled = |text: &str| text.parse::<Limit>().unwrap().scaled(2.5).to_string();
        assert_eq!([scaled("move=0.1"), scaled("clock=60+0.5")], ["move=0.25", "clock=150+1.25"]);
        assert_eq!([scaled("nodes=10"), scaled("depth=6")], ["nodes=10", "depth=6"]);
    }

    #[test]
    fn rejects_what_limits_nothing() {
        for text in ["", "unlimited", "nodes=0", "depth=-1", "move=0", "nodes"] {
            assert!(text.parse::<Limit>().unwrap_err().to_string().contains("is not move=SECONDS"), "{text}");
        }
    }
}
