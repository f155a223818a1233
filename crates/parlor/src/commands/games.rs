//! `parlor games`: the list of games. Also the welcome text of `parlor` without arguments.

use std::io::Write;

use clap::{ArgMatches, Command};
use parlor_core::Setup;
use parlor_games::catalog::{self, GAMES};

use super::Subcommand;
use crate::command_error::CommandError;

pub(super) const SUBCOMMAND: Subcommand = Subcommand { command, run };

fn command() -> Command {
    Command::new("games").about("List the games, their options and their engines")
}

fn run(_: &ArgMatches, out: &mut dyn Write) -> Result<(), CommandError> {
    for (index, game) in GAMES.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{}: {}", game.name, game.about)?;
        for option in game.options {
            writeln!(out, "  --{:<12} {}", option.name, option.about)?;
            writeln!(out, "    {:<12} {}, default {}", "", option.allowed(), option.default_text())?;
        }
        let engines = catalog::start(Setup::new(game.name))?.engines();
        if !engines.is_empty() {
            let names: Vec<&str> = engines.iter().map(|engine| engine.name).collect();
            writeln!(out, "  engines: {}", names.join(", "))?;
        }
    }
    Ok(())
}

pub(super) fn print_welcome(out: &mut dyn Write) -> Result<(), CommandError> {
    writeln!(out, "Welcome to Parlor: classic board games and the programs that play them.\n")?;
    for game in GAMES {
        writeln!(out, "  {:<14} {}", game.name, game.about)?;
    }
    writeln!(out, "\nparlor games          Options and engines of each game")?;
    writeln!(out, "parlor --help         All commands")?;
    Ok(())
}
