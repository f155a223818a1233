//! Conformance suite: laws that every game and engine of a catalog keeps, checked along seeded random games.
//!
//! [`check_game`] runs everything on one game. The modules hold one law per function, for a test per law.
//!
//! | module | laws of |
//! |---|---|
//! | [`rules`] | moves, turns, outcomes, positions, perft |
//! | [`scenes`] | what front ends draw and offer |
//! | [`input`] | malformed moves, positions, options and engine specs |
//! | [`engines`] | engines, against a plain negamax |
//! | [`records`] | matches and their records |
//! | [`translations`] | texts in other languages |
//!
//! [`StubEngine`] is an engine for tests of front ends and other users of engines.

pub mod engines;
pub mod input;
pub mod records;
pub mod rules;
pub mod scenes;
mod stub_engine;
pub mod translations;
mod walk;

pub use stub_engine::{StubEngine, report};
pub use walk::every_position;

use parlor_core::Catalog;

/// Checks every law on every variant of a game. Panics with the law, the setup and the position that break it.
pub fn check_game(catalog: &Catalog, game: &str) {
    rules::game_is_over_exactly_without_moves(catalog, game);
    rules::exactly_the_legal_moves_are_accepted(catalog, game);
    rules::turn_changes_after_every_move(catalog, game);
    rules::positions_parse_back(catalog, game);
    rules::perft_counts_played_moves(catalog, game);
    rules::playouts_end(catalog, game);
    rules::setups_state_every_option(catalog, game);
    rules::rules_example_is_legal(catalog, game);
    rules::catalog_boards_start(catalog, game);
    scenes::scenes_offer_the_legal_moves(catalog, game);
    scenes::scenes_show_what_a_move_changes(catalog, game);
    input::malformed_input_is_rejected(catalog, game);
    input::unknown_names_are_rejected(catalog, game);
    engines::engines_play_legal_moves(catalog, game);
    engines::engines_claim_nothing_false(catalog, game);
    engines::named_engines_exist(catalog, game);
    records::records_replay(catalog, game);
    translations::translations_are_complete(catalog, game);
    translations::messages_are_listed(catalog, game);
}
