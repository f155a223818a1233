//! Laws of `Game` and `Keyed` that only typed code can check: iterators, keys, move notation.

use std::collections::HashMap;

use parlor_core::{Game, Keyed};
use parlor_games::four_in_a_row::FourInARow;
use parlor_games::knights::{Knights, Path, Rules, Trail};
use parlor_games::reversi::Reversi;
use parlor_games::tic_tac_toe::TicTacToe;
use proptest::prelude::*;

/// Plays the moves that `picks` select and checks every law at every position.
fn assert_laws<G: Keyed + std::hash::Hash + Eq>(start: &G, picks: &[u8]) {
    let mut position = start.clone();
    let mut positions_by_key: HashMap<u64, G> = HashMap::new();
    for pick in picks {
        let moves: Vec<G::Move> = position.legal_moves().collect();
        assert_eq!(position.legal_moves().count(), moves.len());
        assert_eq!(position.legal_moves().size_hint(), (moves.len(), Some(moves.len())));
        for n in 0..=moves.len() {
            assert_eq!(position.legal_moves().nth(n), moves.get(n).copied(), "nth({n}) of {moves:?}");
        }
        {
            let mut skipping = position.legal_moves();
            assert_eq!((skipping.nth(1), skipping.next()), (moves.get(1).copied(), moves.get(2).copied()));
        }
        for m in &moves {
            assert!(position.is_legal(*m), "{m}");
            assert_eq!(m.to_string().parse().ok(), Some(*m), "{m}");
            assert_eq!(position.parse_move(&m.to_string()), Ok(*m));
            let next = position.after(*m);
            let previous = positions_by_key.insert(next.key(), next.clone());
            assert!(previous.is_none_or(|previous| previous == next), "one key for two positions");
        }
        let Some(m) = moves.get(usize::from(*pick) % moves.len().max(1)) else { return };
        assert_eq!(position.play(*m), Ok(()));
    }
}

fn knights(path: Path, trail: Trail) -> Knights {
    Knights::new(Rules::new(8, path, trail).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn four_in_a_row_keeps_the_laws(picks in prop::collection::vec(any::<u8>(), 43)) {
        assert_laws(&FourInARow::<7, 6>::default(), &picks);
        assert_laws(&FourInARow::<5, 4>::default(), &picks);
        assert_laws(&FourInARow::<9, 6>::default(), &picks);
    }

    #[test]
    fn tic_tac_toe_keeps_the_laws(picks in prop::collection::vec(any::<u8>(), 82), streak in 2_u8..9) {
        assert_laws(&TicTacToe::<u64, 3>::new(streak), &picks);
        assert_laws(&TicTacToe::<u64, 7>::new(streak), &picks);
        assert_laws(&TicTacToe::<u128, 8>::new(streak), &picks);
        assert_laws(&TicTacToe::<u128, 9>::new(streak), &picks);
    }

    #[test]
    fn knights_keeps_the_laws(picks in prop::collection::vec(any::<u8>(), 64)) {
        for path in [Path::TwoOne, Path::OneTwo, Path::Either] {
            assert_laws(&knights(path, Trail::Origin), &picks);
            assert_laws(&knights(path, Trail::Path), &picks);
        }
        assert_laws(&knights(Path::Leap, Trail::Origin), &picks);
    }

    #[test]
    fn reversi_keeps_the_laws(picks in prop::collection::vec(any::<u8>(), 70)) {
        assert_laws(&Reversi::default(), &picks);
    }
}

#[test]
fn keys_differ_by_rules_and_side_to_move() {
    let start = knights(Path::TwoOne, Trail::Origin);
    assert_ne!(start.key(), knights(Path::Either, Trail::Origin).key());
    assert_ne!(start.key(), knights(Path::TwoOne, Trail::Path).key());
    assert_ne!(TicTacToe::<u64, 5>::new(3).key(), TicTacToe::<u64, 5>::new(4).key());
    let board = "-".repeat(27) + "OX------XO" + &"-".repeat(27);
    let [black, white] = ["X", "O"].map(|side| format!("{board} {side}").parse::<Reversi>().unwrap());
    assert_ne!(black.key(), white.key());
}

/// Checks that each bit is set in about half of the keys.
#[test]
fn all_key_bits_are_mixed() {
    let mut ones = [0_u32; 64];
    let mut count = 0;
    let mut frontier = vec![FourInARow::<7, 6>::default()];
    for _ in 0..4 {
        frontier = frontier.iter().flat_map(|p| p.legal_moves().map(|m| p.after(m)).collect::<Vec<_>>()).collect();
        for position in &frontier {
            count += 1;
            for (bit, sum) in ones.iter_mut().enumerate() {
                *sum += u32::from(position.key() >> bit & 1 == 1);
            }
        }
    }
    for (bit, sum) in ones.iter().enumerate() {
        let share = f64::from(*sum) / f64::from(count);
        assert!((0.4..0.6).contains(&share), "bit {bit} is set in {share} of all keys");
    }
}
