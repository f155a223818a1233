//! Two small games and a plain negamax, against which every engine is tested.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its part")]

pub mod graph_game;
pub mod k_in_a_row;

use std::collections::BTreeMap;

use parlor_core::{Engine, EngineEntry, EngineInfo, Game, Limits, Options, Outcome, Report, Score, Value};

/// The exact score for the side to move, by plain negamax.
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

/// The result of a score: -1 for a loss, 0 for a draw, 1 for a win.
pub fn sign(score: Score) -> i32 {
    score.raw().signum()
}

/// Asserts that the proved bounds of a value contain the exact score.
pub fn assert_sound(value: Value, truth: Score, what: &str) {
    assert!(value.at_least <= truth && truth <= value.at_most, "{what}: {value:?} but {truth:?}");
}

pub fn options(info: &EngineInfo, chosen: &[(&str, &str)]) -> Options {
    let texts: BTreeMap<String, String> =
        chosen.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Options::parse(&info.options, &texts).unwrap()
}

pub fn build<G: Game>(entry: &EngineEntry<G>, chosen: &[(&str, &str)]) -> Box<dyn Engine<G>> {
    (entry.build)(&options(&entry.info, chosen))
}

/// An engine with a fixed seed, so that it is deterministic.
pub fn seeded<G: Game>(entry: &EngineEntry<G>) -> Box<dyn Engine<G>> {
    let has_seed = entry.info.options.iter().any(|option| option.name == "seed");
    build(entry, if has_seed { &[("seed", "7")] } else { &[] })
}

/// All reports of a search. Asserts that every line is legal and starts with the best move.
pub fn search_infos<G: Game>(engine: &mut dyn Engine<G>, position: &G, limits: &Limits) -> Vec<Report<G::Move>> {
    let mut infos = Vec::new();
    engine.search(position, limits, &mut |info| infos.push(info)).unwrap();
    assert!(infos.iter().all(|info| info.line.first() == Some(&info.best)));
    let is_playable = |info: &Report<G::Move>| {
        let mut position = position.clone();
        info.line.iter().all(|m| position.play(*m).is_ok())
    };
    assert!(infos.iter().all(is_playable), "{position:?} {infos:?}");
    infos
}

/// The last report of a search.
pub fn last_info<G: Game>(engine: &mut dyn Engine<G>, position: &G, limits: &Limits) -> Report<G::Move> {
    search_infos(engine, position, limits).pop().unwrap()
}
