//! `parlor arena status`: the jobs of a NATS server.

use clap::Args;

use super::via::Server;
use crate::command_error::CommandError;
use crate::commands::Context;

/// Show the jobs of a NATS server: queue, workers, speed, estimated end
#[derive(Args, Debug)]
pub(super) struct Status {
    #[command(flatten)]
    server: Server,
    /// Print one JSON array
    #[arg(long)]
    json: bool,
}

impl Status {
    #[cfg(not(feature = "nats"))]
    #[expect(clippy::unused_self, reason = "many machines need the feature")]
    pub(super) fn run(&self, _: &mut Context) -> Result<(), CommandError> {
        Err(super::via::not_built())
    }

    #[cfg(feature = "nats")]
    pub(super) fn run(&self, context: &mut Context) -> Result<(), CommandError> {
        let jobs = parlor_distributed::nats::status(&self.server.connection("status")?)?;
        if self.json {
            let json = serde_json::to_string(&jobs).map_err(|error| CommandError::runtime(error.to_string()))?;
            return Ok(writeln!(context.out, "{json}")?);
        }
        if jobs.is_empty() {
            writeln!(context.out, "No jobs.")?;
        }
        for line in jobs.iter().flat_map(describe_job) {
            writeln!(context.out, "{line}")?;
        }
        Ok(())
    }
}

#[cfg(feature = "nats")]
fn describe_job(job: &parlor_distributed::nats::JobStatus) -> Vec<String> {
    use std::time::Duration;

    use super::live::describe_time;

    let queue = format!("  Queue: {} batches waiting, {} in progress", job.queued, job.in_progress);
    if !job.has_coordinator {
        return vec![
            format!("{}: the coordinator is not running; `parlor arena resume --via` continues", job.job),
            queue,
        ];
    }
    let items = if job.kind == parlor_arena::MatchKind::NAME { "games" } else { "positions" };
    let (done, total, speed) = (job.progress.done, job.progress.total, job.per_second);
    let left = job
        .seconds_left
        .filter(|left| *left < 1e8)
        .map_or(String::new(), |left| format!(", about {} left", describe_time(Duration::from_secs_f64(left))));
    let mut lines = vec![format!("{}: {done} of {total} {items}, {speed:.1} {items}/s{left}", job.name), queue];
    lines.push(match job.workers.len() {
        0 => "  No workers".to_owned(),
        1 => "  1 worker".to_owned(),
        count => format!("  {count} workers"),
    });
    lines.extend(job.workers.iter().map(|worker| {
        let (name, slots, busy, batches) = (&worker.worker, worker.slots, worker.busy, worker.batches);
        format!("    {name}: {busy} of {slots} slots busy, {batches} batches finished")
    }));
    lines.extend(
        job.set_aside.iter().map(|set_aside| format!("  Set aside: {}: {}", set_aside.batch, set_aside.reason)),
    );
    lines.extend(job.refused.iter().map(|(worker, reason)| format!("  Refused: {worker}: {reason}")));
    lines
}
