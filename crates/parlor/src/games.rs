//! `parlor games`, and the welcome that a bare `parlor` prints.

use std::io::Write;

use clap::{ArgMatches, Command};
use parlor_core::Setup;
use parlor_games::catalog::{self, GAMES};

use crate::failure::Failure;

pub(crate) fn command() -> Command {
    Command::new("games").about("List the games, their options and their engines")
}

pub(crate) fn run(_: &ArgMatches, out: &mut dyn Write) -> Result<(), Failure> {
    for (index, game) in GAMES.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{}: {}", game.name, game.about)?;
        for option in game.options {
            writeln!(out, "  --{:<12} {}", option.name, option.about)?;
            writeln!(out, "    {:<12} {}, default {}", "", option.allowed(), option.default_text())?;
        }
        let engines = catalog::start(Setup::of(game.name))?.engines();
        if !engines.is_empty() {
            let names: Vec<&str> = engines.iter().map(|engine| engine.name).collect();
            writeln!(out, "  engines: {}", names.join(", "))?;
        }
    }
    Ok(())
}

pub(crate) fn welcome(out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "Welcome to Parlor: classic board games and the programs that play them.\n")?;
    for game in GAMES {
        writeln!(out, "  {:<14} {}", game.name, game.about)?;
    }
    writeln!(out, "\nparlor games          what each game can be set to")?;
    writeln!(out, "parlor --help         everything else")?;
    Ok(())
}
