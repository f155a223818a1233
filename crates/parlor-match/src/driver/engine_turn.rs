//! Turn of an engine: search, report, move at the chosen pace, and failure.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use parlor_core::{AnyReport, GameClock, Limits, Player, StopFlag, engine_time};

use super::search::SearchId;
use super::{Driver, Output, Seat};
use crate::decision::{Decision, ParsedMove};
use crate::{Command, EngineFailure, MatchError, SearchFailure, TimeControl};

/// Time for which an engine may overrun its time limit before its last report counts.
const OVERRUN: Duration = Duration::from_secs(1);
/// Further time for an engine that has reported nothing yet.
const GRACE: Duration = Duration::from_secs(5);

/// State of the engine to move.
#[derive(Clone, Debug)]
pub(super) enum EngineTurn {
    /// No search: a person is to move, or the search has not started yet.
    Idle,
    Searching {
        id: SearchId,
        /// False while the search waits for a worker.
        is_started: bool,
        time: Option<Duration>,
        /// Time at which the last report counts, although the engine goes on.
        overdue_at: Option<Duration>,
        best: Option<AnyReport>,
    },
    /// The move is known but not played yet. `report` is missing if the move was drawn at random.
    MoveReady { parsed: ParsedMove, report: Option<AnyReport> },
    /// The engine failed, and the event is not applied yet. A legal move that it had reported may still count.
    Failed { best: Option<(ParsedMove, AnyReport)> },
    /// The match waits for a person to try again or to choose another engine.
    Paused { reason: String },
}

impl EngineTurn {
    pub(super) fn report(&self) -> Option<&AnyReport> {
        match self {
            EngineTurn::Searching { best: report, .. } | EngineTurn::MoveReady { report, .. } => report.as_ref(),
            EngineTurn::Idle | EngineTurn::Failed { .. } | EngineTurn::Paused { .. } => None,
        }
    }

    /// Takes the report of a move that is about to be played.
    pub(super) fn take_report(&mut self) -> Option<AnyReport> {
        if let EngineTurn::MoveReady { report, .. } = self { report.take() } else { None }
    }
}

impl Driver {
    /// A worker has started the search. The engine's clock runs from now on.
    pub fn search_started(&mut self, search: SearchId, now: Duration) {
        if let EngineTurn::Searching { id, is_started, time, overdue_at, .. } = &mut self.engine_turn
            && *id == search
        {
            *is_started = true;
            *overdue_at = time.and_then(|time| now.checked_add(time)?.checked_add(OVERRUN));
        }
        self.update_clock(now);
    }

    /// The engine has reported a move, better than the one before.
    pub fn search_reported(&mut self, search: SearchId, info: AnyReport) {
        if let EngineTurn::Searching { id, best, .. } = &mut self.engine_turn
            && *id == search
        {
            *best = Some(info);
        }
    }

    /// The search has ended. Its last report is the engine's move, if that is legal.
    pub fn search_ended(&mut self, search: SearchId, result: Result<(), SearchFailure>, now: Duration) {
        let uses_last_report = self.current.terms().engine_failure == EngineFailure::UseLastReport;
        let now = if uses_last_report { self.before_flag(now) } else { now };
        if let EngineTurn::Searching { id, best, .. } = &mut self.engine_turn
            && *id == search
        {
            let best = best.take();
            self.end_search(best, result.err());
        }
        self.update_clock(now);
    }

    /// Forgets the search, which starts again at the next poll: there was no worker, or it was stopped from outside.
    pub fn reset_search(&mut self, now: Duration) {
        if matches!(self.engine_turn, EngineTurn::Searching { .. }) {
            self.engine_turn = EngineTurn::Idle;
        }
        self.update_clock(now);
    }

    /// Lets the engine try again after a failure.
    pub fn retry(&mut self, now: Duration) {
        if matches!(self.engine_turn, EngineTurn::Paused { .. }) {
            self.engine_turn = EngineTurn::Idle;
        }
        self.update_clock(now);
    }

