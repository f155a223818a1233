//! Non-blocking host of a [`Driver`]: engines on worker threads, and players over the network. A window shows it; programs
//! without a window and tests drive it alone.

mod engine_menu;
mod match_phase;

use std::time::{Duration, Instant};
use std::{fmt, io};

use parlor_core::{AnyGame, EngineSpec, Limits, Look, Player, Scene};

use crate::driver::{Awaited, Driver, EngineBuilder, EngineEvent, EngineWorker, Output, Seat};
use crate::peer::{PeerCommand, PeerEvent, RemotePeer};
use crate::{Command, Event, EventKind, Match, MatchError, MatchResult, Terms, Waker};

pub use engine_menu::{EngineChoice, EngineMenu};
pub use match_phase::MatchPhase;

/// Maximum number of events of a remote peer that one call of `advance` handles.
const MAX_EVENTS_AT_ONCE: usize = 64;

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
        build: EngineBuilder,
    ) -> io::Result<MatchController> {
        self.seat_engine(player, Seat::Engine { spec, limits }, build, Duration::ZERO)?;
        Ok(self)
    }

    fn seat_engine(&mut self, player: Player, seat: Seat, build: EngineBuilder, now: Duration) -> io::Result<()> {
        let waker = self.waker.clone();
        self.workers[player.index()] = Some(EngineWorker::new(build, move || waker.wake())?);
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
        self.handle_worker_events(now);
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

    fn handle_worker_events(&mut self, now: Instant) {
        let now = self.elapsed(now);
        for worker in self.workers.iter().flatten() {
            while let Some(event) = worker.try_next_event() {
                match event.event {
                    EngineEvent::Info(info) => self.driver.search_reported(event.search, info),
                    EngineEvent::Done => self.driver.search_ended(event.search, Ok(()), now),
                    EngineEvent::Failed(failure) => self.driver.search_ended(event.search, Err(failure), now),
                }
            }
        }
    }

    fn handle_output(&mut self, output: Output, now: Instant) {
        match output {
            Output::StartSearch { id, player, limits } => {
                if let Some(worker) = &mut self.workers[player.index()] {
                    worker.start_search_as(id, self.driver.current_match().game().clone_box(), &limits);
                }
                self.driver.search_started(id, self.elapsed(now));
            }
            Output::CancelSearch(id) => {
                self.workers.iter().flatten().filter(|worker| worker.is_searching(id)).for_each(EngineWorker::stop);
            }
            Output::Commit(event) => self.apply(&event, now),
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

    fn handle_peer_events(&mut self, by: Player, now: Instant) {
        for _ in 0..MAX_EVENTS_AT_ONCE {
            let Some(peer) = &mut self.peers[by.index()] else { return };
            let Some(event) = peer.try_next_event() else { return };
            if event == PeerEvent::Left {
                self.handle_departure(by, now);
                continue;
            }
            if self.driver.current_match().result().is_some() {
                // Bytes that a peer sends after the result change nothing.
                continue;
            }
            match event {
                PeerEvent::Waiting(text) => peer.waiting_text = text,
                PeerEvent::Joined => {
                    peer.has_joined = true;
                    if self.can_start() {
                        self.driver.start(self.elapsed(now));
                    }
                }
                PeerEvent::Left => {}
                PeerEvent::ProtocolError(text) => self.stop(by, text, now),
                PeerEvent::Played { ply, notation } => {
                    if let Err(error) = self.command(by, ply, &Command::Play(notation.clone()), now) {
                        self.stop(by, violation_text(error, &notation), now);
                    }
                }
            }
        }
        // There may be more events, and their wake-ups are used up.
        self.waker.wake();
    }

    /// Stops the match when a remote player leaves; a player who has not moved yet is forgotten instead.
    fn handle_departure(&mut self, by: Player, now: Instant) {
        let current = self.driver.current_match();
        let (is_over, has_moved) = (current.result().is_some(), current.moves().any(|(player, _)| player == by));
        let start = current.position_at(0).filter(|_| !has_moved && !is_over);
        let Some(peer) = &mut self.peers[by.index()] else { return };
        peer.has_left = true;
        match start {
            None if is_over => self.waker.wake(),
            None => self.stop(by, "The opponent left.".to_owned(), now),
            Some(start) => {
                peer.await_peer();
                self.restart(start);
            }
        }
    }

    fn command(&mut self, by: Player, ply: usize, command: &Command, now: Instant) -> Result<(), MatchError> {
        let event = self.driver.decide(by, ply, command, self.elapsed(now))?;
        self.apply(&event, now);
        Ok(())
    }

    /// Applies an event and tells remote peers. All changes of the match go through here.
    fn apply(&mut self, event: &Event, now: Instant) {
        self.driver.apply(event, self.elapsed(now));
        let current = self.driver.current_match();
        let is_over = matches!(current.result(), Some(MatchResult::Finished(_) | MatchResult::Forfeit { .. }));
        for (index, peer) in self.peers.iter_mut().enumerate() {
            let Some(peer) = peer else { continue };
            peer.set_ply(current.ply());
            match &event.kind {
                EventKind::Played(notation) if event.by.index() != index => {
                    peer.send(PeerCommand::SendMove(notation.clone()));
                }
                // The wire has no word for it, and the peer must not wait for a move that never comes.
                EventKind::EngineFailed(_) if is_over => peer.disconnect(),
                _ => {}
            }
            if is_over {
                peer.send(PeerCommand::MatchOver);
            }
        }
        self.waker.wake();
    }

    /// Abandons a match that cannot continue, and disconnects remote peers.
    fn stop(&mut self, by: Player, reason: String, now: Instant) {
        if self.command(by, self.current_match().ply(), &Command::Abandon, now).is_ok() {
            self.stop_reason = Some(reason);
        }
        self.peers.iter_mut().flatten().for_each(RemotePeer::disconnect);
    }

    /// Plays a move of a person at this window. Rejected unless it is that person's turn.
    pub fn play(&mut self, ply: usize, notation: &str, now: Instant) -> Result<(), MatchError> {
        match self.driver.awaited() {
            Awaited::LocalMove(by) => self.command(by, ply, &Command::Play(notation.to_owned()), now),
            Awaited::Nothing => Err(MatchError::MatchIsOver),
            _ => Err(MatchError::NotYourTurn),
        }
    }

    pub fn take_back(&mut self, now: Instant) -> Result<(), MatchError> {
        let by = self.take_back_player().ok_or(MatchError::NothingToTakeBack)?;
        self.command(by, self.current_match().ply(), &Command::TakeBack, now)
    }

    fn take_back_player(&self) -> Option<Player> {
        self.driver.take_back_player(|player| self.driver.seat(player).is_some_and(Seat::is_local))
    }

    pub fn can_take_back(&self) -> bool {
        let is_playing = !matches!(self.driver.awaited(), Awaited::Nothing | Awaited::Start);
        self.current_match().terms().take_backs && is_playing && self.take_back_player().is_some()
    }

    /// Lets an engine that failed try again.
    pub fn retry(&mut self, now: Instant) {
        self.driver.retry(self.elapsed(now));
        self.waker.wake();
    }

    /// The engines that can replace one that has failed. There are none while no engine has failed.
    pub fn engine_choices(&self) -> &[EngineChoice] {
        match (&self.engine_menu, self.driver.awaited()) {
            (Some(menu), Awaited::Retry(..)) => &menu.choices,
            _ => &[],
        }
    }

    /// Replaces an engine that has failed by one of [`engine_choices`](Self::engine_choices).
    pub fn replace_engine(&mut self, choice: usize, now: Instant) -> io::Result<()> {
        let Awaited::Retry(player, _) = self.driver.awaited() else { return Ok(()) };
        let Some(menu) = &self.engine_menu else { return Ok(()) };
        let Some(EngineChoice { spec, limits, .. }) = menu.choices.get(choice).cloned() else { return Ok(()) };
        let build = (menu.build)(&spec);
        self.seat_engine(player, Seat::Engine { spec, limits }, build, self.elapsed(now))?;
        self.waker.wake();
        Ok(())
    }

    /// Starts a match in the phase `Ready`, on terms that the person may have changed.
    pub fn start(&mut self, terms: Terms, now: Instant) {
        if self.phase() == MatchPhase::Ready {
            if let Some(start) = self.current_match().position_at(0) {
                self.driver.replace_match(Match::new(start, terms));
            }
            self.is_start_pressed = true;
            self.advance(now);
        }
    }

    /// Starts a new match with the same players. Not possible with a remote peer.
    pub fn start_rematch(&mut self, now: Instant) {
        let Some(start) = self.current_match().position_at(0).filter(|_| self.can_start_rematch()) else { return };
        self.restart(start);
        self.driver.start(self.elapsed(now));
    }

    /// Replaces the match by a new one on the same terms.
    fn restart(&mut self, start: Box<dyn AnyGame>) {
        self.driver.replace_match(Match::new(start, *self.current_match().terms()));
        (self.stop_reason, self.is_end_reported) = (None, false);
        self.workers.iter_mut().flatten().for_each(EngineWorker::reset);
        self.waker.wake();
    }

    pub fn can_start_rematch(&self) -> bool {
        self.current_match().result().is_some() && self.peers.iter().all(Option::is_none)
    }

    /// Whether a remote player is connected. A connection outlasts the match until one side leaves.
    pub fn is_peer_connected(&self) -> bool {
        self.peers.iter().flatten().any(|peer| peer.has_joined && !peer.has_left)
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

fn violation_text(error: MatchError, notation: &str) -> String {
    match error {
        MatchError::NotYourTurn | MatchError::StaleState { .. } => {
            "The opponent moved out of turn, so the game was stopped.".to_owned()
        }
        _ => format!("The opponent made an illegal move ({notation}), so the game was stopped."),
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
