//! `parlor arena solve`: the exact values of all positions of a file, on all cores or on many machines.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use parlor_core::{Catalog, Setup, StopFlag};
use parlor_distributed::solve::{SolveJob, SolveRunner, SolveStore, measure_batch_size};
use parlor_distributed::{JobError, JobProgress, PoolState, run_local};
use serde_json::json;
use serde_json::value::RawValue;

use super::via::{self, Remote, Via};
use crate::command_error::CommandError;
use crate::commands::Context;
use crate::commands::position_lines::{start_at, visit_lines};
use crate::untyped::{get_str, option, parse_number};

const DEFAULT_STORE: &str = "solve.sqlite";
/// Work of a batch on this machine, where handing out costs nothing.
const LOCAL_BATCH: Duration = Duration::from_secs(1);
const REPORT_INTERVAL: Duration = Duration::from_secs(5);

untyped_command!(pub(super) Solve);

fn command(command: Command) -> Command {
    let required = |name: &'static str, value: &'static str| Arg::new(name).value_name(value).required(true);
    Via::augment_args(command)
        .about("Solve every position of a file: labels for training, on this machine or on many")
        .args([
            required("game", "GAME").help("Name of a game with a solver"),
            required("file", "FILE").help("One position a line; \"-\" reads stdin"),
            Arg::new("option")
                .long("option")
                .value_name("NAME=VALUE")
                .action(ArgAction::Append)
                .help("Option of the game; can be given several times"),
            option("store", "FILE").help("File with the values; an interrupted run continues [default: solve.sqlite]"),
            option("out", "FILE").help("File for the JSON lines [default: stdout]"),
            option("workers", "N").help("Positions at the same time [default: the number of cores]"),
        ])
        .after_help("Every line of the output has position, value, best move and nodes, in the order of the file.")
}

fn run(arguments: &ArgMatches, context: &mut Context) -> Result<(), CommandError> {
    let catalog = context.catalog;
    let setup = parse_setup(arguments, catalog)?;
    let positions = read_positions(get_str(arguments, "file").unwrap_or_default(), catalog, &setup)?;
    let via = Via::from_arg_matches(arguments).map_err(|error| CommandError::usage(error.to_string()))?;
    let via = via.remote();
    let path = get_str(arguments, "store").unwrap_or(DEFAULT_STORE);
    let mut store = SolveStore::open(Path::new(path))?;
    let description = serde_json::to_string(&setup).map_err(JobError::from)?;
    if store.is_empty() {
        let batch = via.as_ref().map_or(LOCAL_BATCH, Remote::batch);
        let size = measure_batch_size(catalog, &setup, &positions, batch.as_secs_f64())?;
        store.create(&via::new_job(), &description, &positions, size)?;
    } else if !store.is_same(&description, &positions)? {
        let text = format!("{path} has the values of other positions; name another file with --store");
        return Err(CommandError::usage(text));
    }
    solve(&mut store, &setup, via.as_ref(), arguments, catalog)?;
    match get_str(arguments, "out") {
        None => write_solutions(&store, context.out),
        Some(path) => {
            let failed = |error| CommandError::runtime(format!("cannot write {path}: {error}"));
            let mut file = BufWriter::new(File::create(path).map_err(failed)?);
            write_solutions(&store, &mut file)?;
            file.flush().map_err(failed)
        }
    }
}

fn parse_setup(arguments: &ArgMatches, catalog: &Catalog) -> Result<Setup, CommandError> {
    let mut setup = catalog.game(get_str(arguments, "game").unwrap_or_default())?.default_setup();
    for text in arguments.get_many::<String>("option").into_iter().flatten() {
        let error = || CommandError::usage(format!("option \"{text}\" is not NAME=VALUE"));
        let (name, value) = text.split_once('=').ok_or_else(error)?;
        setup = setup.with_option(name, value);
    }
    let game = catalog.start(setup)?;
    Ok(game.setup().clone())
}

fn read_positions(file: &str, catalog: &Catalog, setup: &Setup) -> Result<Vec<String>, CommandError> {
    let mut positions = Vec::new();
    let errors = visit_lines(file, usize::MAX, |line| {
        start_at(catalog, setup.clone().with_position(line))?;
        positions.push(line.to_owned());
        Ok(())
    })?;
    match (errors, positions.is_empty()) {
        (0, true) => Err(CommandError::usage(format!("{file} has no positions"))),
        (0, false) => Ok(positions),
        _ => Err(CommandError::Status(CommandError::USAGE)),
    }
}

/// Solves the positions that have no value yet.
fn solve(
    store: &mut SolveStore,
    setup: &Setup,
    via: Option<&Remote>,
    arguments: &ArgMatches,
    catalog: &Catalog,
) -> Result<(), CommandError> {
    let cores = available_parallelism().map_or(1, std::num::NonZero::get);
    let workers = get_str(arguments, "workers").map_or(Ok(cores), |text| parse_number("workers", text, 1..=1024))?;
    let identity = store.job()?;
    let mut reported = Instant::now();
    let mut on_progress = |progress: JobProgress, pool: &PoolState| {
        if reported.elapsed() >= REPORT_INTERVAL {
            reported = Instant::now();
            let workers = if pool.is_remote() { format!(", {} workers", pool.machines) } else { String::new() };
            eprintln!("parlor: {} of {} positions{workers}", progress.done, progress.total);
        }
    };
    let mut job = SolveJob::new(store, &mut on_progress)?;
    match via {
        None => run_local(&mut job, workers, &StopFlag::default(), |_| SolveRunner::new(catalog, setup))?,
        Some(via) => solve_via(via, &mut job, setup, catalog, &identity)?,
    }
    if parlor_distributed::Job::is_over(&job) {
        return Ok(());
    }
    Err(CommandError::runtime("the job is paused; the same command continues it"))
}

#[cfg(not(feature = "nats"))]
fn solve_via(_: &Remote, _: &mut SolveJob, _: &Setup, _: &Catalog, _: &str) -> Result<(), CommandError> {
    Err(via::not_built())
}

#[cfg(feature = "nats")]
fn solve_via(
    via: &Remote,
    job: &mut SolveJob,
    setup: &Setup,
    catalog: &Catalog,
    identity: &str,
) -> Result<(), CommandError> {
    use parlor_distributed::solve::SolveKind;
    use parlor_distributed::{JobKind, Offer};

    let description = serde_json::to_value(setup).map_err(JobError::from)?;
    let offer = Offer {
        job: identity.to_owned(),
        kind: SolveKind::NAME,
        name: format!("positions of {}", setup.game),
        components: SolveKind { catalog }.components(&description)?,
        description,
        speed: None,
    };
    Ok(parlor_distributed::nats::run(job, &offer, &via.settings(), &StopFlag::default())?)
}

fn write_solutions(store: &SolveStore, out: &mut dyn Write) -> Result<(), CommandError> {
    let mut written = Ok(());
    let visited = store.for_each(|position, solution| {
        let value: &RawValue = serde_json::from_str(&solution.value)?;
        let line = json!({ "position": position, "value": value, "best": solution.best, "nodes": solution.nodes });
        written = writeln!(out, "{line}");
        // Ends the iteration when the reader has gone; the error itself is in `written`.
        if written.is_ok() { Ok(()) } else { Err(JobError::Failed(String::new())) }
    });
    written?;
    Ok(visited?)
}
