//! Terms of a match: time control, illegal moves, take-backs, analysis, engine failures.

use std::fmt::{self, Display};
use std::str::FromStr;
use std::time::Duration;

use crate::Seconds;
use crate::escape::excerpt;

/// Terms of a match. By default there is no time limit, illegal moves are rejected, take-backs and analysis are not
/// allowed, and the match pauses when an engine fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Terms {
    pub time: TimeControl,
    /// If false, an illegal move is rejected and the player may try again.
    pub illegal_move_loses: bool,
    pub take_backs: bool,
    /// Whether two people who play each other may analyze the position during the match.
    pub analysis: bool,
    pub engine_failure: EngineFailure,
}

/// What happens when an engine crashes, or reports no legal move. An engine that fails never resigns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EngineFailure {
    /// The search is tried once more; then the match waits for a person to try again or to choose another engine. A
    /// running clock goes on.
    #[default]
    Pause,
    /// The engine loses.
    Forfeit,
    /// The last move that the engine reported counts, also at the end of its time; without one, a random legal move.
    UseLastReport,
}

/// Time control of a match. Parsing rejects a time limit of zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TimeControl {
    #[default]
    Unlimited,
    PerMove(Duration),
    /// Time for the whole match, with an increment after each move.
    Clock {
        initial: Duration,
        increment: Duration,
    },
}

impl TimeControl {
    /// The part of the remaining time that the next move may take: on a clock a thirtieth and the increment.
    pub(crate) fn share(self, remaining: Duration) -> Duration {
        match self {
            TimeControl::Clock { increment, .. } => (remaining / 30).saturating_add(increment).min(remaining),
            TimeControl::Unlimited | TimeControl::PerMove(_) => remaining,
        }
    }
}

impl Terms {
    pub fn timed(time: TimeControl) -> Terms {
        Terms { time, ..Terms::default() }
    }
}

/// `unlimited`, `move=5` or `clock=300+2` (seconds).
impl Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TimeControl::Unlimited => f.write_str("unlimited"),
            TimeControl::PerMove(limit) => write!(f, "move={}", Seconds(limit)),
            TimeControl::Clock { initial, increment } => {
                write!(f, "clock={}+{}", Seconds(initial), Seconds(increment))
            }
        }
    }
}

/// `pause`, `forfeit` or `last-report`.
impl Display for EngineFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EngineFailure::Pause => "pause",
            EngineFailure::Forfeit => "forfeit",
            EngineFailure::UseLastReport => "last-report",
        })
    }
}

/// Time control, then what differs from the defaults:
/// `clock=300+2,illegal-move-loses,take-backs,analysis,engine-failure=forfeit`.
impl Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.time.fmt(f)?;
        if self.illegal_move_loses {
            f.write_str(",illegal-move-loses")?;
        }
        if self.take_backs {
            f.write_str(",take-backs")?;
        }
        if self.analysis {
            f.write_str(",analysis")?;
        }
        if self.engine_failure != EngineFailure::default() {
            write!(f, ",engine-failure={}", self.engine_failure)?;
        }
        Ok(())
    }
}

impl FromStr for TimeControl {
    type Err = ParseTermsError;

    fn from_str(text: &str) -> Result<TimeControl, ParseTermsError> {
        let seconds =
            |part: &str| part.parse().map(|Seconds(time)| time).map_err(|error| ParseTermsError(error.to_string()));
        let limit = |part: &str| match seconds(part)? {
            Duration::ZERO => Err(ParseTermsError("the time limit must be above 0".to_owned())),
            time => Ok(time),
        };
        if text == "unlimited" {
            Ok(TimeControl::Unlimited)
        } else if let Some(time) = text.strip_prefix("move=") {
            Ok(TimeControl::PerMove(limit(time)?))
        } else if let Some(clock) = text.strip_prefix("clock=") {
            let (initial, increment) = clock.split_once('+').unwrap_or((clock, "0"));
            Ok(TimeControl::Clock { initial: limit(initial)?, increment: seconds(increment)? })
        } else {
            Err(ParseTermsError(format!(
                "unknown term \"{}\"; available: unlimited, move=SECONDS, clock=SECONDS+SECONDS, \
                 illegal-move-loses, take-backs, analysis, engine-failure=POLICY",
                excerpt(text)
            )))
        }
    }
}

impl FromStr for EngineFailure {
    type Err = ParseTermsError;

    fn from_str(text: &str) -> Result<EngineFailure, ParseTermsError> {
        let all = [EngineFailure::Pause, EngineFailure::Forfeit, EngineFailure::UseLastReport];
        all.into_iter().find(|policy| policy.to_string() == text).ok_or_else(|| {
            let text = excerpt(text);
            ParseTermsError(format!("\"{text}\" is not a policy for engine failures: pause, forfeit or last-report"))
        })
    }
}

impl FromStr for Terms {
    type Err = ParseTermsError;

    fn from_str(text: &str) -> Result<Terms, ParseTermsError> {
        let mut terms = Terms::default();
        let (mut time, mut engine_failure) = (None, None);
        for part in text.split(',') {
            let is_repeated = match (part, part.strip_prefix("engine-failure=")) {
                ("illegal-move-loses", _) => std::mem::replace(&mut terms.illegal_move_loses, true),
                ("take-backs", _) => std::mem::replace(&mut terms.take_backs, true),
                ("analysis", _) => std::mem::replace(&mut terms.analysis, true),
                (_, Some(policy)) => engine_failure.replace(policy.parse()?).is_some(),
                _ => time.replace(part.parse()?).is_some(),
            };
            if is_repeated {
                return Err(ParseTermsError(format!("\"{}\" repeats or contradicts a term before it", excerpt(part))));
            }
        }
        (terms.time, terms.engine_failure) = (time.unwrap_or_default(), engine_failure.unwrap_or_default());
        Ok(terms)
    }
}

/// Error of parsing terms or a time control.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct ParseTermsError(String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_trips_through_text() {
        for text in [
            "unlimited",
            "move=0.5",
            "clock=300+2",
            "clock=60+0,illegal-move-loses,take-backs,analysis",
            "unlimited,engine-failure=forfeit",
            "move=5,take-backs,engine-failure=last-report",
        ] {
            assert_eq!(text.parse::<Terms>().unwrap().to_string(), text);
        }
        assert_eq!("take-backs,clock=60".parse::<Terms>().unwrap().to_string(), "clock=60+0,take-backs");
        assert_eq!("take-backs".parse::<Terms>().unwrap().time, TimeControl::Unlimited);
        assert_eq!("engine-failure=pause".parse::<Terms>().unwrap().to_string(), "unlimited");
    }

    #[test]
    fn rejects_invalid_terms() {
        let error = |text: &str| text.parse::<Terms>().unwrap_err().to_string();
        assert_eq!(error("move=0"), "the time limit must be above 0");
        assert_eq!(error("clock=0+5"), "the time limit must be above 0");
        assert_eq!(error("clock=9+x"), "\"x\" is not a time in seconds such as 12.5");
        assert_eq!(error("move=1,unlimited"), "\"unlimited\" repeats or contradicts a term before it");
        assert_eq!(error("take-backs,take-backs"), "\"take-backs\" repeats or contradicts a term before it");
        let repeated = "engine-failure=pause,engine-failure=forfeit";
        assert_eq!(error(repeated), "\"engine-failure=forfeit\" repeats or contradicts a term before it");
        assert!(error("engine-failure=resign").starts_with("\"resign\" is not a policy"));
        assert!(error("").starts_with("unknown term \"\""));
    }
}
