//! Captions of two-player scenes, and the messages that all games share.

use parlor_core::{Game, Message, Outcome, Side, Template};

const TURN: Template = Template::new("turn", "{side} to move: {hint}.");
const WIN: Template = Template::new("win", "{side} wins.");
const DRAW: Template = Template::new("draw", "Draw.");

/// The caption of a position: the side to move and a hint for its player, or the result.
pub(crate) fn caption(position: &impl Game, names: &[Message; 2], hint: Message) -> Message {
    match position.outcome() {
        None => TURN.with([("side", names[position.turn().index()].clone().into()), ("hint", hint.into())]),
        Some(Outcome::Win(winner)) => WIN.with([("side", names[winner.index()].clone().into())]),
        Some(Outcome::Draw) => DRAW.message(),
    }
}

/// Names of sides that are letters, the same in every language.
pub(crate) fn x_and_o() -> [Message; 2] {
    ["X", "O"].map(Message::verbatim)
}

/// Sides without counts.
pub(crate) fn sides(names: [Message; 2]) -> [Side; 2] {
    names.map(|name| Side { name, count: None })
}
