//! [`EngineHost`]: keeps engines between searches and runs them. It owns no threads and reads no clock of the system: whoever
//! uses it chooses the thread that calls it, and passes in the time if engines are to be dropped when idle.

use std::any::{Any, TypeId};
use std::cmp::Reverse;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use parlor_core::{
    AnyEngine, AnyGame, AnyReport, Catalog, EngineSpec, EngineSpecError, Limits, Player, SearchError, Setup, Value,
};

use crate::SearchFailure;

/// Builds the engine that a spec names, for a game.
#[derive(Clone)]
pub struct EngineFactory<'a>(Arc<BuildEngine<'a>>);

type BuildEngine<'a> =
    dyn Fn(&dyn AnyGame, &EngineSpec) -> Result<Box<dyn AnyEngine>, EngineSpecError> + Send + Sync + 'a;

impl<'a> EngineFactory<'a> {
    pub fn new<B>(build: B) -> EngineFactory<'a>
    where
        B: Fn(&dyn AnyGame, &EngineSpec) -> Result<Box<dyn AnyEngine>, EngineSpecError> + Send + Sync + 'a,
    {
        EngineFactory(Arc::new(build))
    }
}

impl fmt::Debug for EngineFactory<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("EngineFactory")
    }
}

impl<'a> From<&'a Catalog> for EngineFactory<'a> {
    fn from(catalog: &'a Catalog) -> EngineFactory<'a> {
        EngineFactory::new(|game, spec| catalog.engine(game, spec))
    }
}

impl From<Catalog> for EngineFactory<'static> {
    fn from(catalog: Catalog) -> EngineFactory<'static> {
        EngineFactory::new(move |game, spec| catalog.engine(game, spec))
    }
}

/// Place of an engine in a host: a seat of a match, a worker, an entrant of a competition. It holds one engine at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EngineSlot(pub usize);

impl From<Player> for EngineSlot {
    fn from(player: Player) -> EngineSlot {
        EngineSlot(player.index())
    }
}

/// The engine that is wanted, and the game that it is wanted for.
#[derive(Clone, Copy, Debug)]
pub struct EngineRequest<'a> {
    pub slot: EngineSlot,
    pub spec: &'a EngineSpec,
    pub game: &'a dyn AnyGame,
    /// A match or another series of searches. An engine resets itself before the first search of another session.
    pub session: &'a str,
}

/// Engines that are kept between searches. An engine is used again in its slot for the same spec and the same type of
/// game; otherwise it is dropped before another one is built. One that panics is dropped as well.
pub struct EngineHost<'a> {
    factory: EngineFactory<'a>,
    /// Least recently used first.
    engines: Vec<HostedEngine>,
    capacity: usize,
    pace: Pace,
}

impl<'a> EngineHost<'a> {
    /// A host that keeps at most `capacity` engines, those used last. It keeps them for ever and passes on every report.
    pub fn new(capacity: usize, factory: impl Into<EngineFactory<'a>>) -> EngineHost<'a> {
        EngineHost { factory: factory.into(), engines: Vec::new(), capacity, pace: Pace::default() }
    }

    /// Drops engines that nobody used for `idle_time`, when [`drop_idle`](Self::drop_idle) is called. Between two reports
    /// of a search `report_interval` passes; its last one always arrives. `now` gives the time since any moment.
    #[must_use]
    pub fn with_pace(
        self,
        idle_time: Duration,
        report_interval: Duration,
        now: impl Fn() -> Duration + Send + Sync + 'static,
    ) -> EngineHost<'a> {
        EngineHost { pace: Pace { idle_time, report_interval, now: Arc::new(now) }, ..self }
    }

    /// Number of engines that are kept.
    pub fn engine_count(&self) -> usize {
        self.engines.len()
    }

    /// Searches the position of a request. Reports nothing if the stop flag is raised before the search begins.
    pub fn search(
        &mut self,
        request: EngineRequest,
        limits: &Limits,
        on_report: &mut dyn FnMut(AnyReport),
    ) -> Result<(), SearchFailure> {
        if limits.stop.is_raised() {
            return Ok(());
        }
        let mut engine = self.take(request)?;
        let result = engine.search(request.game, limits, on_report);
        self.put(engine);
        result
    }

    /// Finds the values of all legal moves, as [`HostedEngine::analyze`] does.
    pub fn analyze(
        &mut self,
        request: EngineRequest,
        limits: &Limits,
        on_value: &mut dyn FnMut(&[MoveValue], usize),
    ) -> Result<MoveAnalysis, SearchFailure> {
        let mut engine = self.take(request)?;
        let result = engine.analyze(request.game, limits, on_value);
        self.put(engine);
        result
    }

