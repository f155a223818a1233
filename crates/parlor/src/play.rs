//! `parlor play`: any game of the catalog at this terminal, line by line, between people and engines.

use std::io::Write;
use std::time::Instant;

use clap::{ArgMatches, Command};
use parlor_core::Player;
use parlor_games::catalog;
use parlor_match::{Command as Order, Ending, Match, Terms};

use crate::command_line::{setup, takes_a_game};
use crate::failure::Failure;
use crate::input::{Heard, Input};
use crate::seats::{Seat, takes_seats, think, time_control, who_plays};

const HELP: &str = "Type a move as listed by `moves`, or: moves, undo, resign, quit.";

pub(crate) fn command() -> Command {
    takes_seats(takes_a_game(Command::new("play").about("Play a game at this terminal, against people or engines")))
}

pub(crate) fn run(arguments: &ArgMatches, out: &mut dyn Write) -> Result<(), Failure> {
    let game = catalog::start(setup(arguments)?)?;
    let mut seats = who_plays(arguments, &*game)?;
    let terms = Terms { time: time_control(arguments)?, take_backs: true, ..Terms::default() };
    play(Match::new(game, terms), &mut seats, out)
}

fn play(mut table: Match, seats: &mut [Seat], out: &mut dyn Write) -> Result<(), Failure> {
    let begun = Instant::now();
    let mut input = Input::default();
    writeln!(out, "{HELP}\n")?;
    let mut drawn_at = None;
    while table.ending().is_none() {
        if drawn_at.replace(table.events().len()) != Some(table.events().len()) {
            write!(out, "{}", table.scene())?;
        }
        let turn = table.turn();
        let decided = match &mut seats[turn.index()] {
            Seat::Human => {
                let Some(order) = ask(&table, &mut input, begun, out)? else { return Ok(()) };
                let by = if order == Order::TakeBack { who_takes_back(&table, seats) } else { turn };
                table.decide(by, table.ply(), &order, begun.elapsed())
            }
            Seat::Engine { name, engine } => {
                let (thought, event) = think(&table, name, &mut **engine, begun)?;
                let who = &table.scene().sides[turn.index()].name;
                writeln!(out, "{who} plays {} ({}, {} nodes)", thought.best, thought.value, thought.nodes)?;
                Ok(event)
            }
        };
        match decided {
            Ok(event) => {
                table.apply(&event);
                writeln!(out)?;
            }
            Err(refusal) => writeln!(out, "{refusal}")?,
        }
    }
    write!(out, "{}", table.scene())?;
    // The picture has the caption of an end by the rules.
    if let (Some(Ending::Forfeit { .. }), Some(result)) = (table.ending(), table.result()) {
        writeln!(out, "{result}")?;
    }
    Ok(())
}

/// People who share the terminal take back the last move, whoever made it; against an engine one's own.
fn who_takes_back(table: &Match, seats: &[Seat]) -> Player {
    let last = table.moves().next_back().map(|(by, _)| by);
    last.filter(|by| matches!(seats[by.index()], Seat::Human)).unwrap_or(table.turn())
}

/// What the person to move wants, at the latest when the flag falls; `None` to leave.
fn ask(table: &Match, input: &mut Input, begun: Instant, out: &mut dyn Write) -> Result<Option<Order>, Failure> {
    loop {
        write!(out, "> ")?;
        out.flush()?;
        let left = table.flag_falls().map(|flag| flag.saturating_sub(begun.elapsed()));
        let line = match input.wait(left)? {
            Heard::Line(line) => line,
            Heard::Nothing => {
                writeln!(out)?;
                return Ok(Some(Order::ClaimTime));
            }
            Heard::End => {
                writeln!(out)?;
                return Ok(None);
            }
        };
        match line.trim() {
            "" => {}
            "quit" => return Ok(None),
            "undo" => return Ok(Some(Order::TakeBack)),
            "resign" => return Ok(Some(Order::Resign)),
            "moves" => writeln!(out, "{}", table.game().legal_moves().join(", "))?,
            "help" => writeln!(out, "{HELP}")?,
            notation => return Ok(Some(Order::Play(notation.to_owned()))),
        }
    }
}
