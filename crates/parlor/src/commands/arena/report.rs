//! `parlor arena report`: one self-contained HTML file.

use std::path::PathBuf;

use clap::Args;
use parlor_arena::html_report;

use super::{Selection, StoreFile};
use crate::command_error::CommandError;
use crate::commands::Context;

/// Write a report as one HTML file: standings, cross table, graphs
#[derive(Args, Debug)]
pub(super) struct Report {
    #[command(flatten)]
    competition: Selection,
    /// File to write
    #[arg(long, value_name = "FILE", default_value = "arena.html")]
    out: PathBuf,
    #[command(flatten)]
    file: StoreFile,
}

impl Report {
    pub(super) fn run(&self, context: &mut Context) -> Result<(), CommandError> {
        let (store, stored) = self.competition.open(&self.file)?;
        let file = self.out.display();
        std::fs::write(&self.out, html_report(&store, &stored)?)
            .map_err(|error| CommandError::runtime(format!("cannot write {file}: {error}")))?;
        Ok(writeln!(context.out, "Wrote {file}")?)
    }
}
