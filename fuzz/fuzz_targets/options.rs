//! Options of every game, one `name=value` a line. A setup that was accepted keeps its meaning.

#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_fuzz::{catalog, check_laws, split_setup};

fuzz_target!(|data: &str| {
    let Some((mut setup, options)) = split_setup(data) else { return };
    for line in options.lines() {
        let (name, value) = line.split_once('=').unwrap_or((line, ""));
        setup = setup.with_option(name, value);
    }
    let Ok(game) = catalog().start(setup) else { return };
    check_laws(&*game);
    let again = catalog().start(game.setup().clone()).expect("the setup of a game starts");
    assert_eq!(again.setup(), game.setup());
    assert_eq!(again.position(), game.position());
});
