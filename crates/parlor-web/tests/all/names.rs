//! Front ends never name a game: neither the server nor the page does.

use std::fs;
use std::path::Path;

use parlor_games::catalog::GAMES;

#[test]
fn neither_the_server_nor_the_page_names_a_game() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut words: Vec<String> =
        GAMES.iter().flat_map(|game| [game.name.to_owned(), game.title.to_lowercase()]).collect();
    words.extend(GAMES.iter().map(|game| game.name.replace('-', "_")));
    words.extend(["connect four", "othello", "pac man"].map(str::to_owned));
    let mut waiting = vec![root.join("src"), root.join("page")];
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                waiting.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).unwrap().to_lowercase();
            for word in &words {
                // A knight is a shape, knights are a game: only whole words count.
                let is_apart = |letter: Option<char>| !letter.is_some_and(char::is_alphanumeric);
                let is_named = text.match_indices(word.as_str()).any(|(at, _)| {
                    is_apart(text[..at].chars().next_back()) && is_apart(text[at + word.len()..].chars().next())
                });
                assert!(!is_named, "{} names \"{word}\"", path.display());
            }
        }
    }
}
