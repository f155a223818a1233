//! Translations of the texts that a catalog carries, and of the messages in scenes.
//!
//! A translation is a table of keys and texts. Fluent would be more than the games need: their messages have named
//! arguments and at most a plural, so a text is a [`Template`](crate::Template) like the English one, with the same
//! `{name}` placeholders. A text that depends on a number has one entry per plural category of the language (CLDR), as
//! `key.one` and `key.other`, chosen by the argument `count`; browsers know the categories of every language. Tables
//! are Rust constants, so a crate with a game of its own needs no files at run time, and this crate no parser.
//!
//! | key | text |
//! |---|---|
//! | `title`, `about`, `goal` | of the game |
//! | `rule-1`, `diagram-1` | on the rules card |
//! | `option-NAME`, `option-NAME-about`, `option-NAME-WORD` | title and description of an option, title of a value |
//! | `board-NAME`, `brush-CODE` | boards, and brushes of the editor |
//! | `engine-NAME`, `engine-NAME-about` | engines |
//! | `engine-NAME-OPTION`, `engine-NAME-OPTION-about` | options of engines |
//! | any other | the message of that key |
//!
//! A text without a translation stays English.

use std::collections::BTreeMap;

use crate::{Catalog, GameEntry, GameView, OptionKind, OptionSpec, Text};

/// Texts of one language, by key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Translation {
    /// BCP 47 tag of the language, such as `he`.
    pub language: Text,
    pub texts: BTreeMap<Text, Text>,
}

impl Translation {
    pub fn new(language: &'static str, texts: &[(&'static str, &'static str)]) -> Translation {
        let texts = texts.iter().map(|(key, text)| (Text::from(*key), Text::from(*text))).collect();
        Translation { language: language.into(), texts }
    }
}

/// Key of a message without the plural category that a translation may append.
pub fn message_key(key: &str) -> &str {
    match key.rsplit_once('.') {
        Some((stem, "zero" | "one" | "two" | "few" | "many" | "other")) => stem,
        _ => key,
    }
}

impl GameView {
    /// All texts with their keys, the templates of messages included.
    pub fn texts(mut self) -> BTreeMap<String, Text> {
        let mut texts = BTreeMap::new();
        self.visit_texts(&mut |key, text| drop(texts.insert(key, text.clone())));
        texts.extend(self.entry.messages.iter().map(|template| (template.key().to_owned(), template.english().into())));
        texts
    }

    /// The same game in another language. Texts that no translation of the game or of the catalog has stay English.
    #[must_use]
    pub fn translate(mut self, catalog: &Catalog, language: &str) -> GameView {
        let known = self.entry.translations.clone().into_iter().chain(catalog.translations().iter().cloned());
        let tables: Vec<Translation> = known.filter(|translation| translation.language == language).collect();
        self.visit_texts(&mut |key, text| {
            if let Some(translated) = tables.iter().find_map(|table| table.texts.get(key.as_str())) {
                text.clone_from(translated);
            }
        });
        let is_message = |key: &str| self.entry.messages.iter().any(|template| template.key() == message_key(key));
        // The first table that has a key wins, as above, so the last one is inserted first.
        for (key, text) in tables.into_iter().rev().flat_map(|table| table.texts) {
            if is_message(&key) {
                self.messages.insert(key, text);
            }
        }
        self
    }

