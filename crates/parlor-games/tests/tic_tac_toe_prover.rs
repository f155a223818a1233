//! What the prover says equals a plain negamax where that can be had, and the published values where it cannot.

use std::collections::HashMap;

use parlor_core::{Engine, Game, Limits, Options, Outcome, Player, Score, SearchInfo, Value};
use parlor_engines::Budget;
use parlor_games::tic_tac_toe::prover::{Perfect, Prover};
use parlor_games::tic_tac_toe::{Square, TicTacToe, Word};
use proptest::prelude::*;

/// The value for the side to move, with the distance, by trying everything.
struct Oracle<W: Word, const N: u32>(HashMap<TicTacToe<W, N>, Score>);

impl<W: Word, const N: u32> Oracle<W, N> {
    fn new() -> Self {
        Oracle(HashMap::new())
    }

    fn value(&mut self, position: &TicTacToe<W, N>) -> Score {
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

    fn wins(&mut self, position: &TicTacToe<W, N>, player: Player) -> bool {
        let value = self.value(position);
        if position.turn() == player { value.is_win() } else { value.is_loss() }
    }
}

/// Both questions about a position, and the moves given with the answers.
fn agree<W: Word, const N: u32>(prover: &mut Prover<W, N>, oracle: &mut Oracle<W, N>, position: &TicTacToe<W, N>) {
    for player in Player::BOTH {
        let mut budget = Budget::new(&Limits::none());
        let verdict = prover.wins(position, player, &mut budget).unwrap();
        let wins = oracle.wins(position, player);
        assert_eq!(verdict.wins, wins, "{player} wins {position}, streak {}", position.streak());
        if wins == (position.turn() == player) {
            let kept = oracle.wins(&position.after(verdict.best), player);
            assert_eq!(kept, wins, "{} in {position} gives it away", verdict.best);
        }
    }
}

/// The empty board with some moves played; `None` if the game ended on the way.
fn walked<W: Word, const N: u32>(streak: u8, picks: &[u8]) -> Option<TicTacToe<W, N>> {
    let mut position = TicTacToe::<W, N>::new(streak);
    for pick in picks {
        let count = position.legal_moves().count();
        let m = position.legal_moves().nth(usize::from(*pick) % count.max(1))?;
        position.play_unchecked(m);
    }
    position.outcome().is_none().then_some(position)
}

#[test]
fn every_position_of_the_smallest_boards() {
    for streak in [2, 3] {
        let mut oracle = Oracle::<u64, 3>::new();
        oracle.value(&TicTacToe::new(streak));
        let positions: Vec<_> = oracle.0.keys().filter(|position| position.outcome().is_none()).copied().collect();
        assert!(positions.len() > 100);
        let mut prover = Prover::new(1);
        for position in &positions {
            agree(&mut prover, &mut oracle, position);
        }
    }
}

fn agree_after<W: Word, const N: u32>(streak: u8, picks: &[u8]) {
    if let Some(position) = walked::<W, N>(streak, picks) {
        agree(&mut Prover::new(1), &mut Oracle::new(), &position);
    }
}

/// Enough random moves that ten cells are left to the oracle.
fn picks(cells: usize) -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), cells - 10..=cells - 3)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn random_positions_of_4x4(streak in 2_u8..=4, picks in picks(16)) {
        agree_after::<u64, 4>(streak, &picks);
    }

    #[test]
    fn random_positions_of_5x5(streak in 3_u8..=5, picks in picks(25)) {
        agree_after::<u64, 5>(streak, &picks);
    }

    #[test]
    fn random_positions_of_6x6(streak in 4_u8..=6, picks in picks(36)) {
        agree_after::<u64, 6>(streak, &picks);
    }

    #[test]
    fn random_positions_of_9x9(streak in 5_u8..=9, picks in picks(81)) {
        agree_after::<u128, 9>(streak, &picks);
    }
}

