//! Deterministic simulation of a room alone: random commands of clients that come and go, stores that are
//! slow and answer in all four ways, searches that fail, hosts that crash. Each seed is one run; invariants
//! are checked at every effect.
//!
//! | invariant | where |
//! |---|---|
//! | at most one write is in flight | `World::perform` |
//! | nobody is told of a change before it is stored | `World::check_told`, `World::check_reply` |
//! | every request gets exactly one reply | `World::check_reply`, `World::settle` |
//! | the queue of commands is bounded | `World::flood` |
//! | the stored events give the match of the room | `World::check_rest` |
//! | nothing is overdue at rest | `World::check_rest` |
//!
//! `PARLOR_SIMULATION_SEED=7` repeats one run and prints its history; `PARLOR_SIMULATION_SEEDS=1000000` makes
//! more runs.

mod check;
mod clients;
mod services;
mod world;

use std::sync::Arc;
use std::time::Duration;

use parlor_core::{Catalog, EngineLimits, SplitMix64};
use parlor_match::{Match, Terms};
use parlor_room::{EngineOffer, Participants, SeatRequest};
use parlor_test_tools::{SimulatedRun, assert_seeds_hold};

use self::world::World;

const DEFAULT_SEEDS: u64 = 100_000;
const TERMS: [&str; 6] = [
    "unlimited",
    "clock=6+0.2",
    "clock=60",
    "move=3",
    "move=3,engine-failure=forfeit",
    "clock=6,engine-failure=last-report",
];

fn offer(catalog: Catalog) -> EngineOffer {
    let limits = EngineLimits { memory_mib: 16, threads: 1 };
    EngineOffer { catalog: Arc::new(catalog), limits, seconds: 0.01..=60.0 }
}

/// The games for two, with the engine that sits in a seat at first.
fn games() -> Vec<EngineOffer> {
    let all = parlor_games::catalog();
    let is_for_two = |entry: &&parlor_core::GameEntry| entry.start(entry.default_setup()).unwrap().player_count() == 2;
    all.games().iter().filter(is_for_two).map(|entry| offer(Catalog::new().with_game(entry.clone()))).collect()
}

/// A random time below a limit, in steps of a microsecond.
fn microseconds(random: &mut SplitMix64, limit: Duration) -> Duration {
    Duration::from_micros(random.below(usize::try_from(limit.as_micros()).unwrap_or(1).max(1)) as u64)
}

/// Runs a seed; returns the history, if it is wanted, and the first violation.
fn simulate(seed: u64, games: &[EngineOffer], is_logged: bool) -> SimulatedRun {
    let mut random = SplitMix64::new(seed);
    let offer = random.choose(games).unwrap().clone();
    let entry = &offer.catalog.games()[0];
    let game = offer.catalog.start(entry.default_setup()).unwrap();
    let engine = || SeatRequest::Engine { engine: entry.default_opponent.to_string(), seconds: 1.0 };
    let seats = match random.below(5) {
        0 => [SeatRequest::You {}, SeatRequest::You {}],
        1 | 2 => [SeatRequest::You {}, engine()],
        3 => [engine(), engine()],
        _ => [SeatRequest::You {}, SeatRequest::Friend {}],
    };
    let terms: Terms = random.choose(&TERMS).unwrap().parse().unwrap();
    let participants = Participants::new(&seats, 0.0, &offer, &*game, clients::HOST, [clients::INVITATION; 2]).unwrap();
    let terms = participants.agreed_terms(terms);
    let mut world = World::new(random, offer, Match::new(game, terms), participants, is_logged);
    world.log(|| format!("{seats:?}, {terms}"));
    world.run();
    (world.trace, world.violation)
}

#[test]
fn invariants_hold_for_every_seed() {
    let games = games();
    assert_seeds_hold(DEFAULT_SEEDS, |seed, is_logged| simulate(seed, &games, is_logged));
}

#[test]
fn a_seed_repeats_its_run() {
    let games = games();
    for seed in 0..20 {
        let [first, second] = [simulate(seed, &games, true).0, simulate(seed, &games, true).0];
        assert!(first.len() > 20, "{first:?}");
        assert_eq!(first, second, "seed {seed}");
    }
}

/// Shows that the seeds reach what they are for.
#[test]
fn seeds_reach_every_answer_of_a_store() {
    let games = games();
    let traces: String = (0..300).flat_map(|seed| simulate(seed, &games, true).0).collect();
    for line in [
        "Stored",
        "Failed",
        "Unknown",
        "Superseded",
        "loads",
        "the host crashes",
        "search fails",
        "Busy",
        "RanOutOfTime",
    ] {
        assert!(traces.contains(line), "{line}");
    }
}
