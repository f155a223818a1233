//! Players over the network: what their peers report, and what they are told.

use std::time::Instant;

use parlor_core::Player;

use super::MatchController;
use crate::peer::{PeerCommand, PeerEvent};
use crate::{Command, Event, EventKind, MatchError, MatchResult};

/// Maximum number of events of a remote peer that one call of `advance` handles.
const MAX_EVENTS_AT_ONCE: usize = 64;

impl MatchController {
    pub(super) fn handle_peer_events(&mut self, by: Player, now: Instant) {
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

    /// Tells remote peers about an event that was applied.
    pub(super) fn tell_peers(&mut self, event: &Event) {
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
    }

    /// Whether a remote player is connected. A connection outlasts the match until one side leaves.
    pub fn is_peer_connected(&self) -> bool {
        self.peers.iter().flatten().any(|peer| peer.has_joined && !peer.has_left)
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
