//! Node counts of the engine `perfect` from the start of variants. They are deterministic: a change of one is a change of
//! the search, which must be intended.

use parlor_core::{EngineSpec, Limits, Setup};
use parlor_games::catalog;

const PROOFS: [(&str, &str, u64); 17] = [
    ("tic-tac-toe --size 3", "draw", 7_084),
    ("tic-tac-toe --size 2", "wins in 3 plies", 40),
    ("tic-tac-toe --size 4 --win-streak 3", "wins in 5 plies", 7_497),
    ("tic-tac-toe --size 4 --win-streak 4", "draw", 10_440),
    ("tic-tac-toe --size 5 --win-streak 4", "draw", 202_098),
    ("tic-tac-toe --size 6 --win-streak 4", "wins", 103_665),
    ("tic-tac-toe --size 6 --win-streak 5", "draw", 10_378),
    ("tic-tac-toe --size 6 --win-streak 6", "draw", 5_285),
    ("tic-tac-toe --size 8 --win-streak 2", "wins in 3 plies", 4_552),
    ("knights", "loses", 173_477),
    ("knights --path one-two", "loses", 168_127),
    ("knights --path leap", "loses", 8_342),
    ("knights --path two-one --trail path", "loses in 16 plies", 5_841),
    ("knights --path one-two --trail path", "loses in 16 plies", 4_413),
    ("knights --path either --trail path", "loses", 61_282),
    ("knights --size 3 --path leap", "loses in 6 plies", 62),
    ("knights --size 5 --path either", "wins in 11 plies", 1_308),
];

#[test]
fn proofs_take_the_expected_nodes() {
    let catalog = catalog();
    let proofs = PROOFS.map(|(words, ..)| {
        let mut parts = words.split(" --");
        let setup = parts.next().map(Setup::new).unwrap_or_default();
        let setup = parts
            .filter_map(|option| option.split_once(' '))
            .fold(setup, |setup, (name, value)| setup.with_option(name, value));
        let game = catalog.start(setup).unwrap();
        let mut last = None;
        let mut engine = catalog.engine(&*game, &EngineSpec::new("perfect")).unwrap();
        engine.search(&*game, &Limits::none(), &mut |info| last = Some(info)).unwrap();
        let info = last.unwrap();
        (words, info.value.report(game.unit()).text, info.nodes)
    });
    assert_eq!(proofs, PROOFS.map(|(words, value, nodes)| (words, value.to_owned(), nodes)));
}
