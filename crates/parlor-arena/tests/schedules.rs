//! Properties of schedules: equal meetings, balanced sides, shared openings, and Swiss pairings without repetition.

use std::collections::{BTreeMap, BTreeSet};

use parlor_arena::schedule::{Pairing, Round, SwissScores, gauntlet, pair_round, round_robin};
use parlor_core::random::SplitMix64;
use proptest::prelude::*;

/// Whether the engines can be divided into pairs that have not met, by exhaustive search.
fn can_avoid_repetition(scores: &SwissScores, free: &[usize]) -> bool {
    let Some((&first, rest)) = free.split_first() else { return true };
    (0..rest.len()).any(|index| {
        let mut others = rest.to_vec();
        let second = others.remove(index);
        scores.meetings[first][second] == 0 && can_avoid_repetition(scores, &others)
    })
}

proptest! {
    #[test]
    fn a_round_robin_has_every_pairing_once(engines in 2_usize..30) {
        let pairings: Vec<Pairing> = round_robin(engines).collect();
        let unordered: BTreeSet<_> = pairings.iter().map(|pairing| (pairing.a.min(pairing.b), pairing.a.max(pairing.b))).collect();
        prop_assert_eq!(pairings.len(), engines * (engines - 1) / 2);
        prop_assert_eq!(unordered.len(), pairings.len());
        prop_assert!(pairings.iter().all(|pairing| pairing.a < engines && pairing.b < engines && pairing.a != pairing.b));
    }

    #[test]
    fn a_gauntlet_has_the_first_engine_in_every_pairing(engines in 2_usize..30) {
        let opponents: Vec<usize> = gauntlet(engines).map(|pairing| { assert_eq!(pairing.a, 0); pairing.b }).collect();
        prop_assert_eq!(opponents, (1..engines).collect::<Vec<_>>());
    }

    #[test]
    fn batches_give_every_pairing_the_same_openings_and_number_pairs_in_order(
        engines in 2_usize..9, limits in 1_usize..4, start in 0_u32..50, length in 1_u32..40, block_pairs in 1_u32..12,
    ) {
        let round = Round { pairings: round_robin(engines).collect(), openings: start..start + length, first_pair: 1000 };
        let mut next_pair = 1000;
        let mut openings: BTreeMap<(Pairing, usize), Vec<u32>> = BTreeMap::new();
        for block in round.blocks(limits, block_pairs) {
            prop_assert_eq!(block.first_pair, next_pair);
            prop_assert!(block.openings.len() <= block_pairs as usize);
            next_pair += block.openings.len() as u64;
            openings.entry((block.pairing, block.limit)).or_default().extend(block.openings);
        }
        prop_assert_eq!(next_pair, 1000 + round.pair_count(limits));
        prop_assert_eq!(openings.len(), round.pairings.len() * limits);
        prop_assert!(openings.values().all(|list| *list == (start..start + length).collect::<Vec<_>>()));
    }

    #[test]
    fn a_swiss_round_repeats_no_pairing_while_another_exists(
        engines in 2_usize..11, rounds in 1_usize..14, seed in any::<u64>(),
    ) {
        let mut random = SplitMix64::new(seed);
        let mut scores = SwissScores::new(engines);
        let field: Vec<usize> = (0..engines).collect();
        for _ in 0..rounds {
            let pairings = pair_round(&scores, &field);
            let mut paired: Vec<usize> = pairings.iter().flat_map(|pairing| [pairing.a, pairing.b]).collect();
            paired.sort_unstable();
            paired.dedup();
            prop_assert_eq!(paired.len(), engines - engines % 2, "everybody plays, except for one bye");
            let repeats = pairings.iter().any(|pairing| scores.meetings[pairing.a][pairing.b] > 0);
            if engines % 2 == 0 {
                prop_assert!(!repeats || !can_avoid_repetition(&scores, &field));
            } else {
                let most_byes = scores.byes.iter().max().copied().unwrap_or(0);
                let bye = field.iter().find(|engine| !paired.contains(engine)).unwrap();
                let has_fair_bye = scores.byes[*bye] <= most_byes;
                let could_avoid = field.iter().filter(|engine| scores.byes[**engine] == 0).any(|bye| {
                    let rest: Vec<usize> = field.iter().copied().filter(|engine| engine != bye).collect();
                    can_avoid_repetition(&scores, &rest)
                });
                prop_assert!(has_fair_bye && (!(repeats || scores.byes[*bye] > 0) || !could_avoid));
            }
            scores.add_round(&pairings, 4);
            for pairing in &pairings {
                let points = random.below(5) as u64;
                scores.points[pairing.a] += points;
                scores.points[pairing.b] += 4 - points;
            }
        }
    }

    #[test]
    fn the_leaders_of_a_swiss_field_meet_if_they_have_not(points in proptest::collection::vec(0_u64..100, 2..20)) {
        let engines = points.len();
        let scores = SwissScores { points: points.clone(), ..SwissScores::new(engines) };
        let field: Vec<usize> = (0..engines).collect();
        let first = pair_round(&scores, &field)[0];
        let mut sorted = points.clone();
        sorted.sort_unstable_by(|one, two| two.cmp(one));
        prop_assert_eq!((points[first.a], points[first.b]), (sorted[0], sorted[1]));
    }
}

#[test]
fn large_fields_are_paired_in_reasonable_time() {
    let mut scores = SwissScores::new(64);
    let field: Vec<usize> = (0..64).collect();
    for round in 0..12 {
        let pairings = pair_round(&scores, &field);
        assert_eq!(pairings.len(), 32, "round {round}");
        assert!(pairings.iter().all(|pairing| scores.meetings[pairing.a][pairing.b] == 0));
        scores.add_round(&pairings, 4);
        for pairing in &pairings {
            scores.points[pairing.a.min(pairing.b)] += 4;
        }
    }
}
