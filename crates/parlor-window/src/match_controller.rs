//! Non-blocking driver of one match between people, engines and remote peers. The window shows it; tests drive it
//! without a window.

use std::fmt;
use std::time::{Duration, Instant};

use parlor_core::{AnyGame, Look, Player, Scene};
use parlor_match::{Command, Event, EventKind, Match, MatchError, MatchResult, Terms};

use crate::match_phase::MatchPhase;
use crate::remote_peer::{PeerCommand, PeerEvent};
use crate::seat::WindowSeat;
use crate::waker::Waker;

/// Maximum number of events of a remote peer that one call of `advance` handles.
const MAX_EVENTS_AT_ONCE: usize = 64;

type OnMatchEnd = Box<dyn FnMut(&Match) + Send>;

/// Driver of a match in a window. Reads no clock: the caller passes the time. Call [`advance`](Self::advance) when
/// the waker is called and at [`next_wake_at`](Self::next_wake_at).
pub struct MatchController {
    pub(crate) current: Match,
    pub(crate) seats: Vec<WindowSeat>,
    look: Look,
    waker: Waker,
    pub(crate) started_at: Option<Instant>,
    /// A timed match with a person starts when that person presses Start.
    waits_for_start: bool,
    /// Reason for which the match was abandoned, as text.
    pub(crate) stop_reason: Option<String>,
    is_end_reported: bool,
    on_match_end: Option<OnMatchEnd>,
}

impl MatchController {
    /// Seats missing from `seats` are people's.
    pub fn new(current: Match, mut seats: Vec<WindowSeat>, waker: Waker) -> MatchController {
        seats.resize_with(usize::from(current.game().player_count()), || WindowSeat::Human);
        let has_human = seats.iter().any(|seat| matches!(seat, WindowSeat::Human));
        let waits_for_start = has_human && current.deadline().is_some();
        MatchController {
            current,
            seats,
            look: Look::default(),
            waker,
            started_at: None,
            waits_for_start,
            stop_reason: None,
            is_end_reported: false,
            on_match_end: None,
        }
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
        &self.current
    }

    pub fn scene(&self) -> Scene {
        self.current.scene()
    }

    pub fn waker(&self) -> &Waker {
        &self.waker
    }

    /// Handles events of remote peers, the deadline, and moves of engines. Never blocks.
    pub fn advance(&mut self, now: Instant) {
        for index in 0..self.seats.len() {
            self.handle_peer_events(index, now);
        }
        if self.started_at.is_none() && self.can_start() {
            self.started_at = Some(now);
        }
        if self.phase() == MatchPhase::Playing {
            self.claim_time(now);
            self.play_engine_move(now);
        }
        if self.current.result().is_some()
            && !std::mem::replace(&mut self.is_end_reported, true)
            && let Some(callback) = &mut self.on_match_end
        {
            callback(&self.current);
        }
    }

    /// Whether all players are there and nobody has to press Start.
    fn can_start(&self) -> bool {
        self.waiting_text().is_none() && !self.waits_for_start
    }

    fn elapsed(&self, now: Instant) -> Duration {
        self.started_at.map_or(Duration::ZERO, |started_at| now.saturating_duration_since(started_at))
    }

    fn player(index: usize) -> Player {
        if index == 0 { Player::First } else { Player::Second }
    }

