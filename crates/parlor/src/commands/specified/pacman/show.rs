//! `parlor pacman show`: a plan as an animation in the terminal, one frame per step.

use std::io::{self, IsTerminal, Write};
use std::thread;
use std::time::Duration;

use clap::Args;
use parlor_games::pacman::{ReplayBoard, ReplayOutcome};

use super::picture::picture;
use crate::command_error::CommandError;

const FRAME_TIME: Duration = Duration::from_millis(150);
/// Escape sequence that clears the screen and moves the cursor to its top left corner.
const CLEAR: &str = "\x1b[2J\x1b[H";

/// Show a plan as an animation, step by step
#[derive(Args, Debug)]
pub(super) struct Show {
    #[command(flatten)]
    plan: super::PlanOfBoard,
    /// Print all frames one after the other, without delay (always so if stdout is not a terminal)
    #[arg(long)]
    frames: bool,
}

impl Show {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), CommandError> {
        let board = self.plan.board.read()?;
        let verdict = self.plan.replay(&board)?;
        let plan = &self.plan.plan;
        let is_animated = !self.frames && io::stdout().is_terminal();
        let (ReplayOutcome::Success { steps } | ReplayOutcome::Failure { steps, .. }) = verdict;
        let mut state = ReplayBoard::new(&board.codes());
        write_frame(out, is_animated, &format!("start, {}", count_pellets(&state)), &state)?;
        for (step, letter) in (1..=steps).zip(plan.chars()) {
            // The verdict after the last frame states the result.
            let _ = state.play(letter);
            write_frame(
                out,
                is_animated,
                &format!("step {step} of {steps}: {letter}, {}", count_pellets(&state)),
                &state,
            )?;
        }
        writeln!(out, "{verdict}")?;
        super::exit_status(&verdict)
    }
}

fn count_pellets(state: &ReplayBoard) -> String {
    match state.pellets() {
        1 => "1 pellet left".to_owned(),
        count => format!("{count} pellets left"),
    }
}

fn write_frame(out: &mut dyn Write, is_animated: bool, title: &str, state: &ReplayBoard) -> io::Result<()> {
    let clear = if is_animated { CLEAR } else { "" };
    write!(out, "{clear}{title}\n{}\n", picture(state))?;
    out.flush()?;
    if is_animated {
        thread::sleep(FRAME_TIME);
    }
    Ok(())
}
