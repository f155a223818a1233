//! Laws of engines: moves are legal, and no value contradicts a plain negamax.

use parlor_core::{AnyEngine, AnyGame, AnyReport, Catalog, EngineSpec, Limits, Score, Value};

use crate::walk::{after, entry, random_game, setups, start};

/// Node limit per search.
const NODES: u64 = 100_000;
/// Largest tree that the negamax oracle searches.
const MAX_TREE: u64 = 4_000;
const POSITIONS_PER_VARIANT: u64 = 3;

/// In a game for two, no engine claims a value of a position or of a move that a full search contradicts.
pub fn engines_claim_nothing_false(catalog: &Catalog, game: &str) {
    if start(catalog, &entry(catalog, game).default_setup()).player_count() == 1 {
        return;
    }
    for_late_positions(catalog, game, POSITIONS_PER_VARIANT, |game| {
        let truth = negamax(game);
        for info in catalog.engines(game) {
            let what = format!("{} by {} at {}", game.setup().game, info.name, game.position());
            let mut engine = build(catalog, game, &info.name);
            let last = last_info(&mut *engine, game, NODES, &what);
            assert_sound(last.value, truth, &what);
            let analyzed = engine.analyze(game, &Limits::nodes(NODES), &mut |m, value| {
                assert_sound(value, move_score(game, &m), &format!("{what}, move {m}"));
            });
            analyzed.unwrap_or_else(|error| panic!("{what}: {error}"));
        }
    });
}

/// Every engine has a legal move for the start of every variant: soon, and in a game for two even at once.
pub fn engines_play_legal_moves(catalog: &Catalog, game: &str) {
    for setup in setups(catalog, game) {
        let game = start(catalog, &setup);
        for info in catalog.engines(&*game) {
            let what = format!("{setup:?} by {}", info.name);
            let nodes = if game.player_count() == 1 { NODES } else { 1 };
            last_info(&mut *build(catalog, &*game, &info.name), &*game, nodes, &what);
        }
    }
}

fn build(catalog: &Catalog, game: &dyn AnyGame, name: &str) -> Box<dyn AnyEngine> {
    catalog.engine(game, &EngineSpec::new(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The last report of a search, whose move must be legal.
fn last_info(engine: &mut dyn AnyEngine, game: &dyn AnyGame, nodes: u64, what: &str) -> AnyReport {
    let mut last = None;
    let searched = engine.search(game, &Limits::nodes(nodes), &mut |info| last = Some(info));
    searched.unwrap_or_else(|error| panic!("{what}: {error}"));
    let last = last.unwrap_or_else(|| panic!("{what} reported no move"));
    assert!(game.legal_moves().contains(&last.best), "{what}: {} is illegal", last.best);
    last
}

/// The default opponent, the analysis engine, the solver and all levels can be built for every variant, and the levels
/// are in order, weakest first.
pub fn named_engines_exist(catalog: &Catalog, game: &str) {
    let entry = entry(catalog, game);
    for setup in setups(catalog, game) {
        let game = start(catalog, &setup);
        let named = [&entry.default_opponent, &entry.analysis_engine].into_iter().chain(&entry.solver);
        for spec in named.chain(entry.levels.iter().map(|level| &level.engine)) {
            catalog.check_engine(&*game, spec).unwrap_or_else(|error| panic!("{setup:?}: {spec}: {error}"));
        }
    }
    let strengths: Vec<_> = entry.levels.iter().map(|level| level.strength).collect();
    assert!(strengths.is_sorted_by(|weaker, stronger| weaker < stronger), "{game}: levels out of order: {strengths:?}");
    assert!(entry.levels.iter().all(|level| level.seconds > 0.0), "{game}: a level takes no time");
}

/// Visits the earliest position of each of some random games of every variant that a plain negamax can solve.
pub fn for_late_positions(catalog: &Catalog, game: &str, games: u64, mut visit: impl FnMut(&dyn AnyGame)) {
    for setup in setups(catalog, game) {
        for seed in 0..games {
            let positions = random_game(catalog, &setup, seed);
            let small = positions.iter().find(|game| tree_size(&***game, MAX_TREE).is_some());
            if let Some(game) = small.filter(|game| game.outcome().is_none()) {
                visit(&**game);
            }
        }
    }
}

/// Number of positions in the game tree; `None` if above `max`.
fn tree_size(game: &dyn AnyGame, max: u64) -> Option<u64> {
    let mut size = 1;
    for m in game.legal_moves() {
        size += tree_size(&*after(game, &m), max.checked_sub(size)?)?;
    }
    (size <= max).then_some(size)
}

/// The exact score, by plain negamax.
pub fn negamax(game: &dyn AnyGame) -> Score {
    match game.outcome() {
        Some(outcome) => Score::from_outcome(outcome, game.turn()),
        None => game.legal_moves().iter().map(|m| move_score(game, m)).max().unwrap_or(Score::DRAW),
    }
}

/// The exact score of a move for the player who makes it, by plain negamax.
pub fn move_score(game: &dyn AnyGame, m: &str) -> Score {
    -negamax(&*after(game, m)).one_ply_later()
}

/// The result of a score: -1 for a loss, 0 for a draw, 1 for a win.
pub fn result_class(score: Score) -> i32 {
    if score.is_win() { 1 } else { -i32::from(score.is_loss()) }
}

/// Panics with `what` if a value contradicts the exact score.
pub fn assert_sound(value: Value, truth: Score, what: &str) {
    let [at_least, truth, at_most] = [value.at_least, truth, value.at_most].map(result_class);
    assert!(at_least <= truth && truth <= at_most, "{what}: {value:?}, but the result is {truth}");
    if value.is_exact() {
        assert_eq!(result_class(value.estimate), truth, "{what}");
    }
}
