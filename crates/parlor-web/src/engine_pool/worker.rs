//! Worker thread of the engine pool: runs jobs on an engine host that keeps one engine.

use std::time::{Duration, Instant};

use parlor_core::Catalog;
use parlor_match::{EngineHost, EngineRequest, EngineSlot, MoveValue, SearchFailure};

use super::{JobEvent, JobKind, NextJob, QueuedJob, SearchJob, SharedQueues};

/// Minimum time between progress events, which bounds what piles up for a slow reader.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(50);
/// Priority of a worker thread, as in `nice`.
#[cfg(target_os = "linux")]
const PRIORITY: i32 = 5;

pub(super) fn run(shared: &SharedQueues, catalog: &Catalog, number: usize) {
    lower_priority();
    let started = Instant::now();
    // A worker never has two engines, whose tables may be large.
    let mut host =
        EngineHost::new(1, catalog).with_pace(shared.idle_time, PROGRESS_INTERVAL, move || started.elapsed());
    let mut cached = 0;
    loop {
        match shared.next_job(number, host.time_until_idle()) {
            NextJob::Run(queued) => {
                let started = Instant::now();
                run_job(&mut host, number, &queued);
                shared.metrics.search_seconds.observe(started.elapsed());
            }
            NextJob::Idle => host.drop_idle(),
            NextJob::Closed => return,
        }
        shared.metrics.cached_engines.subtract(cached);
        cached = host.engine_count();
        shared.metrics.cached_engines.add(cached);
    }
}

/// Lets the threads that answer clients run before this one, which is never done.
fn lower_priority() {
    // On Linux a priority is that of a thread; elsewhere it would be that of the whole server.
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, PRIORITY) {
        tracing::warn!(%error, "the priority of an engine thread could not be lowered");
    }
}

/// Runs a job and sends its events.
fn run_job(host: &mut EngineHost, number: usize, queued: &QueuedJob) {
    let SearchJob { game, engine: spec, limits, kind, session, .. } = &queued.job;
    let request = EngineRequest { slot: EngineSlot(number), spec, game: &**game, session };
    let send = |event| {
        // The receiver may be gone; then the stop flag is raised as well.
        let _ = queued.events.send(event);
    };
    let result = match kind {
        JobKind::Move => host.prepare(request).map_err(SearchFailure::from).and_then(|()| {
            send(JobEvent::Started);
            host.search(request, limits, &mut |info| send(JobEvent::Info(info)))
        }),
        JobKind::Search => host.search(request, limits, &mut |info| send(JobEvent::Info(info))),
        JobKind::MoveValues => host
            .analyze(request, limits, &mut |moves, _| {
                let known = |(m, value): &MoveValue| Some((m.clone(), (*value)?));
                send(JobEvent::Values(moves.iter().filter_map(known).collect()));
            })
            .map(drop),
        JobKind::Trace => host
            .call(request, |engine| parlor_study::trace(engine, &**game, limits))
            .map(|traced| send(JobEvent::Traced(Box::new(traced)))),
    };
    send(result.map_or_else(JobEvent::Failed, |()| JobEvent::Finished));
}
