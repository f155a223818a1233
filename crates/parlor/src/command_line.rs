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
    game_options().fold(command.arg(game).arg(position), |command, declared| {
        let spec = declared[0].1;
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
                .help(help_of(&declared)),
        )
    })
}

/// An option of one name as games declare it, each in its own way.
type Declared = Vec<(&'static str, &'static OptionSpec)>;

/// Each name of an option once, with the games that declare it.
fn game_options() -> impl Iterator<Item = Declared> {
    let mut options: Vec<Declared> = Vec::new();
    for (game, spec) in GAMES.iter().flat_map(|game| game.options.iter().map(move |spec| (game.name, spec))) {
        match options.iter_mut().find(|declared| declared[0].1.name == spec.name) {
            Some(declared) => declared.push((game, spec)),
            None => options.push(vec![(game, spec)]),
        }
    }
    options.into_iter()
}

/// What the option means, once for all games where it is the same.
fn help_of(declared: &Declared) -> String {
    let meaning = |spec: &OptionSpec| format!("{}, {}", spec.about, spec.allowed());
    let groups = declared.chunk_by(|(_, spec), (_, next)| meaning(spec) == meaning(next));
    let said = groups.map(|group| {
        let games: Vec<&str> = group.iter().map(|(game, _)| *game).collect();
        format!("{}: {}", games.join(", "), meaning(group[0].1))
    });
    said.collect::<Vec<_>>().join("; ")
}

/// What was asked for, not judged yet except for the name of the game.
pub(crate) fn setup(arguments: &ArgMatches) -> Result<Setup, Failure> {
    let entry = catalog::find(text(arguments, "game").unwrap_or_default())?;
    let mut setup = Setup::of(entry.name);
    setup.position = text(arguments, "position").map(str::to_owned);
    for name in game_options().map(|declared| declared[0].1.name) {
        if let Some(value) = text(arguments, name) {
            setup = setup.with(name, value);
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

/// Thirty years: whoever asks for more gets this, and no sum of times overflows.
const LONGEST_TIME: Duration = Duration::from_secs(1_000_000_000);

/// A time above zero, or the sentence that says so.
pub(crate) fn seconds(name: &str, text: &str) -> Result<Duration, Failure> {
    let time = text.parse::<Seconds>().ok().filter(|Seconds(time)| !time.is_zero());
    let wrong = || Failure::usage(format!("{name} \"{text}\" is not a number of seconds above 0, such as 2.5"));
    time.map(|Seconds(time)| time.min(LONGEST_TIME)).ok_or_else(wrong)
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