    /// Calls the engine of a request.
    pub fn call<T>(
        &mut self,
        request: EngineRequest,
        call: impl FnOnce(&mut dyn AnyEngine) -> Result<T, SearchError>,
    ) -> Result<T, SearchFailure> {
        let mut engine = self.take(request)?;
        let result = engine.call(call);
        self.put(engine);
        result
    }

    /// Builds an engine before it is needed, or resets it for another session.
    pub fn prepare(&mut self, request: EngineRequest) -> Result<(), BuildError> {
        let engine = self.take(request)?;
        self.put(engine);
        Ok(())
    }

    /// Calls the engine in a slot, if there is one.
    pub fn notify(&mut self, slot: EngineSlot, call: impl FnOnce(&mut dyn AnyEngine)) {
        if let Some(mut engine) = self.remove(slot) {
            let _ = engine.call(|engine| {
                call(engine);
                Ok(())
            });
            self.put(engine);
        }
    }

    /// Drops the engine in a slot.
    pub fn forget(&mut self, slot: EngineSlot) {
        drop_contained(self.remove(slot));
    }

    /// Drops the engines that have been idle for long enough.
    pub fn drop_idle(&mut self) {
        let (now, idle_time) = ((self.pace.now)(), self.pace.idle_time);
        let is_idle = |engine: &mut HostedEngine| now >= engine.used_at.saturating_add(idle_time);
        self.engines.extract_if(.., is_idle).for_each(drop_contained);
    }

    /// Time until [`drop_idle`](Self::drop_idle) has something to drop; `None` while no engine is kept.
    pub fn time_until_idle(&self) -> Option<Duration> {
        let first = self.engines.iter().map(|engine| engine.used_at).min()?;
        Some(first.saturating_add(self.pace.idle_time).saturating_sub((self.pace.now)()))
    }

    /// Takes an engine out of the host, to run it elsewhere: the one that is kept, or else a new one.
    pub fn take(&mut self, request: EngineRequest) -> Result<HostedEngine, BuildError> {
        let kept = self.remove(request.slot).filter(|engine| engine.fits(request));
        if let Some(engine) = kept.and_then(|engine| engine.in_session(request.session)) {
            return Ok(engine);
        }
        while self.engines.len() >= self.capacity.max(1) {
            drop_contained(self.engines.remove(0));
        }
        let build = AssertUnwindSafe(|| (self.factory.0)(request.game, request.spec));
        let engine = catch_unwind(build).map_err(|panic| BuildError::Panicked(panic_message(&*panic)))??;
        Ok(HostedEngine::new(request, engine, self.pace.clone()))
    }

    /// Keeps an engine that was taken out, unless it panicked.
    pub fn put(&mut self, mut engine: HostedEngine) {
        self.forget(engine.slot);
        if engine.engine.is_some() {
            engine.used_at = (self.pace.now)();
            self.engines.push(engine);
        }
        while self.engines.len() > self.capacity {
            drop_contained(self.engines.remove(0));
        }
    }

    fn remove(&mut self, slot: EngineSlot) -> Option<HostedEngine> {
        let place = self.engines.iter().position(|engine| engine.slot == slot)?;
        Some(self.engines.remove(place))
    }
}

impl fmt::Debug for EngineHost<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.engines.iter().map(|engine| (engine.slot, &engine.spec))).finish()
    }
}

/// Times of a host, and what measures them.
#[derive(Clone)]
struct Pace {
    idle_time: Duration,
    report_interval: Duration,
    now: Arc<dyn Fn() -> Duration + Send + Sync>,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace { idle_time: Duration::MAX, report_interval: Duration::ZERO, now: Arc::new(|| Duration::ZERO) }
    }
}

impl Pace {
    /// Whether a report is due; if so, the interval begins anew.
    fn is_due(&self, last: &mut Option<Duration>) -> bool {
        let now = (self.now)();
        let is_due = last.is_none_or(|last| now.saturating_sub(last) >= self.report_interval);
        if is_due {
            *last = Some(now);
        }
        is_due
    }
}

/// An engine with what it was built for. Its panics are contained: one that panicked is dropped, because its half-written
/// tables could prove wrong results.
pub struct HostedEngine {
    slot: EngineSlot,
    spec: EngineSpec,
    /// Type of the game: the Rust type, which may depend on the position, and the setup without its position.
    game_type: TypeId,
    setup: Setup,
    session: String,
    /// `None` after a panic.
    engine: Option<Box<dyn AnyEngine>>,
    pace: Pace,
    used_at: Duration,
}

