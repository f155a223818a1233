//! Move counts per depth, from the data files in `tests/perft`: `GAME [--OPTION VALUE]...: COUNT COUNT ...`.

use std::path::Path;

use parlor_core::{Setup, StopFlag};
use parlor_games::catalog;

/// Parses a setup such as `knights --path leap`.
fn parse_setup(words: &str) -> Setup {
    let mut words = words.split_whitespace();
    let mut setup = Setup::new(words.next().expect("a game"));
    while let Some(option) = words.next() {
        let value = words.next().expect("a value");
        setup = match option.strip_prefix("--").expect("an option") {
            "position" => setup.with_position(value),
            name => setup.with_option(name, value),
        };
    }
    setup
}

#[test]
fn move_counts_equal_the_data_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft");
    let mut checked = 0;
    for file in folder.read_dir().unwrap() {
        for line in std::fs::read_to_string(file.unwrap().path()).unwrap().lines() {
            if line.starts_with('#') || line.is_empty() {
                continue;
            }
            let (words, counts) = line.split_once(':').expect(line);
            let game = catalog().start(parse_setup(words)).unwrap_or_else(|error| panic!("{line}: {error}"));
            for (depth, count) in (1..).zip(counts.split_whitespace()) {
                let leaves = game.perft(depth, &StopFlag::default());
                assert_eq!(leaves, Some(count.parse().unwrap()), "{words} at depth {depth}");
                checked += 1;
            }
        }
    }
    assert!(checked > 80, "only {checked} counts were found");
}

#[test]
fn raised_stop_flag_ends_a_deep_perft() {
    let stop = StopFlag::default();
    stop.raise();
    for entry in catalog().games() {
        assert_eq!(entry.start(entry.default_setup()).unwrap().perft(60, &stop), None, "{}", entry.name);
    }
}
