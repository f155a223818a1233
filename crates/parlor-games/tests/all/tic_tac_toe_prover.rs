//! Tests of the prover and the engine `perfect` against negamax where that is feasible, else against published values.

use std::collections::HashMap;

use parlor_core::{Engine, Game, Limits, Outcome, Player, Report, Score, Value};
use parlor_engines::Budget;
use parlor_games::tic_tac_toe::prover::{PerfectTicTacToe, TicTacToeProver};
use parlor_games::tic_tac_toe::{Bitboard, OpenLines, Square, TicTacToe};
use proptest::prelude::*;

/// Plain memoized negamax: the value for the side to move, with distance.
struct Oracle<B: Bitboard, const N: u32>(HashMap<TicTacToe<B, N>, Score>);

impl<B: Bitboard, const N: u32> Oracle<B, N> {
    fn new() -> Self {
        Oracle(HashMap::new())
    }

    fn value(&mut self, position: &TicTacToe<B, N>) -> Score {
        if let Some(score) = self.0.get(position) {
            return *score;
        }
        let moves: Vec<_> = position.legal_moves().collect();
        let best = moves.iter().map(|m| -self.value(&position.after(*m)).one_ply_later()).max();
        let score = best.unwrap_or(match position.outcome() {
            Some(Outcome::Win(_)) => Score::LOST,
            _ => Score::DRAW,
        });
        self.0.insert(*position, score);
        score
    }

    fn wins(&mut self, position: &TicTacToe<B, N>, player: Player) -> bool {
        let value = self.value(position);
        if position.turn() == player { value.is_win() } else { value.is_loss() }
    }
}

/// Checks both questions about a position against the oracle, and the moves that come with the results.
fn assert_agrees<B: Bitboard, const N: u32>(
    prover: &mut TicTacToeProver<B, N>,
    oracle: &mut Oracle<B, N>,
    position: &TicTacToe<B, N>,
) {
    for player in Player::BOTH {
        let mut budget = Budget::new(&Limits::none());
        let result = prover.wins(position, player, &mut budget).unwrap();
        let wins = oracle.wins(position, player);
        assert_eq!(result.wins, wins, "{player} wins {position}, streak {}", position.streak());
        if wins == (position.turn() == player) {
            let after = oracle.wins(&position.after(result.best), player);
            assert_eq!(after, wins, "{} in {position} does not keep it", result.best);
        }
    }
}

/// The position after some moves from the empty board; `None` if the game is over.
fn position_after<B: Bitboard, const N: u32>(streak: u8, picks: &[u8]) -> Option<TicTacToe<B, N>> {
    let mut position = TicTacToe::<B, N>::new(streak);
    for pick in picks {
        let count = position.legal_moves().count();
        let m = position.legal_moves().nth(usize::from(*pick) % count.max(1))?;
        position.play_unchecked(m);
    }
    position.outcome().is_none().then_some(position)
}

#[test]
fn agrees_on_every_position_of_3x3() {
    for streak in [2, 3] {
        let mut oracle = Oracle::<u64, 3>::new();
        oracle.value(&TicTacToe::new(streak));
        let positions: Vec<_> = oracle.0.keys().filter(|position| position.outcome().is_none()).copied().collect();
        assert!(positions.len() > 100);
        let mut prover = TicTacToeProver::new(1);
        for position in &positions {
            assert_agrees(&mut prover, &mut oracle, position);
        }
    }
}

fn assert_agrees_after<B: Bitboard, const N: u32>(streak: u8, picks: &[u8]) {
    if let Some(position) = position_after::<B, N>(streak, picks) {
        assert_agrees(&mut TicTacToeProver::new(1), &mut Oracle::new(), &position);
    }
}

/// Random moves that leave at most ten cells to the oracle.
fn picks(cells: usize) -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), cells - 10..=cells - 3)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn agrees_on_random_positions_of_4x4(streak in 2_u8..=4, picks in picks(16)) {
        assert_agrees_after::<u64, 4>(streak, &picks);
    }

    #[test]
    fn agrees_on_random_positions_of_5x5(streak in 3_u8..=5, picks in picks(25)) {
        assert_agrees_after::<u64, 5>(streak, &picks);
    }

    #[test]
    fn agrees_on_random_positions_of_6x6(streak in 4_u8..=6, picks in picks(36)) {
        assert_agrees_after::<u64, 6>(streak, &picks);
    }

    #[test]
    fn agrees_on_random_positions_of_9x9(streak in 5_u8..=9, picks in picks(81)) {
        assert_agrees_after::<u128, 9>(streak, &picks);
    }
}

