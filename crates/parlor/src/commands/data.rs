//! `parlor data`: check, back up, restore and export the matches of the site.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Command};
use parlor_core::Catalog;

use super::{Context, Subcommand, serve};
use crate::arguments::get_str;
use crate::command_error::CommandError;

pub(super) const SUBCOMMAND: Subcommand = Subcommand { command, run };

fn command(_: &Catalog) -> Command {
    let task = |name: &'static str, about: &'static str| Command::new(name).about(about).arg(serve::data_argument());
    let path = |value: &'static str, help: &'static str| Arg::new("path").value_name(value).required(true).help(help);
    Command::new("data")
        .about("Check, back up, restore or export the matches of the site")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands([
            task("check", "Check the database and replay every match; exit status 1 if something is damaged"),
            task("backup", "Copy the database into a new file, also while the server runs")
                .arg(path("FILE", "File to create")),
            task("restore", "Replace the database by a backup; the old one is kept next to it")
                .arg(path("FILE", "Backup to restore")),
            task("export", "Write the record of every match into a folder, as ID.txt")
                .arg(path("DIR", "Folder to write into")),
        ])
        .after_help("Example, for a daily backup: parlor data backup matches-$(date +%F).sqlite")
}

fn run(arguments: &ArgMatches, context: &mut Context) -> Result<(), CommandError> {
    let Some((task, arguments)) = arguments.subcommand() else { return Err(CommandError::usage("data needs a task")) };
    let folder = serve::data_folder(arguments)?;
    let path = || PathBuf::from(get_str(arguments, "path").unwrap_or_default());
    match task {
        "check" => check(&folder, context),
        "backup" => {
            let file = path();
            parlor_web::backup(&folder, &file).map_err(CommandError::runtime)?;
            Ok(writeln!(context.out, "The backup is in {}.", file.display())?)
        }
        "restore" => {
            let old = parlor_web::restore(&folder, &path(), context.catalog).map_err(CommandError::runtime)?;
            let kept = old.map(|old| format!(" The old database is in {}.", old.display()));
            Ok(writeln!(context.out, "The backup is restored.{}", kept.unwrap_or_default())?)
        }
        _ => export(&folder, &path(), context.out),
    }
}

fn check(folder: &Path, context: &mut Context) -> Result<(), CommandError> {
    let report = parlor_web::check(folder, context.catalog).map_err(CommandError::runtime)?;
    for problem in &report.problems {
        writeln!(context.out, "{problem}")?;
    }
    let (matches, events) = (report.matches, report.events);
    writeln!(context.out, "{matches} matches with {events} events, {} problems.", report.problems.len())?;
    if report.problems.is_empty() { Ok(()) } else { Err(CommandError::Status(1)) }
}

fn export(folder: &Path, into: &Path, out: &mut dyn Write) -> Result<(), CommandError> {
    let (written, problems) = parlor_web::export(folder, into).map_err(CommandError::runtime)?;
    for problem in &problems {
        writeln!(out, "{problem}")?;
    }
    writeln!(out, "{written} records are in {}.", into.display())?;
    if problems.is_empty() { Ok(()) } else { Err(CommandError::Status(1)) }
}
