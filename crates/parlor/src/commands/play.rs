//! `parlor play`: any game of the catalog at the terminal, line by line, between people and engines.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use clap::Args;
use parlor_core::{AnyReport, Catalog, Player};
use parlor_match::{
    Awaited, Command as MatchCommand, Driver, EngineSet, Event, EventKind, Match, MatchResult, Seat, Terms,
};

use super::Context;
use crate::command_error::CommandError;
use crate::game_options::GameStart;
use crate::line_input::{LineEvent, StdinLines};
use crate::players::{Players, parse_seat};

const HELP: &str = "Type a move (\"moves\" lists the legal ones), or: moves, undo, resign, quit, help.";

const EXAMPLES: &str = "\
Examples:
  parlor play reversi --second strong
  parlor play tic-tac-toe --size 5 --win-streak 4 --second human";

/// Play a game at this terminal, against people or engines
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Play {
    #[command(flatten)]
    game: GameStart,
    #[command(flatten)]
    players: Players,
}

impl Play {
    pub(super) fn run(&self, context: &mut Context) -> Result<(), CommandError> {
        let game = context.catalog.start(self.game.setup(context.catalog)?)?;
        let seats = self.players.seats(context.catalog, &*game)?;
        let terms = Terms { time: self.players.time_control(), take_backs: true, ..Terms::default() };
        Session {
            catalog: context.catalog,
            driver: Driver::new(Match::new(game, terms), seats),
            started: Instant::now(),
            input: StdinLines::default(),
            is_at_terminal: io::stdin().is_terminal(),
            out: context.out,
        }
        .play()
    }
}

/// A match at the terminal.
struct Session<'a> {
    catalog: &'a Catalog,
    driver: Driver,
    started: Instant,
    input: StdinLines,
    is_at_terminal: bool,
    out: &'a mut dyn Write,
}

impl Session<'_> {
    fn play(mut self) -> Result<(), CommandError> {
        let mut engines = EngineSet::new(self.catalog);
        engines.begin_match(&self.driver)?;
        write!(self.out, "{HELP}\n\n{}", self.driver.current_match().scene())?;
        self.driver.start(self.started.elapsed());
        loop {
            let Session { driver, out, started, .. } = &mut self;
            engines.play(
                driver,
                || started.elapsed(),
                |driver, event, report| write_event(driver.current_match(), event, report, *out),
            )?;
            let can_go_on = match self.driver.awaited() {
                Awaited::LocalMove(turn) => self.handle_turn(turn)?,
                Awaited::Retry(player, reason) => {
                    let reason = reason.to_owned();
                    self.handle_failure(player, &reason)?
                }
                _ => break,
            };
            if !can_go_on {
                return Ok(());
            }
        }
        let current = self.driver.current_match();
        let text = current.result_text().unwrap_or_default();
        engines.end_match(current.result().and_then(MatchResult::outcome), &text);
        // The scene shows the result by the rules, but not a forfeit.
        if matches!(current.result(), Some(MatchResult::Forfeit { .. })) {
            writeln!(self.out, "{text}")?;
        }
        Ok(())
    }

    /// Handles a command of the person to move; false to quit.
    fn handle_turn(&mut self, turn: Player) -> Result<bool, CommandError> {
        let Some(command) = self.read_command()? else { return Ok(false) };
        self.execute(turn, &command)?;
        Ok(true)
    }

    fn execute(&mut self, turn: Player, command: &MatchCommand) -> Result<(), CommandError> {
        let is_local = |player| self.driver.seat(player).is_some_and(Seat::is_local);
        let by = match command {
            MatchCommand::TakeBack => self.driver.take_back_player(is_local).unwrap_or(turn),
            _ => turn,
        };
        let now = self.started.elapsed();
        match self.driver.execute(by, self.driver.current_match().ply(), command, now) {
            Ok(event) => write_event(self.driver.current_match(), &event, None, self.out),
            Err(error) => Ok(writeln!(self.out, "{error}")?),
        }
    }

    /// Asks what to do about an engine that failed; false to quit. In a pipe nobody can be asked.
    fn handle_failure(&mut self, player: Player, reason: &str) -> Result<bool, CommandError> {
        let current = self.driver.current_match();
        let text = format!("{} cannot move. {reason}", current.scene().sides[player.index()].name);
        if !self.is_at_terminal {
            return Err(CommandError::runtime(text));
        }
        writeln!(self.out, "{text}\nType retry, the name of another engine, human, undo or quit.")?;
        let line = match self.next_line()? {
            LineEvent::Line(line) => line,
            // The driver ends the match.
            LineEvent::Timeout => return Ok(true),
            LineEvent::EndOfInput => return Err(CommandError::runtime(text)),
        };
        let now = self.started.elapsed();
        match line.trim() {
            "" | "retry" => self.driver.retry(now),
            "quit" => return Ok(false),
            "undo" => self.execute(player, &MatchCommand::TakeBack)?,
            name => match parse_seat(
                name,
                self.catalog,
                self.driver.current_match().game(),
                self.driver.current_match().terms().time,
            ) {
                Ok(seat) => self.driver.replace_seat(player, seat, now),
                Err(error) => writeln!(self.out, "{error}")?,
            },
        }
        Ok(true)
    }

    /// Reads a command of the person to move, until the time limit ends; `None` to quit.
    fn read_command(&mut self) -> Result<Option<MatchCommand>, CommandError> {
        loop {
            let line = match self.next_line()? {
                LineEvent::Line(line) => line,
                LineEvent::Timeout => {
                    writeln!(self.out)?;
                    return Ok(Some(MatchCommand::ClaimTime));
                }
                LineEvent::EndOfInput => {
                    writeln!(self.out)?;
                    return Ok(None);
                }
            };
            match line.trim() {
                "" => {}
                "quit" => return Ok(None),
                "undo" => return Ok(Some(MatchCommand::TakeBack)),
                "resign" => return Ok(Some(MatchCommand::Resign)),
                "moves" => writeln!(self.out, "{}", self.driver.current_match().game().legal_moves().join(", "))?,
                "help" => writeln!(self.out, "{HELP}")?,
                notation => return Ok(Some(MatchCommand::Play(notation.to_owned()))),
            }
        }
    }

    /// Prompts for a line, and waits for it until the clock ends.
    fn next_line(&mut self) -> io::Result<LineEvent> {
        write!(self.out, "> ")?;
        self.out.flush()?;
        let now = self.started.elapsed();
        let time_left: Option<Duration> = self.driver.next_wake_at(now).map(|flag| flag.saturating_sub(now));
        self.input.next_line(time_left)
    }
}

