//! Commands whose arguments are not typed yet.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use parlor_core::{Catalog, Setup};

use crate::arguments::{number, seconds};
use crate::command_error::CommandError;
use crate::game_options::{GameOptions, StartOptions};

/// Defines a command that reads its arguments by name.
macro_rules! untyped_command {
    ($visibility:vis $name:ident) => {
        #[derive(Debug)]
        $visibility struct $name(clap::ArgMatches);

        impl clap::Args for $name {
            fn augment_args(command: clap::Command) -> clap::Command {
                self::command(command)
            }

            fn augment_args_for_update(command: clap::Command) -> clap::Command {
                self::command(command)
            }
        }

        impl clap::FromArgMatches for $name {
            fn from_arg_matches(matches: &clap::ArgMatches) -> Result<$name, clap::Error> {
                Ok($name(matches.clone()))
            }

            fn update_from_arg_matches(&mut self, matches: &clap::ArgMatches) -> Result<(), clap::Error> {
                self.0 = matches.clone();
                Ok(())
            }
        }

        impl $name {
            $visibility fn run(&self, context: &mut crate::commands::Context) -> Result<(), CommandError> {
                run(&self.0, context)
            }
        }
    };
}

/// Adds `GAME`. [`add_game_options`] adds the options of the games, after all other arguments.
pub(crate) fn add_game(command: Command) -> Command {
    let help = "Name of a game, as listed by `parlor games`";
    command.arg(Arg::new("game").value_name("GAME").required(true).help(help))
}

/// Adds `--position` and every option that any game of the catalog declares.
pub(crate) fn add_position_and_options(command: Command) -> Command {
    StartOptions::augment_args(command)
}

pub(crate) fn add_game_options(command: Command) -> Command {
    GameOptions::augment_args(command)
}

/// Long option with a value. The value may begin with a hyphen, so that `-1` is rejected with a clear
/// message.
pub(crate) fn option(name: impl Into<String>, value: &'static str) -> Arg {
    let name = name.into();
    Arg::new(name.clone()).long(name).value_name(value).allow_hyphen_values(true)
}

/// The setup that the arguments describe. Only the name of the game is validated here.
pub(crate) fn parse_setup(arguments: &ArgMatches, catalog: &Catalog) -> Result<Setup, CommandError> {
    let options = GameOptions::from_arg_matches(arguments).map_err(|error| CommandError::usage(error.to_string()))?;
    let mut setup = options.setup(get_str(arguments, "game").unwrap_or_default(), catalog)?;
    setup.position = arguments.try_get_one::<String>("position").ok().flatten().cloned();
    Ok(setup)
}

/// Value of an argument, if it was given.
pub(crate) fn get_str<'a>(arguments: &'a ArgMatches, name: &str) -> Option<&'a str> {
    arguments.get_one::<String>(name).map(String::as_str)
}

pub(crate) fn parse_number<N: FromStr + PartialOrd + Display + Clone>(
    name: &str,
    text: &str,
    allowed: RangeInclusive<N>,
) -> Result<N, CommandError> {
    number(allowed)(text).map_err(|reason| CommandError::usage(format!("{name} \"{text}\" {reason}")))
}

pub(crate) fn parse_seconds(name: &str, text: &str) -> Result<Duration, CommandError> {
    seconds(text).map_err(|reason| CommandError::usage(format!("{name} \"{text}\" {reason}")))
}
