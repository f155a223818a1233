//! Values on the command line: their parsers, and one line for every error of the argument parser.
//!
//! A parser of a value says only what is wrong with it, such as `is not a whole number from 1 to 64`;
//! [`print_help_or_fail`] puts the name and the value before it.

use std::error::Error;
use std::fmt::Display;
use std::io::Write;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use clap::error::{ContextKind, ContextValue};
use parlor_match::Seconds;

use crate::command_error::CommandError;

/// About thirty years. Longer times are cut to this, so that no sum of times overflows.
const LONGEST_TIME: Duration = Duration::from_secs(1_000_000_000);

/// Parser of a whole number within a range.
pub(crate) fn number<N: FromStr + PartialOrd + Display + Clone>(
    allowed: RangeInclusive<N>,
) -> impl Fn(&str) -> Result<N, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| allowed.contains(number));
        number.ok_or_else(|| format!("is not a whole number from {} to {}", allowed.start(), allowed.end()))
    }
}

/// Parses a number of seconds above zero.
pub(crate) fn seconds(text: &str) -> Result<Duration, &'static str> {
    let time = text.parse::<Seconds>().ok().filter(|Seconds(time)| !time.is_zero());
    time.map(|Seconds(time)| time.min(LONGEST_TIME)).ok_or("is not a number of seconds above 0, such as 2.5")
}

/// Prints help and version. Turns every other error of the argument parser into one line.
pub(crate) fn print_help_or_fail(error: &clap::Error, out: &mut dyn Write) -> Result<(), CommandError> {
    if error.use_stderr() {
        return Err(CommandError::usage(describe_value(error).unwrap_or_else(|| describe(error))));
    }
    Ok(out.write_all(error.render().to_string().as_bytes())?)
}

/// Describes an error of a single value: what is allowed, or what its parser says.
fn describe_value(error: &clap::Error) -> Option<String> {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text),
        _ => None,
    };
    let (argument, value) = (context(ContextKind::InvalidArg)?, context(ContextKind::InvalidValue)?);
    let name = argument.split(' ').next().unwrap_or_default().trim_matches(['-', '<', '>', '[', ']']).to_lowercase();
    match (error.get(ContextKind::ValidValue), error.source()) {
        (Some(ContextValue::Strings(allowed)), _) if !allowed.is_empty() => {
            Some(format!("{name} \"{value}\" is not one of {}", allowed.join(", ")))
        }
        (_, Some(reason)) => Some(format!("{name} \"{value}\" {reason}")),
        _ => None,
    }
}

/// The first paragraph of the parser's own text.
fn describe(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let message = text.split("\n\n").next().unwrap_or_default().trim_start_matches("error: ");
    let words: Vec<&str> = message.split_whitespace().collect();
    format!("{} (see --help)", words.join(" "))
}
