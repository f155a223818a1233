//! Non-blocking host of a [`Driver`]: engines on worker threads, and players over the network. A window shows it; programs
//! without a window and tests drive it alone.

mod engine_menu;
mod match_phase;
mod person_actions;
mod remote_peers;

use std::time::{Duration, Instant};
use std::{fmt, io};

use parlor_core::{EngineSpec, Limits, Look, Player, Scene};

use crate::driver::{Awaited, Driver, EngineWorker, Output, SearchUpdate, Seat, WorkerUpdate};
use crate::engine_host::EngineFactory;
use crate::peer::RemotePeer;
use crate::{Command, Event, Match, MatchError, Waker};

pub use engine_menu::{EngineChoice, EngineMenu};
pub use match_phase::MatchPhase;

/// Minimum time before an engine moves, so that the move before it can be seen; at most half its time limit.
const MIN_MOVE_DELAY: Duration = Duration::from_millis(450);

type OnMatchEnd = Box<dyn FnMut(&Match) + Send>;

/// Match with worker threads and remote peers. Reads no clock: the caller passes the time. Call
/// [`advance`](Self::advance) when the waker is called and at [`next_wake_at`](Self::next_wake_at).
pub struct MatchController {
    driver: Driver,
    workers: [Option<EngineWorker>; 2],
    peers: [Option<RemotePeer>; 2],
    engine_menu: Option<EngineMenu>,
    look: Look,
    waker: Waker,
    /// The first time that was passed in.
    epoch: Option<Instant>,
    /// A timed match with a person starts when that person presses Start.
    is_start_pressed: bool,
    /// Reason for which the match was abandoned, as text.
    stop_reason: Option<String>,
    is_end_reported: bool,
    on_match_end: Option<OnMatchEnd>,
}

impl MatchController {
    /// A match between people at this window.
    pub fn new(current: Match, waker: Waker) -> MatchController {
        MatchController {
            driver: Driver::new(current, Vec::new()),
            workers: [None, None],
            peers: [None, None],
            engine_menu: None,
            look: Look::default(),
            waker,
            epoch: None,
            is_start_pressed: false,
            stop_reason: None,
            is_end_reported: false,
            on_match_end: None,
        }
    }

    /// Gives a seat to an engine, whose name is its spec.
    pub fn with_engine(
        mut self,
        player: Player,
        spec: EngineSpec,
        limits: Limits,
        factory: impl Into<EngineFactory<'static>>,
    ) -> io::Result<MatchController> {
        self.seat_engine(player, Seat::Engine { spec, limits }, factory.into(), Duration::ZERO)?;
        Ok(self)
    }

    /// The engine gets a thread of its own: one that has failed may still run.
    fn seat_engine(
        &mut self,
        player: Player,
        seat: Seat,
        factory: EngineFactory<'static>,
        now: Duration,
    ) -> io::Result<()> {
        let waker = self.waker.clone();
        self.workers[player.index()] = Some(EngineWorker::new(factory, move || waker.wake())?);
        if let Seat::Engine { limits, .. } = &seat {
            self.driver.set_pace(limits.time.map_or(MIN_MOVE_DELAY, |time| MIN_MOVE_DELAY.min(time / 2)));
        }
        self.driver.replace_seat(player, seat, now);
        Ok(())
    }

    /// Lets a person choose another engine when one has failed.
    #[must_use]
    pub fn with_engine_menu(mut self, menu: EngineMenu) -> MatchController {
        self.engine_menu = Some(menu);
        self
    }

    /// Gives a seat to a player on another machine.
    #[must_use]
    pub fn with_peer(mut self, player: Player, peer: RemotePeer) -> MatchController {
        self.peers[player.index()] = Some(peer);
        self.driver.replace_seat(player, Seat::Remote, Duration::ZERO);
        self
    }

    /// Sets the look of the game, which its catalog entry has.
    #[must_use]
    pub fn with_look(mut self, look: Look) -> MatchController {
        self.look = look;
        self
    }

    pub fn look(&self) -> &Look {
        &self.look
    }

    /// Sets a callback for the end of each match.
    #[must_use]
    pub fn on_match_end(mut self, callback: impl FnMut(&Match) + Send + 'static) -> MatchController {
        self.on_match_end = Some(Box::new(callback));
        self
    }