    /// Visits every text that people read, with its key, and fills in titles that are left out.
    pub(crate) fn visit_texts(&mut self, visit: &mut dyn FnMut(String, &mut Text)) {
        let GameEntry { title, about, rules, options, boards, editor, search_lesson, .. } = &mut self.entry;
        visit("title".to_owned(), title);
        visit("about".to_owned(), about);
        visit("goal".to_owned(), &mut rules.goal);
        for (number, rule) in (1..).zip(&mut rules.rules) {
            visit(format!("rule-{number}"), rule);
        }
        for (number, diagram) in (1..).zip(&mut rules.diagrams) {
            visit(format!("diagram-{number}"), &mut diagram.title);
        }
        for option in options {
            visit_option(&format!("option-{}", option.name), option, visit);
        }
        for board in boards {
            visit(format!("board-{}", board.name), &mut board.title);
        }
        for brush in editor.iter_mut().flat_map(|editor| &mut editor.palette) {
            visit(format!("brush-{}", brush.code), &mut brush.name);
        }
        for (number, position) in (1..).zip(&mut search_lesson.positions) {
            visit(format!("lesson-{number}"), &mut position.title);
        }
        for algorithm in &mut search_lesson.algorithms {
            visit(format!("algorithm-{}", algorithm.engine), &mut algorithm.title);
        }
        for engine in &mut self.engines {
            let prefix = format!("engine-{}", engine.name);
            if engine.title.is_empty() {
                engine.title = engine.name.clone();
            }
            visit(prefix.clone(), &mut engine.title);
            visit(format!("{prefix}-about"), &mut engine.about);
            for option in engine.options.to_mut() {
                visit_option(&format!("{prefix}-{}", option.name), option, visit);
            }
        }
    }
}

fn visit_option(key: &str, option: &mut OptionSpec, visit: &mut dyn FnMut(String, &mut Text)) {
    if option.title.is_empty() {
        option.title = option.name.replace('-', " ").into();
    }
    visit(key.to_owned(), &mut option.title);
    visit(format!("{key}-about"), &mut option.about);
    if let OptionKind::OneOf { words, titles, .. } = &mut option.kind {
        if titles.is_empty() {
            *titles = words.to_vec();
        }
        // A number is the same in every language.
        for (word, title) in words.iter().zip(titles).filter(|(word, _)| word.parse::<u32>().is_err()) {
            visit(format!("{key}-{word}"), title);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EngineInfo, SetupError, Template, Unit};

    const MOVES: Template = Template::new("moves", "{count} moves");
    const SIZE: OptionSpec =
        OptionSpec::one_of("board-size", "rows and columns", &[Text::Borrowed("8"), Text::Borrowed("small")]);
    const DEPTH: &[OptionSpec] = &[OptionSpec::integer("depth", "plies", 0, 9, 3)];

    fn game() -> GameView {
        let entry = GameEntry {
            options: vec![SIZE],
            messages: vec![MOVES],
            translations: vec![Translation::new(
                "he",
                &[
                    ("title", "משחק"),
                    ("option-board-size-small", "קטן"),
                    ("moves.one", "מהלך אחד"),
                    ("engine-x", "מנוע"),
                ],
            )],
            ..GameEntry::new("game", "Game", |_, _| Err(SetupError::Conflict("never started".to_owned())))
        };
        let engines = vec![EngineInfo::new("x", "an engine", DEPTH)];
        GameView { entry, players: 2, unit: Unit::Plies, start: String::new(), engines, messages: BTreeMap::new() }
    }

    #[test]
    fn lists_every_text_with_its_key() {
        let texts = game().texts();
        assert_eq!(texts["title"], "Game");
        assert_eq!(texts["option-board-size"], "board size");
        assert_eq!(texts["option-board-size-small"], "small");
        assert_eq!(texts["engine-x-depth-about"], "plies");
        assert_eq!(texts["moves"], "{count} moves");
    }

    #[test]
    fn a_text_without_a_translation_stays_english() {
        let catalog = Catalog::new().with_translations([Translation::new("he", &[("engine-x-about", "תיאור")])]);
        let hebrew = game().translate(&catalog, "he");
        assert_eq!((&*hebrew.entry.title, &*hebrew.entry.options[0].about), ("משחק", "rows and columns"));
        assert_eq!((&*hebrew.engines[0].title, &*hebrew.engines[0].about), ("מנוע", "תיאור"));
        assert_eq!(hebrew.messages.keys().collect::<Vec<_>>(), ["moves.one"]);
        let persian = game().translate(&catalog, "fa");
        assert_eq!((&*persian.entry.title, persian.messages.len()), ("Game", 0));
    }

    #[test]
    fn a_plural_category_is_no_part_of_the_key() {
        assert_eq!(message_key("moves.one"), "moves");
        assert_eq!([message_key("moves"), message_key("a.b")], ["moves", "a.b"]);
    }
}
