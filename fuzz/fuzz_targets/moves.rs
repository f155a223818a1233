//! Moves of every game, one a line: legal ones are played, and all must agree with the list of legal moves.

#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_fuzz::{catalog, check_laws, split_setup};

// A line `#N` plays the legal move with the index N, so that the fuzzer reaches the middle of games.
fuzz_target!(|data: &str| {
    let Some((setup, moves)) = split_setup(data) else { return };
    let mut game = catalog().start(setup).expect("a variant starts");
    for line in moves.lines().take(100) {
        let legal = game.legal_moves();
        let index = line.strip_prefix('#').and_then(|number| number.parse::<usize>().ok());
        let m = index.and_then(|index| legal.get(index)).map_or(line, String::as_str);
        let canonical = game.canonicalize(m);
        assert!(canonical.iter().all(|m| legal.contains(m)), "{m:?} is not among {legal:?}");
        let before = game.position();
        assert_eq!(game.play(m).is_ok(), canonical.is_ok(), "{m:?}");
        assert!(canonical.is_ok() || game.position() == before, "{m:?} was rejected and changed the position");
    }
    check_laws(&*game);
});
