//! `parlor knights`: a match of Knights between people and engines, with a time limit for every move.

mod compare;
mod prompt;

use std::io::{self, BufRead, IsTerminal, Write};
use std::time::{Duration, Instant};

use clap::{Arg, ArgAction, ArgMatches, Command};
use parlor_core::{AnyGame, AnySearchInfo, Catalog, EngineSpec, Limits, Outcome, Player};
use parlor_games::knights;
use parlor_match::{
    Awaited, Command as MatchCommand, Driver, EngineFailure, EngineSet, Event, EventKind, Match, MatchResult, Seat,
    Terms, TimeControl,
};

use crate::arguments::{get_str, option, parse_number, parse_seconds};
use crate::command_error::CommandError;
use crate::commands::{Context, Subcommand};
use crate::line_input::{LineEvent, LineReader, StdinLines};
use prompt::{Prompt, normalize};

pub(in crate::commands) const SUBCOMMAND: Subcommand = Subcommand { command, run };

const PLAYERS: [&str; 5] = ["human", "minimax", "alphabeta", "perfect", "random"];
const TIME_LIMIT: &str = "time-limit";
const DEFAULT_TIME_LIMIT: Duration = Duration::from_secs(5);
/// Minimax reaches this depth in a fraction of a second.
const DEFAULT_DEPTH: u32 = 8;
/// Longer than any game.
const MAX_DEPTH: u32 = 64;

fn command(_: &Catalog) -> Command {
    let player = |name: &'static str, value: &'static str, default: &str| {
        Arg::new(name).value_name(value).help(format!("{} [default: {default}]", PLAYERS.join(", ")))
    };
    let time = option(TIME_LIMIT, "SECONDS").help("Seconds for each move [default: 5; at a terminal you are asked]");
    let depth = option("depth", "N")
        .help(format!("Search depth of minimax and alphabeta, in moves [default: {DEFAULT_DEPTH}]"));
    let flag = |name: &'static str, help| Arg::new(name).long(name).action(ArgAction::SetTrue).help(help);
    let stats = flag("stats", "Print nodes, depth and value of every engine move to stderr");
    let compare =
        flag("compare", "Play no match: print the nodes of minimax and alphabeta at each depth up to --depth")
            .conflicts_with_all(["x", "o", TIME_LIMIT, "stats"]);
    let command = Command::new("knights")
        .about("Play Knights: you lose if you cannot move, move illegally or run out of time")
        .args([player("x", "X_PLAYER", "human"), player("o", "O_PLAYER", "alphabeta")])
        .args([time, depth, stats, compare])
        .after_help(
            "Type a move as row and column, both from 1: 3 2, 3,2 or (3,2).\n\n\
             --compare: both engines deepen step by step, so the nodes of a depth include those of the depths before.\n\
             At the first depths the repeated searches of alphabeta can outweigh its cutoffs: over 100 %.\n\n\
             Examples:\n  \
             parlor knights human perfect --time-limit 30\n  \
             parlor knights minimax alphabeta --depth 6 --stats\n  \
             parlor knights --compare --depth 8 --path leap",
        );
    knights::entry().options.iter().fold(command, |command, spec| {
        let help = format!("{}: {} [default: {}]", spec.about, spec.allowed(), spec.default_text());
        command.arg(option(&*spec.name, "VALUE").help(help))
    })
}

fn run(arguments: &ArgMatches, context: &mut Context) -> Result<(), CommandError> {
    // The specified game, whatever the catalog offers under its name.
    let entry = knights::entry();
    let options = entry.options.iter().filter_map(|spec| Some((&*spec.name, get_str(arguments, &spec.name)?)));
    let setup = options.fold(entry.default_setup(), |setup, (name, value)| setup.with_option(name, value));
    let game = entry.start(setup)?;
    let out = &mut *context.out;
    let depth =
        get_str(arguments, "depth").map_or(Ok(DEFAULT_DEPTH), |depth| parse_number("depth", depth, 1..=MAX_DEPTH))?;
    if arguments.get_flag("compare") {
        return compare::write_table(&*game, depth, out);
    }
    let seats = vec![
        parse_seat(get_str(arguments, "x").unwrap_or("human"), depth, &*game)?,
        parse_seat(get_str(arguments, "o").unwrap_or("alphabeta"), depth, &*game)?,
    ];
    let limit = get_str(arguments, TIME_LIMIT).map(|text| parse_seconds(TIME_LIMIT, text)).transpose()?;
    let limit = match limit {
        Some(limit) => limit,
        None if io::stdin().is_terminal() => ask_for_time_limit(&mut LineReader::stdin(), out)?,
        None => DEFAULT_TIME_LIMIT,
    };
    let terms = Terms {
        time: TimeControl::PerMove(limit),
        illegal_move_loses: true,
        engine_failure: EngineFailure::Forfeit,
        ..Terms::default()
    };
    let engines = EngineSet::new(|game, spec| game.engine(spec));
    play(Driver::new(Match::new(game, terms), seats), engines, arguments.get_flag("stats"), out)
}

fn parse_seat(name: &str, depth: u32, game: &dyn AnyGame) -> Result<Seat, CommandError> {
    if !PLAYERS.contains(&name) {
        return Err(CommandError::usage(format!("player \"{name}\" is not one of {}", PLAYERS.join(", "))));
    }
    if name == "human" {
        return Ok(Seat::Local);
    }
    let mut spec = EngineSpec::new(name);
    if name == "minimax" || name == "alphabeta" {
        spec = spec.with_option("depth", depth);
    }
    game.engine(&spec)?;
    Ok(Seat::Engine { spec, limits: Limits::none() })
}

