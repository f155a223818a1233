//! Spelling in foreign protocols. `NBoard` writes `F5` and `PA`, and black discs as `*`. UCI engines know the game as a
//! variant where pieces are dropped, with ranks from the bottom: `P@f4`.

use parlor_core::{AnyGame, Dialect, Player};

use super::rules::Move;

pub(super) fn dialects() -> Vec<Dialect> {
    let options = || vec![("size".into(), "8".into())];
    let nboard = Dialect {
        protocol: "nboard".into(),
        options: options(),
        spell_move: spell_nboard_move,
        spell_position: Some(|game| game.position().replace('X', "*")),
        read_position: Some(|text| text.replace('*', "X")),
    };
    let uci = Dialect {
        protocol: "uci".into(),
        options: options(),
        spell_move: spell_uci_move,
        spell_position: None,
        read_position: None,
    };
    vec![nboard, uci]
}

fn spell_nboard_move(_: &dyn AnyGame, m: &str) -> String {
    if m == Move::Pass.to_string() { "PA".to_owned() } else { m.to_owned() }
}

fn spell_uci_move(game: &dyn AnyGame, m: &str) -> String {
    match m.parse() {
        Ok(Move::Place(square)) => format!("P@{}", spell_uci_square(square.row(), square.column())),
        Ok(Move::Pass) => spell_uci_pass(game),
        Err(_) => m.to_owned(),
    }
}

fn spell_uci_square(row: u8, column: u8) -> String {
    format!("{}{}", char::from(b'a' + column), 8 - row)
}

/// A pass is a move of a disc to its own square: the first disc from the bottom left, rank by rank.
fn spell_uci_pass(game: &dyn AnyGame) -> String {
    let position = game.position();
    let own = if game.turn() == Player::First { b'X' } else { b'O' };
    let cells = position.as_bytes();
    let mut squares = (0..8u8).rev().flat_map(|row| (0..8u8).map(move |column| (row, column)));
    let disc = squares.find(|(row, column)| cells.get(usize::from(row * 8 + column)) == Some(&own));
    disc.map_or("0000".to_owned(), |(row, column)| spell_uci_square(row, column).repeat(2))
}
