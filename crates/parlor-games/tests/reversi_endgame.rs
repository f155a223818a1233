//! The exact endgame of Reversi: a plain negamax, and the published test positions.

mod shared;

use parlor_core::perft::playout;
use parlor_core::{Engine, Game, Limits, Options, Player, Score, SplitMix64};
use parlor_engines::Budget;
use parlor_games::reversi::{EXACT_EMPTIES, Move, Reversi, Strong};

use shared::shared_data;

fn margin(position: &Reversi) -> i32 {
    let [black, white] = Player::BOTH.map(|player| position.discs(player).count_ones().cast_signed());
    let empties = 64 - black - white;
    let difference = black - white + (black - white).signum() * empties;
    if position.turn() == Player::First { difference } else { -difference }
}

fn negamax(position: &Reversi) -> i32 {
    position.legal_moves().map(|m| -negamax(&position.after(m))).max().unwrap_or_else(|| margin(position))
}

fn solve(position: &Reversi) -> (i32, Move) {
    let mut budget = Budget::new(&Limits::none());
    let margin = Strong::new(&Options::default()).solve(position, &mut budget).unwrap();
    (margin.discs, margin.best)
}

/// A random game, stopped where so many cells are empty; `None` if it was over before.
fn with_empties(empties: u32, seed: u64) -> Option<Reversi> {
    let mut random = SplitMix64::new(seed);
    let mut position = Reversi::default();
    while position.empties() > empties {
        let moves: Vec<Move> = position.legal_moves().collect();
        position.play(*random.choose(&moves)?).ok()?;
    }
    position.outcome().is_none().then_some(position)
}

#[test]
fn the_margin_is_that_of_plain_negamax() {
    let mut compared = 0;
    for empties in 1..=9 {
        for seed in 0..40 {
            let Some(position) = with_empties(empties, seed * 10 + u64::from(empties)) else { continue };
            let (discs, best) = solve(&position);
            assert_eq!(discs, negamax(&position), "{position}");
            assert_eq!(-negamax(&position.after(best)), discs, "{best} {position}");
            compared += 1;
        }
    }
    assert!(compared > 200, "{compared}");
}

#[test]
fn sixteen_empty_cells_are_decided_and_played_to_the_value() {
    for seed in 0..4 {
        let Some(start) = with_empties(16, seed) else { continue };
        let (expected, _) = solve(&start);
        let mut engine = Strong::new(&Options::default());
        let mut position = start;
        while position.outcome().is_none() {
            let mut last = None;
            engine.search(&position, &Limits::none(), &mut |thought| last = Some(thought)).unwrap();
            let last = last.unwrap();
            assert!(last.value.is_decided(), "{position}");
            position.play(last.best).unwrap();
        }
        let end = margin(&position);
        assert_eq!(if position.turn() == start.turn() { end } else { -end }, expected, "{start}");
    }
}

#[test]
fn far_from_the_end_it_answers_within_its_nodes() {
    let mut engine = Strong::new(&Options::default());
    let mut last = None;
    engine.search(&Reversi::default(), &Limits::nodes(3_000), &mut |thought| last = Some(thought)).unwrap();
    assert!(last.is_some_and(|thought| thought.nodes <= 3_000 && !thought.value.is_decided()));
    let (_, end) = playout(&Reversi::default(), &mut |_| 0);
    assert!(engine.search(&end, &Limits::none(), &mut |_| {}).is_err());
}

#[test]
fn every_move_is_valued_for_who_makes_it() {
    let position = (0..).find_map(|seed| with_empties(8, seed)).unwrap();
    let mut best = None;
    Strong::new(&Options::default()).analyze(&position, &Limits::none(), &mut |m, value| {
        let discs = -negamax(&position.after(m));
        assert_eq!((discs > 0, discs < 0), (value.at_least.is_win(), value.at_most.is_loss()), "{m} {value:?}");
        best = best.max(Some((value.estimate, discs)));
    });
    assert_eq!(best.map(|(_, discs)| discs), Some(negamax(&position)));
    assert!(best.is_some_and(|(estimate, _)| estimate >= Score::LOST));
}

/// Lines of `board side; move:margin; move:margin ...`, the best move first.
#[test]
fn published_positions_have_their_published_margins() {
    let Some(text) = shared_data("reversi/ffo-40-49.obf") else { return };
    // The first has 20 empty cells; the others take longer than a test should.
    for line in text.lines().take(1) {
        let (board, scores) = line.split_once(';').unwrap();
        let position: Reversi = board.trim().parse().unwrap();
        let best = scores.split(';').next().unwrap().trim();
        let (discs, m) = solve(&position);
        assert_eq!(format!("{m}:{discs:+}"), best);
        assert!(position.empties() > EXACT_EMPTIES);
    }
}
