//! The midgame search of Reversi: limits, determinism and selectivity.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use parlor_core::{Engine, Game, Limits, Options, Score, Setup, SplitMix64, Value};
use parlor_games::reversi::patterns::{Features, built_in};
use parlor_games::reversi::search::Searcher;
use parlor_games::reversi::{Discs, Move, Reversi, Strong};

/// The positions of a random game.
fn random_game(seed: u64) -> Vec<Reversi> {
    let mut random = SplitMix64::new(seed);
    let mut positions = vec![Reversi::default()];
    loop {
        let mut position = positions[positions.len() - 1];
        let moves: Vec<Move> = position.legal_moves().collect();
        let Some(&chosen) = random.choose(&moves) else { return positions };
        position.play(chosen).unwrap();
        positions.push(position);
    }
}

/// One of the eight symmetries: mirrored columns, mirrored rows, rows and columns swapped.
fn image(board: u64, symmetry: u32) -> u64 {
    let cells = (0..64u32).filter(|cell| board >> cell & 1 == 1).map(|cell| {
        let (mut row, mut column) = (cell / 8, cell % 8);
        column = if symmetry & 1 == 0 { column } else { 7 - column };
        row = if symmetry & 2 == 0 { row } else { 7 - row };
        if symmetry & 4 == 0 { 8 * row + column } else { 8 * column + row }
    });
    cells.fold(0, |board, cell| board | 1 << cell)
}

#[test]
fn symmetric_positions_evaluate_equally() {
    for position in random_game(3) {
        let discs = position.position();
        let value = |discs: Discs<8>| built_in().sum(&Features::new(discs), 64 - discs.empties());
        for symmetry in 1..8 {
            let other = Discs { mover: image(discs.mover, symmetry), other: image(discs.other, symmetry) };
            assert_eq!(value(other), value(discs), "{position} symmetry {symmetry}");
        }
    }
}

#[test]
fn features_kept_up_to_date_equal_new_ones() {
    for seed in 0..30 {
        let mut features = Features::new(Reversi::default().position());
        for pair in random_game(seed).windows(2) {
            let (before, after) = (pair[0].position(), pair[1].position());
            let placed = before.empty() & !after.empty();
            features = if placed == 0 {
                features.passed()
            } else {
                let cell = placed.trailing_zeros();
                features.after(cell, before.turned(cell))
            };
            assert_eq!(features, Features::new(after), "{}", pair[1]);
        }
    }
}

/// Negamax to a depth with the evaluator.
fn plain(discs: Discs<8>, depth: u32) -> i32 {
    let moves = discs.moves();
    if moves == 0 && discs.passed().moves() == 0 {
        return discs.margin();
    }
    if depth == 0 {
        return built_in().evaluate(&Features::new(discs), 64 - discs.empties());
    }
    if moves == 0 {
        return -plain(discs.passed(), depth);
    }
    let children = (0..64).filter(|cell| moves >> cell & 1 == 1).map(|cell| discs.place(cell));
    children.map(|next| -plain(next, depth - 1)).max().unwrap()
}

#[test]
fn a_search_without_selectivity_equals_plain_search() {
    for (seed, position) in
        (0..12).flat_map(|seed| random_game(seed).into_iter().skip(6).step_by(9).map(move |p| (seed, p)))
    {
        let discs = position.position();
        if discs.empties() < 8 || position.outcome().is_some() {
            continue;
        }
        for depth in 1..=4 {
            let mut searcher = Searcher::new(1, 1);
            assert_eq!(searcher.plain(discs, depth), plain(discs, depth), "game {seed}, depth {depth}: {position}");
        }
    }
}

#[test]
fn one_thread_repeats_itself_by_nodes() {
    for nodes in [1, 2, 100, 5_000, 60_000] {
        let position = random_game(1)[20];
        let mut strong = Strong::new(&Options::default());
        let mut run = || {
            strong.reset();
            let mut all = Vec::new();
            strong.search(&position, &Limits::nodes(nodes), &mut |info| all.push(info)).unwrap();
            all
        };
        let first = run();
        assert_eq!(first, run());
        assert!(first.iter().all(|info| info.nodes <= nodes));
    }
}

#[test]
fn time_limits_are_kept() {
    let mut strong = Strong::new(&Options::default());
    for (ply, millis) in [(2, 30), (20, 100), (36, 100), (40, 50)] {
        let position = random_game(5)[ply];
        // The best of a few: a busy machine may take the processor away.
        let late = (0..3).map(|_| {
            strong.reset();
            let begun = Instant::now();
            strong.search(&position, &Limits::time(Duration::from_millis(millis)), &mut |_| {}).unwrap();
            begun.elapsed().saturating_sub(Duration::from_millis(millis))
        });
        let late = late.min().unwrap();
        assert!(late <= Duration::from_millis(20), "{late:?} late at ply {ply}");
    }
}

#[test]
fn a_forced_move_does_not_take_the_time_of_a_choice() {
    let is_forced = |position: &Reversi| position.legal_moves().count() == 1 && position.position().empties() > 20;
    let forced: Vec<Reversi> = (0..1_000).flat_map(random_game).filter(is_forced).take(5).collect();
    assert_eq!(forced.len(), 5);
    for position in forced {
        let mut last = None;
        let limits = Limits::time(Duration::from_mins(10));
        Strong::with_table(1, 1).search(&position, &limits, &mut |info| last = Some(info)).unwrap();
        let last = last.unwrap();
        assert!(last.nodes <= 10_000 && position.legal_moves().next() == Some(last.best), "{position}");
    }
}

#[test]
fn estimates_have_a_fraction_of_a_disc_and_a_confidence() {
    let position = random_game(5)[20];
    let mut values = Vec::new();
    Strong::with_table(16, 1).analyze(&position, &Limits::depth(6), &mut |_, value| values.push(value));
    assert!(values.len() > 1 && values.iter().all(|value| !value.is_exact() && value.confidence == Some(73)));
    let is_whole = |value: &Value| value.estimate.raw() % 100 == 0;
    assert!(!values.iter().all(is_whole), "{values:?}");
}

#[test]
fn known_openings_are_played_without_search() {
    let catalog = parlor_games::catalog();
    let game = catalog.start(Setup::new("reversi")).unwrap();
    let nodes = |spec: &str| {
        let mut nodes = 0;
        let mut engine = catalog.engine(&*game, &spec.into()).unwrap();
        engine.search(&*game, &Limits::nodes(5_000), &mut |info| nodes = info.nodes).unwrap();
        nodes
    };
    assert_eq!(nodes("strong"), 0);
    assert!(nodes("strong:book=no") > 0);
}

#[test]
fn analysis_of_small_boards_proves_margins_or_estimates_within_limits() {
    let catalog = parlor_games::catalog();
    let game = catalog.start(Setup::new("reversi").with_option("size", 4)).unwrap();
    let values = |limits: &Limits| {
        let mut values = BTreeMap::new();
        let mut engine = catalog.engine(&*game, &"strong".into()).unwrap();
        let mut keep_last = |m, value| _ = values.insert(m, value);
        engine.analyze(&*game, limits, &mut keep_last).unwrap();
        values.into_values().collect::<Vec<Value>>()
    };
    assert_eq!(values(&Limits::none()), [Value::exact(Score::by_margin(-10)); 4]);
    let estimates = values(&Limits::depth(3));
    assert!(estimates.len() == 4 && estimates.iter().all(|value| !value.is_exact()), "{estimates:?}");
}
