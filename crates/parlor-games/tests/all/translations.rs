//! Translations of all games, their engines included.

use std::collections::{BTreeMap, BTreeSet};

use parlor_core::translation::message_key;
use parlor_core::{Catalog, GameEntry, GameView};

const LANGUAGES: [&str; 2] = ["he", "fa"];

fn english(catalog: &Catalog, entry: &GameEntry) -> GameView {
    let game = entry.start(entry.default_setup()).unwrap();
    GameView::new(entry, &*game, catalog.engines(&*game))
}

/// Texts that are the same in every language, or names that stay.
const SAME: [&str; 1] = ["engine-astar"];

#[test]
fn every_text_of_every_game_and_engine_is_translated() {
    let catalog = parlor_games::catalog();
    for entry in catalog.games() {
        let game = english(&catalog, entry);
        let original = game.clone().texts();
        for language in LANGUAGES {
            let translated = game.clone().translate(&catalog, language);
            let messages: BTreeSet<&str> = translated.messages.keys().map(|key| message_key(key)).collect();
            for template in &entry.messages {
                assert!(messages.contains(template.key()), "{}, {language}: {}", entry.name, template.key());
            }
            let translated = GameView { entry: GameEntry { messages: Vec::new(), ..translated.entry }, ..translated };
            for (key, text) in translated.texts() {
                let is_number = text.parse::<u32>().is_ok();
                let is_translated = text != original[&key] || is_number || SAME.contains(&key.as_str());
                assert!(is_translated, "{}, {language}: {key} is \"{text}\"", entry.name);
            }
        }
    }
}

#[test]
fn shared_translations_name_engines_that_exist() {
    let catalog = parlor_games::catalog();
    let known: BTreeSet<String> =
        catalog.games().iter().flat_map(|entry| english(&catalog, entry).texts().into_keys()).collect();
    for translation in catalog.translations() {
        for key in translation.texts.keys() {
            assert!(known.contains(&**key), "{}: {key}", translation.language);
        }
    }
}

/// A front end keeps the messages of all games in one table.
#[test]
fn games_that_share_a_key_share_its_text() {
    let catalog = parlor_games::catalog();
    for language in LANGUAGES {
        let mut texts = BTreeMap::new();
        for entry in catalog.games() {
            for (key, text) in english(&catalog, entry).translate(&catalog, language).messages {
                let other = texts.insert(key.clone(), text.clone());
                assert!(other.as_ref().is_none_or(|other| *other == text), "{language}: {key}: {other:?}, {text}");
            }
        }
    }
}