    /// Gives a seat to another player. If it is that seat's turn, the new player moves at once.
    pub fn replace_seat(&mut self, player: Player, seat: Seat, now: Duration) {
        if let Some(old) = self.seats.get_mut(player.index()) {
            *old = seat;
        }
        if player == self.current.turn() {
            self.cancel_search();
            self.failure = None;
        }
        self.update_clock(now);
    }

    /// Drops the state of the engine's turn.
    pub(super) fn cancel_search(&mut self) {
        if let EngineTurn::Searching { id, .. } = std::mem::replace(&mut self.engine_turn, EngineTurn::Idle) {
            self.cancelled = Some(id);
        }
    }

    pub(super) fn poll_engine(&mut self, now: Duration) -> Option<Output> {
        if let EngineTurn::Searching { id, overdue_at: Some(overdue_at), best, .. } = &mut self.engine_turn {
            let (id, is_given_up) = (*id, now >= overdue_at.saturating_add(GRACE));
            if now < *overdue_at || (best.is_none() && !is_given_up) {
                return None;
            }
            let best = best.take();
            let failure = best.is_none().then_some(SearchFailure::TooSlow);
            self.end_search(best, failure);
            return Some(Output::CancelSearch(id));
        }
        match &self.engine_turn {
            EngineTurn::Idle => self.start_search(now),
            EngineTurn::MoveReady { parsed, .. } => {
                if self.is_held || now < self.changed_at.saturating_add(self.pace) {
                    return None;
                }
                let decided = self.current.decide_parsed(parsed.clone(), self.match_time(now));
                self.store_or_pause(decided)
            }
            EngineTurn::Failed { .. } => {
                let reason = self.failure.as_ref().map_or(String::new(), ToString::to_string);
                let (turn, ply) = (self.current.turn(), self.current.ply());
                let decided = self.current.decide(turn, ply, &Command::FailEngine(reason), self.match_time(now));
                self.store_or_pause(decided)
            }
            EngineTurn::Searching { .. } | EngineTurn::Paused { .. } => None,
        }
    }

    /// Pauses the match if nothing could be decided, because the match is too long for one more event.
    fn store_or_pause(&mut self, decided: Result<Decision, MatchError>) -> Option<Output> {
        match decided {
            Ok(decision) => Some(Output::Store(self.take_off(decision))),
            Err(error) => {
                self.engine_turn = EngineTurn::Paused { reason: error.to_string() };
                None
            }
        }
    }

    pub(super) fn engine_wakes_at(&self, now: Duration) -> Option<Duration> {
        match &self.engine_turn {
            EngineTurn::Idle => self.limits_to_search(now).map(|_| now),
            EngineTurn::Searching { overdue_at, best: Some(_), .. } => *overdue_at,
            EngineTurn::Searching { overdue_at, .. } => overdue_at.map(|overdue_at| overdue_at.saturating_add(GRACE)),
            EngineTurn::MoveReady { .. } if self.is_held => None,
            EngineTurn::MoveReady { .. } => Some(self.changed_at.saturating_add(self.pace)),
            EngineTurn::Failed { .. } => Some(now),
            EngineTurn::Paused { .. } => None,
        }
    }

    /// Limits of the engine to move, if it may search now.
    fn limits_to_search(&self, now: Duration) -> Option<Limits> {
        let Some(Seat::Engine { limits, .. }) = self.seat(self.current.turn()) else { return None };
        if !self.is_started || self.is_held || self.current.result().is_some() {
            return None;
        }
        let time = limits.time.into_iter().chain(self.thinking_time(now)).min();
        Some(Limits { time, clock: self.game_clock(now), stop: StopFlag::default(), ..*limits })
    }

