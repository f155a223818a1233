//! Contract of every engine: reports, limits, determinism, `forget`.
#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "small numbers in test games")]

mod common;

use std::time::{Duration, Instant};

use common::k_in_a_row::{CenterEvaluator, KInARow};
use common::{build, last_info, search_infos, seeded};
use parlor_core::{EngineEntry, Evaluate, Game, Limits, Score};
use parlor_engines::{general_engines, greedy, minimax};

type Board = KInARow<5, 5, 4>;

fn engines() -> Vec<EngineEntry<Board>> {
    general_engines::<Board, CenterEvaluator>()
}

#[test]
fn general_engines_are_listed_from_weakest_to_strongest() {
    let names: Vec<String> = engines().iter().map(|entry| entry.info.name.to_string()).collect();
    assert_eq!(names, ["random", "greedy", "minimax", "alphabeta", "mcts", "perfect"]);
}

#[test]
fn search_without_legal_moves_is_an_error() {
    let over = Board::after_cells(&[0, 5, 1, 6, 2, 7, 3]);
    for entry in engines() {
        let error = build(&entry, &[]).search(&over, &Limits::none(), &mut |_| panic!("no move to report"));
        assert_eq!(error.unwrap_err().to_string(), "No possible AI moves.");
        build(&entry, &[]).analyze(&over, &Limits::none(), &mut |_, _| panic!("no move to report"));
    }
}

#[test]
fn reports_once_without_a_limit() {
    let nearly_over = Board::after_cells(&[0, 5, 2, 7, 1, 6, 8, 3, 9, 4, 10, 15, 11, 16, 18, 13]);
    for entry in engines() {
        assert_eq!(search_infos(&mut *seeded(&entry), &nearly_over, &Limits::none()).len(), 1, "{}", entry.info.name);
    }
}

#[test]
fn reports_once_without_a_limit_when_stopped() {
    let limits = Limits::none();
    limits.stop.raise();
    for entry in engines() {
        assert_eq!(search_infos(&mut *seeded(&entry), &Board::new(), &limits).len(), 1, "{}", entry.info.name);
    }
}

#[test]
fn reports_the_first_move_at_once() {
    for entry in engines() {
        let started = Instant::now();
        let mut first = None;
        seeded(&entry)
            .search(&Board::new(), &Limits::time(Duration::from_millis(200)), &mut |_| {
                first.get_or_insert_with(|| started.elapsed());
            })
            .unwrap();
        assert!(first.unwrap() < Duration::from_millis(20), "{} {first:?}", entry.info.name);
    }
}

#[test]
fn respects_the_node_limit() {
    for entry in engines() {
        for nodes in [0, 1, 10, 1000, 100_000] {
            let info = last_info(&mut *seeded(&entry), &Board::new(), &Limits::nodes(nodes));
            assert!(info.nodes <= nodes, "{} {}", entry.info.name, info.nodes);
        }
    }
}

#[test]
fn respects_the_depth_limit() {
    for entry in engines() {
        for depth in [0, 1, 2, 3] {
            let info = last_info(&mut *seeded(&entry), &Board::new(), &Limits::depth(depth));
            let is_tree = entry.info.name == "mcts";
            assert!(is_tree || info.depth <= depth.max(1), "{} {}", entry.info.name, info.depth);
        }
    }
}

/// Evaluator so slow that the clock must be checked at every node.
#[derive(Clone, Copy, Debug, Default)]
struct SlowEvaluator;

impl Evaluate<Board> for SlowEvaluator {
    fn evaluate(&self, position: &Board) -> Score {
        std::thread::sleep(Duration::from_millis(1));
        CenterEvaluator.evaluate(position)
    }
}

#[test]
fn respects_the_time_limit() {
    let slow = [greedy::entry::<Board, SlowEvaluator>(), minimax::entry::<Board, SlowEvaluator>()];
    for entry in engines().iter().chain(&slow) {
        for milliseconds in [0, 1, 50] {
            let (mut engine, time) = (seeded(entry), Duration::from_millis(milliseconds));
            let started = Instant::now();
            last_info(&mut *engine, &Board::new(), &Limits::time(time));
            // The contract is 20 ms; a busy machine needs some more.
            let late = started.elapsed().saturating_sub(time);
            assert!(late < Duration::from_millis(60), "{} {late:?}", entry.info.name);
            let started = Instant::now();
            engine.analyze(&Board::new(), &Limits::time(time), &mut |_, _| {});
            let late = started.elapsed().saturating_sub(time);
            assert!(late < Duration::from_millis(60), "{} analyzing {late:?}", entry.info.name);
        }
    }
}

#[test]
fn stops_when_the_flag_is_raised_during_the_search() {
    for entry in engines() {
        let limits = Limits::time(Duration::from_mins(1));
        let stop = limits.stop.clone();
        let raiser = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(30));
            stop.raise();
        });
        let started = Instant::now();
        last_info(&mut *seeded(&entry), &Board::new(), &limits);
        assert!(started.elapsed() < Duration::from_millis(200), "{}", entry.info.name);
        raiser.join().unwrap();
    }
}

#[test]
fn same_seed_and_node_limit_give_the_same_reports() {
    for entry in engines() {
        let search = || search_infos(&mut *seeded(&entry), &Board::new(), &Limits::nodes(20_000));
        assert_eq!(search(), search(), "{}", entry.info.name);
    }
}

#[test]
fn forget_removes_every_effect_of_earlier_searches() {
    let (start, limits) = (Board::new(), Limits::nodes(20_000));
    let other = Board::after_cells(&[12, 6, 13, 11]);
    for entry in engines() {
        let fresh = search_infos(&mut *seeded(&entry), &start, &limits);
        let mut engine = seeded(&entry);
        last_info(&mut *engine, &start, &limits);
        last_info(&mut *engine, &other, &limits);
        engine.analyze(&other, &limits, &mut |_, _| {});
        engine.reset();
        assert_eq!(search_infos(&mut *engine, &start, &limits), fresh, "{}", entry.info.name);
    }
}

#[test]
fn analyze_reports_every_move() {
    for entry in engines() {
        let mut seen = vec![];
        seeded(&entry).analyze(&Board::new(), &Limits::nodes(50_000), &mut |m, _| seen.push(m));
        assert!(Board::new().legal_moves().all(|m| seen.contains(&m)), "{}", entry.info.name);
    }
}
