//! Spelling in foreign protocols. UCI engines know 3x3 as a variant where pieces are dropped: `P@b2`.

use parlor_core::{AnyGame, Dialect};

use super::rules::Square;

pub(super) fn dialects() -> Vec<Dialect> {
    vec![Dialect {
        protocol: "uci".into(),
        options: vec![("size".into(), "3".into()), ("win-streak".into(), "3".into())],
        spell_move: spell_uci_move,
        spell_position: None,
        read_position: None,
    }]
}

/// Ranks count from the bottom, from 1.
fn spell_uci_move(_: &dyn AnyGame, m: &str) -> String {
    let Ok(Square { row, column }) = m.parse() else { return m.to_owned() };
    format!("P@{}{}", char::from(b'a' + column), 3u8.saturating_sub(row))
}