impl HostedEngine {
    fn new(request: EngineRequest, engine: Box<dyn AnyEngine>, pace: Pace) -> HostedEngine {
        HostedEngine {
            slot: request.slot,
            spec: request.spec.clone(),
            game_type: request.game.as_any().type_id(),
            setup: Setup { position: None, ..request.game.setup().clone() },
            session: request.session.to_owned(),
            engine: Some(engine),
            pace,
            used_at: Duration::ZERO,
        }
    }

    fn fits(&self, request: EngineRequest) -> bool {
        let setup = request.game.setup();
        self.spec == *request.spec
            && self.game_type == request.game.as_any().type_id()
            && self.setup.game == setup.game
            && self.setup.options == setup.options
    }

    /// The engine in a session, in which it knows nothing of the one before; `None` if it panicked.
    fn in_session(mut self, session: &str) -> Option<HostedEngine> {
        if self.session != session {
            session.clone_into(&mut self.session);
            self.reset();
        }
        self.engine.is_some().then_some(self)
    }

    /// Lets the engine forget what it learned.
    pub fn reset(&mut self) {
        let _ = self.call(|engine| {
            engine.reset();
            Ok(())
        });
    }

    pub fn call<T>(
        &mut self,
        call: impl FnOnce(&mut dyn AnyEngine) -> Result<T, SearchError>,
    ) -> Result<T, SearchFailure> {
        let Some(engine) = &mut self.engine else { return Err(SearchFailure::NoMove) };
        let result = catch_unwind(AssertUnwindSafe(|| call(&mut **engine)));
        match result {
            Ok(result) => result.map_err(SearchFailure::SearchError),
            Err(panic) => {
                drop_contained(self.engine.take());
                Err(SearchFailure::Panicked(panic_message(&*panic)))
            }
        }
    }

    pub fn search(
        &mut self,
        game: &dyn AnyGame,
        limits: &Limits,
        on_report: &mut dyn FnMut(AnyReport),
    ) -> Result<(), SearchFailure> {
        let (pace, mut last, mut pending) = (self.pace.clone(), None, None);
        let result = self.call(|engine| {
            engine.search(game, limits, &mut |info| {
                pending = None;
                if pace.is_due(&mut last) { on_report(info) } else { pending = Some(info) }
            })
        });
        pending.into_iter().for_each(on_report);
        result
    }

    /// Finds the values of all legal moves. `on_value` gets them as far as they are known, and the place of the latest.
    pub fn analyze(
        &mut self,
        game: &dyn AnyGame,
        limits: &Limits,
        on_value: &mut dyn FnMut(&[MoveValue], usize),
    ) -> Result<MoveAnalysis, SearchFailure> {
        let (pace, mut last, mut pending) = (self.pace.clone(), None, None);
        let mut moves: Vec<MoveValue> = game.legal_moves().into_iter().map(|m| (m, None)).collect();
        let nodes = self.call(|engine| {
            engine.analyze(game, limits, &mut |notation, value| {
                let Some(latest) = moves.iter().position(|(m, _)| *m == notation) else { return };
                moves[latest].1 = Some(value);
                pending = Some(latest);
                if pace.is_due(&mut last) {
                    pending = None;
                    on_value(&moves, latest);
                }
            })
        });
        if let Some(latest) = pending {
            on_value(&moves, latest);
        }
        Ok(MoveAnalysis { moves, nodes: nodes? })
    }
}

impl fmt::Debug for HostedEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HostedEngine").field("slot", &self.slot).field("spec", &self.spec).finish_non_exhaustive()
    }
}

/// A legal move with its value for the side to move; `None` if the search has not reached it.
pub type MoveValue = (String, Option<Value>);

/// Values of all legal moves of a position.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MoveAnalysis {
    /// In the order of the game.
    pub moves: Vec<MoveValue>,
    pub nodes: u64,
}

impl MoveAnalysis {
    /// The moves with the best ones first. Equal moves stay in the order of the game; those without a value come last.
    pub fn best_first(mut self) -> Vec<MoveValue> {
        self.moves.sort_by_key(|(_, value)| Reverse(value.map(Value::ranking)));
        self.moves
    }
}

/// Reason for which an engine could not be built.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BuildError {
    #[error(transparent)]
    Spec(#[from] EngineSpecError),
    /// Holds the message of the panic.
    #[error("the engine crashed when it was built: {0}")]
    Panicked(String),
}

impl From<BuildError> for SearchFailure {
    fn from(error: BuildError) -> SearchFailure {
        match error {
            BuildError::Spec(error) => SearchFailure::CannotStart(error.to_string()),
            BuildError::Panicked(panic) => SearchFailure::Panicked(panic),
        }
    }
}

fn drop_contained<T>(value: T) {
    let _ = catch_unwind(AssertUnwindSafe(|| drop(value)));
}

fn panic_message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("unknown reason").to_owned()
}
