//! Engines that search on the calling thread, for terminals and for series of matches between engines.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use parlor_core::{
    AnyEngine, AnyGame, AnySearchInfo, Catalog, EngineSpec, EngineSpecError, GameResult, Limits, Outcome, Player,
    SearchError,
};

use super::{Driver, Output, SearchFailure, SearchId, Seat, run_search};
use crate::{Event, MatchResult};

type Build<'a> = Box<dyn Fn(&dyn AnyGame, &EngineSpec) -> Result<Box<dyn AnyEngine>, EngineSpecError> + 'a>;

/// The engines of both sides. They are built when they are first needed, and can play any number of matches of one
/// game.
pub struct EngineSet<'a> {
    build: Build<'a>,
    /// Each engine with the spec that it was built for.
    engines: [(EngineSpec, Option<Box<dyn AnyEngine>>); 2],
}

impl<'a> EngineSet<'a> {
    pub fn new(
        build: impl Fn(&dyn AnyGame, &EngineSpec) -> Result<Box<dyn AnyEngine>, EngineSpecError> + 'a,
    ) -> EngineSet<'a> {
        EngineSet { build: Box::new(build), engines: Default::default() }
    }

    /// Engines of a catalog.
    pub fn of_catalog(catalog: &'a Catalog) -> EngineSet<'a> {
        EngineSet::new(|game, spec| catalog.engine(game, spec))
    }

    /// Lets all engines forget what they learned, for a new match.
    pub fn reset(&mut self) {
        for (_, engine) in &mut self.engines {
            if engine.is_some() {
                let reset = |engine: &mut dyn AnyEngine| {
                    engine.reset();
                    Ok(())
                };
                // An engine that panics is dropped, and built again when it is needed.
                let _ = run_search(engine, || Err(String::new()), reset);
            }
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

    /// Announces the result of the match to its engines.
    pub fn end_match(&mut self, driver: &Driver) {
        let current = driver.current_match();
        let reason = current.result_text().unwrap_or_default();
        for player in Player::BOTH {
            let result = match (current.result(), current.result().and_then(MatchResult::winner)) {
                (_, Some(winner)) => GameResult::from_outcome(Outcome::Win(winner), player),
                (Some(MatchResult::Finished(_)), None) => GameResult::Draw,
                (_, None) => GameResult::Unfinished,
            };
            let _ = self.with_engine(driver, player, |engine| {
                engine.end_game(result, &reason);
                Ok(())
            });
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
        while let Some(output) = driver.poll(now()) {
            match output {
                Output::StartSearch { id, player, limits } => {
                    driver.search_started(id, now());
                    let result = self.search(driver, id, player, &limits);
                    // Delays of a busy machine after the search do not count against the engine.
                    driver.search_ended(id, result, driver.before_flag(now()));
                }
                Output::CancelSearch(_) => {}
                Output::Commit(event) => {
                    let report = driver.last_report().cloned();
                    driver.apply(&event, now());
                    on_event(driver, &event, report.as_ref())?;
                }
            }
        }
        Ok(())
    }

    fn search(
        &mut self,
        driver: &mut Driver,
        id: SearchId,
        player: Player,
        limits: &Limits,
    ) -> Result<(), SearchFailure> {
        let game = driver.current_match().game();
        let mut last = None;
        let result =
            self.with_engine(driver, player, |engine| engine.search(game, limits, &mut |info| last = Some(info)));
        if let Some(info) = last {
            driver.search_reported(id, info);
        }
        result
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

impl fmt::Debug for EngineSet<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.engines.iter().map(|(spec, _)| spec)).finish()
    }
}
