//! Laws of moves, turns, outcomes, positions and perft.

use std::collections::{BTreeSet, HashSet};

use parlor_core::{AnyGame, Catalog, Piece, Player, Score, SplitMix64, StopFlag};

use crate::engines::result_class;
use crate::every_position;
use crate::walk::{after, entry, random_game, setups, start};

/// Every seventh position is enough to try all moves that were ever seen.
const EVERY: usize = 7;

/// The game is over exactly without legal moves, and its final value is its outcome.
pub fn game_is_over_exactly_without_moves(catalog: &Catalog, game: &str) {
    every_position(catalog, game, |setup, game| {
        assert_eq!(game.legal_moves().is_empty(), game.outcome().is_some(), "{setup:?} {}", game.position());
        let by_value = game.final_value().map(|value| result_class(value.estimate));
        let by_outcome = game.outcome().map(|outcome| result_class(Score::from_outcome(outcome, game.turn())));
        assert_eq!(by_value, by_outcome, "{setup:?} {}", game.position());
    });
}

pub fn exactly_the_legal_moves_are_accepted(catalog: &Catalog, game: &str) {
    let mut seen: BTreeSet<String> = BTreeSet::new();
    every_position(catalog, game, |_, game| seen.extend(game.legal_moves()));
    let mut visited = 0;
    every_position(catalog, game, |setup, game| {
        visited += 1;
        if visited % EVERY != 0 {
            return;
        }
        let legal: HashSet<String> = game.legal_moves().into_iter().collect();
        for m in &seen {
            let mut next = game.clone_box();
            let accepted = next.play(m).is_ok();
            // A shortened move is accepted where its full form is legal.
            let canonical = game.canonicalize(m).ok();
            assert_eq!(accepted, canonical.as_ref().is_some_and(|full| legal.contains(full)), "{setup:?} {m}");
            assert!(!legal.contains(m) || canonical.as_ref() == Some(m), "{setup:?} {m} is not canonical");
            assert!(accepted || next.position() == game.position(), "a rejected move changed the position");
        }
    });
}

/// In a game for two the turn changes after every move; a problem has one side.
pub fn turn_changes_after_every_move(catalog: &Catalog, game: &str) {
    every_position(catalog, game, |setup, game| {
        for m in game.legal_moves() {
            let next = after(game, &m);
            let expected = if game.player_count() == 1 { Player::First } else { !game.turn() };
            assert_eq!(next.turn(), expected, "{setup:?} {m}");
        }
    });
}

/// A position that was written parses back to the same position, on one line.
pub fn positions_parse_back(catalog: &Catalog, game: &str) {
    every_position(catalog, game, |setup, game| {
        let text = game.position();
        assert!(!text.contains('\n'), "a position is one line: {text:?}");
        let parsed = start(catalog, &setup.clone().with_position(&text));
        assert_eq!(parsed.position(), text);
        assert_eq!(parsed.turn(), game.turn(), "{text}");
        assert_eq!(parsed.outcome(), game.outcome(), "{text}");
        assert_eq!(parsed.legal_moves(), game.legal_moves(), "{text}");
        // The direction of a piece may depend on the last move, which is not part of the position.
        let pieces = |game: &dyn AnyGame| -> Vec<Piece> {
            game.scene().pieces.into_iter().map(|piece| piece.facing(None)).collect()
        };
        assert_eq!(pieces(&*parsed), pieces(game), "{text}");
    });
}

pub fn perft_counts_played_moves(catalog: &Catalog, game: &str) {
    let stop = StopFlag::default();
    every_position(catalog, game, |setup, game| {
        let moves = game.legal_moves();
        assert_eq!(game.perft(1, &stop), Some(moves.len() as u64), "{setup:?}");
        let replies = moves.iter().map(|m| after(game, m).legal_moves().len() as u64);
        assert_eq!(game.perft(2, &stop), Some(replies.sum()), "{setup:?} {}", game.position());
    });
}

/// A random play-out of a game for two ends with an outcome, and so does every random game.
pub fn playouts_end(catalog: &Catalog, game: &str) {
    for setup in setups(catalog, game) {
        let game = start(catalog, &setup);
        let mut random = SplitMix64::new(5);
        let (plies, outcome) = game.playout(&mut |count| random.below(count));
        assert!(plies > 0, "{setup:?}");
        let random_game = random_game(catalog, &setup, 5);
        let has_ended = random_game.last().is_some_and(|game| game.outcome().is_some());
        assert!(game.player_count() == 1 || outcome.is_some() && has_ended, "{setup:?} did not end");
    }
}

/// The setup of a started game states every option and starts the same game again, so that stored setups keep their
/// meaning when a default changes.
pub fn setups_state_every_option(catalog: &Catalog, game: &str) {
    let names: BTreeSet<String> = entry(catalog, game).options.iter().map(|spec| spec.name.to_string()).collect();
    for setup in setups(catalog, game) {
        let first = start(catalog, &setup);
        let stated = first.setup();
        assert!(stated.options.keys().eq(&names), "{stated:?}");
        assert!(setup.options.iter().all(|(name, value)| stated.options.get(name) == Some(value)), "{stated:?}");
        let again = start(catalog, stated);
        assert_eq!((again.setup(), again.position()), (stated, first.position()));
    }
}

/// The moves of the rules card can be played from the start.
pub fn rules_example_is_legal(catalog: &Catalog, game: &str) {
    let entry = entry(catalog, game);
    entry.rules.example.iter().fold(start(catalog, &entry.default_setup()), |game, m| after(&*game, m));
}

/// Every board of the catalog is a position of the game.
pub fn catalog_boards_start(catalog: &Catalog, game: &str) {
    let entry = entry(catalog, game);
    for board in &entry.boards {
        let started = start(catalog, &entry.default_setup().with_position(&board.position));
        assert!(started.outcome().is_none(), "{}: the board {} is over at once", entry.name, board.name);
    }
}
