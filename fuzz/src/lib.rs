//! Shared parts of the fuzz targets: the catalog, the choice of a game, and laws that every position keeps.

use std::sync::LazyLock;

use parlor_core::{AnyGame, Catalog, Setup};

static CATALOG: LazyLock<Catalog> = LazyLock::new(parlor_games::catalog);

pub fn catalog() -> &'static Catalog {
    &CATALOG
}

/// The first two characters choose a game and one of its variants; the rest is the text to parse.
pub fn split_setup(data: &str) -> Option<(Setup, &str)> {
    let mut characters = data.chars();
    let games = catalog().games();
    let entry = &games[characters.next()? as usize % games.len()];
    let variant = &entry.variants[characters.next()? as usize % entry.variants.len()];
    Some((entry.variant_setup(variant), characters.as_str()))
}

/// Reads the text as lines of a program that plays over the protocol of an engine scheme. The first two characters
/// choose a game, the third a number of moves.
pub fn read_answers(scheme: &str, data: &str) {
    let Some((setup, text)) = split_setup(data) else { return };
    let mut characters = text.chars();
    let plies = characters.next().map_or(0, |character| character as usize % 8);
    let mut game = catalog().start(setup).expect("a variant starts");
    for _ in 0..plies {
        let Some(m) = game.legal_moves().into_iter().next() else { break };
        game.play(&m).expect("a legal move is accepted");
    }
    parlor_external::fuzzing::read_answers(catalog(), scheme, &*game, characters.as_str());
}

/// Checks what every position keeps: it is over exactly without moves, and its scene offers exactly the legal moves.
pub fn check_laws(game: &dyn AnyGame) {
    let moves = game.legal_moves();
    assert_eq!(moves.is_empty(), game.outcome().is_some(), "{}", game.position());
    let scene = game.scene();
    let offered: Vec<&str> = scene.choices.iter().map(|choice| choice.notation.as_str()).collect();
    assert_eq!(offered, moves, "{}", game.position());
    assert!(scene.pieces.iter().all(|piece| piece.cell.column < scene.columns && piece.cell.row < scene.rows));
    let _ = scene.to_string();
    for m in &moves {
        game.clone_box().play(m).expect("a legal move is accepted");
    }
}
