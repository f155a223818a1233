//! Laws of every game in the catalog, checked along random games through `AnyGame`.

use std::collections::{BTreeSet, HashSet};

use parlor_core::{AnyGame, Cell, Player, Setup, StopFlag};
use parlor_games::catalog::{self, GAMES};

const GAMES_PER_VARIANT: u64 = 40;
/// Maximum plies per random game: problems need not end by themselves.
const MAX_PLIES: usize = 200;

/// Deterministic random number generator, so that failures are reproducible.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % bound
    }
}

/// Visits every position of random games of every variant, with its setup.
fn for_every_position(mut visit: impl FnMut(&Setup, &dyn AnyGame)) {
    for entry in GAMES {
        for variant in entry.variants {
            let setup = entry.setup(variant);
            for seed in 0..GAMES_PER_VARIANT {
                let mut random = Random(seed);
                let mut game = catalog::start(setup.clone()).unwrap_or_else(|error| panic!("{setup:?}: {error}"));
                for _ in 0..MAX_PLIES {
                    visit(&setup, &*game);
                    let moves = game.legal_moves();
                    if moves.is_empty() {
                        break;
                    }
                    game.play(&moves[random.below(moves.len())]).unwrap();
                }
                assert!(game.player_count() == 1 || game.outcome().is_some(), "{setup:?} did not end");
            }
        }
    }
}

#[test]
fn game_is_over_exactly_when_there_are_no_moves() {
    for_every_position(|setup, game| {
        assert_eq!(game.legal_moves().is_empty(), game.outcome().is_some(), "{setup:?} {}", game.position());
    });
}

#[test]
fn accepts_exactly_the_legal_moves() {
    let mut seen: BTreeSet<(String, String)> = BTreeSet::new();
    for_every_position(|setup, game| {
        seen.extend(game.legal_moves().into_iter().map(|m| (setup.game.clone(), m)));
    });
    let mut count = 0;
    for_every_position(|setup, game| {
        count += 1;
        if count % 7 != 0 {
            return;
        }
        let legal: HashSet<String> = game.legal_moves().into_iter().collect();
        for (_, m) in seen.iter().filter(|(name, _)| *name == setup.game) {
            let mut next = game.clone_box();
            let accepted = next.play(m).is_ok();
            // A shortened move is accepted if its full form is legal.
            let canonical = game.canonicalize(m).ok();
            assert_eq!(accepted, canonical.as_ref().is_some_and(|full| legal.contains(full)), "{setup:?} {m}");
            assert!(!legal.contains(m) || canonical.as_ref() == Some(m), "{setup:?} {m} is not canonical");
            assert!(accepted || next.position() == game.position(), "a rejected move changed the position");
        }
    });
}

#[test]
fn turn_passes_after_every_move_of_a_two_player_game() {
    for_every_position(|setup, game| {
        for m in game.legal_moves() {
            let mut next = game.clone_box();
            next.play(&m).unwrap();
            let expected = if game.player_count() == 1 { Player::First } else { !game.turn() };
            assert_eq!(next.turn(), expected, "{setup:?} {m}");
        }
    });
}

#[test]
fn position_text_round_trips() {
    for_every_position(|setup, game| {
        let text = game.position();
        assert!(!text.contains('\n'), "a position is one line: {text:?}");
        let again =
            catalog::start(setup.clone().with_position(&text)).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(again.position(), text);
        assert_eq!(again.turn(), game.turn(), "{text}");
        assert_eq!(again.outcome(), game.outcome(), "{text}");
        assert_eq!(again.legal_moves(), game.legal_moves(), "{text}");
        assert_eq!(again.scene().pieces, game.scene().pieces, "{text}");
    });
}

#[test]
fn perft_equals_playing_every_move() {
    let stop = StopFlag::default();
    for_every_position(|setup, game| {
        let moves = game.legal_moves();
        assert_eq!(game.perft(1, &stop), Some(moves.len() as u64), "{setup:?}");
        let children = moves.iter().map(|m| {
            let mut next = game.clone_box();
            next.play(m).unwrap();
            next.legal_moves().len() as u64
        });
        assert_eq!(game.perft(2, &stop), Some(children.sum()), "{setup:?} {}", game.position());
    });
}

#[test]
fn scene_offers_exactly_the_legal_moves_inside_the_board() {
    for_every_position(|setup, game| {
        let scene = game.scene();
        let offered: Vec<String> = scene.choices.iter().map(|choice| choice.notation.clone()).collect();
        assert_eq!(offered, game.legal_moves(), "{setup:?}");
        let inside = |cell: &Cell| cell.column < scene.columns && cell.row < scene.rows;
        for choice in &scene.choices {
            assert!(choice.steps.iter().flatten().all(inside) && choice.changes.iter().all(inside), "{choice:?}");
            assert!(choice.steps.iter().all(|step| !step.is_empty()), "{choice:?} has a step without cells");
        }
        assert!(scene.pieces.iter().all(|piece| inside(&piece.cell)), "{setup:?}");
        assert!(scene.marks.iter().all(|(cell, _)| inside(cell)), "{setup:?}");
        let ids: HashSet<u32> = scene.pieces.iter().map(|piece| piece.id).collect();
        assert_eq!(ids.len(), scene.pieces.len(), "{setup:?}: two pieces with one id");
        let distinct: HashSet<_> = scene.choices.iter().map(|choice| (&choice.steps, &choice.label)).collect();
        assert_eq!(distinct.len(), scene.choices.len(), "{setup:?}: two choices look alike");
        assert!(scene.caption.ends_with('.'), "{:?}", scene.caption);
    });
}

#[test]
fn scene_choices_name_exactly_the_changed_cells() {
    for_every_position(|setup, game| {
        let before = game.scene();
        for choice in &before.choices {
            let mut next = game.clone_box();
            next.play(&choice.notation).unwrap();
            let after = next.scene();
            for row in 0..before.rows {
                for column in 0..before.columns {
                    let cell = Cell { column, row };
                    let appearance =
                        |scene: &parlor_core::Scene| scene.piece_at(cell).map(|piece| (piece.shape, piece.tint));
                    let changes = appearance(&before) != appearance(&after);
                    // In a problem other pieces may move too, which a choice cannot predict.
                    if game.player_count() == 2 {
                        assert_eq!(changes, choice.changes.contains(&cell), "{setup:?} {} {cell:?}", choice.notation);
                    }
                }
            }
        }
    });
}

#[test]
fn playout_of_a_two_player_game_has_an_outcome() {
    for entry in GAMES {
        for variant in entry.variants {
            let game = catalog::start(entry.setup(variant)).unwrap();
            let mut random = Random(5);
            let (plies, outcome) = game.playout(&mut |count| random.below(count));
            assert!(plies > 0);
            assert!(game.player_count() == 1 || outcome.is_some(), "{}", entry.name);
        }
    }
}
