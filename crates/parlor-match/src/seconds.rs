//! Text form of a duration: seconds with up to nine decimals, such as `12.5`. Lossless in both directions.

use std::fmt::{self, Display};
use std::str::FromStr;
use std::time::Duration;

use crate::escape::excerpt;

/// A duration that is displayed and parsed as decimal seconds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seconds(pub Duration);

impl Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.as_secs())?;
        match self.0.subsec_nanos() {
            0 => Ok(()),
            nanos => write!(f, ".{}", format!("{nanos:09}").trim_end_matches('0')),
        }
    }
}

impl FromStr for Seconds {
    type Err = ParseSecondsError;

    fn from_str(text: &str) -> Result<Seconds, ParseSecondsError> {
        let error = || ParseSecondsError(excerpt(text));
        let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
        if !is_digits(whole) || !is_digits(decimals) || decimals.len() > 9 {
            return Err(error());
        }
        let whole = whole.parse().map_err(|_| error())?;
        let nanos = format!("{decimals:0<9}").parse().map_err(|_| error())?;
        Ok(Seconds(Duration::new(whole, nanos)))
    }
}

/// Error of parsing [`Seconds`]; holds the text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{0}\" is not a time in seconds such as 12.5")]
pub struct ParseSecondsError(String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_trips_through_text() {
        for text in ["0", "5", "0.5", "12.000000001", "18446744073709551615.999999999"] {
            assert_eq!(text.parse::<Seconds>().unwrap().to_string(), text);
        }
        assert_eq!("07.50".parse::<Seconds>().unwrap(), Seconds(Duration::from_millis(7500)));
    }

    #[test]
    fn rejects_invalid_times() {
        for text in ["", ".", "1.", ".5", "-1", "+1", "1e3", "1.0000000000", "1.2.3", "18446744073709551616", "٣"] {
            assert!(text.parse::<Seconds>().is_err(), "{text}");
        }
    }
}