#[test]
fn agrees_on_early_positions_of_4x4() {
    for streak in [3, 4] {
        let mut oracle = Oracle::<u64, 4>::new();
        let mut prover = TicTacToeProver::new(4);
        for pick in 0..60_u8 {
            if let Some(position) = position_after(streak, &[pick, pick / 3, pick / 2, 7 + pick, 3]) {
                assert_agrees(&mut prover, &mut oracle, &position);
            }
        }
    }
}

fn first_player_wins<B: Bitboard, const N: u32>(streak: u8) -> bool {
    let mut prover = TicTacToeProver::<B, N>::new(64);
    prover.wins(&TicTacToe::new(streak), Player::First, &mut Budget::new(&Limits::none())).unwrap().wins
}

#[test]
fn empty_boards_have_the_published_results() {
    assert!(first_player_wins::<u64, 4>(3) && first_player_wins::<u64, 5>(3) && first_player_wins::<u64, 6>(3));
    assert!(first_player_wins::<u64, 7>(3) && first_player_wins::<u128, 8>(3) && first_player_wins::<u128, 9>(3));
    assert!(!first_player_wins::<u64, 3>(3) && !first_player_wins::<u64, 4>(4) && !first_player_wins::<u64, 5>(4));
    assert!(first_player_wins::<u64, 6>(4) && first_player_wins::<u64, 7>(4));
    assert!(!first_player_wins::<u64, 5>(5) && !first_player_wins::<u64, 6>(5));
    assert!(!first_player_wins::<u64, 6>(6) && !first_player_wins::<u64, 7>(6) && !first_player_wins::<u128, 8>(6));
    assert!(!first_player_wins::<u64, 7>(7) && !first_player_wins::<u128, 8>(7) && !first_player_wins::<u128, 9>(8));
    for wins in [first_player_wins::<u64, 2>(2), first_player_wins::<u64, 7>(2), first_player_wins::<u128, 9>(2)] {
        assert!(wins);
    }
}

#[test]
#[ignore = "takes half a minute; cargo test --release -- --ignored"]
fn five_in_a_line_on_7x7_is_a_draw() {
    assert!(!first_player_wins::<u64, 7>(5));
}

fn engine<B: Bitboard, const N: u32>() -> PerfectTicTacToe<B, N> {
    PerfectTicTacToe::new(TicTacToeProver::new(64), OpenLines)
}

fn search<B: Bitboard, const N: u32>(position: &TicTacToe<B, N>, limits: &Limits) -> Vec<Report<Square>> {
    let mut infos = Vec::new();
    engine().search(position, limits, &mut |info| infos.push(info)).unwrap();
    infos
}

#[test]
fn engine_reports_once_without_a_limit_with_distances_near_the_end() {
    let infos = search(&TicTacToe::<u64, 3>::new(3), &Limits::none());
    assert_eq!(infos.len(), 1);
    assert_eq!(infos[0].value, Value::exact(Score::DRAW));
    let position = TicTacToe::<u64, 3>::new(3).parse("XX-/OO-/---").unwrap();
    assert_eq!(search(&position, &Limits::none())[0].value, Value::exact(Score::win_in(1)));
    assert_eq!(search(&TicTacToe::<u64, 5>::new(4), &Limits::none())[0].value, Value::exact(Score::DRAW));
    assert!(search(&TicTacToe::<u64, 6>::new(4), &Limits::none())[0].value.at_least.is_win());
}

#[test]
fn engine_reports_no_unproved_value() {
    let infos = search(&TicTacToe::<u128, 9>::new(5), &Limits::nodes(2_000));
    assert!(infos.len() > 1 && infos.iter().all(|info| !info.value.is_decided()));
}

#[test]
fn engine_analysis_agrees_with_the_oracle() {
    let mut oracle = Oracle::<u64, 4>::new();
    let position = position_after::<u64, 4>(3, &[5, 0, 3, 9]).unwrap();
    let mut values = HashMap::new();
    engine().analyze(&position, &Limits::none(), &mut |m, value| {
        values.insert(m.to_string(), value);
    });
    assert_eq!(values.len(), position.legal_moves().count());
    for m in position.legal_moves() {
        let truth = -oracle.value(&position.after(m)).one_ply_later();
        let value = values[&m.to_string()];
        assert!(value.is_decided() && value.at_least <= truth && truth <= value.at_most, "{m}: {value:?}, {truth:?}");
    }
}
