//! Driver of a match: whose input is awaited, engine searches, clocks, take-backs and engine failures. It does no I/O
//! and reads no clock, so that every front end shares it and tests invent the time.
//!
//! The caller passes the time since a moment of its choice, and handles what [`Driver::poll`] returns until that is
//! `None`. Every event is stored by the caller before it takes effect: it is in flight, and the only one, from
//! [`Driver::decide`] or [`Driver::poll`] to [`Driver::stored`] or [`Driver::refused`].

mod engine_set;
mod engine_turn;
mod engine_worker;
mod match_clock;
mod search;
mod seat;

use std::time::Duration;

use parlor_core::{AnyReport, Limits, Player};

use crate::decision::Decision;
use crate::{Command, EngineFailure, Event, Match, MatchError, SearchFailure};
use engine_turn::EngineTurn;
use match_clock::MatchClock;

pub use engine_set::EngineSet;
pub use engine_worker::{EngineWorker, SearchUpdate, WorkerUpdate};
pub use search::SearchId;
pub use seat::Seat;

/// Driver of one match.
#[derive(Clone, Debug)]
pub struct Driver {
    current: Match,
    /// A decision whose event is being stored.
    in_flight: Option<Decision>,
    seats: Vec<Seat>,
    clock: MatchClock,
    engine_turn: EngineTurn,
    /// Last failure of the engine in this turn, or in the turn that ended the match.
    failure: Option<SearchFailure>,
    /// A search whose result is no longer wanted.
    cancelled: Option<SearchId>,
    is_started: bool,
    is_held: bool,
    pace: Duration,
    /// Part of its time that an engine is not told of; `None`: [`time_margin`](parlor_core::time_margin).
    margin: Option<Duration>,
    /// Time of the last change of the board.
    changed_at: Duration,
}

/// Request of a driver to its caller.
#[derive(Clone, Debug)]
pub enum Output {
    /// Search the position of the match for the engine of this player. The caller then calls
    /// [`Driver::search_started`] and so on.
    StartSearch { id: SearchId, player: Player, limits: Limits },
    /// The result of this search is no longer wanted.
    CancelSearch(SearchId),
    /// Store this event, which is in flight, and then call [`Driver::stored`] or [`Driver::refused`].
    Store(Event),
}

/// What a match waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Awaited<'a> {
    /// The match is over.
    Nothing,
    /// [`Driver::start`].
    Start,
    /// A move of the person at this front end.
    LocalMove(Player),
    /// A move of the person elsewhere.
    RemoteMove(Player),
    EngineMove(Player),
    /// The engine of this player failed for this reason: [`Driver::retry`] or [`Driver::replace_seat`].
    Retry(Player, &'a str),
}

impl Driver {
    /// A match that has not started: no clock runs and no engine searches. Seats missing from `seats` are local
    /// people's. A stored match in which the engine to move has failed is paused.
    pub fn new(current: Match, mut seats: Vec<Seat>) -> Driver {
        seats.resize(usize::from(current.game().player_count()), Seat::Local);
        let is_engine_turn = seats.get(current.turn().index()).is_some_and(Seat::is_engine);
        let failure = current.engine_failure().filter(|_| is_engine_turn);
        let paused = |reason: &str| EngineTurn::Paused { reason: reason.to_owned() };
        Driver {
            clock: MatchClock::new(current.events().last().map_or(Duration::ZERO, |event| event.at)),
            engine_turn: failure.map_or(EngineTurn::Idle, paused),
            current,
            in_flight: None,
            seats,
            failure: None,
            cancelled: None,
            is_started: false,
            is_held: false,
            pace: Duration::ZERO,
            margin: None,
            changed_at: Duration::ZERO,
        }
    }

    /// Replaces the match by one that has not started, with the same players. An event in flight is dropped.
    pub fn replace_match(&mut self, current: Match) {
        self.cancel_search();
        let next = Driver::new(current, std::mem::take(&mut self.seats));
        let Driver { cancelled, is_held, pace, margin, .. } = *self;
        *self = Driver { cancelled, is_held, pace, margin, ..next };
    }

