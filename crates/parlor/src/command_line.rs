//! The command line of a game: its options come from the catalog, as text, and the catalog judges them.

use std::io::Write;
use std::str::FromStr;
use std::time::Duration;

use clap::{Arg, ArgMatches, Command};
use parlor_core::{OptionKind, OptionSpec, Setup};
use parlor_games::catalog::{self, GAMES};
use parlor_match::Seconds;

use crate::failure::Failure;

/// Adds `GAME`, `--position` and every option that any game declares.
pub(crate) fn takes_a_game(command: Command) -> Command {
    let game = Arg::new("game").value_name("GAME").required(true).help("A name from `parlor games`");
    let position = Arg::new("position")
        .long("position")
        .value_name("P")
        .allow_hyphen_values(true)
        .help("Start from this position, in the game's notation");
    game_options().fold(command.arg(game).arg(position), |command, (spec, games)| {
        let value = match spec.kind {
            OptionKind::Whole { .. } => "N",
            OptionKind::OneOf { .. } => "WORD",
            OptionKind::Switch => "yes|no",
        };
        command.arg(
            Arg::new(spec.name)
                .long(spec.name)
                .value_name(value)
                .allow_hyphen_values(true)
                .help_heading("Game options")
                .help(format!("{}: {}, {}", games.join(", "), spec.about, spec.allowed())),
        )
    })
}

/// Each declared option once, with the games that declare it.
fn game_options() -> impl Iterator<Item = (&'static OptionSpec, Vec<&'static str>)> {
    let mut options: Vec<(&'static OptionSpec, Vec<&'static str>)> = Vec::new();
    for (game, spec) in GAMES.iter().flat_map(|game| game.options.iter().map(move |spec| (game, spec))) {
        match options.iter_mut().find(|(known, _)| known.name == spec.name) {
            Some((_, games)) => games.push(game.name),
            None => options.push((spec, vec![game.name])),
        }
    }
    options.into_iter()
}

/// What was asked for, not judged yet except for the name of the game.
pub(crate) fn setup(arguments: &ArgMatches) -> Result<Setup, Failure> {
    let entry = catalog::find(text(arguments, "game").unwrap_or_default())?;
    let mut setup = Setup::of(entry.name);
    setup.position = text(arguments, "position").map(str::to_owned);
    for (spec, _) in game_options() {
        if let Some(value) = text(arguments, spec.name) {
            setup = setup.with(spec.name, value);
        }
    }
    Ok(setup)
}

pub(crate) fn text<'a>(arguments: &'a ArgMatches, name: &str) -> Option<&'a str> {
    arguments.get_one::<String>(name).map(String::as_str)
}

/// A number within a range, or the sentence that says so.
pub(crate) fn number<N: FromStr + PartialOrd + std::fmt::Display>(
    name: &str,
    text: &str,
    allowed: std::ops::RangeInclusive<N>,
) -> Result<N, Failure> {
    text.parse().ok().filter(|number| allowed.contains(number)).ok_or_else(|| {
        let (from, to) = allowed.into_inner();
        Failure::usage(format!("{name} \"{text}\" is not a whole number from {from} to {to}"))
    })
}

/// A time above zero, or the sentence that says so.
pub(crate) fn seconds(name: &str, text: &str) -> Result<Duration, Failure> {
    let time = text.parse::<Seconds>().ok().filter(|Seconds(time)| !time.is_zero());
    let wrong = || Failure::usage(format!("{name} \"{text}\" is not a number of seconds above 0"));
    time.map(|Seconds(time)| time).ok_or_else(wrong)
}

/// Help and version are printed; everything else becomes one line.
pub(crate) fn refuse_or_help(error: &clap::Error, out: &mut dyn Write) -> Result<(), Failure> {
    let text = error.render().to_string();
    if !error.use_stderr() {
        out.write_all(text.as_bytes())?;
        return Ok(());
    }
    let sentence = text.split("\n\n").next().unwrap_or_default().trim_start_matches("error: ");
    let words: Vec<&str> = sentence.split_whitespace().collect();
    Err(Failure::usage(format!("{} (see --help)", words.join(" "))))
}