#[test]
fn open_positions_of_4x4() {
    for streak in [3, 4] {
        let mut oracle = Oracle::<u64, 4>::new();
        let mut prover = Prover::new(4);
        for pick in 0..60_u8 {
            if let Some(position) = walked(streak, &[pick, pick / 3, pick / 2, 7 + pick, 3]) {
                agree(&mut prover, &mut oracle, &position);
            }
        }
    }
}

fn opener_wins<W: Word, const N: u32>(streak: u8) -> bool {
    let mut prover = Prover::<W, N>::new(64);
    prover.wins(&TicTacToe::new(streak), Player::First, &mut Budget::new(&Limits::none())).unwrap().wins
}

#[test]
fn empty_boards_are_worth_what_is_published() {
    assert!(opener_wins::<u64, 4>(3) && opener_wins::<u64, 5>(3) && opener_wins::<u64, 6>(3));
    assert!(opener_wins::<u64, 7>(3) && opener_wins::<u128, 8>(3) && opener_wins::<u128, 9>(3));
    assert!(!opener_wins::<u64, 3>(3) && !opener_wins::<u64, 4>(4) && !opener_wins::<u64, 5>(4));
    assert!(opener_wins::<u64, 6>(4) && opener_wins::<u64, 7>(4));
    assert!(!opener_wins::<u64, 5>(5) && !opener_wins::<u64, 6>(5));
    assert!(!opener_wins::<u64, 6>(6) && !opener_wins::<u64, 7>(6) && !opener_wins::<u128, 8>(6));
    assert!(!opener_wins::<u64, 7>(7) && !opener_wins::<u128, 8>(7) && !opener_wins::<u128, 9>(8));
    for wins in [opener_wins::<u64, 2>(2), opener_wins::<u64, 7>(2), opener_wins::<u128, 9>(2)] {
        assert!(wins);
    }
}

/// Half a minute: `cargo test --release -- --ignored`.
#[test]
#[ignore = "takes long"]
fn five_in_a_line_on_7x7_is_a_draw() {
    assert!(!opener_wins::<u64, 7>(5));
}

fn answer<W: Word, const N: u32>(position: &TicTacToe<W, N>, limits: &Limits) -> Vec<SearchInfo<Square>> {
    let mut thoughts = Vec::new();
    Perfect::new(&Options::default()).search(position, limits, &mut |thought| thoughts.push(thought)).unwrap();
    thoughts
}

#[test]
fn the_engine_reports_once_without_a_limit_and_knows_distances_near_the_end() {
    let thoughts = answer(&TicTacToe::<u64, 3>::new(3), &Limits::none());
    assert_eq!(thoughts.len(), 1);
    assert_eq!(thoughts[0].value, Value::exact(Score::DRAW));
    let position = TicTacToe::<u64, 3>::new(3).read("XX-/OO-/---").unwrap();
    assert_eq!(answer(&position, &Limits::none())[0].value, Value::exact(Score::win_in(1)));
    assert_eq!(answer(&TicTacToe::<u64, 5>::new(4), &Limits::none())[0].value.to_string(), "draw");
    assert!(answer(&TicTacToe::<u64, 6>::new(4), &Limits::none())[0].value.at_least.is_win());
}

#[test]
fn the_engine_says_nothing_it_has_not_proved() {
    let thoughts = answer(&TicTacToe::<u128, 9>::new(5), &Limits::nodes(2_000));
    assert!(thoughts.len() > 1 && thoughts.iter().all(|thought| !thought.value.is_decided()));
}

#[test]
fn the_engine_values_every_move_as_the_oracle_does() {
    let mut oracle = Oracle::<u64, 4>::new();
    let position = walked::<u64, 4>(3, &[5, 0, 3, 9]).unwrap();
    let mut values = HashMap::new();
    Perfect::new(&Options::default()).analyze(&position, &Limits::none(), &mut |m, value| {
        values.insert(m.to_string(), value);
    });
    assert_eq!(values.len(), position.legal_moves().count());
    for m in position.legal_moves() {
        let truth = -oracle.value(&position.after(m)).one_ply_later();
        let value = values[&m.to_string()];
        assert!(value.is_decided() && value.at_least <= truth && truth <= value.at_most, "{m}: {value:?}, {truth}");
    }
}
