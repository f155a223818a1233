//! Game independence: neither the server nor the page names a game, an engine or an engine's option.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::CATALOG;

/// Names of engines and options that are also words of the API, of HTML or of the page, with another meaning.
const SHARED_WORDS: [&str; 4] = ["perfect", "solver", "strong", "threads"];

/// Files of the server and the page with their text, without unit tests.
fn sources() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = vec![root.join("src"), root.join("page")];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if !path.ends_with("tests.rs") {
                let text = fs::read_to_string(&path).unwrap();
                let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().to_owned();
                sources.push((path, code));
            }
        }
    }
    sources
}

#[test]
fn server_and_page_name_no_game() {
    let games = CATALOG.games();
    let mut words: Vec<String> =
        games.iter().flat_map(|game| [game.name.to_string(), game.title.to_lowercase()]).collect();
    words.extend(games.iter().map(|game| game.name.replace('-', "_")));
    words.extend(["connect four", "othello", "pac man"].map(str::to_owned));
    for (path, text) in sources() {
        let text = text.to_lowercase();
        for word in &words {
            // Only whole words count: `knight` is a shape, but `knights` is a game.
            let is_boundary = |letter: Option<char>| !letter.is_some_and(char::is_alphanumeric);
            let is_named = text.match_indices(word.as_str()).any(|(at, _)| {
                is_boundary(text[..at].chars().next_back()) && is_boundary(text[at + word.len()..].chars().next())
            });
            assert!(!is_named, "{} names \"{word}\"", path.display());
        }
    }
}

#[test]
fn server_and_page_name_no_engine_or_option() {
    let mut words: Vec<String> = Vec::new();
    for entry in CATALOG.games() {
        let game = entry.start(entry.default_setup()).unwrap();
        for engine in CATALOG.engines(&*game) {
            words.push(engine.name.to_string());
            words.extend(engine.options.iter().map(|option| option.name.to_string()));
        }
    }
    words.retain(|word| !SHARED_WORDS.contains(&word.as_str()));
    for (path, text) in sources() {
        for word in &words {
            // A name can only be used as a string; `depth` is also a field of search reports.
            let is_schema = path.ends_with("openapi.json") && text.contains(&format!("\"{word}\": {{"));
            assert!(is_schema || !text.contains(&format!("\"{word}\"")), "{} names \"{word}\"", path.display());
        }
    }
}
