//! Spelling in foreign protocols. UCI engines know Knights on 8x8 with leaps as the variant Joust:
//! `a8b6,b6a8`.

use parlor_core::{AnyGame, Dialect, Player};

use super::notation::{board_rows, find_knight};
use super::rules::Move;

pub(super) fn dialects() -> Vec<Dialect> {
    vec![Dialect {
        protocol: "uci".into(),
        options: [("size", "8"), ("path", "leap"), ("trail", "origin")]
            .map(|(name, value)| (name.into(), value.into()))
            .to_vec(),
        spell_move: spell_uci_move,
        spell_position: Some(spell_fen),
        read_position: None,
    }]
}

/// Origin and destination, and then the destination and the square that is closed, the origin. Ranks count from the
/// bottom, from 1.
fn spell_uci_move(game: &dyn AnyGame, m: &str) -> String {
    let origin = find_knight(&game.position(), game.turn());
    let (Some((row, column)), Ok(Move { to, .. })) = (origin, m.parse()) else { return m.to_owned() };
    let square = |row: u8, column: u8| format!("{}{}", char::from(b'a' + column), 8 - row);
    let (from, to) = (square(row, column), square(to.row(), to.column()));
    format!("{from}{to},{to}{from}")
}

/// Forsyth-Edwards notation: `N` moves first, `*` is a closed square, digits count free squares.
fn spell_fen(game: &dyn AnyGame) -> String {
    let position = game.position();
    let rows = board_rows(&position).map(|row| {
        let mut text = String::new();
        let mut free = 0;
        for letter in row.chars() {
            if letter == '-' {
                free += 1;
                continue;
            }
            if free > 0 {
                text += &free.to_string();
                free = 0;
            }
            text.push(match letter {
                'X' => 'N',
                'O' => 'n',
                other => other,
            });
        }
        if free > 0 { text + &free.to_string() } else { text }
    });
    let turn = if game.turn() == Player::First { 'w' } else { 'b' };
    format!("{} {turn} - - 0 1", rows.collect::<Vec<_>>().join("/"))
}
