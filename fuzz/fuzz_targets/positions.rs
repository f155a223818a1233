//! Positions of every game, and everything that a front end asks of a position that was accepted.

#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_fuzz::{catalog, check_laws, split_setup};

fuzz_target!(|data: &str| {
    let Some((setup, position)) = split_setup(data) else { return };
    let Ok(game) = catalog().start(setup.clone().with_position(position)) else { return };
    check_laws(&*game);
    let text = game.position();
    let parsed = catalog().start(setup.with_position(&text)).expect("a written position parses");
    assert_eq!(parsed.position(), text);
    assert_eq!(parsed.legal_moves(), game.legal_moves());
});
