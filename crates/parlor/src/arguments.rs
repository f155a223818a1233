//! Command-line arguments that several commands share. Game options come from the catalog, which also validates them.

use std::fmt::Display;
use std::io::Write;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use clap::{Arg, ArgMatches, Command};
use parlor_core::{Catalog, OptionKind, OptionSpec, Setup};
use parlor_match::Seconds;

use crate::command_error::CommandError;

/// Adds `GAME`. [`add_game_options`] adds the options of the games, after all other arguments.
pub(crate) fn add_game(command: Command) -> Command {
    let help = "Name of a game, as listed by `parlor games`";
    command.arg(Arg::new("game").value_name("GAME").required(true).help(help))
}

/// Adds `--position` and every option that any game of the catalog declares.
pub(crate) fn add_position_and_options(command: Command, catalog: &Catalog) -> Command {
    let position = option("position", "P").help("Start from this position, written in the game's notation");
    add_game_options(command.arg(position), catalog)
}

/// Adds every option that any game of the catalog declares. Call this last: an option that has the name of another
/// argument of the command gets the prefix `game-`.
pub(crate) fn add_game_options(command: Command, catalog: &Catalog) -> Command {
    game_options(catalog).into_iter().fold(command, |command, declarations| {
        let spec = declarations[0].1;
        let value = match spec.kind {
            OptionKind::Integer { .. } => "N",
            OptionKind::OneOf { .. } => "WORD",
            OptionKind::Switch => "yes|no",
        };
        let is_taken = ["help", "version"].contains(&&*spec.name)
            || command.get_arguments().any(|argument| argument.get_long() == Some(&spec.name));
        let long = if is_taken { format!("game-{}", spec.name) } else { spec.name.to_string() };
        let argument = option(option_id(&spec.name), value).long(long);
        command.arg(argument.help_heading("Game options").help(describe_option(&declarations)))
    })
}

/// Identifier of a game option within a command, which no other argument has.
fn option_id(name: &str) -> String {
    format!("game option {name}")
}

/// Long option with a value. The value may begin with a hyphen, so that `-1` is rejected with a clear message.
pub(crate) fn option(name: impl Into<String>, value: &'static str) -> Arg {
    let name = name.into();
    Arg::new(name.clone()).long(name).value_name(value).allow_hyphen_values(true)
}

/// All declarations of one option name, each with the game that makes it.
type OptionDeclarations<'a> = Vec<(&'a str, &'a OptionSpec)>;

/// Every option name of the catalog once, with its declarations.
fn game_options(catalog: &Catalog) -> Vec<OptionDeclarations<'_>> {
    let mut options: Vec<OptionDeclarations> = Vec::new();
    for (game, spec) in catalog.games().iter().flat_map(|game| game.options.iter().map(|spec| (&*game.name, spec))) {
        match options.iter_mut().find(|declarations| declarations[0].1.name == spec.name) {
            Some(declarations) => declarations.push((game, spec)),
            None => options.push(vec![(game, spec)]),
        }
    }
    options
}

/// Help text of an option. Neighboring games with equal declarations share one description.
fn describe_option(declarations: &OptionDeclarations) -> String {
    let meaning = |spec: &OptionSpec| format!("{}, {}", spec.about, spec.allowed());
    let groups = declarations.chunk_by(|(_, spec), (_, next)| meaning(spec) == meaning(next));
    let descriptions = groups.map(|group| {
        let games: Vec<&str> = group.iter().map(|(game, _)| *game).collect();
        format!("{}: {}", games.join(", "), meaning(group[0].1))
    });
    descriptions.collect::<Vec<_>>().join("; ")
}

/// The options of games that the arguments set, by name.
fn given_options<'a>(arguments: &'a ArgMatches, catalog: &'a Catalog) -> Vec<(&'a str, &'a str)> {
    let names = game_options(catalog).into_iter().map(|declarations| &*declarations[0].1.name);
    names.filter_map(|name| Some((name, get_str(arguments, &option_id(name))?))).collect()
}

/// Whether the arguments set a position or an option of a game.
pub(crate) fn has_game_options(arguments: &ArgMatches, catalog: &Catalog) -> bool {
    get_str(arguments, "position").is_some() || !given_options(arguments, catalog).is_empty()
}

/// The setup that the arguments describe. Only the name of the game is validated here.
pub(crate) fn parse_setup(arguments: &ArgMatches, catalog: &Catalog) -> Result<Setup, CommandError> {
    let mut setup = catalog.game(get_str(arguments, "game").unwrap_or_default())?.default_setup();
    // Not every command lets the game begin elsewhere.
    setup.position = arguments.try_get_one::<String>("position").ok().flatten().cloned();
    let options = given_options(arguments, catalog);
    Ok(options.into_iter().fold(setup, |setup, (name, value)| setup.with_option(name, value)))
}

/// Value of an argument, if it was given.
pub(crate) fn get_str<'a>(arguments: &'a ArgMatches, name: &str) -> Option<&'a str> {
    arguments.get_one::<String>(name).map(String::as_str)
}

/// Parses a whole number within a range. The error names the argument and the range.
pub(crate) fn parse_number<N: FromStr + PartialOrd + Display>(
    name: &str,
    text: &str,
    allowed: RangeInclusive<N>,
) -> Result<N, CommandError> {
    text.parse().ok().filter(|number| allowed.contains(number)).ok_or_else(|| {
        let (from, to) = allowed.into_inner();
        CommandError::usage(format!("{name} \"{text}\" is not a whole number from {from} to {to}"))
    })
}

/// About thirty years. Longer times are cut to this, so that no sum of times overflows.
const LONGEST_TIME: Duration = Duration::from_secs(1_000_000_000);

/// Parses a number of seconds above zero.
pub(crate) fn parse_seconds(name: &str, text: &str) -> Result<Duration, CommandError> {
    let time = text.parse::<Seconds>().ok().filter(|Seconds(time)| !time.is_zero());
    let error = || CommandError::usage(format!("{name} \"{text}\" is not a number of seconds above 0, such as 2.5"));
    time.map(|Seconds(time)| time.min(LONGEST_TIME)).ok_or_else(error)
}

/// Prints help and version. Turns every other error of the argument parser into one line.
pub(crate) fn print_help_or_fail(error: &clap::Error, out: &mut dyn Write) -> Result<(), CommandError> {
    let text = error.render().to_string();
    if !error.use_stderr() {
        out.write_all(text.as_bytes())?;
        return Ok(());
    }
    let message = text.split("\n\n").next().unwrap_or_default().trim_start_matches("error: ");
    let words: Vec<&str> = message.split_whitespace().collect();
    Err(CommandError::usage(format!("{} (see --help)", words.join(" "))))
}
