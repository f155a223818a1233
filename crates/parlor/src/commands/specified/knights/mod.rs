//! `parlor knights`: a match of Knights between people and engines, with a time limit for every move.

mod compare;
mod prompt;

use std::io::{self, BufRead, IsTerminal, Write};
use std::time::{Duration, Instant};

use clap::Args;
use parlor_core::{AnyGame, AnyReport, EngineSpec, Limits, Outcome, Player};
use parlor_games::knights;
use parlor_match::{
    Awaited, Command as MatchCommand, Driver, EngineFactory, EngineFailure, EngineSet, Event, EventKind, Match,
    MatchResult, Seat, Terms, TimeControl,
};

use crate::arguments::{number, seconds};
use crate::command_error::CommandError;
use crate::commands::Context;
use crate::game_options::{GameOptions, arguments_of};
use crate::line_input::{LineEvent, LineReader, StdinLines};
use prompt::{Prompt, normalize};

const PLAYERS: [&str; 5] = ["human", "minimax", "alphabeta", "perfect", "random"];
const DEFAULT_TIME_LIMIT: Duration = Duration::from_secs(5);
/// Longer than any game.
const MAX_DEPTH: u32 = 64;

const HELP: &str = "\
Type a move as row and column, both from 1: 3 2, 3,2 or (3,2).

--compare: both engines deepen step by step, so the nodes of a depth include those of the depths before.
At the first depths the repeated searches of alphabeta can outweigh its cutoffs: over 100 %.

Examples:
  parlor knights human perfect --time-limit 30
  parlor knights minimax alphabeta --depth 6 --stats
  parlor knights --compare --depth 8 --path leap";

/// Play Knights: you lose if you cannot move, move illegally or run out of time
#[derive(Args, Debug)]
#[command(after_help = HELP, args = arguments_of(&knights::entry()))]
pub(in crate::commands) struct Knights {
    /// Player X: human, minimax, alphabeta, perfect or random [default: human]
    #[arg(value_name = "X_PLAYER")]
    x: Option<String>,
    /// Player O, likewise [default: alphabeta]
    #[arg(value_name = "O_PLAYER")]
    o: Option<String>,
    /// Seconds for each move [default: 5; at a terminal you are asked]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    // Minimax reaches this depth in a fraction of a second.
    /// Search depth of minimax and alphabeta, in moves
    #[arg(long, value_name = "N", value_parser = number(1..=MAX_DEPTH), default_value = "8")]
    depth: u32,
    /// Print nodes, depth and value of every engine move to stderr
    #[arg(long)]
    stats: bool,
    /// Play no match: print the nodes of minimax and alphabeta at each depth up to --depth
    #[arg(long, conflicts_with_all = ["x", "o", "time_limit", "stats"])]
    compare: bool,
    #[command(flatten)]
    options: GameOptions,
}

impl Knights {
    pub(super) fn run(&self, context: &mut Context) -> Result<(), CommandError> {
        // The specified game, whatever the catalog offers under its name.
        let entry = knights::entry();
        let game = entry.start(self.options.setup_of(&entry))?;
        let out = &mut *context.out;
        if self.compare {
            return compare::write_table(&*game, self.depth, out);
        }
        let names = [self.x.as_deref().unwrap_or("human"), self.o.as_deref().unwrap_or("alphabeta")];
        let seats = names.map(|name| parse_seat(name, self.depth, &*game)).into_iter().collect::<Result<_, _>>()?;
        let limit = match self.time_limit {
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
        let engines = EngineSet::new(EngineFactory::new(|game, spec| game.engine(spec)));
        play(Driver::new(Match::new(game, terms), seats), engines, self.stats, out)
    }
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
        match (line.trim(), seconds(line.trim())) {
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
        let event = read_move(&mut driver, turn, &mut input, started)?;
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

/// Plays the move that the person to move types, or ends the match when the time limit is over.
///
/// In a pipe, a line that is not a move is an illegal move. At a terminal the person is asked again.
fn read_move(
    driver: &mut Driver,
    turn: Player,
    input: &mut StdinLines,
    started: Instant,
) -> Result<Event, CommandError> {
    let flag = driver.next_wake_at(started.elapsed()).unwrap_or_default();
    let time_left = || flag.saturating_sub(started.elapsed());
    let mut prompt = Prompt::at_terminal(driver.current_match().game(), letter(turn));
    let (command, now) = loop {
        if let Some(prompt) = &prompt {
            prompt.write(time_left())?;
        }
        match input.next_line(Some(time_left()))? {
            LineEvent::Line(line) => {
                let notation = normalize(&line);
                if prompt.as_mut().is_none_or(|prompt| prompt.accepts(&notation)) {
                    break (MatchCommand::Play(notation), started.elapsed());
                }
            }
            // The end of input counts as running out of time, without waiting for it.
            LineEvent::Timeout | LineEvent::EndOfInput => {
                if prompt.is_some() {
                    writeln!(io::stderr())?;
                }
                break (MatchCommand::ClaimTime, flag);
            }
        }
    };
    let executed = driver.execute(turn, driver.current_match().ply(), &command, now);
    executed.map_err(|error| CommandError::runtime(error.to_string()))
}

fn write_stats(game: &dyn AnyGame, by: Player, name: &str, info: &AnyReport) -> io::Result<()> {
    let (player, value) = (letter(by), info.value.report(game.unit()));
    let AnyReport { best, nodes, depth, .. } = info;
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
        play(driver, EngineSet::new(EngineFactory::new(|_, _| panic!("out of ideas"))), false, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.ends_with("O wins: X had an engine failure.\n"), "{text}");
    }
}
