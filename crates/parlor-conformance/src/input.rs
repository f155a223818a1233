//! Laws of input: malformed moves, positions, options and engine specs get an error, never a panic.

use parlor_core::{Catalog, EngineSpec, SplitMix64};

use crate::every_position;
use crate::walk::{entry, start};

const TEXTS: [&str; 12] =
    ["", " ", "-", "\0", "\n", "x", "999999999999999999999", "-1", "🦀", "a1a1a1a1a1", "((((((((", "PASS PASS"];
const MUTATIONS: usize = 3;

/// A move is accepted exactly if it has a canonical form, and whatever position is accepted parses back.
pub fn malformed_input_is_rejected(catalog: &Catalog, game: &str) {
    let mut random = SplitMix64::new(11);
    every_position(catalog, game, |setup, game| {
        for text in TEXTS {
            let is_legal = game.canonicalize(text).is_ok();
            assert_eq!(game.clone_box().play(text).is_ok(), is_legal, "{setup:?} {text:?}");
        }
        let position = game.position();
        for _ in 0..MUTATIONS {
            let mutated = mutate(&position, &mut random);
            if let Ok(game) = catalog.start(setup.clone().with_position(&mutated)) {
                let _ = (game.scene(), game.legal_moves(), game.outcome());
                let written = game.position();
                let again = catalog.start(setup.clone().with_position(&written)).map(|game| game.position());
                assert_eq!(again, Ok(written), "{setup:?} {mutated:?}");
            }
        }
    });
}

/// Unknown options and engines and values out of range are errors.
pub fn unknown_names_are_rejected(catalog: &Catalog, game: &str) {
    let entry = entry(catalog, game);
    for option in &entry.options {
        let setup = entry.default_setup().with_option(&option.name, "no such value");
        assert!(catalog.start(setup).is_err(), "{game}: option {} accepts everything", option.name);
    }
    assert!(catalog.start(entry.default_setup().with_option("no-such-option", 1)).is_err(), "{game}");
    let started = start(catalog, &entry.default_setup());
    assert!(catalog.engine(&*started, &EngineSpec::new("no-such-engine")).is_err(), "{game}");
    for info in catalog.engines(&*started) {
        let spec = EngineSpec::new(&info.name).with_option("no-such-option", 1);
        assert!(catalog.check_engine(&*started, &spec).is_err(), "{game}: {spec}");
    }
}

/// Removes, replaces or inserts a character.
fn mutate(text: &str, random: &mut SplitMix64) -> String {
    const CHARACTERS: [char; 9] = ['X', 'O', '-', '/', '1', '9', ',', ' ', 'é'];
    let mut characters: Vec<char> = text.chars().collect();
    let place = random.below(characters.len() + 1);
    let character = CHARACTERS[random.below(CHARACTERS.len())];
    match random.below(3) {
        0 if place < characters.len() => drop(characters.remove(place)),
        1 if place < characters.len() => characters[place] = character,
        _ => characters.insert(place, character),
    }
    characters.into_iter().collect()
}