    pub fn current_match(&self) -> &Match {
        self.driver.current_match()
    }

    pub fn scene(&self) -> Scene {
        self.current_match().scene()
    }

    pub fn waker(&self) -> &Waker {
        &self.waker
    }

    /// Handles events of remote peers and engines, and the deadline. Never blocks.
    pub fn advance(&mut self, now: Instant) {
        self.epoch.get_or_insert(now);
        for player in Player::BOTH {
            self.handle_peer_events(player, now);
        }
        if !self.driver.is_started() && self.can_start() {
            self.driver.start(self.elapsed(now));
        }
        self.handle_worker_updates(now);
        while let Some(output) = self.driver.poll(self.elapsed(now)) {
            self.handle_output(output, now);
        }
        if self.current_match().result().is_some()
            && !std::mem::replace(&mut self.is_end_reported, true)
            && let Some(callback) = &mut self.on_match_end
        {
            callback(self.driver.current_match());
        }
    }

    fn handle_worker_updates(&mut self, now: Instant) {
        let now = self.elapsed(now);
        for worker in self.workers.iter().flatten() {
            while let Some(WorkerUpdate { search, update }) = worker.try_next_update() {
                match update {
                    SearchUpdate::Report(info) => self.driver.search_reported(search, info),
                    SearchUpdate::Done => self.driver.search_ended(search, Ok(()), now),
                    SearchUpdate::Failed(failure) => self.driver.search_ended(search, Err(failure), now),
                }
            }
        }
    }

    fn handle_output(&mut self, output: Output, now: Instant) {
        match output {
            Output::StartSearch { id, player, limits } => {
                if let (Some(worker), Some(Seat::Engine { spec, .. })) =
                    (&mut self.workers[player.index()], self.driver.seat(player))
                {
                    worker.start_search_as(id, self.driver.current_match().game().clone_box(), spec, &limits);
                }
                self.driver.search_started(id, self.elapsed(now));
            }
            Output::CancelSearch(id) => {
                self.workers.iter().flatten().filter(|worker| worker.is_searching(id)).for_each(EngineWorker::stop);
            }
            Output::Store(event) => {
                self.driver.stored(self.elapsed(now));
                self.tell(&event);
            }
        }
    }

    /// Whether all players are there and nobody has to press Start.
    fn can_start(&self) -> bool {
        let needs_start = self.driver.seats().iter().any(Seat::is_local) && self.current_match().deadline().is_some();
        self.waiting_text().is_none() && (self.is_start_pressed || !needs_start)
    }

    /// Time since the first call, as the driver counts it.
    fn elapsed(&self, now: Instant) -> Duration {
        self.epoch.map_or(Duration::ZERO, |epoch| now.saturating_duration_since(epoch))
    }

    fn command(&mut self, by: Player, ply: usize, command: &Command, now: Instant) -> Result<(), MatchError> {
        let event = self.driver.execute(by, ply, command, self.elapsed(now))?;
        self.tell(&event);
        Ok(())
    }

    /// Tells remote peers and the window about an event that was applied.
    fn tell(&mut self, event: &Event) {
        self.tell_peers(event);
        self.waker.wake();
    }

    /// Abandons a match that cannot continue, and disconnects remote peers.
    fn stop(&mut self, by: Player, reason: String, now: Instant) {
        if self.command(by, self.current_match().ply(), &Command::Abandon, now).is_ok() {
            self.stop_reason = Some(reason);
        }
        self.peers.iter_mut().flatten().for_each(RemotePeer::disconnect);
    }

    pub fn is_human_turn(&self) -> bool {
        matches!(self.driver.awaited(), Awaited::LocalMove(_))
    }

    /// Remaining times of First and Second.
    pub fn clocks(&self, now: Instant) -> Option<[Duration; 2]> {
        self.driver.clocks(self.elapsed(now))
    }

    /// When to advance next if the waker is not called before.
    pub fn next_wake_at(&self) -> Option<Instant> {
        // What is due at once is handled by `advance` already, so that any time before the next deadline will do.
        let wake_at = self.driver.next_wake_at(Duration::ZERO)?;
        self.epoch?.checked_add(wake_at)
    }
}

impl fmt::Debug for MatchController {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MatchController")
            .field("seats", &self.driver.seats())
            .field("phase", &self.phase())
            .finish_non_exhaustive()
    }
}
