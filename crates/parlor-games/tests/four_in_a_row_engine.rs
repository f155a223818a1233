//! The solver as an engine: its values in plies, its limits, and what it says on the way.

use std::time::{Duration, Instant};

use parlor_core::{AnyGame, EngineSpec, Limits, Score, SearchInfo, Setup, Value};
use parlor_games::catalog;

fn game(position: &str) -> Box<dyn AnyGame> {
    let mut setup = Setup::of("four-in-a-row");
    setup.position = Some(position.to_owned());
    catalog::start(setup).unwrap()
}

fn thoughts(position: &str, engine: &str, limits: &Limits) -> Vec<SearchInfo<String>> {
    let game = game(position);
    let spec: EngineSpec = engine.parse().unwrap();
    let mut thoughts = Vec::new();
    game.engine(&spec).unwrap().search(&*game, limits, &mut |thought| thoughts.push(thought)).unwrap();
    thoughts
}

fn analysis(position: &str, engine: &str, limits: &Limits) -> Vec<(String, Value)> {
    let game = game(position);
    let spec: EngineSpec = engine.parse().unwrap();
    let mut values = Vec::new();
    game.engine(&spec).unwrap().analyze(&*game, limits, &mut |m, value| values.push((m, value))).unwrap();
    values
}

#[test]
fn the_empty_board_is_won_by_the_centre() {
    let thoughts = thoughts("-", "solver", &Limits::none());
    assert_eq!(thoughts.len(), 1);
    assert_eq!((thoughts[0].best.as_str(), thoughts[0].value), ("4", Value::exact(Score::win_in(41))));
    assert_eq!(thoughts[0].line[0], "4");
}

/// What alpha-beta can prove in little time, the solver must say alike, to the ply.
#[test]
fn values_are_those_of_a_plain_search() {
    let mut compared = 0;
    for position in ["444444333333555555", "121212", "1112223334445556667", "12345671234567123"] {
        let values = analysis(position, "solver:no-book=yes", &Limits::none());
        assert!(values.iter().all(|(_, value)| value.is_exact()), "{position}: {values:?}");
        for (m, value) in analysis(position, "alphabeta", &Limits::nodes(200_000)) {
            if value.is_exact() {
                assert!(values.contains(&(m.clone(), value)), "{position}: {m} {value}, not {values:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 6, "{compared}");
}

#[test]
fn it_wins_blocks_and_reports_at_once_whatever_the_limits() {
    for (position, best) in [("121212", "1"), ("12121", "1"), ("44", "4")] {
        let said = thoughts(position, "solver:no-book=yes", &Limits::nodes(0));
        assert_eq!(said[0].best, best, "{position}");
    }
}

#[test]
fn it_gets_better_and_keeps_the_limit_of_nodes() {
    let said = thoughts("4453", "solver:no-book=yes", &Limits::nodes(400_000));
    assert!(said.len() > 2);
    assert!(said.iter().all(|thought| thought.nodes <= 400_000));
    let widths = said.iter().map(|thought| thought.value.at_most.raw() - thought.value.at_least.raw());
    assert!(widths.is_sorted_by(|wide, narrow| wide >= narrow));
    assert_eq!(said, thoughts("4453", "solver:no-book=yes", &Limits::nodes(400_000)), "deterministic");
}

#[test]
fn it_keeps_the_limit_of_time_and_hears_the_flag() {
    for engine in ["solver:no-book=yes", "solver:no-book=yes,threads=2"] {
        let begun = Instant::now();
        assert!(!thoughts("-", engine, &Limits::time(Duration::from_millis(100))).is_empty());
        assert!(analysis("4", engine, &Limits::time(Duration::from_millis(100))).is_empty());
        let limits = Limits::none();
        let stop = limits.stop.clone();
        let raising = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            stop.raise();
        });
        assert_eq!(thoughts("-", engine, &limits).len(), 1);
        raising.join().unwrap();
        // Far more than is needed: other tests are running.
        assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
    }
}

#[test]
fn a_limit_of_depth_shows_what_is_decided_so_far_ahead() {
    let whole = thoughts("32164625", "solver", &Limits::none()).pop().unwrap();
    let plies = whole.value.estimate.plies().unwrap();
    for depth in 1..=plies + 2 {
        let value = thoughts("32164625", "solver:no-book=yes", &Limits::depth(depth)).pop().unwrap().value;
        assert_eq!(value.is_exact(), depth >= plies, "{depth}: {value:?}");
        assert!((value.at_least..=value.at_most).contains(&whole.value.estimate));
    }
}
