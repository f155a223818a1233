//! Game independence: neither the server nor the page names a game.

use std::fs;
use std::path::Path;

use parlor_games::catalog::GAMES;

#[test]
fn server_and_page_name_no_game() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut words: Vec<String> =
        GAMES.iter().flat_map(|game| [game.name.to_owned(), game.title.to_lowercase()]).collect();
    words.extend(GAMES.iter().map(|game| game.name.replace('-', "_")));
    words.extend(["connect four", "othello", "pac man"].map(str::to_owned));
    let mut folders = vec![root.join("src"), root.join("page")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).unwrap().to_lowercase();
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
}
