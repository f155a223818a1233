//! Phase of a match as the window shows it, and the texts for it.

use parlor_core::{Outcome, Player, Scene};

use super::MatchController;
use crate::driver::{Awaited, Seat};
use crate::{ForfeitReason, MatchResult};

/// Phase of a match in a window.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MatchPhase {
    /// A remote player has not joined yet; holds the text to show.
    Waiting(String),
    /// All players are there; the clock starts when a person presses Start.
    Ready,
    Playing,
    /// The engine to move has failed; holds the reason. A person can let it try again.
    Paused(String),
    /// The match is over; holds the result as text.
    Over(String),
}

impl MatchController {
    pub fn phase(&self) -> MatchPhase {
        if let Some(result) = self.result_text() {
            return MatchPhase::Over(result);
        } else if let Some(text) = self.waiting_text() {
            return MatchPhase::Waiting(text.to_owned());
        }
        match self.driver.awaited() {
            Awaited::Start => MatchPhase::Ready,
            Awaited::Retry(_, reason) => MatchPhase::Paused(reason.to_owned()),
            _ => MatchPhase::Playing,
        }
    }

    /// The result in one sentence, from the view of this window's side where there is one.
    fn result_text(&self) -> Option<String> {
        let current = self.current_match();
        let result = current.result()?;
        // The reason for stopping a match says more than that it was abandoned.
        if let Some(reason) = &self.stop_reason {
            return Some(reason.clone());
        }
        let scene = current.scene();
        match (result, self.own_side()) {
            (MatchResult::Forfeit { loser, reason }, Some(own)) => {
                let text = forfeit_text(loser == own, &scene.sides[loser.index()].name.text, reason);
                Some(current.engine_failure().map_or(text.clone(), |failure| format!("{text} {failure}")))
            }
            (MatchResult::Finished(outcome), Some(own)) => Some(outcome_text(outcome, own, &scene)),
            (MatchResult::Abandoned, _) | (_, None) => current.result_text(),
        }
    }

    /// The side that this window plays: the local player of a network game, or the only person among two players.
    fn own_side(&self) -> Option<Player> {
        let [first, second] = self.driver.seats() else { return None };
        match [first, second].map(|seat| matches!(seat, Seat::Remote)) {
            [true, false] => return Some(Player::Second),
            [false, true] => return Some(Player::First),
            _ => {}
        }
        match [first, second].map(Seat::is_local) {
            [true, false] => Some(Player::First),
            [false, true] => Some(Player::Second),
            _ => None,
        }
    }

    /// Waiting text of the first remote player who has not joined.
    pub(super) fn waiting_text(&self) -> Option<&str> {
        let waiting = self.peers.iter().flatten().find(|peer| !peer.has_joined);
        waiting.map(|peer| peer.waiting_text.as_str())
    }

    /// Text below a side's name: its player, and whether it is to move or has won. Empty if there is nothing to say.
    pub fn seat_text(&self, player: Player, is_to_move: bool, has_won: bool) -> String {
        let is_shared = self.driver.seats().iter().all(Seat::is_local);
        let name = match self.driver.seat(player) {
            Some(Seat::Local) if !is_shared => {
                return if is_to_move {
                    "Your turn".to_owned()
                } else if has_won {
                    "You won".to_owned()
                } else {
                    "You".to_owned()
                };
            }
            Some(Seat::Engine { spec, .. }) => spec.to_string(),
            Some(Seat::Remote) => "Opponent".to_owned(),
            Some(Seat::Local) | None => String::new(),
        };
        match (name.as_str(), is_to_move, has_won) {
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
            MatchPhase::Paused(reason) => reason,
            MatchPhase::Playing => {
                let name = |player: Player| &scene.sides[player.index()].name;
                match self.driver.awaited() {
                    Awaited::EngineMove(player) => format!("{} is thinking.", name(player)),
                    Awaited::RemoteMove(player) => format!("{} to move: waiting for your opponent.", name(player)),
                    _ => scene.caption.to_string(),
                }
            }
        }
    }
}

fn forfeit_text(is_own_loss: bool, loser: &str, reason: ForfeitReason) -> String {
    if is_own_loss { format!("You lost: you {reason}.") } else { format!("You win: {loser} {reason}.") }
}

/// Result by the rules, with the reason as far as the scene shows it.
fn outcome_text(outcome: Outcome, own: Player, scene: &Scene) -> String {
    let verdict = match outcome {
        Outcome::Draw => "Draw",
        Outcome::Win(winner) if winner == own => "You win",
        Outcome::Win(_) => "You lost",
    };
    let strike = scene
        .strikes
        .iter()
        .map(|[from, to]| 1 + u16::from(from.column.abs_diff(to.column).max(from.row.abs_diff(to.row))));
    let counts = scene.sides[own.index()].count.zip(scene.sides[(!own).index()].count);
    let is_full = scene.pieces.len() >= usize::from(scene.columns) * usize::from(scene.rows);
    if let Some(length) = strike.max() {
        format!("{verdict}: {length} in a row.")
    } else if let Some((mine, theirs)) = counts {
        format!("{verdict}: {mine} to {theirs}.")
    } else if outcome == Outcome::Draw {
        if is_full { "Draw: the board is full.".to_owned() } else { "Draw.".to_owned() }
    } else {
        format!("{verdict}. {}", scene.caption)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_core::{Cell, Message, Side};

    #[test]
    fn outcome_is_told_from_the_own_side_with_its_reason() {
        let [from, to] = [0, 3].map(|column| Cell { column, row: 2 });
        let row = Scene { strikes: vec![[from, to]], ..Scene::default() };
        assert_eq!(outcome_text(Outcome::Win(Player::First), Player::First, &row), "You win: 4 in a row.");
        assert_eq!(outcome_text(Outcome::Win(Player::First), Player::Second, &row), "You lost: 4 in a row.");
        let side = |count| Side { name: Message::verbatim("Black"), count: Some(count), piece: None };
        let counted = Scene { sides: [side(40), side(24)], ..Scene::default() };
        assert_eq!(outcome_text(Outcome::Win(Player::First), Player::Second, &counted), "You lost: 24 to 40.");
        assert_eq!(outcome_text(Outcome::Draw, Player::First, &Scene::default()), "Draw: the board is full.");
        let open = Scene { columns: 1, rows: 1, caption: Message::verbatim("X wins."), ..Scene::default() };
        assert_eq!(outcome_text(Outcome::Draw, Player::First, &open), "Draw.");
        assert_eq!(outcome_text(Outcome::Win(Player::First), Player::First, &open), "You win. X wins.");
    }

    #[test]
    fn forfeit_names_who_lost_and_why() {
        assert_eq!(forfeit_text(true, "O", ForfeitReason::RanOutOfTime), "You lost: you ran out of time.");
        assert_eq!(forfeit_text(false, "O", ForfeitReason::IllegalMove), "You win: O made an illegal move.");
    }
}
