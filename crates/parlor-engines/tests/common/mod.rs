//! Two tiny games and a plain negamax: what every engine is checked against.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its part")]

pub mod maze;
pub mod row;

use std::collections::BTreeMap;

use parlor_core::{Engine, EngineEntry, EngineInfo, Game, Limits, Options, Outcome, Score, SearchInfo, Value};

/// The true score for the side to move, by looking at everything.
pub fn oracle<G: Game>(position: &G) -> Score {
    let best = position.legal_moves().map(|m| -oracle(&position.after(m)).one_ply_later()).max();
    best.unwrap_or_else(|| match position.outcome().unwrap() {
        Outcome::Draw => Score::DRAW,
        Outcome::Win(player) if player == position.turn() => Score::WON,
        Outcome::Win(_) => Score::LOST,
    })
}

pub fn oracle_of_move<G: Game>(position: &G, m: G::Move) -> Score {
    -oracle(&position.after(m)).one_ply_later()
}

/// -1, 0 or 1.
pub fn sign(score: Score) -> i32 {
    score.raw().signum()
}

/// Nothing that was claimed as proved is wrong.
pub fn assert_true(value: Value, truth: Score, what: &str) {
    assert!(value.at_least <= truth && truth <= value.at_most, "{what}: {value:?} but {truth:?}");
}

pub fn options(info: &EngineInfo, chosen: &[(&str, &str)]) -> Options {
    let texts: BTreeMap<String, String> =
        chosen.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Options::read(info.options, &texts).unwrap()
}

pub fn build<G: Game>(entry: &EngineEntry<G>, chosen: &[(&str, &str)]) -> Box<dyn Engine<G>> {
    (entry.build)(&options(&entry.info, chosen))
}

/// Built so that it does the same each time.
pub fn seeded<G: Game>(entry: &EngineEntry<G>) -> Box<dyn Engine<G>> {
    let has_seed = entry.info.options.iter().any(|option| option.name == "seed");
    build(entry, if has_seed { &[("seed", "7")] } else { &[] })
}

pub fn thoughts<G: Game>(engine: &mut dyn Engine<G>, position: &G, limits: &Limits) -> Vec<SearchInfo<G::Move>> {
    let mut thoughts = Vec::new();
    engine.search(position, limits, &mut |thought| thoughts.push(thought)).unwrap();
    assert!(thoughts.iter().all(|thought| thought.line.first() == Some(&thought.best)));
    let is_playable = |thought: &SearchInfo<G::Move>| {
        let mut position = position.clone();
        thought.line.iter().all(|m| position.play(*m).is_ok())
    };
    assert!(thoughts.iter().all(is_playable), "{position:?} {thoughts:?}");
    thoughts
}

pub fn answer<G: Game>(engine: &mut dyn Engine<G>, position: &G, limits: &Limits) -> SearchInfo<G::Move> {
    thoughts(engine, position, limits).pop().unwrap()
}
