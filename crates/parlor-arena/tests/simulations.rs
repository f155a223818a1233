//! Simulated matches and fields: error rates of the sequential test, and coverage of the confidence intervals.

use parlor_arena::statistics::{
    EloEstimate, EloModel, Meeting, Pentanomial, Sprt, SprtDecision, elo_from_score, rate, score_from_elo,
};
use parlor_core::random::SplitMix64;

fn uniform(random: &mut SplitMix64) -> f64 {
    f64::from((random.next_u64() >> 32) as u32) / 2_f64.powi(32)
}

/// Half points of a game with this expected score, in which a share of the rest is drawn.
fn game(random: &mut SplitMix64, score: f64, draws: f64) -> usize {
    let draw = draws * 2.0 * score.min(1.0 - score);
    let x = uniform(random);
    if x < draw { 1 } else { 2 * usize::from(x < score + draw / 2.0) }
}

/// A pair whose opening favors one side, so that its two games depend on each other.
fn pair(random: &mut SplitMix64, elo: f64, first_move: f64, draws: f64) -> [usize; 2] {
    let bias = if random.below(2) == 0 { 120.0 } else { -120.0 };
    let with = game(random, score_from_elo(elo + first_move + bias), draws);
    let without = game(random, score_from_elo(elo - first_move - bias), draws);
    [with, without]
}

/// Expected score of a pair over the openings.
fn mean_score(elo: f64, first_move: f64) -> f64 {
    let scores = [120.0, -120.0]
        .map(|bias| f64::midpoint(score_from_elo(elo + first_move + bias), score_from_elo(elo - first_move - bias)));
    f64::midpoint(scores[0], scores[1])
}

/// Share of simulated tests that accept `elo1`.
fn acceptance(sprt: &Sprt, elo: f64, trials: u32, seed: u64) -> f64 {
    let mut random = SplitMix64::new(seed);
    let accepted = (0..trials).filter(|_| {
        let mut pairs = Pentanomial::default();
        loop {
            let [with, without] = pair(&mut random, elo, 30.0, 0.5);
            pairs.add(with + without, 1);
            if let Some(decision) = sprt.decision(&pairs) {
                break decision == SprtDecision::Elo1;
            }
        }
    });
    f64::from(accepted.count() as u32) / f64::from(trials)
}

/// Elo of the pairs by their expected score, for an engine that is `elo` stronger at each single game.
fn pair_elo(elo: f64) -> f64 {
    elo_from_score(mean_score(elo, 30.0))
}

#[test]
fn the_sprt_errs_as_often_as_it_claims() {
    let (weak, strong) = (0.0, 60.0);
    let sprt = Sprt::new(pair_elo(weak), pair_elo(strong), EloModel::Logistic);
    let false_positives = acceptance(&sprt, weak, 1000, 1);
    let false_negatives = 1.0 - acceptance(&sprt, strong, 1000, 2);
    // Wald's bounds ignore the overshoot, so the rates are a little below 5 %; three standard errors are 2 %.
    assert!((0.01..0.07).contains(&false_positives), "{false_positives}");
    assert!((0.01..0.07).contains(&false_negatives), "{false_negatives}");
}

#[test]
fn the_normalized_sprt_errs_as_often_as_it_claims() {
    // Normalized Elo of the simulated engines, measured over many pairs.
    let normalized = |elo: f64, seed: u64| {
        let mut random = SplitMix64::new(seed);
        let mut pairs = Pentanomial::default();
        (0..400_000).for_each(|_| {
            let [with, without] = pair(&mut random, elo, 30.0, 0.5);
            pairs.add(with + without, 1);
        });
        EloEstimate::from_results(&pairs).unwrap().normalized
    };
    let sprt = Sprt::new(0.0, normalized(60.0, 3), EloModel::Normalized);
    let false_positives = acceptance(&sprt, 0.0, 400, 4);
    let false_negatives = 1.0 - acceptance(&sprt, 60.0, 400, 5);
    assert!(false_positives < 0.085 && false_negatives < 0.085, "{false_positives} {false_negatives}");
}

#[test]
fn intervals_of_elo_cover_the_truth_as_often_as_they_claim() {
    for (elo, pairs_per_match, seed) in [(0.0, 60, 6), (80.0, 200, 7), (300.0, 100, 8)] {
        let mut random = SplitMix64::new(seed);
        let truth = pair_elo(elo);
        let covered = (0..1000).filter(|_| {
            let mut pairs = Pentanomial::default();
            (0..pairs_per_match).for_each(|_| {
                let [with, without] = pair(&mut random, elo, 30.0, 0.5);
                pairs.add(with + without, 1);
            });
            let estimate = EloEstimate::from_results(&pairs).unwrap();
            (estimate.low..=estimate.high).contains(&truth)
        });
        let coverage = f64::from(covered.count() as u32) / 1000.0;
        assert!((0.925..0.975).contains(&coverage), "{elo} {coverage}");
    }
}

/// Pairs of independent games, for which the rating model is exact.
fn field(random: &mut SplitMix64, strengths: &[f64], first_move: f64) -> Vec<Meeting> {
    let mut meetings = Vec::new();
    for a in 0..strengths.len() {
        for b in a + 1..strengths.len() {
            let mut counts = [[0; 3]; 3];
            for _ in 0..40 {
                let difference = strengths[a] - strengths[b];
                let with = game(random, score_from_elo(difference + first_move), 0.6);
                let without = game(random, score_from_elo(difference - first_move), 0.6);
                counts[with][without] += 1;
            }
            meetings.push(Meeting { a, b, counts });
        }
    }
    meetings
}

#[test]
fn intervals_of_ratings_cover_the_truth_as_often_as_they_claim() {
    let strengths = [-150.0, -50.0, 0.0, 20.0, 180.0];
    let mut random = SplitMix64::new(9);
    let (mut covered, mut covered_first_move) = (0, 0);
    for _ in 0..400 {
        let ratings = rate(strengths.len(), &field(&mut random, &strengths, 35.0));
        let is_covered = |elo: f64, error: f64, truth: f64| u32::from((elo - truth).abs() <= error);
        let engines = ratings.engines.iter().zip(strengths);
        covered += engines.map(|(rating, truth)| is_covered(rating.elo, rating.error, truth)).sum::<u32>();
        covered_first_move += is_covered(ratings.first_move.elo, ratings.first_move.error, 35.0);
    }
    let coverage = f64::from(covered) / 2000.0;
    let first_move_coverage = f64::from(covered_first_move) / 400.0;
    assert!((0.93..0.97).contains(&coverage), "{coverage}");
    assert!((0.91..0.985).contains(&first_move_coverage), "{first_move_coverage}");
}
