//! Laws of scenes: what front ends draw and offer.

use std::collections::HashSet;

use parlor_core::{Catalog, Cell, Scene};

use crate::every_position;
use crate::walk::after;

/// A scene states turn and outcome, offers exactly the legal moves, in their order, and everything in it lies on the
/// board. A finished game has no side to move.
pub fn scenes_offer_the_legal_moves(catalog: &Catalog, game: &str) {
    every_position(catalog, game, |setup, game| {
        let scene = game.scene();
        let outcome = game.outcome();
        assert_eq!((scene.turn, scene.outcome), (outcome.is_none().then(|| game.turn()), outcome), "{setup:?}");
        let offered: Vec<&str> = scene.choices.iter().map(|choice| choice.notation.as_str()).collect();
        assert_eq!(offered, game.legal_moves(), "{setup:?}");
        let is_inside = |cell: &Cell| cell.column < scene.columns && cell.row < scene.rows;
        for choice in &scene.choices {
            assert!(choice.steps.iter().flatten().all(is_inside) && choice.changes.iter().all(is_inside), "{choice:?}");
            assert!(choice.steps.iter().all(|step| !step.is_empty()), "{choice:?} has a step without cells");
        }
        assert!(scene.pieces.iter().all(|piece| is_inside(&piece.cell)), "{setup:?}");
        assert!(scene.strikes.iter().flatten().all(is_inside), "{setup:?}");
        assert!(scene.marks.iter().all(|(cell, _)| is_inside(cell)), "{setup:?}");
        let ids: HashSet<u32> = scene.pieces.iter().map(|piece| piece.id).collect();
        assert_eq!(ids.len(), scene.pieces.len(), "{setup:?}: two pieces with one id");
        let distinct: HashSet<_> =
            scene.choices.iter().map(|choice| (&choice.steps, choice.label.to_string())).collect();
        assert_eq!(distinct.len(), scene.choices.len(), "{setup:?}: two choices look alike");
        let [first, second] = scene.sides.each_ref().map(|side| side.piece);
        assert!(first.is_none() || first != second, "{setup:?}: the sides look alike");
        assert!(scene.caption.to_string().ends_with('.'), "{:?}", scene.caption);
    });
}

/// `Choice::changes` lists exactly the cells that look different after the move.
pub fn scenes_show_what_a_move_changes(catalog: &Catalog, game: &str) {
    every_position(catalog, game, |setup, game| {
        if game.player_count() == 1 {
            // A problem answers a move with moves of its own, which a preview cannot foresee.
            return;
        }
        let before = game.scene();
        for choice in &before.choices {
            let next = after(game, &choice.notation).scene();
            for row in 0..before.rows {
                for column in 0..before.columns {
                    let cell = Cell { column, row };
                    let top = |scene: &Scene| scene.piece_at(cell).map(|piece| (piece.shape, piece.tint));
                    let changes = top(&before) != top(&next);
                    assert_eq!(changes, choice.changes.contains(&cell), "{setup:?} {} {cell:?}", choice.notation);
                }
            }
        }
    });
}