/// Asks for the time limit until the answer is valid. An empty answer, or the end of input, means the default.
fn ask_for_time_limit(lines: &mut LineReader<impl BufRead>, out: &mut dyn Write) -> Result<Duration, CommandError> {
    loop {
        write!(out, "Time limit for each move in seconds ({}): ", DEFAULT_TIME_LIMIT.as_secs())?;
        out.flush()?;
        let Some(line) = lines.next_line()? else { return Ok(DEFAULT_TIME_LIMIT) };
        match (line.trim(), parse_seconds(TIME_LIMIT, line.trim())) {
            ("", _) => return Ok(DEFAULT_TIME_LIMIT),
            (_, Ok(limit)) => return Ok(limit),
            (_, Err(_)) => {}
        }
    }
}

fn play(mut driver: Driver, mut engines: EngineSet, has_stats: bool, out: &mut dyn Write) -> Result<(), CommandError> {
    let mut input = StdinLines::default();
    write_board(driver.current_match().game(), out)?;
    engines.begin_match(&driver)?;
    let started = Instant::now();
    driver.start(Duration::ZERO);
    loop {
        engines.play(
            &mut driver,
            || started.elapsed(),
            |driver, event, info| {
                if let (true, Some(info), Some(Seat::Engine { spec, .. })) = (has_stats, info, driver.seat(event.by)) {
                    write_stats(driver.current_match().game(), event.by, spec.name(), info)?;
                }
                write_event(driver, event, out)
            },
        )?;
        let Awaited::LocalMove(turn) = driver.awaited() else { break };
        let event = read_move(&driver, turn, &mut input, started)?;
        driver.apply(&event, started.elapsed());
        write_event(&driver, &event, out)?;
    }
    let result = driver.current_match().result();
    engines.end_match(result.and_then(MatchResult::outcome), &result_text(result));
    writeln!(out, "{}", result_text(result))?;
    Ok(())
}

/// Prints the board after a move, and the reason of an engine's failure to stderr.
fn write_event(driver: &Driver, event: &Event, out: &mut dyn Write) -> io::Result<()> {
    match &event.kind {
        EventKind::Played(_) => write_board(driver.current_match().game(), out),
        EventKind::EngineFailed(reason) => writeln!(io::stderr(), "{}: {reason}", letter(event.by)),
        _ => Ok(()),
    }
}

/// Reads the move of the person to move, or ends the match when the time limit is over.
///
/// In a pipe, a line that is not a move is an illegal move. At a terminal the person is asked again.
fn read_move(driver: &Driver, turn: Player, input: &mut StdinLines, started: Instant) -> Result<Event, CommandError> {
    let flag = driver.next_wake_at(started.elapsed()).unwrap_or_default();
    let time_left = || flag.saturating_sub(started.elapsed());
    let game = driver.current_match().game();
    let decide = |command, now| {
        driver
            .decide(turn, driver.current_match().ply(), &command, now)
            .map_err(|error| CommandError::runtime(error.to_string()))
    };
    let mut prompt = Prompt::at_terminal(game, letter(turn));
    loop {
        if let Some(prompt) = &prompt {
            prompt.write(time_left())?;
        }
        match input.next_line(Some(time_left()))? {
            LineEvent::Line(line) => {
                let notation = normalize(&line);
                if prompt.as_mut().is_none_or(|prompt| prompt.accepts(&notation)) {
                    return decide(MatchCommand::Play(notation), started.elapsed());
                }
            }
            // The end of input counts as running out of time, without waiting for it.
            LineEvent::Timeout | LineEvent::EndOfInput => {
                if prompt.is_some() {
                    writeln!(io::stderr())?;
                }
                return decide(MatchCommand::ClaimTime, flag);
            }
        }
    }
}

fn write_stats(game: &dyn AnyGame, by: Player, name: &str, info: &AnySearchInfo) -> io::Result<()> {
    let (player, value) = (letter(by), info.value.report(game.unit()));
    let AnySearchInfo { best, nodes, depth, .. } = info;
    writeln!(io::stderr(), "{player} plays {best} ({name}): nodes {nodes}, depth {depth}, value {value}")
}

/// Prints the board. Its letters are those of the position's notation: rows separated by `/`, then the turn.
fn write_board(game: &dyn AnyGame, out: &mut dyn Write) -> io::Result<()> {
    let position = game.position();
    let board = position.split(' ').next().unwrap_or_default();
    for row in board.split('/') {
        let letters: Vec<String> = row.chars().map(String::from).collect();
        writeln!(out, "{}", letters.join(" "))?;
    }
    writeln!(out)?;
    out.flush()
}

fn result_text(ending: Option<MatchResult>) -> String {
    match ending {
        Some(MatchResult::Finished(Outcome::Win(winner))) => {
            format!("{} wins: {} cannot move.", letter(winner), letter(!winner))
        }
        Some(MatchResult::Forfeit { loser, reason }) => format!("{} wins: {} {reason}.", letter(!loser), letter(loser)),
        Some(MatchResult::Finished(Outcome::Draw) | MatchResult::Abandoned) | None => "Nobody wins.".to_owned(),
    }
}

fn letter(player: Player) -> char {
    match player {
        Player::First => 'X',
        Player::Second => 'O',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engine_that_fails_loses_by_forfeit() {
        let entry = knights::entry();
        let game = entry.start(entry.default_setup()).unwrap();
        let seat = Seat::Engine { spec: EngineSpec::new("minimax"), limits: Limits::depth(1) };
        let terms = Terms { engine_failure: EngineFailure::Forfeit, ..Terms::default() };
        let driver = Driver::new(Match::new(game, terms), vec![seat.clone(), seat]);
        let mut out = Vec::new();
        play(driver, EngineSet::new(|_, _| panic!("out of ideas")), false, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.ends_with("O wins: X had an engine failure.\n"), "{text}");
    }
}
