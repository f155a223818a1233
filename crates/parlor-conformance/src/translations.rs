//! Laws of translations: every language has the texts of English, with the same placeholders.

use std::collections::BTreeSet;

use parlor_core::translation::message_key;
use parlor_core::{Argument, Catalog, GameView, Message, Scene, Translation};

use crate::every_position;
use crate::walk::{entry, setups, start};

/// Every language that a game has translates all its texts, with the placeholders of the English ones, and nothing
/// else. Texts of engines and algorithms may be left out, because games share them.
pub fn translations_are_complete(catalog: &Catalog, game: &str) {
    let entry = entry(catalog, game);
    let engines = setups(catalog, game).iter().flat_map(|setup| catalog.engines(&*start(catalog, setup))).collect();
    let english = GameView::new(entry, &*start(catalog, &entry.default_setup()), engines).texts();
    for Translation { language, texts } in &entry.translations {
        for (key, text) in texts {
            let original = english.get(message_key(key));
            let original = original.unwrap_or_else(|| panic!("{game} has no text {key}, but {language} has"));
            let (mut actual, mut expected) = (placeholders(text), placeholders(original));
            if message_key(key) != &**key {
                // A form for one number may spell it out.
                actual.remove("count");
                expected.remove("count");
            }
            assert_eq!(actual, expected, "{game}, {language}: {key}");
        }
        let translated: BTreeSet<&str> = texts.keys().map(|key| message_key(key)).collect();
        for key in english.keys().filter(|key| !key.starts_with("engine-") && !key.starts_with("algorithm-")) {
            assert!(translated.contains(key.as_str()), "{game} has no {language} text of {key}");
        }
    }
}

/// The entry of a game with translations lists the template of every message in its scenes.
pub fn messages_are_listed(catalog: &Catalog, game: &str) {
    let entry = entry(catalog, game);
    if entry.translations.is_empty() {
        return;
    }
    let listed: BTreeSet<&str> = entry.messages.iter().map(parlor_core::Template::key).collect();
    every_position(catalog, game, |setup, game| {
        for key in message_keys(&game.scene()) {
            assert!(listed.contains(key.as_str()), "{setup:?}: the entry does not list the message {key}");
        }
    });
}

/// Keys of all messages in a scene, those in arguments included.
fn message_keys(scene: &Scene) -> BTreeSet<String> {
    let labels = scene.choices.iter().map(|choice| &choice.label);
    let names = scene.sides.iter().map(|side| &side.name);
    let mut open: Vec<&Message> = labels.chain(names).chain([&scene.caption]).collect();
    let mut keys = BTreeSet::new();
    while let Some(message) = open.pop() {
        if !message.key.is_empty() {
            keys.insert(message.key.to_string());
        }
        open.extend(message.arguments.iter().filter_map(|(_, argument)| match argument {
            Argument::Message(message) => Some(message),
            Argument::Number(_) | Argument::Text(_) => None,
        }));
    }
    keys
}

/// Names of the placeholders of a text.
fn placeholders(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0)).collect()
}
