//! A competition as a job: batches that are handed out together, played twice, or made up.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use parlor_arena::schedule::Format;
use parlor_arena::{
    Competition, CompetitionJob, Limit, MatchRunner, Progress, Store, StoredCompetition, Tally, openings, run,
};
use parlor_core::{Catalog, StopFlag};
use parlor_distributed::{BatchResults, Job, Runner, run_local};

struct Fixture {
    catalog: Catalog,
    store: Store,
    stored: StoredCompetition,
    _folder: tempfile::TempDir,
}

fn fixture() -> Fixture {
    let catalog = parlor_games::catalog();
    let mut competition = Competition::new("four-in-a-row", &["alphabeta:depth=3,table-mib=1", "random", "greedy"]);
    (competition.games, competition.limits) = (20, vec![Limit::Nodes(300), Limit::Depth(2)]);
    (competition.format, competition.block_pairs, competition.seed) = (Some(Format::RoundRobin), 2, 7);
    let competition = competition.complete(&catalog).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(&folder.path().join("arena.sqlite")).unwrap();
    let id = store.create(&competition, &openings(&competition, &catalog).unwrap()).unwrap();
    let stored = store.competition(Some(id)).unwrap();
    Fixture { catalog, store, stored, _folder: folder }
}

fn run_alone() -> Tally {
    let Fixture { catalog, mut store, stored, _folder } = fixture();
    run(&catalog, &mut store, &stored, 1, &StopFlag::default(), &mut |_| {}).unwrap()
}

#[test]
fn the_table_does_not_depend_on_how_many_batches_are_handed_out_together() {
    let Fixture { catalog, mut store, stored, _folder } = fixture();
    let mut on_progress = |_: &Progress| {};
    let mut job = CompetitionJob::new(&mut store, &stored, 7, &mut on_progress).unwrap();
    let competition = Arc::new(stored.competition.clone());
    let runner = |_| Ok(MatchRunner::new(&catalog, Arc::clone(&competition), 1.0, None)?);
    run_local(&mut job, 3, &StopFlag::default(), runner).unwrap();
    assert_eq!(job.finish().unwrap(), run_alone());
    assert!(store.competition(None).unwrap().is_finished);
}

#[test]
fn results_that_arrive_twice_count_once_and_impossible_ones_never() {
    let Fixture { catalog, mut store, stored, _folder } = fixture();
    let mut on_progress = |_: &Progress| {};
    let mut job = CompetitionJob::new(&mut store, &stored, 3, &mut on_progress).unwrap();
    let mut runner = MatchRunner::new(&catalog, Arc::new(stored.competition.clone()), 1.0, None).unwrap();
    while let Some(batch) = job.next_batch().unwrap() {
        let mut items = Vec::new();
        runner.run(&batch.work, &StopFlag::default(), &mut |game| items.push(game)).unwrap();
        let mut other = items.clone();
        for game in &mut other {
            // Another result, as a second worker would have with limits of time.
            game.summary.outcome = parlor_core::Outcome::Draw;
        }
        let mut impossible = items.clone();
        for game in &mut impossible {
            game.engines = [9, 9];
        }
        let complete = |items| BatchResults { batch: batch.id.clone(), items, is_complete: true };
        let part = BatchResults { batch: batch.id.clone(), items: impossible, is_complete: false };
        job.store(vec![part, complete(items), complete(other)]).unwrap();
    }
    assert_eq!(job.finish().unwrap(), run_alone());
}

#[test]
fn a_runner_stops_within_a_second_in_the_middle_of_a_long_search() {
    let Fixture { catalog, mut store, mut stored, _folder } = fixture();
    stored.competition.limits = vec![Limit::PerMove(Duration::from_mins(1)); 2];
    let mut on_progress = |_: &Progress| {};
    let mut job = CompetitionJob::new(&mut store, &stored, 1, &mut on_progress).unwrap();
    let work = job.next_batch().unwrap().unwrap().work;
    for engine in ["mcts", "alphabeta"] {
        let mut competition = stored.competition.clone();
        for entrant in &mut competition.engines {
            engine.clone_into(&mut entrant.engine);
        }
        let mut runner = MatchRunner::new(&catalog, Arc::new(competition), 1.0, None).unwrap();
        let (stop, mut games) = (StopFlag::default(), 0);
        let time = thread::scope(|scope| {
            let stopped = scope.spawn(|| {
                thread::sleep(Duration::from_millis(500));
                stop.raise();
                Instant::now()
            });
            runner.run(&work, &stop, &mut |_| games += 1).unwrap();
            Instant::now().saturating_duration_since(stopped.join().unwrap())
        });
        assert_eq!(games, 0, "{engine}");
        assert!(time < Duration::from_secs(1), "{engine} stopped after {time:?}");
    }
}
