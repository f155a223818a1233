//! Phase of a match as the window shows it, and the texts for it.

use parlor_core::{Player, Scene};

use crate::match_controller::MatchController;
use crate::seat::WindowSeat;

/// Phase of a match in a window.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MatchPhase {
    /// A remote player has not joined yet; holds the text to show.
    Waiting(String),
    /// All players are there; the clock starts when a person presses Start.
    Ready,
    Playing,
    /// The match is over; holds the result as text.
    Over(String),
}

impl MatchController {
    pub fn phase(&self) -> MatchPhase {
        if let Some(result) = self.current.result_text() {
            // The reason for stopping a match says more than that it was abandoned.
            MatchPhase::Over(self.stop_reason.clone().unwrap_or(result))
        } else if let Some(text) = self.waiting_text() {
            MatchPhase::Waiting(text.to_owned())
        } else if self.started_at.is_none() {
            MatchPhase::Ready
        } else {
            MatchPhase::Playing
        }
    }

    /// Waiting text of the first remote player who has not joined.
    pub(crate) fn waiting_text(&self) -> Option<&str> {
        self.seats.iter().find_map(|seat| match seat {
            WindowSeat::Remote(peer) if !peer.has_joined => Some(peer.waiting_text.as_str()),
            _ => None,
        })
    }

    /// Text below a side's name: its player, and whether it is to move or has won. Empty if there is nothing to say.
    pub(crate) fn seat_text(&self, player: Player, is_to_move: bool, has_won: bool) -> String {
        let is_shared = self.seats.iter().all(|seat| matches!(seat, WindowSeat::Human));
        let name = match self.seats.get(player.index()) {
            Some(WindowSeat::Human) if !is_shared => {
                return if is_to_move {
                    "Your turn".to_owned()
                } else if has_won {
                    "You won".to_owned()
                } else {
                    "You".to_owned()
                };
            }
            Some(WindowSeat::Engine(engine)) => engine.name.as_str(),
            Some(WindowSeat::Remote(_)) => "Opponent",
            Some(WindowSeat::Human) | None => "",
        };
        match (name, is_to_move, has_won) {
            ("", true, _) => "To move".to_owned(),
            ("", _, true) => "Winner".to_owned(),
            (name, true, _) => format!("{name}, to move"),
            (name, _, true) => format!("{name}, winner"),
            (name, ..) => name.to_owned(),
        }
    }

    /// Status line: one sentence about the current phase.
    pub fn status_text(&self, scene: &Scene) -> String {
        match self.phase() {
            MatchPhase::Over(text) => text,
            MatchPhase::Waiting(_) => "Waiting for your opponent.".to_owned(),
            MatchPhase::Ready => "Press Start when you are ready.".to_owned(),
            MatchPhase::Playing => {
                let turn = self.current.turn().index();
                let name = &scene.sides[turn].name;
                match self.seats.get(turn) {
                    Some(WindowSeat::Engine(_)) => format!("{name} is thinking."),
                    Some(WindowSeat::Remote(_)) => format!("{name} to move: waiting for your opponent."),
                    Some(WindowSeat::Human) | None => scene.caption.clone(),
                }
            }
        }
    }
}
