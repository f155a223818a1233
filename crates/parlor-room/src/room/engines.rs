//! Engines of a room: the driver, its searches, and when engines may move.

use std::time::Duration;

use parlor_core::{AnyReport, Limits, Player, ReportView};
use parlor_match::{Output, SearchFailure, SearchId, Seat};

use super::{EMPTY_GRACE, RETRY_DELAY, Room};
use crate::{Effect, ServerMessage};

impl Room {
    /// Does what the driver asks for, until it asks for a write.
    pub(super) fn drive(&mut self, now: Duration) {
        if self.write.is_some() {
            return;
        }
        self.update_driver(now);
        if self.is_retry_early(now) {
            return;
        }
        self.retry_at = None;
        while let Some(output) = self.driver.poll(now) {
            match output {
                Output::StartSearch { id, player, limits } => self.start_search(id, player, limits, now),
                Output::CancelSearch(_) => self.cancel_search(),
                Output::Store(event) => return self.write_event(None, event, None),
            }
        }
    }

    /// Tells the driver who is there, and whether engines may move.
    fn update_driver(&mut self, now: Duration) {
        if self.participants.is_complete() {
            self.driver.start(now);
        }
        let has_only_engines = self.participants.has_only_engines();
        let pace = if has_only_engines { self.participants.pace } else { 0.0 };
        self.driver.set_pace(Duration::from_secs_f64(pace));
        // An engine on a clock against a person goes on in an empty room, because otherwise repeated reloads
        // could use up its time.
        let is_abandoned = self.is_empty_for(EMPTY_GRACE, now);
        self.driver.set_held(self.is_paused || (is_abandoned && (has_only_engines || !self.is_timed())));
        if is_abandoned && !self.is_timed() && self.search.is_some() {
            self.cancel_search();
            self.driver.reset_search(now);
        }
    }

    fn start_search(&mut self, id: SearchId, player: Player, limits: Limits, now: Duration) {
        let game = self.current_match().game();
        let engine = match self.driver.seat(player) {
            Some(Seat::Engine { spec, .. }) => self.offer.lower(game, spec),
            _ => None,
        };
        if let Some(engine) = engine {
            self.effects.push_back(Effect::StartSearch { id, game: game.clone_box(), engine, limits });
            self.search = Some(id);
        } else {
            let failure = SearchFailure::CannotStart("this server does not offer it".to_owned());
            self.driver.search_ended(id, Err(failure), now);
        }
    }

    pub(super) fn cancel_search(&mut self) {
        self.effects.extend(self.search.take().map(Effect::CancelSearch));
    }

    /// A worker has started a search. The engine's clock runs from now on.
    pub fn search_started(&mut self, id: SearchId, now: Duration) {
        if self.search == Some(id) {
            self.driver.search_started(id, now);
            self.settle(now);
        }
    }

    /// The engine has reported a move, better than the one before.
    pub fn search_reported(&mut self, id: SearchId, info: AnyReport) {
        if self.search == Some(id) {
            let (ply, unit) = (self.current_match().ply(), self.current_match().game().unit());
            // Without the principal variation, which would tell the opponent the engine's plans.
            let report = ReportView { line: Vec::new(), ..info.clone().view(unit) };
            self.driver.search_reported(id, info);
            self.tell(ServerMessage::Thinking { ply, info: report });
        }
    }

    pub fn search_ended(&mut self, id: SearchId, result: Result<(), SearchFailure>, now: Duration) {
        if self.search == Some(id) {
            self.search = None;
            self.driver.search_ended(id, result, now);
            self.settle(now);
        }
    }

    /// No worker was free, or the host stopped the search, so it says nothing about the engine. It is tried
    /// again after a delay.
    pub fn search_interrupted(&mut self, id: SearchId, now: Duration) {
        if self.search == Some(id) {
            self.search = None;
            self.driver.reset_search(now);
            self.retry_at = Some(now + RETRY_DELAY);
            self.settle(now);
        }
    }
}
