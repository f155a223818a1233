//! Statistics of game results: Elo with error bars, likelihood of superiority, sequential tests and ratings.
//!
//! The unit is the game pair: two games from one opening with swapped sides. Their results depend on each other, so
//! variances come from pairs, never from single games.

mod bradley_terry;
mod elo;
mod frequencies;
mod sprt;

pub use bradley_terry::{Meeting, Rating, Ratings, rate};
pub use elo::{EloEstimate, elo_from_score, score_from_elo};
pub use frequencies::{Frequencies, Pentanomial, Trinomial};
pub use sprt::{EloModel, Sprt, SprtDecision, SprtError};

/// Two-sided 95 % quantile of the normal distribution.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// Cumulative distribution function of the standard normal distribution.
pub fn normal_cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x / std::f64::consts::SQRT_2)
}
