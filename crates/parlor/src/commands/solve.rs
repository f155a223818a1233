//! `parlor solve`: the proved value of positions, for every game with a solver.

use clap::Args;
use parlor_core::{Catalog, Setup};

use super::Context;
use super::batch::{Batch, Question};
use crate::command_error::CommandError;
use crate::game_options::GameOptions;

/// Print the exact value of positions with perfect play
#[derive(Args, Debug)]
#[command(
    after_help = "Exit status: 0 proved, 1 a wrong score or a bad line in the file, 2 invalid input, 3 not proved"
)]
pub(super) struct Solve {
    /// Name of a game with a solver, as listed by `parlor games`
    game: String,
    /// Position in the game's notation, such as 4453; "-" for the start
    #[arg(required_unless_present = "file", conflicts_with = "file", allow_hyphen_values = true)]
    position: Option<String>,
    /// The rest of the position, where the shell split it at a blank
    #[arg(conflicts_with = "file")]
    rest: Option<String>,
    #[command(flatten)]
    batch: Batch,
    #[command(flatten)]
    options: GameOptions,
}

impl Solve {
    pub(super) fn run(&self, context: &mut Context) -> Result<(), CommandError> {
        let catalog = context.catalog;
        let entry = catalog.game(&self.game)?;
        let no_solver = || {
            let solvable = solvable(catalog).join(", ");
            CommandError::usage(format!("there is no solver for {}, only for {solvable}", entry.name))
        };
        let engine = self.batch.engine_or(entry.solver.as_ref()).ok_or_else(no_solver)?;
        let words: Vec<&str> = self.position.iter().chain(&self.rest).map(String::as_str).collect();
        let position = (!words.is_empty()).then(|| words.join(" "));
        let setup = Setup { position, ..self.options.setup(&self.game, catalog)? };
        self.batch.run(Question::Value, setup, engine, self.batch.time_limit, context)
    }
}

/// Names of the games with a solver.
fn solvable(catalog: &Catalog) -> Vec<&str> {
    catalog.games().iter().filter(|entry| entry.solver.is_some()).map(|entry| &*entry.name).collect()
}
