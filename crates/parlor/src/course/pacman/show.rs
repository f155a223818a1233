//! `parlor pacman show`: a plan as an animation in the terminal, one frame a step.

use std::io::{self, IsTerminal, Write};
use std::thread;
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches};
use parlor_games::pacman::{Table, Verdict};

use super::frames::picture;
use crate::command_line::text;
use crate::failure::Failure;

const PAUSE: Duration = Duration::from_millis(150);
/// Clears the screen and goes to its top left corner.
const CLEAR: &str = "\x1b[2J\x1b[H";

pub(super) fn frames_option() -> Arg {
    let help = "Print all frames one after the other, without waiting (so it is anyway where there is no terminal)";
    Arg::new("frames").long("frames").action(ArgAction::SetTrue).help(help)
}

pub(super) fn run(arguments: &ArgMatches, out: &mut dyn Write) -> Result<(), Failure> {
    let board = super::board(arguments)?;
    let verdict = super::verdict(&board, arguments)?;
    let plan = text(arguments, "plan").unwrap_or_default();
    let moves = !arguments.get_flag("frames") && io::stdout().is_terminal();
    let (Verdict::Success { steps } | Verdict::Failure { steps, .. }) = verdict;
    let mut table = Table::new(&board.codes());
    frame(out, moves, &format!("start, {}", pellets(&table)), &table)?;
    for (step, letter) in (1..=steps).zip(plan.chars()) {
        // How it ended is said after the last frame.
        let _ = table.play(letter);
        frame(out, moves, &format!("step {step} of {steps}: {letter}, {}", pellets(&table)), &table)?;
    }
    writeln!(out, "{verdict}")?;
    super::end_with(&verdict)
}

fn pellets(table: &Table) -> String {
    match table.pellets() {
        1 => "1 pellet left".to_owned(),
        count => format!("{count} pellets left"),
    }
}

fn frame(out: &mut dyn Write, moves: bool, title: &str, table: &Table) -> io::Result<()> {
    let clear = if moves { CLEAR } else { "" };
    write!(out, "{clear}{title}\n{}\n", picture(table))?;
    out.flush()?;
    if moves {
        thread::sleep(PAUSE);
    }
    Ok(())
}
