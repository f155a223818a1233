//! Worker thread of the engine pool: runs jobs, caches engines, and survives an engine that panics.

use std::any::TypeId;
use std::time::{Duration, Instant};

use parlor_core::{AnyEngine, AnyGame, Catalog, EngineSpec, Limits, SearchError, Value};
use parlor_match::run_search;

use super::{JobEvent, JobKind, NextJob, QueuedJob, SearchJob, SharedQueues};

/// Minimum time between progress events, which bounds what piles up for a slow reader.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(50);
/// Priority of a worker thread, as in `nice`.
#[cfg(target_os = "linux")]
const PRIORITY: i32 = 5;

/// Engine cached by a worker, with the key it was built for.
struct CachedEngine {
    /// Type of the game. An engine is built for the type alone, and the type may depend on the position.
    game: TypeId,
    spec: EngineSpec,
    session: String,
    /// Empty before the first search, and after a panic.
    engine: Option<Box<dyn AnyEngine>>,
}

pub(super) fn run(shared: &SharedQueues, catalog: &Catalog, number: usize) {
    lower_priority();
    let mut cache: Option<CachedEngine> = None;
    loop {
        let queued = match shared.next_job(number) {
            NextJob::Run(queued) => queued,
            NextJob::Idle => {
                shared.metrics.cached_engines.subtract(usize::from(cache.take().is_some()));
                continue;
            }
            NextJob::Closed => return,
        };
        let start = Instant::now();
        shared.metrics.cached_engines.subtract(usize::from(cache.is_some()));
        let mut cached = reuse_cached(cache.take(), &queued.job);
        run_job(catalog, &queued, &mut cached);
        cache = Some(cached).filter(|cached| cached.engine.is_some());
        shared.metrics.cached_engines.add(usize::from(cache.is_some()));
        shared.metrics.search_seconds.observe(start.elapsed());
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

/// The cached engine if it has the same game type and spec, otherwise an empty slot. Another engine is dropped before one
/// is built, so that a worker never has two.
fn reuse_cached(cache: Option<CachedEngine>, job: &SearchJob) -> CachedEngine {
    let game = job.game.as_any().type_id();
    let empty = || CachedEngine { game, spec: job.engine.clone(), session: job.session.clone(), engine: None };
    cache.filter(|cached| cached.game == game && cached.spec == job.engine).unwrap_or_else(empty)
}

/// Runs a job on the cached engine, or builds one for it. An engine forgets what it learned in another session.
fn run_job(catalog: &Catalog, queued: &QueuedJob, cached: &mut CachedEngine) {
    let SearchJob { game, engine: spec, limits, kind, session, .. } = &queued.job;
    let send = |event| {
        // The receiver may be gone; then the stop flag is raised as well.
        let _ = queued.events.send(event);
    };
    let is_other_session = cached.session != *session;
    cached.session.clone_from(session);
    let build = || catalog.engine(&**game, spec).map_err(|error| error.to_string());
    let result = run_search(&mut cached.engine, build, |engine| {
        if is_other_session {
            engine.reset();
        }
        if *kind == JobKind::Move {
            send(JobEvent::Started);
        }
        match kind {
            JobKind::Move | JobKind::Search => search(engine, &**game, limits, send),
            JobKind::MoveValues => analyze(engine, &**game, limits, send),
            JobKind::Trace => {
                parlor_study::trace(engine, &**game, limits).map(|traced| send(JobEvent::Traced(Box::new(traced))))
            }
        }
    });
    send(result.map_or_else(JobEvent::Failed, |()| JobEvent::Finished));
}

fn search(
    engine: &mut dyn AnyEngine,
    game: &dyn AnyGame,
    limits: &Limits,
    send: impl Fn(JobEvent),
) -> Result<(), SearchError> {
    let mut last_sent = None;
    let mut best = None;
    let result = engine.search(game, limits, &mut |info| {
        if is_progress_due(&mut last_sent) {
            send(JobEvent::Info(info.clone()));
        }
        best = Some(info);
    });
    if let Some(best) = best {
        send(JobEvent::Info(best));
    }
    result
}

fn analyze(
    engine: &mut dyn AnyEngine,
    game: &dyn AnyGame,
    limits: &Limits,
    send: impl Fn(JobEvent),
) -> Result<(), SearchError> {
    let mut last_sent = None;
    let mut values: Vec<(String, Value)> = Vec::new();
    let result = engine.analyze(game, limits, &mut |notation, value| {
        match values.iter_mut().find(|(one, _)| *one == notation) {
            Some((_, old)) => *old = value,
            None => values.push((notation, value)),
        }
        if is_progress_due(&mut last_sent) {
            send(JobEvent::Values(values.clone()));
        }
    });
    send(JobEvent::Values(values));
    result.map(drop)
}

/// Whether a progress event is due; if so, records the current time.
fn is_progress_due(last_sent: &mut Option<Instant>) -> bool {
    let is_due = last_sent.is_none_or(|sent| sent.elapsed() >= PROGRESS_INTERVAL);
    if is_due {
        *last_sent = Some(Instant::now());
    }
    is_due
}
