//! `parlor arena solve`: the exact values of all positions of a file, on all cores or on many machines.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use parlor_core::{Catalog, Setup, StopFlag};
use parlor_distributed::solve::{SolveJob, SolveRunner, SolveStore, measure_batch_size};
use parlor_distributed::{JobError, JobProgress, PoolState, run_local};
use serde_json::json;
use serde_json::value::RawValue;

use super::session::cores;
use super::via::{self, Remote, Via};
use crate::arguments::number;
use crate::command_error::CommandError;
use crate::commands::Context;
use crate::commands::position_lines::{start_at, visit_lines};

/// Work of a batch on this machine, where handing out costs nothing.
const LOCAL_BATCH: Duration = Duration::from_secs(1);
const REPORT_INTERVAL: Duration = Duration::from_secs(5);

/// Solve every position of a file: labels for training, on this machine or on many
#[derive(Args, Debug)]
#[command(after_help = "Every line of the output has position, value, best move and nodes, in the order of the file.")]
pub(super) struct Solve {
    /// Name of a game with a solver
    game: String,
    /// One position a line; "-" reads stdin
    file: String,
    /// Option of the game; can be given several times
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = game_option)]
    options: Vec<(String, String)>,
    /// File with the values; an interrupted run continues
    #[arg(long, value_name = "FILE", default_value = "solve.sqlite")]
    store: PathBuf,
    /// File for the JSON lines [default: stdout]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Positions at the same time [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = number(1..=1024_usize))]
    workers: Option<usize>,
    #[command(flatten)]
    via: Via,
}

fn game_option(text: &str) -> Result<(String, String), &'static str> {
    text.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned())).ok_or("is not NAME=VALUE")
}

impl Solve {
    pub(super) fn run(&self, context: &mut Context) -> Result<(), CommandError> {
        let catalog = context.catalog;
        let setup = self.setup(catalog)?;
        let positions = read_positions(&self.file, catalog, &setup)?;
        let via = self.via.remote();
        let mut store = SolveStore::open(&self.store)?;
        let description = serde_json::to_string(&setup).map_err(JobError::from)?;
        if store.is_empty() {
            let batch = via.as_ref().map_or(LOCAL_BATCH, Remote::batch);
            let size = measure_batch_size(catalog, &setup, &positions, batch.as_secs_f64())?;
            store.create(&via::new_job(), &description, &positions, size)?;
        } else if !store.is_same(&description, &positions)? {
            let path = self.store.display();
            let text = format!("{path} has the values of other positions; name another file with --store");
            return Err(CommandError::usage(text));
        }
        self.solve(&mut store, &setup, via.as_ref(), catalog)?;
        let Some(path) = &self.out else { return write_solutions(&store, context.out) };
        let failed = |error| CommandError::runtime(format!("cannot write {}: {error}", path.display()));
        let mut file = BufWriter::new(File::create(path).map_err(failed)?);
        write_solutions(&store, &mut file)?;
        file.flush().map_err(failed)
    }

    fn setup(&self, catalog: &Catalog) -> Result<Setup, CommandError> {
        let default = catalog.game(&self.game)?.default_setup();
        let setup = self.options.iter().fold(default, |setup, (name, value)| setup.with_option(name, value));
        Ok(catalog.start(setup)?.setup().clone())
    }

    /// Solves the positions that have no value yet.
    fn solve(
        &self,
        store: &mut SolveStore,
        setup: &Setup,
        via: Option<&Remote>,
        catalog: &Catalog,
    ) -> Result<(), CommandError> {
        let workers = self.workers.unwrap_or_else(cores);
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
