//! Seeded random games: the positions on which all laws are checked.

use parlor_core::{AnyGame, Catalog, GameEntry, Setup, SplitMix64};

const GAMES_PER_VARIANT: u64 = 40;
/// Problems need not end by themselves.
const MAX_PLIES: usize = 200;

/// The entry of a game; panics if the catalog does not have it.
pub(crate) fn entry<'a>(catalog: &'a Catalog, game: &str) -> &'a GameEntry {
    catalog.game(game).unwrap_or_else(|error| panic!("{error}"))
}

/// Starts a game; panics with the setup if it is rejected.
pub(crate) fn start(catalog: &Catalog, setup: &Setup) -> Box<dyn AnyGame> {
    catalog.start(setup.clone()).unwrap_or_else(|error| panic!("{setup:?}: {error}"))
}

/// The setups of all variants of a game.
pub(crate) fn setups(catalog: &Catalog, game: &str) -> Vec<Setup> {
    let entry = entry(catalog, game);
    assert!(!entry.variants.is_empty(), "{game} has no variants to check");
    entry.variants.iter().map(|variant| entry.variant_setup(variant)).collect()
}

/// The game after a legal move.
pub(crate) fn after(game: &dyn AnyGame, m: &str) -> Box<dyn AnyGame> {
    let mut next = game.clone_box();
    next.play(m).unwrap_or_else(|_| panic!("the legal move {m} is rejected in {}", game.position()));
    next
}

/// The positions of one random game, the first one included, until it ends or becomes too long.
pub(crate) fn random_game(catalog: &Catalog, setup: &Setup, seed: u64) -> Vec<Box<dyn AnyGame>> {
    let mut random = SplitMix64::new(seed);
    let mut positions = vec![start(catalog, setup)];
    while let Some(game) = positions.last().filter(|_| positions.len() <= MAX_PLIES) {
        let moves = game.legal_moves();
        let Some(m) = random.choose(&moves) else { break };
        let next = after(&**game, m);
        positions.push(next);
    }
    positions
}

/// Visits every position of some random games of every variant of a game, with the setup it came from.
pub fn every_position(catalog: &Catalog, game: &str, mut visit: impl FnMut(&Setup, &dyn AnyGame)) {
    for setup in setups(catalog, game) {
        for seed in 0..GAMES_PER_VARIANT {
            for game in random_game(catalog, &setup, seed) {
                visit(&setup, &*game);
            }
        }
    }
}
