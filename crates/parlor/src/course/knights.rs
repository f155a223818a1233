//! `parlor knights`: a match of Knights between people and engines, with a time limit for every move.

use std::io::{self, BufRead, IsTerminal, Write};
use std::time::{Duration, Instant};

use clap::{Arg, ArgMatches, Command};
use parlor_core::{AnyGame, EngineSpec, Outcome, Player, Setup};
use parlor_games::{catalog, knights};
use parlor_match::{Command as Order, Ending, Event, Match, Terms, TimeControl};

use crate::command_line::{number, seconds, text};
use crate::failure::Failure;
use crate::input::{Heard, Input, Lines};
use crate::seats::{Seat, decide, think};

const PLAYERS: [&str; 5] = ["human", "minimax", "alphabeta", "perfect", "random"];
const TIME_LIMIT: &str = "time-limit";
const USUAL_LIMIT: Duration = Duration::from_secs(5);
/// As deep as plain minimax looks in a fraction of a second.
const USUAL_DEPTH: u32 = 8;
/// Longer than any game.
const DEEPEST: u32 = 64;

pub(crate) fn command() -> Command {
    let player = |name: &'static str, value: &'static str| {
        Arg::new(name).value_name(value).help(format!("{} (default human alphabeta)", PLAYERS.join(", ")))
    };
    let option = |name: &'static str, value: &'static str, help: String| {
        Arg::new(name).long(name).value_name(value).allow_hyphen_values(true).help(help)
    };
    let command = Command::new("knights")
        .about("Play Knights: who cannot move, moves illegally or is late loses")
        .args([player("x", "X_PLAYER"), player("o", "O_PLAYER")])
        .arg(option(TIME_LIMIT, "SECONDS", "Seconds for each move (default 5, asked for at a terminal)".to_owned()))
        .arg(option("depth", "N", format!("How many moves minimax and alphabeta look ahead (default {USUAL_DEPTH})")));
    knights::ENTRY.options.iter().fold(command, |command, spec| {
        let help = format!("{}: {} (default {})", spec.about, spec.allowed(), spec.default_text());
        command.arg(option(spec.name, "VALUE", help))
    })
}

pub(crate) fn run(arguments: &ArgMatches, out: &mut dyn Write) -> Result<(), Failure> {
    let given = knights::ENTRY.options.iter().filter_map(|spec| Some((spec.name, text(arguments, spec.name)?)));
    let game =
        catalog::start(given.fold(Setup::of(knights::ENTRY.name), |setup, (name, value)| setup.with(name, value)))?;
    let depth = text(arguments, "depth").map_or(Ok(USUAL_DEPTH), |depth| number("depth", depth, 1..=DEEPEST))?;
    let seats = [
        seat(text(arguments, "x").unwrap_or("human"), depth, &*game)?,
        seat(text(arguments, "o").unwrap_or("alphabeta"), depth, &*game)?,
    ];
    let limit = text(arguments, TIME_LIMIT).map(|text| seconds(TIME_LIMIT, text)).transpose()?;
    let limit = match limit {
        Some(limit) => limit,
        None if io::stdin().is_terminal() => ask_for_limit(&mut Lines::of_stdin(), out)?,
        None => USUAL_LIMIT,
    };
    let terms = Terms { time: TimeControl::PerMove(limit), illegal_move_loses: true, take_backs: false };
    play(Match::new(game, terms), seats, out)
}

fn seat(name: &str, depth: u32, game: &dyn AnyGame) -> Result<Seat, Failure> {
    if !PLAYERS.contains(&name) {
        return Err(Failure::usage(format!("player \"{name}\" is not one of {}", PLAYERS.join(", "))));
    }
    if name == "human" {
        return Ok(Seat::Human);
    }
    let mut spec = EngineSpec::of(name);
    if name == "minimax" || name == "alphabeta" {
        spec.options.insert("depth".to_owned(), depth.to_string());
    }
    let engine = game.engine(&spec)?;
    Ok(Seat::Engine { name: name.to_owned(), engine })
}

/// Asks until the answer is one; an empty one, or none, is the usual limit.
fn ask_for_limit(lines: &mut Lines<impl BufRead>, out: &mut dyn Write) -> Result<Duration, Failure> {
    loop {
        write!(out, "Time limit for each move in seconds ({}): ", USUAL_LIMIT.as_secs())?;
        out.flush()?;
        let Some(line) = lines.next()? else { return Ok(USUAL_LIMIT) };
        match (line.trim(), seconds(TIME_LIMIT, line.trim())) {
            ("", _) => return Ok(USUAL_LIMIT),
            (_, Ok(limit)) => return Ok(limit),
            (_, Err(_)) => {}
        }
    }
}

fn play(mut table: Match, mut seats: [Seat; 2], out: &mut dyn Write) -> Result<(), Failure> {
    let begun = Instant::now();
    let mut input = Input::default();
    draw(table.game(), out)?;
    while table.ending().is_none() {
        let event = match &mut seats[table.turn().index()] {
            Seat::Human => listen(&table, &mut input, begun)?,
            Seat::Engine { name, engine } => think(&table, name, &mut **engine, begun)?.1,
        };
        let moves = table.ply();
        table.apply(&event);
        if table.ply() > moves {
            draw(table.game(), out)?;
        }
    }
    writeln!(out, "{}", sentence(table.ending()))?;
    Ok(())
}

/// What the person to move does, at the latest when the flag falls.
fn listen(table: &Match, input: &mut Input, begun: Instant) -> Result<Event, Failure> {
    let flag = table.flag_falls().unwrap_or_default();
    match input.wait(Some(flag.saturating_sub(begun.elapsed())))? {
        Heard::Line(line) => decide(table, &Order::Play(line), begun.elapsed()),
        // Where the input has ended there is no point in waiting.
        Heard::Nothing | Heard::End => decide(table, &Order::ClaimTime, flag),
    }
}

/// The letters of the picture are those of the position's notation: rows with `/` between, then the turn.
fn draw(game: &dyn AnyGame, out: &mut dyn Write) -> io::Result<()> {
    let position = game.position();
    let board = position.split(' ').next().unwrap_or_default();
    for row in board.split('/') {
        let letters: Vec<String> = row.chars().map(String::from).collect();
        writeln!(out, "{}", letters.join(" "))?;
    }
    writeln!(out)?;
    out.flush()
}

fn sentence(ending: Option<Ending>) -> String {
    let letter = |player| match player {
        Player::First => 'X',
        Player::Second => 'O',
    };
    match ending {
        Some(Ending::Rules(Outcome::Win(winner))) => {
            format!("{} wins: {} cannot move.", letter(winner), letter(!winner))
        }
        Some(Ending::Forfeit { loser, why }) => format!("{} wins: {} {why}.", letter(!loser), letter(loser)),
        Some(Ending::Rules(Outcome::Draw) | Ending::Abandoned) | None => "Nobody wins.".to_owned(),
    }
}
