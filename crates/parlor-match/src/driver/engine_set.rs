//! Engines that search on the calling thread, for terminals and for series of matches between engines.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use parlor_core::{
    AnyEngine, AnyGame, AnySearchInfo, Catalog, EngineSpec, EngineSpecError, GameResult, Limits, Outcome, Player,
    SearchError, StopFlag,
};

use super::{Driver, Output, SearchFailure, Seat, run_search};
use crate::{EngineFailure, Event};

type Build<'a> = Box<dyn Fn(&dyn AnyGame, &EngineSpec) -> Result<Box<dyn AnyEngine>, EngineSpecError> + 'a>;

/// The engines of both sides. They are built when they are first needed, and can play any number of matches of one
/// game.
pub struct EngineSet<'a> {
    build: Build<'a>,
    /// Each engine with the spec that it was built for.
    engines: [(EngineSpec, Option<Box<dyn AnyEngine>>); 2],
    stop: StopFlag,
    can_lose_on_time: bool,
}

impl<'a> EngineSet<'a> {
    pub fn new(
        build: impl Fn(&dyn AnyGame, &EngineSpec) -> Result<Box<dyn AnyEngine>, EngineSpecError> + 'a,
    ) -> EngineSet<'a> {
        let (engines, stop) = (Default::default(), StopFlag::default());
        EngineSet { build: Box::new(build), engines, stop, can_lose_on_time: false }
    }

    /// Engines of a catalog.
    pub fn of_catalog(catalog: &'a Catalog) -> EngineSet<'a> {
        EngineSet::new(|game, spec| catalog.engine(game, spec))
    }

    /// For rated games: an engine that answers after the end of its clock loses, unless the terms say otherwise. By
    /// default, delays of a busy machine after a search do not count against an engine.
    #[must_use]
    pub fn with_losses_on_time(self) -> EngineSet<'a> {
        EngineSet { can_lose_on_time: true, ..self }
    }

    /// Ends searches and [`play`](Self::play) when the flag is raised.
    pub fn set_stop(&mut self, stop: StopFlag) {
        self.stop = stop;
    }

    /// Seats an engine that was built before for this spec.
    pub fn insert(&mut self, player: Player, spec: EngineSpec, engine: Box<dyn AnyEngine>) {
        self.engines[player.index()] = (spec, Some(engine));
    }

    /// Takes an engine out; `None` if there is none, or if it panicked.
    pub fn take(&mut self, player: Player) -> Option<Box<dyn AnyEngine>> {
        self.engines[player.index()].1.take()
    }

    /// Lets all engines forget what they learned, for a new match.
    pub fn reset(&mut self) {
        for player in Player::BOTH {
            self.notify(player, |engine| engine.reset());
        }
    }

    /// Calls an engine that is built. One that panics is dropped, and built again when it is needed.
    fn notify(&mut self, player: Player, call: impl FnOnce(&mut dyn AnyEngine)) {
        let slot = &mut self.engines[player.index()].1;
        if slot.is_some() {
            let call = |engine: &mut dyn AnyEngine| {
                call(engine);
                Ok(())
            };
            let _ = run_search(slot, || Err(String::new()), call);
        }
    }

    /// Builds the engines and announces a new match to them, before the clocks start: an external program may need
    /// time to start. Fails if an engine cannot be built as its spec says.
    pub fn begin_match(&mut self, driver: &Driver) -> Result<(), EngineSpecError> {
        let game = driver.current_match().game();
        for player in Player::BOTH {
            let Some(Seat::Engine { spec, .. }) = driver.seat(player) else { continue };
            let slot = &mut self.engines[player.index()];
            if slot.0 != *spec || slot.1.is_none() {
                // A panic here is contained, and shows again at the first search.
                if let Ok(built) = catch_unwind(AssertUnwindSafe(|| (self.build)(game, spec))) {
                    *slot = (spec.clone(), Some(built?));
                }
            }
            // A program that does not start fails again at its first search, which the terms provide for.
            let _ = self.with_engine(driver, player, |engine| engine.begin_game(game, player));
        }
        Ok(())
    }

    /// Announces the end of the match to its engines; without an outcome it was broken off.
    pub fn end_match(&mut self, outcome: Option<Outcome>, reason: &str) {
        for player in Player::BOTH {
            let result = outcome.map_or(GameResult::Unfinished, |outcome| GameResult::from_outcome(outcome, player));
            self.notify(player, |engine| engine.end_game(result, reason));
        }
    }

    /// Plays until a person's move, a retry or nothing is awaited, with searches on the calling thread. `now` gives the
    /// time, and `on_event` is called after every event, with the report that led to a move.
    pub fn play<E>(
        &mut self,
        driver: &mut Driver,
        mut now: impl FnMut() -> Duration,
        mut on_event: impl FnMut(&Driver, &Event, Option<&AnySearchInfo>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut time = now();
        while let Some(output) = driver.poll(time) {
            match output {
                Output::StartSearch { id, player, limits } => {
                    driver.search_started(id, time);
                    let limits = Limits { stop: self.stop.clone(), ..limits };
                    let search = self.search(driver, player, &limits, time, &mut now);
                    time = now();
                    if self.stop.is_raised() {
                        driver.reset_search(time);
                        return Ok(());
                    }
                    search.report.into_iter().for_each(|info| driver.search_reported(id, info));
                    let ended = if self.can_lose_on_time { search.ended } else { driver.before_flag(search.ended) };
                    driver.search_ended(id, search.result, ended);
                }
                Output::CancelSearch(_) => {}
                Output::Commit(event) => {
                    let report = driver.engine_turn.take_report();
                    driver.apply(&event, time);
                    on_event(driver, &event, report.as_ref())?;
                    time = now();
                }
            }
        }
        Ok(())
    }

    /// Lets the engine to move search. At the end of its clock the last report before it counts, if the terms say so.
    fn search(
        &mut self,
        driver: &Driver,
        player: Player,
        limits: &Limits,
        started: Duration,
        now: &mut impl FnMut() -> Duration,
    ) -> FinishedSearch {
        let current = driver.current_match();
        let flag = driver.flag_falls_at();
        let uses_last_report = current.terms().engine_failure == EngineFailure::UseLastReport;
        let (mut last, mut last_in_time, mut charged) = (None, None, None);
        let mut on_info = |info: AnySearchInfo| {
            if uses_last_report && flag.is_none_or(|flag| now() < flag) {
                last_in_time = Some(info.clone());
            }
            last = Some(info);
        };
        let result = self.with_engine(driver, player, |engine| {
            let result = engine.search(current.game(), limits, &mut on_info);
            charged = engine.charged_time();
            result
        });
        // The start of an external program is not charged to it.
        let ended = charged.map_or_else(now, |time| started.saturating_add(time));
        let is_overrun = match &result {
            Ok(()) => flag.is_some_and(|flag| ended >= flag),
            Err(failure) => failure.is_overrun(),
        };
        if uses_last_report && is_overrun {
            let result = if last_in_time.is_some() { Ok(()) } else { Err(SearchFailure::TooSlow) };
            return FinishedSearch { report: last_in_time, result, ended };
        }
        FinishedSearch { report: last, result, ended }
    }

    /// Calls the engine of a seat, which is built first if the seat has a new one.
    fn with_engine(
        &mut self,
        driver: &Driver,
        player: Player,
        call: impl FnOnce(&mut dyn AnyEngine) -> Result<(), SearchError>,
    ) -> Result<(), SearchFailure> {
        let Some(Seat::Engine { spec, .. }) = driver.seat(player) else { return Err(SearchFailure::NoMove) };
        let (built_for, engine) = &mut self.engines[player.index()];
        if built_for != spec {
            (*built_for, *engine) = (spec.clone(), None);
        }
        let build = || (self.build)(driver.current_match().game(), built_for).map_err(|error| error.to_string());
        run_search(engine, build, call)
    }
}

/// What came of a search.
struct FinishedSearch {
    report: Option<AnySearchInfo>,
    result: Result<(), SearchFailure>,
    /// When it ended, by the engine's clock.
    ended: Duration,
}

impl fmt::Debug for EngineSet<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.engines.iter().map(|(spec, _)| spec)).finish()
    }
}
