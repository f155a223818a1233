//! Spelling in foreign protocols. UCI engines know the game as a variant where pieces are dropped: `P@d1`.

use parlor_core::{AnyGame, Dialect};

pub(super) fn dialects() -> Vec<Dialect> {
    vec![Dialect {
        protocol: "uci".into(),
        options: Vec::new(),
        spell_move: spell_uci_move,
        spell_position: None,
        read_position: None,
    }]
}

/// The cell that the disc falls to, as a drop. A position is written as its columns, so their number is the height.
fn spell_uci_move(game: &dyn AnyGame, column: &str) -> String {
    let height = game.position().matches(column).count();
    let number: u8 = column.parse().unwrap_or(1);
    format!("P@{}{}", char::from(b'a' + number.saturating_sub(1)), height + 1)
}
