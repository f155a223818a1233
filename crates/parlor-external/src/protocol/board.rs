//! A position as plain text for bots: the scene's rows, and the letter of a player's pieces.

use parlor_core::{AnyGame, Cell, Mark, Player, Scene};

/// Letter of an empty cell.
const EMPTY: char = '-';

/// One string per row, one character per cell.
pub(crate) fn board_rows(scene: &Scene) -> Vec<String> {
    let mut rows = vec![vec![EMPTY; usize::from(scene.columns)]; usize::from(scene.rows)];
    // Later pieces lie on top.
    for piece in &scene.pieces {
        let row = rows.get_mut(usize::from(piece.cell.row));
        if let Some(cell) = row.and_then(|row| row.get_mut(usize::from(piece.cell.column))) {
            *cell = piece.letter;
        }
    }
    rows.into_iter().map(|row| row.into_iter().collect()).collect()
}

/// The letter of the pieces of the player to move: that of the piece that a move puts down.
pub(crate) fn own_letter(game: &dyn AnyGame) -> char {
    let letter = || {
        let mut after = game.clone_box();
        after.play(game.legal_moves().first()?).ok()?;
        let scene = after.scene();
        let last: Cell = scene.marks.iter().find(|(_, mark)| *mark == Mark::LastMove)?.0;
        Some(scene.piece_at(last)?.letter)
    };
    letter().unwrap_or(match game.turn() {
        Player::First => 'X',
        Player::Second => 'O',
    })
}