/// Prints an event: the engine's move, and the board after it.
fn write_event(
    current: &Match,
    event: &Event,
    report: Option<&AnyReport>,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    let scene = current.scene();
    if let (EventKind::Played(_), Some(info)) = (&event.kind, report) {
        let side = &scene.sides[event.by.index()].name;
        let value = info.value.report(current.game().unit());
        writeln!(out, "{side} plays {} ({value}, {} nodes)", info.best, info.nodes)?;
    }
    // A failure changes nothing on the board; the person is asked what to do.
    if !matches!(event.kind, EventKind::EngineFailed(_)) {
        write!(out, "\n{scene}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use parlor_conformance::StubEngine;
    use parlor_core::{EngineSpec, Limits, Setup};

    use super::*;

    /// Plays against a failing engine and returns the result and what was printed.
    fn play_against(engine: &'static str, lines: &[&str], is_at_terminal: bool) -> (Result<(), CommandError>, String) {
        let engines = [("panics", StubEngine::panics as fn() -> _), ("silent", StubEngine::silent)];
        let catalog = engines.into_iter().fold(parlor_games::catalog(), |catalog, (name, build)| {
            catalog.with_engine("tic-tac-toe", StubEngine::entry(name, build)).unwrap()
        });
        let game = catalog.start(Setup::new("tic-tac-toe").with_option("size", "3")).unwrap();
        let spec = EngineSpec::new(engine);
        let seats = vec![Seat::Local, Seat::Engine { spec, limits: Limits::none() }];
        let mut out = Vec::new();
        let terms = Terms { take_backs: true, ..Terms::default() };
        let session = Session {
            catalog: &catalog,
            driver: Driver::new(Match::new(game, terms), seats),
            started: Instant::now(),
            input: StdinLines::of_lines(lines),
            is_at_terminal,
            out: &mut out,
        };
        let result = session.play();
        (result, String::from_utf8(out).unwrap())
    }

    #[test]
    fn failed_engine_can_be_retried_replaced_or_taken_back_at_a_terminal() {
        for (engine, reason) in [
            ("panics", "O cannot move. The engine crashed: out of ideas."),
            ("silent", "O cannot move. The engine returned no move."),
        ] {
            let (result, text) = play_against(engine, &["11", "retry", "nonsense", "undo", "00", "human", "11"], true);
            assert!(result.is_ok(), "{text}");
            assert_eq!(text.matches(reason).count(), 4, "{text}");
            assert!(text.contains("nonsense") && !text.contains("resigned"), "{text}");
            assert!(text.ends_with("> \n"), "two people play on: {text}");
            let (result, text) = play_against(engine, &["11", "random", "quit"], true);
            assert!(result.is_ok() && text.contains("O plays "), "{text}");
        }
    }

    #[test]
    fn failed_engine_is_an_error_in_a_pipe() {
        let (result, text) = play_against("panics", &["11", "00"], false);
        let error = format!("{:?}", result.unwrap_err());
        assert!(error.contains("status: 1") && error.contains("The engine crashed: out of ideas."), "{error}");
        assert!(!text.contains("resigned"), "{text}");
    }
}