    /// Time for the next search of the engine to move; `None` without a time limit.
    fn thinking_time(&self, now: Duration) -> Option<Duration> {
        let Some(margin) = self.margin else { return self.current.thinking_time(self.match_time(now)) };
        let remaining = self.clocks(now)?[self.current.turn().index()];
        Some(self.current.terms().time.share(remaining.saturating_sub(margin)))
    }

    /// Clock of a game with one, for engines that divide their time themselves.
    fn game_clock(&self, now: Duration) -> Option<GameClock> {
        let TimeControl::Clock { increment, .. } = self.current.terms().time else { return None };
        let usable =
            |time: Duration| self.margin.map_or_else(|| engine_time(time), |margin| time.saturating_sub(margin));
        let remaining = self.clocks(now)?.map(usable);
        let turn = self.current.turn();
        Some(GameClock { remaining: remaining[turn.index()], opponent: remaining[(!turn).index()], increment })
    }

    fn start_search(&mut self, now: Duration) -> Option<Output> {
        let limits = self.limits_to_search(now)?;
        // An engine that divides a clock itself may think longer than its share: the clock decides.
        let (id, time) = (SearchId::new(), limits.time.filter(|_| limits.clock.is_none()));
        self.engine_turn = EngineTurn::Searching { id, is_started: false, time, overdue_at: None, best: None };
        Some(Output::StartSearch { id, player: self.current.turn(), limits })
    }

    /// Ends the search at the flag with its last report; false if no search runs. `at` is before the flag.
    pub(super) fn end_search_before(&mut self, at: Duration) -> bool {
        let EngineTurn::Searching { id, best, .. } = &mut self.engine_turn else { return false };
        self.cancelled = Some(*id);
        let best = best.take();
        let failure = best.is_none().then_some(SearchFailure::TooSlow);
        self.end_search(best, failure);
        self.clock.set_running(false, at);
        true
    }

    fn end_search(&mut self, best: Option<AnyReport>, failure: Option<SearchFailure>) {
        let best = best.map(|info| (self.current.parse(&info.best), info));
        let (failure, best) = match (failure, best) {
            (None, Some((Some(parsed), info))) => {
                self.engine_turn = EngineTurn::MoveReady { parsed, report: Some(info) };
                return;
            }
            (None, Some((None, info))) => (SearchFailure::IllegalMove(info.best), None),
            (None, None) => (SearchFailure::NoMove, None),
            (Some(failure), best) => (failure, best.and_then(|(parsed, info)| Some((parsed?, info)))),
        };
        let policy = self.current.terms().engine_failure;
        let is_first = self.failure.replace(failure).is_none();
        self.engine_turn =
            if is_first && policy == EngineFailure::Pause { EngineTurn::Idle } else { EngineTurn::Failed { best } };
    }

    /// State after the event of a failure that does not end the match.
    pub(super) fn after_failure(&mut self, reason: &str) {
        let turn = std::mem::replace(&mut self.engine_turn, EngineTurn::Idle);
        if self.current.terms().engine_failure != EngineFailure::UseLastReport {
            self.engine_turn = EngineTurn::Paused { reason: reason.to_owned() };
            return;
        }
        let best = if let EngineTurn::Failed { best: Some((parsed, info)) } = turn {
            Some((parsed, Some(info)))
        } else {
            self.random_move().map(|parsed| (parsed, None))
        };
        if let Some((parsed, report)) = best {
            self.engine_turn = EngineTurn::MoveReady { parsed, report };
        }
    }

    /// A legal move that depends only on the moves so far: a record shows which, and a repeated match has the same.
    fn random_move(&self) -> Option<ParsedMove> {
        let moves = self.current.game().legal_moves();
        let mut hasher = DefaultHasher::new();
        self.current.moves().for_each(|(_, notation)| notation.hash(&mut hasher));
        let index = usize::try_from(hasher.finish() % u64::try_from(moves.len().max(1)).ok()?).ok()?;
        self.current.parse(moves.get(index)?)
    }
}
