//! Tests of the engine `solver`: values in plies, limits, and intermediate reports.

use std::time::{Duration, Instant};

use parlor_core::{AnyGame, EngineSpec, Limits, Report, Score, Setup, Value};
use parlor_games::catalog;

fn game(position: &str) -> Box<dyn AnyGame> {
    let mut setup = Setup::new("four-in-a-row");
    setup.position = Some(position.to_owned());
    catalog().start(setup).unwrap()
}

fn search(position: &str, engine: &str, limits: &Limits) -> Vec<Report<String>> {
    let game = game(position);
    let spec = EngineSpec::from(engine);
    let mut infos = Vec::new();
    game.engine(&spec).unwrap().search(&*game, limits, &mut |info| infos.push(info)).unwrap();
    infos
}

fn analyze(position: &str, engine: &str, limits: &Limits) -> Vec<(String, Value)> {
    let game = game(position);
    let spec = EngineSpec::from(engine);
    let mut values = Vec::new();
    game.engine(&spec).unwrap().analyze(&*game, limits, &mut |m, value| values.push((m, value))).unwrap();
    values
}

#[test]
fn wins_the_empty_board_in_the_center() {
    let infos = search("-", "solver", &Limits::none());
    assert_eq!(infos.len(), 1);
    assert_eq!((infos[0].best.as_str(), infos[0].value), ("4", Value::exact(Score::win_in(41))));
    assert_eq!(infos[0].line[0], "4");
}

/// Compares exact values, in plies, with those that alpha-beta proves in little time.
#[test]
fn values_equal_those_of_alphabeta() {
    let mut compared = 0;
    for position in ["444444333333555555", "121212", "1112223334445556667", "12345671234567123"] {
        let values = analyze(position, "solver:no-book=yes", &Limits::none());
        assert!(values.iter().all(|(_, value)| value.is_exact()), "{position}: {values:?}");
        for (m, value) in analyze(position, "alphabeta", &Limits::nodes(200_000)) {
            if value.is_exact() {
                assert!(values.contains(&(m.clone(), value)), "{position}: {m} {value:?}, not {values:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 6, "{compared}");
}

#[test]
fn first_report_wins_or_blocks_without_any_budget() {
    for (position, best) in [("121212", "1"), ("12121", "1"), ("44", "4")] {
        let infos = search(position, "solver:no-book=yes", &Limits::nodes(0));
        assert_eq!(infos[0].best, best, "{position}");
    }
}

#[test]
fn narrows_bounds_and_respects_the_node_limit() {
    let infos = search("4453", "solver:no-book=yes", &Limits::nodes(400_000));
    assert!(infos.len() > 2);
    assert!(infos.iter().all(|info| info.nodes <= 400_000));
    let widths = infos.iter().map(|info| info.value.at_most.raw() - info.value.at_least.raw());
    assert!(widths.is_sorted_by(|earlier, later| earlier >= later));
    assert_eq!(infos, search("4453", "solver:no-book=yes", &Limits::nodes(400_000)), "deterministic");
}

#[test]
fn respects_the_time_limit_and_the_stop_flag() {
    for engine in ["solver:no-book=yes", "solver:no-book=yes,threads=2"] {
        let start = Instant::now();
        assert!(!search("-", engine, &Limits::time(Duration::from_millis(100))).is_empty());
        assert!(analyze("4", engine, &Limits::time(Duration::from_millis(100))).is_empty());
        let limits = Limits::none();
        let stop = limits.stop.clone();
        let raiser = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            stop.raise();
        });
        assert_eq!(search("-", engine, &limits).len(), 1);
        raiser.join().unwrap();
        // Far more than needed, because other tests run at the same time.
        assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
    }
}

#[test]
fn depth_limit_finds_results_within_that_depth() {
    let full = search("32164625", "solver", &Limits::none()).pop().unwrap();
    let plies = full.value.estimate.plies().unwrap();
    for depth in 1..=plies + 2 {
        let value = search("32164625", "solver:no-book=yes", &Limits::depth(depth)).pop().unwrap().value;
        assert_eq!(value.is_exact(), depth >= plies, "{depth}: {value:?}");
        assert!((value.at_least..=value.at_most).contains(&full.value.estimate));
    }
}