    pub fn current_match(&self) -> &Match {
        &self.current
    }

    pub fn into_match(self) -> Match {
        self.current
    }

    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    pub fn seat(&self, player: Player) -> Option<&Seat> {
        self.seats.get(player.index())
    }

    /// Lets clocks and engines run, once all players are there.
    pub fn start(&mut self, now: Duration) {
        if !self.is_started {
            (self.is_started, self.changed_at) = (true, now);
            self.update_clock(now);
        }
    }

    pub fn is_started(&self) -> bool {
        self.is_started
    }

    /// Sets the minimum time between two moves of engines. Waiting for it costs an engine no time.
    pub fn set_pace(&mut self, pace: Duration) {
        self.pace = pace;
    }

    /// Sets the part of its time that an engine is not told of, for delays of a busy machine. Without this call it is the
    /// [`time_margin`](parlor_core::time_margin).
    pub fn set_margin(&mut self, margin: Duration) {
        self.margin = Some(margin);
    }

    /// While held, no search starts and no engine moves. A search that runs goes on.
    pub fn set_held(&mut self, is_held: bool) {
        self.is_held = is_held;
    }

    pub fn awaited(&self) -> Awaited<'_> {
        let turn = self.current.turn();
        if self.current.result().is_some() {
            return Awaited::Nothing;
        } else if !self.is_started {
            return Awaited::Start;
        }
        match (&self.engine_turn, self.seat(turn)) {
            (EngineTurn::Paused { reason }, _) => Awaited::Retry(turn, reason),
            (_, Some(Seat::Engine { .. })) => Awaited::EngineMove(turn),
            (_, Some(Seat::Remote)) => Awaited::RemoteMove(turn),
            (_, Some(Seat::Local) | None) => Awaited::LocalMove(turn),
        }
    }

    /// Decides what a command leads to. The event is in flight from now on: the caller stores it, and then calls
    /// [`stored`](Self::stored) or [`refused`](Self::refused). Until then every command is refused as busy, so that no
    /// decision is ever based on an older state of the match.
    ///
    /// `ply` is the number of moves that the command was based on; only a move and a take-back depend on it. After the
    /// deadline every command results in a loss on time.
    pub fn decide(&mut self, by: Player, ply: usize, command: &Command, now: Duration) -> Result<Event, MatchError> {
        if self.in_flight.is_some() {
            return Err(MatchError::Busy);
        }
        let decision = self.current.decide(by, ply, command, self.clock.match_time(now))?;
        Ok(self.take_off(decision))
    }

    /// Decides what a command leads to, and applies it at once. For a caller that stores nothing.
    pub fn execute(&mut self, by: Player, ply: usize, command: &Command, now: Duration) -> Result<Event, MatchError> {
        let event = self.decide(by, ply, command, now)?;
        self.stored(now);
        Ok(event)
    }

    /// Puts a decision in flight and returns its event.
    fn take_off(&mut self, decision: Decision) -> Event {
        self.in_flight.insert(decision).event.clone()
    }

    /// The event that is being stored.
    pub fn in_flight(&self) -> Option<&Event> {
        self.in_flight.as_ref().map(|decision| &decision.event)
    }

    /// Applies the event in flight, which the caller has stored, and returns it; `None` without one. The time since it was
    /// decided is charged to nobody.
    pub fn stored(&mut self, now: Duration) -> Option<&Event> {
        let decision = self.in_flight.take()?;
        self.clock.set(decision.event.at, now);
        self.current.apply(decision);
        match self.current.engine_failure().map(str::to_owned) {
            Some(reason) if self.current.result().is_none() => self.after_failure(&reason),
            _ => {
                self.cancel_search();
                self.changed_at = now;
                if self.current.result().is_none() {
                    self.failure = None;
                }
            }
        }
        self.update_clock(now);
        self.current.events().last()
    }

    /// Drops the event in flight, which the caller could not store. An event of [`poll`](Self::poll) is offered again.
    pub fn refused(&mut self) {
        self.in_flight = None;
    }

    /// The player whose last move is taken back: of those that the person acts for, the one who moved last.
    pub fn take_back_player(&self, acts_for: impl Fn(Player) -> bool) -> Option<Player> {
        self.current.moves().rev().map(|(by, _)| by).find(|by| acts_for(*by))
    }

    /// The next thing for the caller to do; `None` until [`next_wake_at`](Self::next_wake_at), or until something
    /// else is passed in. While an event is in flight, only a search is cancelled.
    pub fn poll(&mut self, now: Duration) -> Option<Output> {
        let output = self.next_output(now);
        self.update_clock(now);
        output
    }

    fn next_output(&mut self, now: Duration) -> Option<Output> {
        if let Some(id) = self.cancelled.take() {
            return Some(Output::CancelSearch(id));
        }
        if self.in_flight.is_some() || self.current.result().is_some() {
            return None;
        }
        if let Some(flag) = self.flag_falls_at().filter(|flag| now >= *flag) {
            let is_saved = self.current.terms().engine_failure == EngineFailure::UseLastReport
                && self.end_search_before(flag.saturating_sub(Duration::from_nanos(1)));
            if !is_saved {
                let event = self.decide(self.current.turn(), self.current.ply(), &Command::ClaimTime, now);
                return event.ok().map(Output::Store);
            }
        }
        self.poll_engine(now)
    }

    /// The time at which [`poll`](Self::poll) has something to do if nothing is passed in before; `None` if never.
    pub fn next_wake_at(&self, now: Duration) -> Option<Duration> {
        if self.cancelled.is_some() {
            return Some(now);
        }
        if self.in_flight.is_some() {
            return None;
        }
        let engine = if self.current.result().is_some() { None } else { self.engine_wakes_at(now) };
        engine.into_iter().chain(self.flag_falls_at()).min()
    }

    /// The time at which the running clock of the player to move ends.
    fn flag_falls_at(&self) -> Option<Duration> {
        self.current.deadline().and_then(|deadline| self.clock.time_of(deadline))
    }

    /// The last time before the clock of the player to move ends, or `now` if that is earlier. Delays of a busy machine
    /// after a search are not charged to the engine if the caller reports the end of the search at this time.
    pub fn before_flag(&self, now: Duration) -> Duration {
        self.flag_falls_at().map_or(now, |flag| now.min(flag.saturating_sub(Duration::from_nanos(1))))
    }

    /// A clock runs only for a player who can move: a person, an engine that searches, or one that failed.
    fn update_clock(&mut self, now: Duration) {
        let can_move = match (&self.engine_turn, self.seat(self.current.turn())) {
            (EngineTurn::Paused { .. }, _) => true,
            (EngineTurn::Searching { is_started, .. }, _) => *is_started,
            (_, seat) => !seat.is_some_and(Seat::is_engine),
        };
        let is_over = self.current.result().is_some();
        self.clock.set_running(self.is_started && can_move && !is_over, now);
    }

    pub fn is_clock_running(&self) -> bool {
        self.clock.is_running()
    }

    /// Match time at a time of the caller.
    pub fn match_time(&self, now: Duration) -> Duration {
        self.clock.match_time(now)
    }

    /// Remaining times of First and Second; `None` without a time limit.
    pub fn clocks(&self, now: Duration) -> Option<[Duration; 2]> {
        self.current.clocks(self.clock.match_time(now))
    }

    /// The last failure of the engine in this turn, or in the turn that ended the match.
    pub fn last_failure(&self) -> Option<&SearchFailure> {
        self.failure.as_ref()
    }

    /// The last report of the engine to move, whose search is running or has ended.
    pub fn last_report(&self) -> Option<&AnyReport> {
        self.engine_turn.report()
    }
}
