//! Captions of two-player scenes, and the messages that all games share.

use parlor_core::{Game, Message, Outcome, PieceKind, Side, Template, Translation};

const TURN: Template = Template::new("turn", "{side} to move: {hint}.");
const WIN: Template = Template::new("win", "{side} wins.");
const DRAW: Template = Template::new("draw", "Draw.");

const HEBREW: &[(&str, &str)] = &[("turn", "התור של {side}: {hint}."), ("win", "ניצחון ל{side}."), ("draw", "תיקו.")];
const PERSIAN: &[(&str, &str)] = &[("turn", "نوبت {side}: {hint}."), ("win", "{side} برنده شد."), ("draw", "مساوی.")];

/// Templates of a two-player game: its own and those of its captions.
pub(crate) fn messages(own: &[Template]) -> Vec<Template> {
    [own, &[TURN, WIN, DRAW]].concat()
}

/// Translations of a two-player game: its own texts and those of its captions.
pub(crate) fn translations(
    hebrew: &[(&'static str, &'static str)],
    persian: &[(&'static str, &'static str)],
) -> Vec<Translation> {
    vec![Translation::new("he", &[hebrew, HEBREW].concat()), Translation::new("fa", &[persian, PERSIAN].concat())]
}

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

/// Sides without counts, and their pieces.
pub(crate) fn sides([first, second]: [Message; 2], pieces: [PieceKind; 2]) -> [Side; 2] {
    let side = |name, piece| Side { name, piece: Some(piece), count: None };
    [side(first, pieces[0]), side(second, pieces[1])]
}
