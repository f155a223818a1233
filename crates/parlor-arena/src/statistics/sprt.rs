//! Sequential probability ratio test (SPRT): a generalized likelihood ratio on pair results.

use serde::{Deserialize, Serialize};

use super::elo::{NORMALIZED_ELO_PER_DEVIATION, score_from_elo};
use super::{Frequencies, Pentanomial};

/// Scale of the hypotheses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EloModel {
    /// Elo of the expected score.
    Logistic,
    /// Elo in standard deviations: the length of the test does not depend on how many games are drawn.
    #[default]
    Normalized,
}

/// Test of the hypothesis that the first engine is `elo1` stronger against the one that it is `elo0` stronger.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sprt {
    pub elo0: f64,
    pub elo1: f64,
    /// Probability of accepting `elo1` if `elo0` is true.
    #[serde(default = "five_percent")]
    pub alpha: f64,
    /// Probability of accepting `elo0` if `elo1` is true.
    #[serde(default = "five_percent")]
    pub beta: f64,
    #[serde(default)]
    pub model: EloModel,
}

const fn five_percent() -> f64 {
    0.05
}

/// Hypothesis that the test has accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SprtDecision {
    Elo0,
    Elo1,
}

/// What is wrong with the parameters of an SPRT.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
pub enum SprtError {
    #[error("the SPRT bounds {0} and {1} are not increasing and within 1000 Elo")]
    Bounds(f64, f64),
    #[error("{name} {rate} of the SPRT is not between 0 and 0.5")]
    Rate { name: &'static str, rate: f64 },
}

impl Sprt {
    /// A test with error rates of 5 %.
    pub fn new(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
        Sprt { elo0, elo1, alpha: five_percent(), beta: five_percent(), model }
    }

    /// Says what is wrong with the parameters, if anything is.
    pub fn validate(&self) -> Result<(), SprtError> {
        let is_rate = |rate: f64| rate > 0.0 && rate < 0.5;
        let is_elo = |elo: f64| elo.is_finite() && elo.abs() <= 1000.0;
        if !is_elo(self.elo0) || !is_elo(self.elo1) || self.elo0 >= self.elo1 {
            let (elo0, elo1) = (self.elo0, self.elo1);
            return Err(SprtError::Bounds(elo0, elo1));
        }
        match [("alpha", self.alpha), ("beta", self.beta)].into_iter().find(|(_, rate)| !is_rate(*rate)) {
            Some((name, rate)) => Err(SprtError::Rate { name, rate }),
            None => Ok(()),
        }
    }

    /// Log-likelihood ratios at which `elo0` and `elo1` are accepted (Wald's bounds).
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// Generalized log-likelihood ratio: each hypothesis with its most likely distribution.
    pub fn llr<const N: usize>(&self, results: &Frequencies<N>) -> f64 {
        if results.trials() == 0 {
            return 0.0;
        }
        let estimate = |elo: f64| match self.model {
            EloModel::Logistic => results.with_mean(score_from_elo(elo)),
            EloModel::Normalized => {
                let deviations = elo / NORMALIZED_ELO_PER_DEVIATION;
                results.with_t_value(deviations * Frequencies::<N>::games_per_trial().sqrt())
            }
        };
        results.log_likelihood_ratio(&estimate(self.elo1), &estimate(self.elo0))
    }

    pub fn decision(&self, pairs: &Pentanomial) -> Option<SprtDecision> {
        let llr = self.llr(pairs);
        let [lower, upper] = self.bounds();
        if llr >= upper { Some(SprtDecision::Elo1) } else { (llr <= lower).then_some(SprtDecision::Elo0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Trinomial;

    fn llr(pairs: [u64; 5], elo0: f64, elo1: f64, model: EloModel) -> f64 {
        Sprt::new(elo0, elo1, model).llr(&Pentanomial::from(pairs))
    }

    #[test]
    fn ratios_of_finished_tests_are_reproduced() {
        let first = llr([93, 18711, 58877, 18739, 100], -1.75, 0.25, EloModel::Normalized);
        assert!((first - 2.942_097).abs() < 1e-6, "{first}");
        let second = llr([39, 8843, 26675, 9240, 44], 0.5, 2.5, EloModel::Normalized);
        assert!((second - 2.941_68).abs() < 1e-5, "{second}");
    }

    #[test]
    fn pairs_tell_more_than_games() {
        let pairs = llr([60, 0, 840, 0, 100], 0.0, 20.0, EloModel::Logistic);
        assert!((pairs - 4.10).abs() < 0.005, "{pairs}");
        let games = Sprt::new(0.0, 20.0, EloModel::Logistic).llr(&Trinomial::from([960, 0, 1040]));
        assert!((games - 1.29).abs() < 0.005, "{games}");
    }

    #[test]
    fn bounds_are_those_of_wald() {
        let [lower, upper] = Sprt::new(0.0, 5.0, EloModel::Logistic).bounds();
        assert!((upper - 2.944_439).abs() < 1e-6 && (lower + upper).abs() < 1e-12);
    }

    #[test]
    fn reversed_results_give_the_opposite_ratio_for_symmetric_bounds() {
        let pairs = Pentanomial::from([5, 30, 80, 45, 9]);
        for model in [EloModel::Logistic, EloModel::Normalized] {
            let sprt = Sprt::new(-3.0, 3.0, model);
            assert!((sprt.llr(&pairs) + sprt.llr(&pairs.reversed())).abs() < 1e-9);
        }
    }

    #[test]
    fn invalid_parameters_are_named() {
        assert!(Sprt::new(0.0, 5.0, EloModel::Normalized).validate().is_ok());
        let error = Sprt::new(5.0, 0.0, EloModel::Normalized).validate().unwrap_err();
        assert_eq!(error.to_string(), "the SPRT bounds 5 and 0 are not increasing and within 1000 Elo");
        let error = Sprt { alpha: 0.7, ..Sprt::new(0.0, 5.0, EloModel::Normalized) }.validate().unwrap_err();
        assert_eq!(error.to_string(), "alpha 0.7 of the SPRT is not between 0 and 0.5");
    }
}
