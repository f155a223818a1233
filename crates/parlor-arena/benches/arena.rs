//! Speed of the arena: games a second with engines that take no time, and the share of time that is not the engines'.
//! `cargo bench -p parlor-arena`

use std::path::Path;
use std::time::{Duration, Instant};

use parlor_arena::{Competition, Limit, Store, StoredCompetition, openings, run};
use parlor_core::StopFlag;

const RANDOM_GAMES: u32 = 10_000;
const WORKERS: usize = 2;

fn main() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    random_games(folder.path());
    overhead(folder.path());
}

/// 10,000 games of random moves, generated openings and storage included.
fn random_games(folder: &Path) {
    let mut competition = Competition::new("four-in-a-row", &["random", "random"]);
    (competition.games, competition.limits) = (RANDOM_GAMES, vec![Limit::Depth(1)]);
    let started = Instant::now();
    let (mut store, stored) = prepare(competition, folder);
    let prepared = started.elapsed();
    run_quietly(&mut store, &stored, WORKERS);
    println!(
        "{RANDOM_GAMES} random games, stored, {WORKERS} workers: {:.2} s, of which {:.2} s for {} openings",
        started.elapsed().as_secs_f64(),
        prepared.as_secs_f64(),
        stored.openings.len()
    );
}

/// Time of a game besides the searches, at 10 ms a move with one worker.
fn overhead(folder: &Path) {
    let mut competition = Competition::new("four-in-a-row", &["mcts", "mcts"]);
    (competition.games, competition.limits) = (8, vec![Limit::PerMove(Duration::from_millis(10))]);
    competition.margin = 1.0;
    let (mut store, stored) = prepare(competition, folder);
    let started = Instant::now();
    run_quietly(&mut store, &stored, 1);
    let total = started.elapsed();
    let (mut searches, mut moves) = (Duration::ZERO, 0);
    store
        .for_each_game(stored.id, |game| {
            for played in game.moves()? {
                searches += Duration::from_micros(played.1);
                moves += 1;
            }
            Ok(())
        })
        .expect("stored games");
    let share = 100.0 * (total.as_secs_f64() / searches.as_secs_f64() - 1.0);
    println!("{moves} moves at 10 ms: {:.2} s of search, overhead {share:.2} %", searches.as_secs_f64());
}

fn prepare(competition: Competition, folder: &Path) -> (Store, StoredCompetition) {
    let catalog = parlor_games::catalog();
    let competition = competition.complete(&catalog).expect("a valid competition");
    let openings = openings(&competition, &catalog).expect("openings");
    let mut store = Store::open(&folder.join("arena.sqlite")).expect("a store");
    let id = store.create(&competition, &openings).expect("a competition");
    let stored = store.competition(Some(id)).expect("the competition");
    (store, stored)
}

fn run_quietly(store: &mut Store, stored: &StoredCompetition, workers: usize) {
    let catalog = parlor_games::catalog();
    run(&catalog, store, stored, workers, &StopFlag::default(), &mut |_| {}).expect("a finished competition");
}
