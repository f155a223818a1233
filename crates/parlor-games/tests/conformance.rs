//! The laws that every game of the catalog keeps, checked along random games, through the erased table that
//! everybody else uses.

use std::collections::{BTreeSet, HashSet};

use parlor_core::{AnyGame, Cell, Player, Setup, StopFlag};
use parlor_games::catalog::{self, GAMES};

const GAMES_PER_VARIANT: u64 = 40;
/// Problems need not end by themselves.
const LONGEST_WALK: usize = 200;

/// A fixed stream of numbers, so that a failure repeats.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % bound
    }
}

/// Every position of some random games of every variant, each with the setup it came from.
fn every_position(mut visit: impl FnMut(&Setup, &dyn AnyGame)) {
    for entry in GAMES {
        for variant in entry.variants {
            let setup = entry.setup(variant);
            for seed in 0..GAMES_PER_VARIANT {
                let mut dice = Dice(seed);
                let mut game = catalog::start(setup.clone()).unwrap_or_else(|bad| panic!("{setup:?}: {bad}"));
                for _ in 0..LONGEST_WALK {
                    visit(&setup, &*game);
                    let moves = game.legal_moves();
                    if moves.is_empty() {
                        break;
                    }
                    game.play(&moves[dice.below(moves.len())]).unwrap();
                }
                assert!(game.seats() == 1 || game.outcome().is_some(), "{setup:?} did not end");
            }
        }
    }
}

#[test]
fn a_game_is_over_exactly_when_there_are_no_moves() {
    every_position(|setup, game| {
        assert_eq!(game.legal_moves().is_empty(), game.outcome().is_some(), "{setup:?} {}", game.position());
    });
}

#[test]
fn exactly_the_legal_moves_are_accepted() {
    let mut seen: BTreeSet<(String, String)> = BTreeSet::new();
    every_position(|setup, game| {
        seen.extend(game.legal_moves().into_iter().map(|m| (setup.game.clone(), m)));
    });
    let mut turn = 0;
    every_position(|setup, game| {
        turn += 1;
        if turn % 7 != 0 {
            return;
        }
        let legal: HashSet<String> = game.legal_moves().into_iter().collect();
        for (_, m) in seen.iter().filter(|(name, _)| *name == setup.game) {
            let mut next = game.clone_box();
            let accepted = next.play(m).is_ok();
            // A shortened move is accepted where its full form is legal.
            let canonical = game.canonical(m).ok();
            assert_eq!(accepted, canonical.as_ref().is_some_and(|full| legal.contains(full)), "{setup:?} {m}");
            assert!(!legal.contains(m) || canonical.as_ref() == Some(m), "{setup:?} {m} is not canonical");
            assert!(accepted || next.position() == game.position(), "a refused move changed the position");
        }
    });
}

#[test]
fn the_turn_passes_after_every_move_of_a_game_for_two() {
    every_position(|setup, game| {
        for m in game.legal_moves() {
            let mut next = game.clone_box();
            next.play(&m).unwrap();
            let expected = if game.seats() == 1 { Player::First } else { !game.turn() };
            assert_eq!(next.turn(), expected, "{setup:?} {m}");
        }
    });
}

#[test]
fn a_position_reads_back_as_written() {
    every_position(|setup, game| {
        let text = game.position();
        assert!(!text.contains('\n'), "a position is one line: {text:?}");
        let again = catalog::start(setup.clone().from_position(&text)).unwrap_or_else(|bad| panic!("{text}: {bad}"));
        assert_eq!(again.position(), text);
        assert_eq!(again.turn(), game.turn(), "{text}");
        assert_eq!(again.outcome(), game.outcome(), "{text}");
        assert_eq!(again.legal_moves(), game.legal_moves(), "{text}");
        assert_eq!(again.scene().pieces, game.scene().pieces, "{text}");
    });
}

#[test]
fn perft_agrees_with_playing_every_move() {
    let stop = StopFlag::default();
    every_position(|setup, game| {
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
fn a_scene_offers_exactly_the_legal_moves_and_stays_on_the_board() {
    every_position(|setup, game| {
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
        let told_apart: HashSet<_> = scene.choices.iter().map(|choice| (&choice.steps, &choice.label)).collect();
        assert_eq!(told_apart.len(), scene.choices.len(), "{setup:?}: two choices look alike");
        assert!(scene.caption.ends_with('.'), "{:?}", scene.caption);
    });
}

#[test]
fn a_scene_shows_what_a_move_changes() {
    every_position(|setup, game| {
        let before = game.scene();
        for choice in &before.choices {
            let mut next = game.clone_box();
            next.play(&choice.notation).unwrap();
            let after = next.scene();
            for row in 0..before.rows {
                for column in 0..before.columns {
                    let cell = Cell { column, row };
                    let look = |scene: &parlor_core::Scene| scene.piece_at(cell).map(|piece| (piece.shape, piece.tint));
                    let changes = look(&before) != look(&after);
                    // A problem answers a move with moves of its own, which a preview cannot foresee.
                    if game.seats() == 2 {
                        assert_eq!(changes, choice.changes.contains(&cell), "{setup:?} {} {cell:?}", choice.notation);
                    }
                }
            }
        }
    });
}

#[test]
fn a_playout_ends_where_the_rules_say() {
    for entry in GAMES {
        for variant in entry.variants {
            let game = catalog::start(entry.setup(variant)).unwrap();
            let mut dice = Dice(5);
            let (plies, outcome) = game.playout(&mut |count| dice.below(count));
            assert!(plies > 0);
            assert!(game.seats() == 1 || outcome.is_some(), "{}", entry.name);
        }
    }
}