    fn handle_peer_events(&mut self, index: usize, now: Instant) {
        for _ in 0..MAX_EVENTS_AT_ONCE {
            let WindowSeat::Remote(peer) = &mut self.seats[index] else { return };
            let Some(event) = peer.try_next_event() else { return };
            let by = MatchController::player(index);
            if event == PeerEvent::Left {
                self.handle_departure(index, now);
                continue;
            }
            if self.current.result().is_some() {
                // Bytes that a peer sends after the result change nothing.
                continue;
            }
            match event {
                PeerEvent::Waiting(text) => peer.waiting_text = text,
                PeerEvent::Joined => {
                    peer.has_joined = true;
                    if self.can_start() {
                        self.started_at.get_or_insert(now);
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
    fn handle_departure(&mut self, index: usize, now: Instant) {
        let by = MatchController::player(index);
        let has_moved = self.current.moves().any(|(player, _)| player == by);
        let start = self.current.position_at(0);
        let WindowSeat::Remote(peer) = &mut self.seats[index] else { return };
        peer.has_left = true;
        match start.filter(|_| !has_moved && self.current.result().is_none()) {
            None if self.current.result().is_some() => self.waker.wake(),
            None => self.stop(by, "The opponent left.".to_owned(), now),
            Some(start) => {
                peer.await_peer();
                self.restart(start, None);
            }
        }
    }

    fn claim_time(&mut self, now: Instant) {
        if self.current.deadline().is_some_and(|deadline| self.elapsed(now) >= deadline) {
            // Rejected only before the deadline.
            let _ = self.command(self.current.turn(), self.current.ply(), &Command::ClaimTime, now);
        }
    }

    fn play_engine_move(&mut self, now: Instant) {
        let (turn, ply, elapsed) = (self.current.turn(), self.current.ply(), self.elapsed(now));
        if self.current.result().is_some() {
            return;
        }
        let Some(WindowSeat::Engine(engine)) = self.seats.get_mut(turn.index()) else { return };
        match engine.poll_move(&self.current, elapsed, now) {
            None => {}
            Some(Ok(notation)) => {
                if let Err(error) = self.command(turn, ply, &Command::Play(notation), now) {
                    self.stop(turn, format!("The engine's move was rejected. {error}"), now);
                }
            }
            Some(Err(failure)) => self.stop(turn, failure.to_string(), now),
        }
    }

    /// Decides and applies a command. All changes of the match go through here.
    fn command(&mut self, by: Player, ply: usize, command: &Command, now: Instant) -> Result<(), MatchError> {
        let event = self.current.decide(by, ply, command, self.elapsed(now))?;
        self.current.apply(&event);
        self.notify_seats(&event);
        self.waker.wake();
        Ok(())
    }

    fn notify_seats(&mut self, event: &Event) {
        let is_over = matches!(self.current.result(), Some(MatchResult::Finished(_) | MatchResult::Forfeit { .. }));
        for (index, seat) in self.seats.iter_mut().enumerate() {
            match seat {
                WindowSeat::Human => {}
                WindowSeat::Engine(engine) => engine.cancel_search(),
                WindowSeat::Remote(peer) => {
                    peer.set_ply(self.current.ply());
                    match &event.kind {
                        EventKind::Played(notation) if event.by.index() != index => {
                            peer.send(PeerCommand::SendMove(notation.clone()));
                        }
                        _ => {}
                    }
                    if is_over {
                        peer.send(PeerCommand::MatchOver);
                    }
                }
            }
        }
    }

    /// Abandons a match that cannot continue, and disconnects remote peers.
    fn stop(&mut self, by: Player, reason: String, now: Instant) {
        if self.command(by, self.current.ply(), &Command::Abandon, now).is_ok() {
            self.stop_reason = Some(reason);
        }
        for seat in &mut self.seats {
            if let WindowSeat::Remote(peer) = seat {
                peer.disconnect();
            }
        }
    }

    /// Plays a move of a person at this window. Rejected unless it is that person's turn.
    pub fn play(&mut self, ply: usize, notation: &str, now: Instant) -> Result<(), MatchError> {
        if !self.is_human_turn() {
            return Err(if self.current.result().is_some() {
                MatchError::MatchIsOver
            } else {
                MatchError::NotYourTurn
            });
        }
        self.command(self.current.turn(), ply, &Command::Play(notation.to_owned()), now)
    }

    pub fn take_back(&mut self, now: Instant) -> Result<(), MatchError> {
        let by = self.take_back_player().ok_or(MatchError::NothingToTakeBack)?;
        self.command(by, self.current.ply(), &Command::TakeBack, now)
    }

    /// The person at this window who moved last.
    fn take_back_player(&self) -> Option<Player> {
        let is_human = |player: &Player| matches!(self.seats.get(player.index()), Some(WindowSeat::Human));
        self.current.moves().rev().map(|(by, _)| by).find(is_human)
    }

    pub fn can_take_back(&self) -> bool {
        self.current.terms().take_backs && self.phase() == MatchPhase::Playing && self.take_back_player().is_some()
    }

    /// Starts a match in the phase `Ready`, on terms that the person may have changed.
    pub fn start(&mut self, terms: Terms, now: Instant) {
        if self.phase() == MatchPhase::Ready {
            if let Some(start) = self.current.position_at(0) {
                self.current = Match::new(start, terms);
            }
            self.waits_for_start = false;
            self.advance(now);
        }
    }

    /// Starts a new match with the same players. Not possible with a remote peer.
    pub fn start_rematch(&mut self, now: Instant) {
        let Some(start) = self.current.position_at(0).filter(|_| self.can_start_rematch()) else { return };
        self.restart(start, Some(now));
    }

    /// Replaces the match by a new one on the same terms.
    fn restart(&mut self, start: Box<dyn AnyGame>, started_at: Option<Instant>) {
        self.current = Match::new(start, *self.current.terms());
        self.started_at = started_at;
        (self.stop_reason, self.is_end_reported) = (None, false);
        for seat in &mut self.seats {
            if let WindowSeat::Engine(engine) = seat {
                engine.reset();
            }
        }
        self.waker.wake();
    }

    pub fn can_start_rematch(&self) -> bool {
        self.current.result().is_some() && !self.seats.iter().any(|seat| matches!(seat, WindowSeat::Remote(_)))
    }

    /// Whether a remote player is connected. A connection outlasts the match until one side leaves.
    pub fn is_peer_connected(&self) -> bool {
        let is_connected = |seat: &WindowSeat| matches!(seat, WindowSeat::Remote(p) if p.has_joined && !p.has_left);
        self.seats.iter().any(is_connected)
    }

    pub fn is_human_turn(&self) -> bool {
        let is_human = matches!(self.seats.get(self.current.turn().index()), Some(WindowSeat::Human));
        is_human && self.phase() == MatchPhase::Playing
    }

    /// Remaining times of First and Second.
    pub fn clocks(&self, now: Instant) -> Option<[Duration; 2]> {
        self.current.clocks(self.elapsed(now))
    }

    /// When to advance next if the waker is not called before.
    pub fn next_wake_at(&self) -> Option<Instant> {
        if self.phase() != MatchPhase::Playing {
            return None;
        }
        let engine = self.seats.iter().find_map(|seat| match seat {
            WindowSeat::Engine(engine) => engine.next_wake_at(),
            WindowSeat::Human | WindowSeat::Remote(_) => None,
        });
        let deadline = self.current.deadline().zip(self.started_at);
        let deadline = deadline.and_then(|(deadline, started_at)| started_at.checked_add(deadline));
        engine.into_iter().chain(deadline).min()
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
            .field("seats", &self.seats)
            .field("phase", &self.phase())
            .finish_non_exhaustive()
    }
}
