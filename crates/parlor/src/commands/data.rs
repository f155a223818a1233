//! `parlor data`: check, back up, restore and export the matches of the site.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::Context;
use super::serve::DataFolder;
use crate::command_error::CommandError;

/// Check, back up, restore or export the matches of the site
#[derive(Args, Debug)]
#[command(
    arg_required_else_help = true,
    after_help = "Example, for a daily backup: parlor data backup matches-$(date +%F).sqlite"
)]
pub(super) struct Data {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand, Debug)]
enum Task {
    /// Check the database and replay every match; exit status 1 if something is damaged
    Check {
        #[command(flatten)]
        data: DataFolder,
    },
    /// Copy the database into a new file, also while the server runs
    Backup {
        #[command(flatten)]
        data: DataFolder,
        /// File to create
        file: PathBuf,
    },
    /// Replace the database by a backup; the old one is kept next to it
    Restore {
        #[command(flatten)]
        data: DataFolder,
        /// Backup to restore
        file: PathBuf,
    },
    /// Write the record of every match into a folder, as ID.txt
    Export {
        #[command(flatten)]
        data: DataFolder,
        /// Folder to write into
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

impl Data {
    pub(super) fn run(&self, context: &mut Context) -> Result<(), CommandError> {
        match &self.task {
            Task::Check { data } => check(&data.path()?, context),
            Task::Backup { data, file } => {
                parlor_web::backup(&data.path()?, file)?;
                Ok(writeln!(context.out, "The backup is in {}.", file.display())?)
            }
            Task::Restore { data, file } => {
                let old = parlor_web::restore(&data.path()?, file)?;
                let kept = old.map(|old| format!(" The old database is in {}.", old.display()));
                Ok(writeln!(context.out, "The backup is restored.{}", kept.unwrap_or_default())?)
            }
            Task::Export { data, folder } => export(&data.path()?, folder, context.out),
        }
    }
}

fn check(folder: &Path, context: &mut Context) -> Result<(), CommandError> {
    let report = parlor_web::check(folder, context.catalog)?;
    for problem in &report.problems {
        writeln!(context.out, "{problem}")?;
    }
    let (matches, events) = (report.matches, report.events);
    writeln!(context.out, "{matches} matches with {events} events, {} problems.", report.problems.len())?;
    if report.problems.is_empty() { Ok(()) } else { Err(CommandError::Status(1)) }
}

fn export(folder: &Path, into: &Path, out: &mut dyn Write) -> Result<(), CommandError> {
    let (written, problems) = parlor_web::export(folder, into)?;
    for problem in &problems {
        writeln!(out, "{problem}")?;
    }
    writeln!(out, "{written} records are in {}.", into.display())?;
    if problems.is_empty() { Ok(()) } else { Err(CommandError::Status(1)) }
}
