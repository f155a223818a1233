//! Multinomial result counts, and their maximum likelihood estimates under a constraint on the mean or on the t-value.
//!
//! The constrained estimates are those of M. Van den Bergh, "Comments on normalized Elo" (2020).

/// Counts of pairs by score: 0, 1/4, 1/2, 3/4, 1.
pub type Pentanomial = Frequencies<5>;
/// Counts of games by score: loss, draw, win.
pub type Trinomial = Frequencies<3>;

/// Count that stands for zero, so that every result stays possible.
const ZERO: f64 = 0.001;
/// Halvings of a bracket until it has the width of a floating-point step.
const BISECTIONS: usize = 200;
const T_VALUE_ITERATIONS: usize = 20;
const T_VALUE_PRECISION: f64 = 1e-12;

/// How often each of `N` equally spaced scores from 0 to 1 occurred.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Frequencies<const N: usize> {
    counts: [u64; N],
}

impl<const N: usize> Default for Frequencies<N> {
    fn default() -> Self {
        Frequencies { counts: [0; N] }
    }
}

impl<const N: usize> From<[u64; N]> for Frequencies<N> {
    fn from(counts: [u64; N]) -> Self {
        Frequencies { counts }
    }
}

impl<const N: usize> Frequencies<N> {
    pub fn counts(&self) -> [u64; N] {
        self.counts
    }

    /// Adds trials with the score `index / (N - 1)`.
    pub fn add(&mut self, index: usize, trials: u64) {
        self.counts[index] += trials;
    }

    /// Number of trials.
    pub fn trials(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The same results from the opponent's viewpoint.
    #[must_use]
    pub fn reversed(mut self) -> Self {
        self.counts.reverse();
        self
    }

    #[expect(clippy::cast_precision_loss, reason = "three or five")]
    const LAST: f64 = (N - 1) as f64;

    /// Games in one trial: one for `Trinomial`, two for `Pentanomial`.
    pub(super) fn games_per_trial() -> f64 {
        Self::LAST / 2.0
    }

    #[expect(clippy::cast_precision_loss, reason = "at most four")]
    fn score(index: usize) -> f64 {
        index as f64 / Self::LAST
    }

    /// Number of trials with [`ZERO`] in place of zeros.
    pub(super) fn weight(&self) -> f64 {
        self.regularized().iter().sum()
    }

    #[expect(clippy::cast_precision_loss, reason = "exact up to 2^53 trials")]
    fn regularized(&self) -> [f64; N] {
        self.counts.map(|count| if count == 0 { ZERO } else { count as f64 })
    }

    pub(super) fn probabilities(&self) -> [f64; N] {
        let weight = self.weight();
        self.regularized().map(|count| count / weight)
    }

    /// Mean score, and variance of the score of one trial.
    pub fn mean_and_variance(&self) -> (f64, f64) {
        moments(&self.probabilities(), Self::score)
    }

    /// Most likely distribution with this mean, given the counts.
    pub(super) fn with_mean(&self, mean: f64) -> [f64; N] {
        tilt(&self.probabilities(), |index| Self::score(index) - mean)
    }

    /// Most likely distribution whose mean is `t` standard deviations above 1/2, by fixed-point iteration: the
    /// constraint on the t-value is linear in the distribution once its mean and deviation are given.
    pub(super) fn with_t_value(&self, t: f64) -> [f64; N] {
        let observed = self.probabilities();
        let mut estimate = [1.0 / (Self::LAST + 1.0); N];
        for _ in 0..T_VALUE_ITERATIONS {
            let (mean, variance) = moments(&estimate, Self::score);
            let deviation = variance.sqrt();
            let next = tilt(&observed, |index| {
                let standardized = (mean - Self::score(index)) / deviation;
                Self::score(index) - 0.5 - t * deviation * (1.0 + standardized * standardized) / 2.0
            });
            let change = next.iter().zip(&estimate).map(|(new, old)| (new - old).abs()).fold(0.0, f64::max);
            estimate = next;
            if change < T_VALUE_PRECISION {
                break;
            }
        }
        estimate
    }

    /// Log-likelihood ratio of two distributions, given the counts.
    pub(super) fn log_likelihood_ratio(&self, numerator: &[f64; N], denominator: &[f64; N]) -> f64 {
        let ratios = numerator.iter().zip(denominator).map(|(one, two)| (one / two).ln());
        self.regularized().iter().zip(ratios).map(|(count, ratio)| count * ratio).sum()
    }
}

fn moments<const N: usize>(probabilities: &[f64; N], score: impl Fn(usize) -> f64) -> (f64, f64) {
    let mean = probabilities.iter().enumerate().map(|(index, p)| p * score(index)).sum();
    let square = |index: usize| (score(index) - mean) * (score(index) - mean);
    let variance = probabilities.iter().enumerate().map(|(index, p)| p * square(index)).sum();
    (mean, variance)
}

/// Distribution closest in likelihood to `observed` under which `constraint` has the expected value 0: the observed
/// one divided by `1 + x * constraint`, where x solves the secular equation.
fn tilt<const N: usize>(observed: &[f64; N], constraint: impl Fn(usize) -> f64) -> [f64; N] {
    let values: [f64; N] = std::array::from_fn(constraint);
    let lowest = values.iter().copied().fold(f64::INFINITY, f64::min);
    let highest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if lowest >= 0.0 || highest <= 0.0 {
        // No distribution meets the constraint; the caller asked for a score outside the range.
        return *observed;
    }
    let expected = |x: f64| -> f64 { observed.iter().zip(&values).map(|(p, a)| p * a / (1.0 + x * a)).sum() };
    let (mut low, mut high) = (-1.0 / highest, -1.0 / lowest);
    for _ in 0..BISECTIONS {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            break;
        }
        // The expected value decreases from plus to minus infinity within the bracket.
        if expected(middle) > 0.0 { low = middle } else { high = middle }
    }
    let x = f64::midpoint(low, high);
    std::array::from_fn(|index| observed[index] / (1.0 + x * values[index]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constrained_estimates_meet_their_constraints() {
        let pairs = Pentanomial::from([10, 40, 120, 55, 15]);
        let (mean, _) = moments(&pairs.with_mean(0.53), Pentanomial::score);
        assert!((mean - 0.53).abs() < 1e-12);
        let (mean, variance) = moments(&pairs.with_t_value(0.1), Pentanomial::score);
        assert!(((mean - 0.5) / variance.sqrt() - 0.1).abs() < 1e-9);
    }

    #[test]
    fn an_estimate_without_new_constraint_is_the_observation() {
        let pairs = Pentanomial::from([1, 2, 3, 4, 5]);
        let (mean, _) = pairs.mean_and_variance();
        for (estimate, observed) in pairs.with_mean(mean).iter().zip(pairs.probabilities()) {
            assert!((estimate - observed).abs() < 1e-12);
        }
    }
}
