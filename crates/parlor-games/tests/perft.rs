//! Move counts per depth, from the data files in `tests/perft`: `GAME [--OPTION VALUE]...: COUNT COUNT ...`.

use std::path::Path;

use parlor_core::{Setup, StopFlag};
use parlor_games::catalog;

/// `knights --path leap` as a setup.
fn setup(words: &str) -> Setup {
    let mut words = words.split_whitespace();
    let mut setup = Setup::of(words.next().expect("a game"));
    while let Some(option) = words.next() {
        let value = words.next().expect("a value");
        setup = match option.strip_prefix("--").expect("an option") {
            "position" => setup.from_position(value),
            name => setup.with(name, value),
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
            let game = catalog::start(setup(words)).unwrap_or_else(|bad| panic!("{line}: {bad}"));
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
fn a_raised_flag_stops_a_deep_count() {
    let stop = StopFlag::default();
    stop.raise();
    for game in catalog::GAMES {
        assert_eq!(catalog::start(Setup::of(game.name)).unwrap().perft(60, &stop), None, "{}", game.name);
    }
}
