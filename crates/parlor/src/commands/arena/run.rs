//! `parlor arena run FILE.toml`: a competition described by a file.

use std::path::PathBuf;

use clap::Args;
use parlor_arena::Competition;

use super::session::Session;
use super::via::Via;
use crate::command_error::CommandError;
use crate::commands::Context;

const HELP: &str = r#"Example of a file; only game and engines are required:

  name = "Weekly"
  game = "reversi"
  options = { size = 6 }              # options of the game
  # position = "..."                  # start of all games
  engines = [
    "greedy",
    { name = "new", engine = "alphabeta:depth=4" },
    { name = "bot", engine = "exec:python3 bot.py" },
  ]
  format = "round-robin"              # match, round-robin, gauntlet, swiss
  rounds = 5                          # of a Swiss competition
  games = 100                         # of each pairing
  limits = ["move=0.1", "move=1"]     # or clock=60+0.5, nodes=1000, depth=6
  seed = 7
  overrun = "forfeit"                 # or "last": the last reported move counts
  margin = 0.1                        # seconds by which a move may be late
  adjudicate = false                  # by the game's solver
  failures = 5                        # in a row, then an engine is withdrawn
  openings = { plies = 4 }            # or { file = "openings.txt" }
  # sprt = { elo0 = 0, elo1 = 5, model = "normalized" }   # for two engines"#;

/// Run a competition that a TOML file describes
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(super) struct Run {
    /// Description of the competition
    file: PathBuf,
    #[command(flatten)]
    session: Session,
    #[command(flatten)]
    via: Via,
}

impl Run {
    pub(super) fn run(&self, context: &mut Context) -> Result<(), CommandError> {
        let file = self.file.display();
        let text = std::fs::read_to_string(&self.file)
            .map_err(|error| CommandError::usage(format!("cannot read {file}: {error}")))?;
        let competition =
            Competition::from_toml(&text).map_err(|error| CommandError::usage(format!("{file}: {error}")))?;
        self.session.start(competition, self.via.remote(), context).map(drop)
    }
}
