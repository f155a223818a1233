//! Worker thread of the engine pool: runs jobs, caches engines, and survives an engine that panics.

use std::any::TypeId;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use parlor_core::{AnyEngine, AnyGame, Catalog, EngineSpec, Limits, Value};

use super::{JobEvent, JobKind, NextJob, QueuedJob, SearchJob, SharedQueues};

/// Engines cached by each worker.
const CACHED_ENGINES: usize = 2;
/// Minimum time between progress events, which bounds what piles up for a slow reader.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(50);

/// Engine cached by a worker, with the key it was built for.
struct CachedEngine {
    /// Type of the game. An engine is built for the type alone, and the type may depend on the position.
    game: TypeId,
    spec: EngineSpec,
    session: String,
    engine: Box<dyn AnyEngine>,
}

pub(super) fn run(shared: &SharedQueues, catalog: &Catalog, number: usize) {
    let mut cache: Vec<CachedEngine> = Vec::new();
    loop {
        let queued = match shared.next_job(number) {
            NextJob::Run(queued) => queued,
            NextJob::Idle => {
                shared.metrics.cached_engines.subtract(cache.len());
                cache.clear();
                continue;
            }
            NextJob::Closed => return,
        };
        let start = Instant::now();
        shared.metrics.cached_engines.subtract(cache.len());
        let cached = take_cached(&mut cache, &queued.job);
        match catch_unwind(AssertUnwindSafe(|| run_job(catalog, &queued, cached))) {
            Ok(Some(engine)) => {
                cache.insert(0, engine);
                cache.truncate(CACHED_ENGINES);
            }
            Ok(None) => {}
            // An engine that panicked is dropped: its tables may be half written.
            Err(_) => drop(queued.events.send(JobEvent::Failed("The engine crashed.".to_owned()))),
        }
        shared.metrics.cached_engines.add(cache.len());
        shared.metrics.search_seconds.observe(start.elapsed());
    }
}

/// Takes an engine with the same game type and spec from the cache. It forgets what it learned in another session.
fn take_cached(cache: &mut Vec<CachedEngine>, job: &SearchJob) -> Option<CachedEngine> {
    let game = job.game.as_any().type_id();
    let index = cache.iter().position(|cached| cached.game == game && cached.spec == job.engine)?;
    let mut cached = cache.remove(index);
    if cached.session != job.session {
        cached.engine.reset();
        cached.session.clone_from(&job.session);
    }
    Some(cached)
}

/// Runs a job on the cached engine or a new one, and returns the engine for the cache.
fn run_job(catalog: &Catalog, queued: &QueuedJob, cached: Option<CachedEngine>) -> Option<CachedEngine> {
    let SearchJob { game, engine: spec, limits, kind, session, .. } = &queued.job;
    let send = |event| {
        // The receiver may be gone; then the stop flag is raised as well.
        let _ = queued.events.send(event);
    };
    let mut cached = match cached {
        Some(cached) => cached,
        None => match catalog.engine(&**game, spec) {
            Ok(engine) => {
                let game = game.as_any().type_id();
                CachedEngine { game, spec: spec.clone(), session: session.clone(), engine }
            }
            Err(error) => {
                send(JobEvent::Failed(error.to_string()));
                return None;
            }
        },
    };
    if *kind == JobKind::Move {
        send(JobEvent::Started);
    }
    let result = match kind {
        JobKind::Move | JobKind::Search => search(&mut *cached.engine, &**game, limits, send),
        JobKind::MoveValues => analyze(&mut *cached.engine, &**game, limits, send),
    };
    send(result.map_or_else(JobEvent::Failed, |()| JobEvent::Finished));
    Some(cached)
}

fn search(
    engine: &mut dyn AnyEngine,
    game: &dyn AnyGame,
    limits: &Limits,
    send: impl Fn(JobEvent),
) -> Result<(), String> {
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
    result.map_err(|error| error.to_string())
}

fn analyze(
    engine: &mut dyn AnyEngine,
    game: &dyn AnyGame,
    limits: &Limits,
    send: impl Fn(JobEvent),
) -> Result<(), String> {
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
    result.map(drop).map_err(|error| error.to_string())
}

/// Whether a progress event is due; if so, records the current time.
fn is_progress_due(last_sent: &mut Option<Instant>) -> bool {
    let is_due = last_sent.is_none_or(|sent| sent.elapsed() >= PROGRESS_INTERVAL);
    if is_due {
        *last_sent = Some(Instant::now());
    }
    is_due
}
