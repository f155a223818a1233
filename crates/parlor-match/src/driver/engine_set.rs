//! Engines that search on the calling thread, for terminals and for series of matches between engines.

use std::time::Duration;

use parlor_core::{AnyEngine, AnyReport, EngineSpecError, GameResult, Limits, Outcome, Player, StopFlag};

use super::{Driver, Output, Seat};
use crate::engine_host::{BuildError, EngineFactory, EngineHost, EngineRequest, EngineSlot};
use crate::{EngineFailure, Event, SearchFailure};

/// The engines of both sides, on the calling thread. They are built when they are first needed, and can play any number of
/// matches.
#[derive(Debug)]
pub struct EngineSet<'a> {
    host: EngineHost<'a>,
    slots: [EngineSlot; 2],
    /// Number of the match, which is a session of its engines.
    session: u64,
    stop: StopFlag,
    can_lose_on_time: bool,
}

impl<'a> EngineSet<'a> {
    /// The engines of one seat each.
    pub fn new(factory: impl Into<EngineFactory<'a>>) -> EngineSet<'a> {
        EngineSet::of_host(EngineHost::new(2, factory))
    }

    /// Engines of a host that keeps more than those of one match.
    pub fn of_host(host: EngineHost<'a>) -> EngineSet<'a> {
        let slots = Player::BOTH.map(EngineSlot::from);
        EngineSet { host, slots, session: 0, stop: StopFlag::default(), can_lose_on_time: false }
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

    /// Chooses the slots of both sides for the next match, such as those of two entrants of a competition.
    pub fn set_slots(&mut self, slots: [EngineSlot; 2]) {
        self.slots = slots;
    }

    /// Drops the engine of a slot.
    pub fn forget(&mut self, slot: EngineSlot) {
        self.host.forget(slot);
    }

    /// Announces a new match to its engines, which forget what they learned in the one before, and builds those that are
    /// missing. This is done before the clocks start: an external program may need time to start. Fails if an engine
    /// cannot be built as its spec says.
    pub fn begin_match(&mut self, driver: &Driver) -> Result<(), EngineSpecError> {
        self.session += 1;
        for player in Player::BOTH {
            // A panic, and a program that does not start, show again at the first search, which the terms provide for.
            match self.on_request(driver, player, EngineHost::prepare) {
                Some(Err(BuildError::Spec(error))) => return Err(error),
                Some(Ok(())) => {
                    self.notify(player, |engine| drop(engine.begin_game(driver.current_match().game(), player)));
                }
                Some(Err(BuildError::Panicked(_))) | None => {}
            }
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

    fn notify(&mut self, player: Player, call: impl FnOnce(&mut dyn AnyEngine)) {
        self.host.notify(self.slots[player.index()], call);
    }

    /// Plays until a person's move, a retry or nothing is awaited, with searches on the calling thread. `now` gives the
    /// time, and `on_event` is called after every event, with the report that led to a move.
    pub fn play<E>(
        &mut self,
        driver: &mut Driver,
        mut now: impl FnMut() -> Duration,
        mut on_event: impl FnMut(&Driver, &Event, Option<&AnyReport>) -> Result<(), E>,
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
                Output::Store(event) => {
                    let report = driver.engine_turn.take_report();
                    driver.stored(time);
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
        let (mut last, mut last_in_time) = (None, None);
        let mut on_report = |info: AnyReport| {
            if uses_last_report && flag.is_none_or(|flag| now() < flag) {
                last_in_time = Some(info.clone());
            }
            last = Some(info);
        };
        let searched = self.on_request(driver, player, |host, request| host.search(request, limits, &mut on_report));
        let result = searched.unwrap_or(Err(SearchFailure::NoMove));
        let mut charged = None;
        self.notify(player, |engine| charged = engine.charged_time());
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

    /// Asks the host for the engine of a seat; `None` if nobody or a person has the seat.
    fn on_request<T>(
        &mut self,
        driver: &Driver,
        player: Player,
        ask: impl FnOnce(&mut EngineHost<'a>, EngineRequest) -> T,
    ) -> Option<T> {
        let Some(Seat::Engine { spec, .. }) = driver.seat(player) else { return None };
        let (slot, session) = (self.slots[player.index()], self.session.to_string());
        let game = driver.current_match().game();
        Some(ask(&mut self.host, EngineRequest { slot, spec, game, session: &session }))
    }
}

/// What came of a search.
struct FinishedSearch {
    report: Option<AnyReport>,
    result: Result<(), SearchFailure>,
    /// When it ended, by the engine's clock.
    ended: Duration,
}
