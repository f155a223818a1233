//! What every engine promises: reports, limits, determinism, forgetting.
#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "small numbers in test games")]

mod common;

use std::time::{Duration, Instant};

use common::row::{Middle, Row};
use common::{answer, build, seeded, thoughts};
use parlor_core::{EngineEntry, Evaluate, Game, Limits, Score};
use parlor_engines::{general, greedy, minimax};

type Board = Row<5, 5, 4>;

fn engines() -> Vec<EngineEntry<Board>> {
    general::<Board, Middle>()
}

#[test]
fn the_list_runs_from_random_to_perfect() {
    let names: Vec<&str> = engines().iter().map(|entry| entry.info.name).collect();
    assert_eq!(names, ["random", "greedy", "minimax", "alphabeta", "mcts", "perfect"]);
}

#[test]
fn where_there_is_no_move_there_is_an_error() {
    let over = Board::after_cells(&[0, 5, 1, 6, 2, 7, 3]);
    for entry in engines() {
        let refused = build(&entry, &[]).search(&over, &Limits::none(), &mut |_| panic!("no move to report"));
        assert_eq!(refused.unwrap_err().to_string(), "No possible AI moves.");
        build(&entry, &[]).analyze(&over, &Limits::none(), &mut |_, _| panic!("no move to report"));
    }
}

#[test]
fn without_a_limit_there_is_one_report() {
    let nearly_over = Board::after_cells(&[0, 5, 2, 7, 1, 6, 8, 3, 9, 4, 10, 15, 11, 16, 18, 13]);
    for entry in engines() {
        assert_eq!(thoughts(&mut *seeded(&entry), &nearly_over, &Limits::none()).len(), 1, "{}", entry.info.name);
    }
}

#[test]
fn without_a_limit_a_raised_flag_still_leaves_one_report() {
    let limits = Limits::none();
    limits.stop.raise();
    for entry in engines() {
        assert_eq!(thoughts(&mut *seeded(&entry), &Board::new(), &limits).len(), 1, "{}", entry.info.name);
    }
}

#[test]
fn the_first_move_comes_at_once() {
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
fn nodes_are_kept_to_the_last() {
    for entry in engines() {
        for nodes in [0, 1, 10, 1000, 100_000] {
            let thought = answer(&mut *seeded(&entry), &Board::new(), &Limits::nodes(nodes));
            assert!(thought.nodes <= nodes, "{} {}", entry.info.name, thought.nodes);
        }
    }
}

#[test]
fn depth_is_kept() {
    for entry in engines() {
        for depth in [0, 1, 2, 3] {
            let thought = answer(&mut *seeded(&entry), &Board::new(), &Limits::depth(depth));
            let is_tree = entry.info.name == "mcts";
            assert!(is_tree || thought.depth <= depth.max(1), "{} {}", entry.info.name, thought.depth);
        }
    }
}

/// An evaluator so slow that a clock looked at now and then would be late.
#[derive(Clone, Copy, Debug, Default)]
struct Slow;

impl Evaluate<Board> for Slow {
    fn evaluate(&self, position: &Board) -> Score {
        std::thread::sleep(Duration::from_millis(1));
        Middle.evaluate(position)
    }
}

#[test]
fn time_is_kept() {
    let slow = [greedy::entry::<Board, Slow>(), minimax::entry::<Board, Slow>()];
    for entry in engines().iter().chain(&slow) {
        for milliseconds in [0, 1, 50] {
            let (mut engine, time) = (seeded(entry), Duration::from_millis(milliseconds));
            let started = Instant::now();
            answer(&mut *engine, &Board::new(), &Limits::time(time));
            // The promise is 20 ms; a busy machine gets some more.
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
fn a_flag_raised_later_stops_it() {
    for entry in engines() {
        let limits = Limits::time(Duration::from_mins(1));
        let stop = limits.stop.clone();
        let raiser = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(30));
            stop.raise();
        });
        let started = Instant::now();
        answer(&mut *seeded(&entry), &Board::new(), &limits);
        assert!(started.elapsed() < Duration::from_millis(200), "{}", entry.info.name);
        raiser.join().unwrap();
    }
}

#[test]
fn the_same_seed_and_nodes_give_the_same_thoughts() {
    for entry in engines() {
        let think = || thoughts(&mut *seeded(&entry), &Board::new(), &Limits::nodes(20_000));
        assert_eq!(think(), think(), "{}", entry.info.name);
    }
}

#[test]
fn what_is_forgotten_has_no_effect() {
    let (start, limits) = (Board::new(), Limits::nodes(20_000));
    let other = Board::after_cells(&[12, 6, 13, 11]);
    for entry in engines() {
        let fresh = thoughts(&mut *seeded(&entry), &start, &limits);
        let mut engine = seeded(&entry);
        answer(&mut *engine, &start, &limits);
        answer(&mut *engine, &other, &limits);
        engine.analyze(&other, &limits, &mut |_, _| {});
        engine.forget();
        assert_eq!(thoughts(&mut *engine, &start, &limits), fresh, "{}", entry.info.name);
    }
}

#[test]
fn every_move_is_analyzed() {
    for entry in engines() {
        let mut seen = vec![];
        seeded(&entry).analyze(&Board::new(), &Limits::nodes(50_000), &mut |m, _| seen.push(m));
        assert!(Board::new().legal_moves().all(|m| seen.contains(&m)), "{}", entry.info.name);
    }
}
