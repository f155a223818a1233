//! Elo difference of two engines, with error bars from game pairs.

use serde::Serialize;

use super::{Frequencies, Z_95, normal_cdf};

/// Scores closer to 0 or 1 than this have no useful Elo.
const SMALLEST_SCORE: f64 = 1e-6;
/// Normalized Elo of one standard deviation of a game's score.
pub(super) const NORMALIZED_ELO_PER_DEVIATION: f64 = 800.0 / std::f64::consts::LN_10;
/// Halvings of an interval bound: far below what is displayed.
const BISECTIONS: usize = 40;

/// Expected score at an Elo difference.
pub fn score_from_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Elo difference that gives an expected score, within plus and minus 2400.
pub fn elo_from_score(score: f64) -> f64 {
    let score = score.clamp(SMALLEST_SCORE, 1.0 - SMALLEST_SCORE);
    -400.0 * (1.0 / score - 1.0).log10()
}

/// Elo difference with a 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct EloEstimate {
    pub elo: f64,
    pub low: f64,
    pub high: f64,
    /// Mean over the standard deviation of a game, in units of Elo: independent of how many games are drawn.
    pub normalized: f64,
    pub normalized_low: f64,
    pub normalized_high: f64,
    /// Probability that the engine is the better one, with a flat prior.
    pub superiority: f64,
}

impl EloEstimate {
    /// Half the width of the interval.
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Estimate from pairs ([`Pentanomial`](super::Pentanomial)) or single games; `None` without results.
    pub fn from_results<const N: usize>(results: &Frequencies<N>) -> Option<EloEstimate> {
        if results.trials() == 0 {
            return None;
        }
        let trials = results.weight();
        let (mean, variance) = results.mean_and_variance();
        let deviation = variance.sqrt().max(f64::MIN_POSITIVE);
        let per_deviation = NORMALIZED_ELO_PER_DEVIATION / Frequencies::<N>::games_per_trial().sqrt();
        let t = (mean - 0.5) / deviation;
        let t_error = Z_95 / trials.sqrt();
        Some(EloEstimate {
            elo: elo_from_score(mean),
            low: elo_from_score(interval_bound(results, mean, 0.0)),
            high: elo_from_score(interval_bound(results, mean, 1.0)),
            normalized: t * per_deviation,
            normalized_low: (t - t_error) * per_deviation,
            normalized_high: (t + t_error) * per_deviation,
            superiority: normal_cdf(t * trials.sqrt()),
        })
    }
}

/// Bound of the 95 % empirical likelihood interval of the mean, between the mean and `limit`. Unlike the normal
/// approximation it stays within 0 and 1, and it has a width when all results are equal.
fn interval_bound<const N: usize>(results: &Frequencies<N>, mean: f64, limit: f64) -> f64 {
    let threshold = Z_95 * Z_95 / 2.0;
    let observed = results.probabilities();
    let is_inside = |score: f64| results.log_likelihood_ratio(&observed, &results.with_mean(score)) <= threshold;
    let (mut inside, mut outside) = (mean, limit);
    for _ in 0..BISECTIONS {
        let middle = f64::midpoint(inside, outside);
        if is_inside(middle) { inside = middle } else { outside = middle }
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::{Pentanomial, Trinomial};

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-400.0, -17.5, 0.0, 3.0, 250.0] {
            assert!((elo_from_score(score_from_elo(elo)) - elo).abs() < 1e-9);
        }
        assert!((score_from_elo(400.0) - 10.0 / 11.0).abs() < 1e-12);
    }

    /// Expected values by the delta method: score 0.55, pair variance 0.06, 1000 pairs.
    #[test]
    fn error_bars_agree_with_the_normal_approximation_for_many_pairs() {
        let pairs = Pentanomial::from([40, 180, 390, 320, 70]);
        let estimate = EloEstimate::from_results(&pairs).unwrap();
        let (mean, variance) = pairs.mean_and_variance();
        let slope = 400.0 / std::f64::consts::LN_10 / (mean * (1.0 - mean));
        let expected = Z_95 * (variance / 1000.0).sqrt() * slope;
        assert!((estimate.error() - expected).abs() < 0.05, "{} {expected}", estimate.error());
        assert!((estimate.elo - 34.86).abs() < 0.01, "{}", estimate.elo);
        assert!(estimate.superiority > 0.9999);
    }

    #[test]
    fn normalized_elo_of_pairs_and_of_independent_games_agree() {
        // Pairs of independent games that are won with probability 0.6 and lost with 0.4.
        let pairs = EloEstimate::from_results(&Pentanomial::from([1600, 0, 4800, 0, 3600])).unwrap();
        let games = EloEstimate::from_results(&Trinomial::from([8000, 0, 12000])).unwrap();
        assert!((pairs.normalized - games.normalized).abs() < 0.01);
        assert!((pairs.error() - games.error()).abs() < 0.01);
    }

    #[test]
    fn the_interval_of_a_clean_sweep_is_finite_on_one_side() {
        let estimate = EloEstimate::from_results(&Pentanomial::from([0, 0, 0, 0, 50])).unwrap();
        assert!(estimate.low > 200.0 && estimate.low < 900.0, "{estimate:?}");
        assert!(estimate.elo > 1500.0 && estimate.high >= estimate.elo);
        assert!(EloEstimate::from_results(&Pentanomial::default()).is_none());
    }
}
