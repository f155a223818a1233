//! `parlor play`: any game of the catalog at the terminal, line by line, between people and engines.

use std::io::Write;
use std::time::Instant;

use clap::{ArgMatches, Command};
use parlor_core::{Catalog, Player};
use parlor_match::{Command as MatchCommand, Event, Match, MatchError, MatchResult, Terms};

use super::{Context, Subcommand};
use crate::arguments::{add_game, add_position_and_options, parse_setup};
use crate::command_error::CommandError;
use crate::line_input::{LineEvent, StdinLines};
use crate::players::{PlayerChoice, add_player_arguments, parse_players, parse_time_control, search_move};

pub(super) const SUBCOMMAND: Subcommand = Subcommand { command, run };

const HELP: &str = "Type a move (\"moves\" lists the legal ones), or: moves, undo, resign, quit, help.";

fn command(catalog: &Catalog) -> Command {
    let command = Command::new("play").about("Play a game at this terminal, against people or engines");
    let command = add_player_arguments(add_game(command)).after_help(
        "Examples:\n  \
         parlor play reversi --second strong\n  \
         parlor play tic-tac-toe --size 5 --win-streak 4 --second human",
    );
    add_position_and_options(command, catalog)
}

fn run(arguments: &ArgMatches, context: &mut Context) -> Result<(), CommandError> {
    let game = context.catalog.start(parse_setup(arguments, context.catalog)?)?;
    let mut players = parse_players(arguments, context.catalog, &*game)?;
    let terms = Terms { time: parse_time_control(arguments)?, take_backs: true, ..Terms::default() };
    play(Match::new(game, terms), &mut players, context.out)
}

fn play(mut game_match: Match, players: &mut [PlayerChoice], out: &mut dyn Write) -> Result<(), CommandError> {
    let started = Instant::now();
    let mut input = StdinLines::default();
    writeln!(out, "{HELP}\n")?;
    let mut drawn_at = None;
    while game_match.result().is_none() {
        if drawn_at.replace(game_match.events().len()) != Some(game_match.events().len()) {
            write!(out, "{}", game_match.scene())?;
        }
        match play_turn(&game_match, players, &mut input, started, out)? {
            Some(Ok(event)) => {
                game_match.apply(&event);
                writeln!(out)?;
            }
            Some(Err(error)) => writeln!(out, "{error}")?,
            None => return Ok(()),
        }
    }
    write!(out, "{}", game_match.scene())?;
    // The scene shows the result by the rules, but not a forfeit.
    if let (Some(MatchResult::Forfeit { .. }), Some(result)) = (game_match.result(), game_match.result_text()) {
        writeln!(out, "{result}")?;
    }
    Ok(())
}

/// One turn of the player to move; `None` when a person quits.
fn play_turn(
    game_match: &Match,
    players: &mut [PlayerChoice],
    input: &mut StdinLines,
    started: Instant,
    out: &mut dyn Write,
) -> Result<Option<Result<Event, MatchError>>, CommandError> {
    let turn = game_match.turn();
    match &mut players[turn.index()] {
        PlayerChoice::Human => {
            let Some(command) = read_command(game_match, input, started, out)? else { return Ok(None) };
            let by = if command == MatchCommand::TakeBack { take_back_player(game_match, players) } else { turn };
            Ok(Some(game_match.decide(by, game_match.ply(), &command, started.elapsed())))
        }
        PlayerChoice::Engine { name, engine } => {
            let (info, event) = search_move(game_match, name, &mut **engine, started)?;
            let side = &game_match.scene().sides[turn.index()].name;
            let value = info.value.report(game_match.game().unit());
            writeln!(out, "{side} plays {} ({value}, {} nodes)", info.best, info.nodes)?;
            Ok(Some(Ok(event)))
        }
    }
}

/// The player whose move `undo` takes back: the last to move if that is a person, otherwise the one to move.
fn take_back_player(game_match: &Match, players: &[PlayerChoice]) -> Player {
    let last = game_match.moves().next_back().map(|(by, _)| by);
    last.filter(|by| matches!(players[by.index()], PlayerChoice::Human)).unwrap_or(game_match.turn())
}

/// Reads a command of the person to move, until the time limit ends; `None` to quit.
fn read_command(
    game_match: &Match,
    input: &mut StdinLines,
    started: Instant,
    out: &mut dyn Write,
) -> Result<Option<MatchCommand>, CommandError> {
    loop {
        write!(out, "> ")?;
        out.flush()?;
        let time_left = game_match.deadline().map(|flag| flag.saturating_sub(started.elapsed()));
        let line = match input.next_line(time_left)? {
            LineEvent::Line(line) => line,
            LineEvent::Timeout => {
                writeln!(out)?;
                return Ok(Some(MatchCommand::ClaimTime));
            }
            LineEvent::EndOfInput => {
                writeln!(out)?;
                return Ok(None);
            }
        };
        match line.trim() {
            "" => {}
            "quit" => return Ok(None),
            "undo" => return Ok(Some(MatchCommand::TakeBack)),
            "resign" => return Ok(Some(MatchCommand::Resign)),
            "moves" => writeln!(out, "{}", game_match.game().legal_moves().join(", "))?,
            "help" => writeln!(out, "{HELP}")?,
            notation => return Ok(Some(MatchCommand::Play(notation.to_owned()))),
        }
    }
}
