//! `parlor play`: any game of the catalog at this terminal, line by line, between people and engines.

use std::io::{BufRead, Write};
use std::time::{Duration, Instant};

use clap::{Arg, ArgMatches, Command};
use parlor_core::{AnyEngine, EngineSpec, Limits};
use parlor_games::catalog;
use parlor_match::{Command as Order, Ending, Match, Terms, TimeControl, engine_time};

use crate::command_line::{seconds, setup, takes_a_game, text};
use crate::failure::Failure;
use crate::input::Lines;

/// What an engine gets where no time limit was asked for.
const ENGINE_SECONDS: Duration = Duration::from_secs(1);
const HELP: &str = "Type a move as listed by `moves`, or: moves, undo, resign, quit.";

pub(crate) fn command() -> Command {
    let seat = |name: &'static str| {
        Arg::new(name).long(name).value_name("WHO").help("human, or an engine such as alphabeta:depth=6")
    };
    let time = Arg::new("time-limit")
        .long("time-limit")
        .value_name("SECONDS")
        .allow_hyphen_values(true)
        .help("Seconds for each move; who takes longer loses");
    takes_a_game(Command::new("play").about("Play a game at this terminal, against people or engines")).args([
        seat("first"),
        seat("second"),
        time,
    ])
}

/// Whoever sits on one side.
enum Seat {
    Human,
    Engine(Box<dyn AnyEngine>),
}

pub(crate) fn run(arguments: &ArgMatches, out: &mut dyn Write) -> Result<(), Failure> {
    let game = catalog::start(setup(arguments)?)?;
    let default = |index: usize| if index == 0 { "human" } else { "alphabeta" };
    let mut seats = Vec::new();
    for (index, name) in ["first", "second"].into_iter().take(usize::from(game.seats())).enumerate() {
        seats.push(match text(arguments, name).unwrap_or(default(index)) {
            "human" => Seat::Human,
            spec => Seat::Engine(game.engine(&spec.parse::<EngineSpec>()?)?),
        });
    }
    let time = match text(arguments, "time-limit") {
        None => TimeControl::Unlimited,
        Some(text) => TimeControl::PerMove(seconds("time-limit", text)?),
    };
    let terms = Terms { time, take_backs: true, ..Terms::default() };
    play(Match::new(game, terms), &mut seats, out)
}

fn play(mut table: Match, seats: &mut [Seat], out: &mut dyn Write) -> Result<(), Failure> {
    let begun = Instant::now();
    let mut lines = Lines::of_stdin();
    writeln!(out, "{HELP}\n")?;
    let mut drawn_at = None;
    while table.ending().is_none() {
        if drawn_at.replace(table.events().len()) != Some(table.events().len()) {
            write!(out, "{}", table.scene())?;
        }
        let turn = table.turn();
        let order = match &mut seats[turn.index()] {
            Seat::Human => match ask(&table, &mut lines, out)? {
                Some(order) => order,
                None => return Ok(()),
            },
            Seat::Engine(engine) => think(&table, &mut **engine, begun.elapsed(), out)?,
        };
        match table.decide(turn, table.ply(), &order, begun.elapsed()) {
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

/// What the person to move wants; `None` to leave.
fn ask(table: &Match, lines: &mut Lines<impl BufRead>, out: &mut dyn Write) -> Result<Option<Order>, Failure> {
    loop {
        write!(out, "> ")?;
        out.flush()?;
        let Some(line) = lines.next()? else { return Ok(None) };
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

fn think(table: &Match, engine: &mut dyn AnyEngine, now: Duration, out: &mut dyn Write) -> Result<Order, Failure> {
    let time = table.thinking_time(now).unwrap_or(engine_time(ENGINE_SECONDS));
    let mut thought = None;
    engine
        .search(table.game(), &Limits::time(time), &mut |better| thought = Some(better))
        .map_err(|why| Failure::trouble(why.to_string()))?;
    let thought = thought.ok_or_else(|| Failure::trouble("the engine gave no move"))?;
    let who = &table.scene().sides[table.turn().index()].name;
    writeln!(out, "{who} plays {} ({}, {} nodes)", thought.best, thought.value, thought.nodes)?;
    Ok(Order::Play(thought.best))
}
