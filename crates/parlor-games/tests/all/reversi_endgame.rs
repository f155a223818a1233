//! The exact endgame of Reversi against a plain negamax search, and the published endgame positions.

use parlor_core::perft::playout;
use parlor_core::{Engine, Game, Limits, Options, Player, Score, SplitMix64, Value};
use parlor_games::reversi::{Margin, Move, PerfectReversi, Reversi, SizedReversi, Strong};

use crate::sets::{read_bytes, read_set};

fn margin<const SIZE: u32>(position: &SizedReversi<SIZE>) -> i32 {
    let [black, white] = Player::BOTH.map(|player| position.discs(player).count_ones().cast_signed());
    let empties = (SIZE * SIZE).cast_signed() - black - white;
    let difference = black - white + (black - white).signum() * empties;
    if position.turn() == Player::First { difference } else { -difference }
}

/// A plain solver: alpha-beta over the rules, nothing else.
fn plain<const SIZE: u32>(position: &SizedReversi<SIZE>, mut alpha: i32, beta: i32) -> i32
where
    SizedReversi<SIZE>: Game<Move = Move>,
{
    let mut best = None;
    for m in position.legal_moves() {
        let value = -plain(&position.after(m), -beta, -alpha);
        best = best.max(Some(value));
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    best.unwrap_or_else(|| margin(position))
}

fn exact(position: &Reversi) -> i32 {
    plain(position, -64, 64)
}

fn solve(position: &Reversi) -> Margin {
    Strong::new(&Options::default()).solve(position, &Limits::none()).unwrap()
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
fn the_margin_and_the_best_move_are_those_of_a_plain_search() {
    let mut compared = 0;
    for empties in 1..=12 {
        for seed in 0..if empties < 10 { 30 } else { 6 } {
            let Some(position) = with_empties(empties, seed * 20 + u64::from(empties)) else { continue };
            let solved = solve(&position);
            assert_eq!(solved.discs, exact(&position), "{position}");
            assert_eq!(-exact(&position.after(solved.best)), solved.discs, "{} {position}", solved.best);
            compared += 1;
        }
    }
    assert!(compared > 200, "{compared}");
}

#[test]
fn fourteen_empty_cells_have_the_margin_of_a_plain_search() {
    for seed in 0..3 {
        let Some(position) = with_empties(14, seed) else { continue };
        assert_eq!(solve(&position).discs, exact(&position), "{position}");
    }
}

#[test]
fn the_outcome_is_the_sign_of_the_margin_and_its_move_keeps_it() {
    let mut solver = Strong::with_table(16, 1);
    for seed in 0..40 {
        let empties = 4 + (seed % 9) as u32;
        let Some(position) = with_empties(empties, seed) else { continue };
        solver.clear();
        let (outcome, best, _) = solver.solve_outcome(&position);
        assert_eq!(outcome, exact(&position).signum(), "{position}");
        let after = position.after(best.parse().unwrap());
        assert_eq!(-exact(&after).signum(), outcome, "{best} {position}");
    }
}

#[test]
fn the_line_is_played_to_the_end_and_has_the_margin() {
    for seed in 0..20 {
        let Some(start) = with_empties(13, seed) else { continue };
        let solved = solve(&start);
        let mut position = start;
        for m in &solved.line {
            position.play(*m).unwrap();
        }
        assert!(position.outcome().is_some(), "{start}: {:?}", solved.line);
        let end = margin(&position);
        assert_eq!(if position.turn() == start.turn() { end } else { -end }, solved.discs, "{start}");
    }
}

#[test]
fn two_threads_find_the_same_margin() {
    for seed in 0..4 {
        let Some(position) = with_empties(17, seed) else { continue };
        let together = Strong::with_table(16, 2).solve(&position, &Limits::none()).unwrap();
        assert_eq!(together.discs, solve(&position).discs, "{position}");
    }
}

#[test]
fn sixteen_empty_cells_are_decided_and_played_to_the_value() {
    for seed in 0..4 {
        let Some(start) = with_empties(16, seed) else { continue };
        let expected = solve(&start).discs;
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
        let discs = -exact(&position.after(m));
        assert_eq!(value, Value::exact(Score::by_margin(discs)), "{m}");
        best = best.max(Some((value.estimate, discs)));
    });
    assert_eq!(best.map(|(_, discs)| discs), Some(exact(&position)));
    assert!(best.is_some_and(|(estimate, _)| estimate >= Score::LOST));
}

/// Lines of `board side; move:margin; move:margin ...`, the best move first.
fn check_published(lines: std::ops::Range<usize>) {
    let text = read_set("ffo-40-49.obf");
    let mut solver = Strong::with_table(128, 1);
    for line in text.lines().skip(lines.start).take(lines.len()) {
        let (board, scores) = line.split_once(';').unwrap();
        let position: Reversi = board.trim().parse().unwrap();
        let scores: Vec<&str> = scores.split(';').map(str::trim).filter(|score| !score.is_empty()).collect();
        solver.clear();
        let (discs, best, _) = solver.solve_margin(&position);
        let expected = scores[0].rsplit(':').next().unwrap();
        assert_eq!(format!("{discs:+}"), expected, "{line}");
        // Several moves may be best.
        assert!(scores.contains(&format!("{best}:{discs:+}").as_str()), "{best}: {line}");
    }
}

#[test]
fn published_positions_up_to_23_empty_cells_have_their_published_margins() {
    check_published(0..5);
}

/// Some seconds of an optimised build.
#[test]
#[ignore = "takes a minute without optimization; cargo test --release -- --ignored"]
fn published_positions_up_to_26_empty_cells_have_their_published_margins() {
    check_published(5..10);
}

/// Games of the WTHOR database, a spread over its years: 8 bytes before the moves of a game, of which the last is the
/// value, black's discs after best play from 24 empty cells on.
fn check_wthor(games: impl Iterator<Item = usize>) {
    let file = read_bytes("wthor-200.wtb");
    let mut solver = Strong::with_table(64, 1);
    for number in games {
        let game = &file[16 + 68 * number..][..68];
        let position = before_the_last(24, &game[8..]);
        let (margin, _, _) = solver.solve_margin(&position);
        let black = if position.turn() == Player::First { margin } else { -margin };
        assert_eq!(32 + black / 2, i32::from(game[7]), "game {}", number + 1);
    }
}

/// Replays moves, written as ten times the row and the column, until so many cells are empty.
fn before_the_last(empties: u32, moves: &[u8]) -> Reversi {
    let mut position = Reversi::default();
    for byte in moves {
        if position.empties() == empties {
            break;
        }
        let cell = format!("{}{}", char::from(b'A' + byte % 10 - 1), byte / 10);
        if position.legal_moves().any(|m| m == Move::Pass) {
            position.play(Move::Pass).unwrap();
        }
        position.play(cell.parse().unwrap()).unwrap();
    }
    position
}

#[test]
fn games_of_wthor_have_their_published_values() {
    check_wthor((0..200).step_by(20));
}

#[test]
#[ignore = "takes a minute; cargo test --release -- --ignored"]
fn all_200_games_of_wthor_have_their_published_values() {
    check_wthor(0..200);
}

#[test]
#[ignore = "takes minutes without optimization; cargo test --release -- --ignored"]
fn the_second_player_wins_6x6_by_four() {
    let mut last = None;
    let mut engine = PerfectReversi::new(&Options::default());
    engine.search(&SizedReversi::<6>::default(), &Limits::none(), &mut |info| last = Some(info.value)).unwrap();
    assert_eq!(last, Some(Value::exact(Score::by_margin(-4))));
}
