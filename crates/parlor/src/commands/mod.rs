//! The commands of the program, one file or folder each. A new command is a file, its module and a line of
//! [`Command`].
//!
//! A command is a struct of its arguments, as clap parses them, with a function `run`.

/// Defines an enum of commands, one line each: its variants hold the arguments, and `run` runs the one that
/// was chosen.
macro_rules! commands {
    ($(#[$attribute:meta])* $visibility:vis enum $name:ident {
        $($(#[$condition:meta])* $command:ident($arguments:ty),)*
    }) => {
        $(#[$attribute])*
        #[derive(clap::Subcommand, Debug)]
        $visibility enum $name {
            $($(#[$condition])* $command($arguments),)*
        }

        impl $name {
            $visibility fn run(
                &self,
                context: &mut crate::commands::Context,
            ) -> Result<(), crate::command_error::CommandError> {
                match self {
                    $($(#[$condition])* $name::$command(arguments) => arguments.run(context),)*
                }
            }
        }
    };
}

mod analyze;
mod arena;
mod batch;
mod bench;
mod bot;
pub(crate) mod contain;
#[cfg(feature = "web")]
mod data;
mod engine;
mod games;
mod perft;
mod play;
mod position_lines;
mod record;
mod record_file;
#[cfg(feature = "web")]
mod serve;
mod solve;
mod specified;
#[cfg(feature = "window")]
mod window;

use std::ffi::OsString;
use std::io::Write;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use parlor_core::Catalog;
use parlor_external::{ExternalOptions, Level};

use crate::command_error::CommandError;
use crate::external::containment_level;
use crate::game_options;

/// Catalog and output that every command gets besides its arguments.
pub(crate) struct Context<'a> {
    /// The games and engines on offer.
    pub(crate) catalog: &'a Catalog,
    /// How engines that are external programs are run.
    pub(crate) external: ExternalOptions,
    /// The words after the name of the command, as they were typed.
    pub(crate) typed: &'a [OsString],
    pub(crate) out: &'a mut dyn Write,
}

/// Classic board games and the programs that play them
#[derive(Parser, Debug)]
#[command(name = "parlor", version)]
pub(crate) struct Program {
    /// How external programs are kept from everything else: box, reduced (what works everywhere) or none, for
    /// bots of your own that need the network or your files [default: box, but reduced for games without
    /// rating where boxes do not work]
    #[arg(long, value_name = "LEVEL", value_parser = containment_level)]
    pub(crate) containment: Option<Level>,
    #[command(subcommand)]
    command: Option<AnyCommand>,
}

#[derive(Subcommand, Debug)]
#[expect(clippy::large_enum_variant, reason = "there is one, parsed once")]
enum AnyCommand {
    #[command(flatten)]
    Command(Command),
    #[command(flatten)]
    Specified(specified::SpecifiedProgram),
}

commands! {
    /// The commands for every game, in the order of `parlor --help`.
    #[expect(clippy::large_enum_variant, reason = "there is one, parsed once")]
    enum Command {
        #[cfg(feature = "web")]
        Serve(serve::Serve),
        #[cfg(feature = "web")]
        Data(data::Data),
        Games(games::Games),
        Play(play::Play),
        Analyze(analyze::Analyze),
        Solve(solve::Solve),
        Record(record::Record),
        Engine(engine::Engine),
        Bot(bot::Bot),
        Arena(arena::Arena),
        #[cfg(feature = "window")]
        Window(window::Window),
        Perft(perft::Perft),
        Bench(bench::Bench),
        Contain(contain::Contain),
    }
}

impl Program {
    /// Parses the command line. The name of the program is the first word.
    pub(crate) fn parse(words: impl IntoIterator<Item = String>, catalog: &Catalog) -> Result<Program, clap::Error> {
        Program::from_arg_matches(&parser(catalog).try_get_matches_from(words)?)
    }

    /// Whether engines compete for a rating.
    pub(crate) fn is_rated(&self) -> bool {
        matches!(self.command, Some(AnyCommand::Command(Command::Arena(_))))
    }

    pub(crate) fn run(&self, context: &mut Context) -> Result<(), CommandError> {
        match &self.command {
            Some(AnyCommand::Command(command)) => command.run(context),
            Some(AnyCommand::Specified(program)) => program.run(context),
            None => run_default(context),
        }
    }
}

/// The argument parser of the whole program, with the options of the catalog's games.
fn parser(catalog: &Catalog) -> clap::Command {
    let specified = specified::SpecifiedProgram::augment_subcommands(clap::Command::new(""));
    let names: Vec<&str> = specified.get_subcommands().map(clap::Command::get_name).collect();
    let width = names.iter().map(|name| name.len()).max().unwrap_or_default();
    let line = |command: &clap::Command| {
        format!("\n  {:width$}  {}", command.get_name(), command.get_about().cloned().unwrap_or_default())
    };
    let lines: String = specified.get_subcommands().map(line).collect();
    // clap has no headings for commands.
    let parser =
        names.into_iter().fold(Program::command(), |parser, name| parser.mut_subcommand(name, |it| it.hide(true)));
    let parser = parser.after_help(format!("Specified programs, whose texts are exact to the letter:{lines}"));
    allow_hyphens(game_options::declare(parser, catalog))
}

/// Lets the values of options begin with a hyphen, so that `-1` is rejected by what parses the value.
fn allow_hyphens(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|argument| {
        let is_option = argument.get_long().is_some() && argument.get_action().takes_values();
        if is_option { argument.allow_hyphen_values(true) } else { argument }
    });
    command.mut_subcommands(allow_hyphens)
}

/// Runs `parlor` without arguments: the site, or in a build without it a list of the games.
fn run_default(context: &mut Context) -> Result<(), CommandError> {
    #[cfg(feature = "web")]
    return serve::run_default(context);
    #[cfg(not(feature = "web"))]
    return games::print_welcome(context);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_of_every_command_are_consistent() {
        parser(&parlor_games::catalog()).debug_assert();
    }
}
