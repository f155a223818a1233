//! Ratings of a field by Bradley-Terry maximum likelihood, with a term for the first move.
//!
//! Expected score of a game: the logistic function of the rating difference plus the advantage of the first move; a
//! draw counts half. Confidence intervals come from the sandwich estimator with game pairs as clusters, so they are
//! right for dependent games of a pair and for any share of draws.

use serde::Serialize;

use super::Z_95;

/// Natural logarithm of the odds of one Elo point.
const ELO: f64 = std::f64::consts::LN_10 / 400.0;
/// Weight of a drawn game against an average engine that keeps the rating of an unbeaten engine finite.
const PRIOR_GAMES: f64 = 0.02;
/// Newton's method converges quadratically; more iterations mean that the step control is at work.
const ITERATIONS: usize = 100;
const PRECISION: f64 = 1e-10;
/// Largest change of a rating in one step, in units of log-odds.
const LARGEST_STEP: f64 = 2.0;

/// Results of all pairs between two engines: `counts[i][j]` pairs in which engine `a` scored `i` half points with the
/// first move, and `j` half points without it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meeting {
    pub a: usize,
    pub b: usize,
    pub counts: [[u64; 3]; 3],
}

/// Rating of an engine in Elo, relative to the mean of the field, with its 95 % error.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rating {
    pub elo: f64,
    pub error: f64,
}

/// Ratings of a field, and the worth of the first move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ratings {
    pub engines: Vec<Rating>,
    pub first_move: Rating,
}

/// Rates `engines` engines by the pairs they played.
pub fn rate(engines: usize, meetings: &[Meeting]) -> Ratings {
    let mut parameters = vec![0.0; engines + 1];
    for _ in 0..ITERATIONS {
        let (gradient, information) = derivatives(engines, meetings, &parameters);
        let step = solve(information, &gradient);
        let largest = step.iter().fold(0.0, |largest: f64, change| largest.max(change.abs()));
        let scale = (LARGEST_STEP / largest.max(f64::MIN_POSITIVE)).min(1.0);
        parameters.iter_mut().zip(&step).for_each(|(parameter, change)| *parameter += scale * change);
        if largest < PRECISION {
            break;
        }
    }
    let errors = standard_errors(engines, meetings, &parameters);
    let rating = |index: usize| Rating { elo: parameters[index] / ELO, error: Z_95 * errors[index] / ELO };
    Ratings { engines: (0..engines).map(rating).collect(), first_move: rating(engines) }
}

/// Expected scores of `a` with and without the first move.
fn expected_scores(meeting: &Meeting, parameters: &[f64]) -> [f64; 2] {
    let difference = parameters[meeting.a] - parameters[meeting.b];
    let first_move = parameters[parameters.len() - 1];
    [difference + first_move, difference - first_move].map(|odds| 1.0 / (1.0 + (-odds).exp()))
}

/// Gradient of the log-likelihood, and the negative of its second derivatives.
fn derivatives(engines: usize, meetings: &[Meeting], parameters: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let size = engines + 1;
    let mut gradient = vec![0.0; size];
    let mut information = vec![vec![0.0; size]; size];
    for meeting in meetings {
        let expected = expected_scores(meeting, parameters);
        let pairs: u64 = meeting.counts.iter().flatten().sum();
        for (scores, count) in outcomes(meeting) {
            add_scaled(&mut gradient, &residual(meeting, scores, expected, size), count);
        }
        for (game, sign) in [(0, 1.0), (1, -1.0)] {
            let weight = to_float(pairs) * expected[game] * (1.0 - expected[game]);
            let direction = direction(meeting, sign, size);
            add_outer_product(&mut information, &direction, weight);
        }
    }
    let total: f64 = parameters[..engines].iter().sum();
    for index in 0..engines {
        let expected = 1.0 / (1.0 + (-parameters[index]).exp());
        // The likelihood depends on differences only; this penalty makes the ratings sum to zero.
        gradient[index] += PRIOR_GAMES * (0.5 - expected) - total;
        information[index][index] += PRIOR_GAMES * expected * (1.0 - expected);
        information[index][..engines].iter_mut().for_each(|entry| *entry += 1.0);
    }
    // Without games the first move is worth nothing.
    gradient[engines] -= PRIOR_GAMES * parameters[engines];
    information[engines][engines] += PRIOR_GAMES;
    (gradient, information)
}

/// Square roots of the diagonal of the sandwich: inverse information, covariance of the pairs' gradients, inverse
/// information.
fn standard_errors(engines: usize, meetings: &[Meeting], parameters: &[f64]) -> Vec<f64> {
    let size = engines + 1;
    let (_, information) = derivatives(engines, meetings, parameters);
    let mut variances = vec![0.0; size];
    let inverse = invert(information);
    for meeting in meetings {
        let expected = expected_scores(meeting, parameters);
        for (scores, count) in outcomes(meeting) {
            // The residual has three entries that are not zero, so this is cheaper than the product of matrices.
            let residual = residual(meeting, scores, expected, size);
            for (row, variance) in inverse.iter().zip(&mut variances) {
                let influence: f64 =
                    [meeting.a, meeting.b, engines].into_iter().map(|index| row[index] * residual[index]).sum();
                *variance += count * influence * influence;
            }
        }
    }
    // The prior alone bounds the rating of an engine that won or lost everything, so its own uncertainty is the answer
    // there. For all others this term is negligible.
    for index in 0..engines {
        let residual = 0.5 - 1.0 / (1.0 + (-parameters[index]).exp());
        variances[index] += PRIOR_GAMES * (inverse[index][index] * residual).powi(2);
    }
    variances.into_iter().map(f64::sqrt).collect()
}

/// Kinds of pairs that occurred: the scores of `a` with and without the first move, and their number.
fn outcomes(meeting: &Meeting) -> impl Iterator<Item = ([f64; 2], f64)> {
    const SCORES: [f64; 3] = [0.0, 0.5, 1.0];
    meeting.counts.iter().enumerate().flat_map(move |(with, row)| {
        let counts = row.iter().enumerate().filter(|(_, count)| **count > 0);
        counts.map(move |(without, count)| ([SCORES[with], SCORES[without]], to_float(*count)))
    })
}

/// Contribution of one pair to the gradient.
fn residual(meeting: &Meeting, scores: [f64; 2], expected: [f64; 2], size: usize) -> Vec<f64> {
    let [with, without] = [scores[0] - expected[0], scores[1] - expected[1]];
    let mut residual = vec![0.0; size];
    residual[meeting.a] = with + without;
    residual[meeting.b] = -with - without;
    residual[size - 1] = with - without;
    residual
}

/// Derivative of the log-odds of a game by all parameters.
fn direction(meeting: &Meeting, first_move: f64, size: usize) -> Vec<f64> {
    let mut direction = vec![0.0; size];
    direction[meeting.a] = 1.0;
    direction[meeting.b] = -1.0;
    direction[size - 1] = first_move;
    direction
}

fn add_scaled(sum: &mut [f64], vector: &[f64], factor: f64) {
    sum.iter_mut().zip(vector).for_each(|(entry, value)| *entry += factor * value);
}

fn add_outer_product(matrix: &mut [Vec<f64>], vector: &[f64], factor: f64) {
    for (row, value) in matrix.iter_mut().zip(vector).filter(|(_, value)| **value != 0.0) {
        add_scaled(row, vector, factor * value);
    }
}

#[expect(clippy::cast_precision_loss, reason = "exact up to 2^53 pairs")]
fn to_float(count: u64) -> f64 {
    count as f64
}

/// Solves a linear system with a positive definite matrix.
fn solve(matrix: Vec<Vec<f64>>, right: &[f64]) -> Vec<f64> {
    invert(matrix).iter().map(|row| row.iter().zip(right).map(|(entry, value)| entry * value).sum()).collect()
}

/// Inverse of a positive definite matrix by Gauss-Jordan elimination, which then needs no pivoting.
fn invert(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    for (index, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|column| if column == index { 1.0 } else { 0.0 }));
    }
    for pivot in 0..size {
        let scale = 1.0 / matrix[pivot][pivot];
        matrix[pivot].iter_mut().for_each(|entry| *entry *= scale);
        let pivot_row = matrix[pivot].clone();
        for (index, row) in matrix.iter_mut().enumerate() {
            if index != pivot {
                let factor = -row[pivot];
                add_scaled(row, &pivot_row, factor);
            }
        }
    }
    matrix.into_iter().map(|mut row| row.split_off(size)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::elo_from_score;

    #[test]
    fn two_engines_differ_by_the_elo_of_their_score() {
        // 75 % in both colors.
        let counts = [[0, 0, 25], [0, 0, 0], [25, 0, 50]];
        let ratings = rate(2, &[Meeting { a: 0, b: 1, counts }]);
        let difference = ratings.engines[0].elo - ratings.engines[1].elo;
        assert!((difference - elo_from_score(0.75)).abs() < 0.5, "{difference}");
        assert!(ratings.first_move.elo.abs() < 1e-6);
        assert!((ratings.engines[0].elo + ratings.engines[1].elo).abs() < 1e-6);
    }

    #[test]
    fn the_first_move_is_told_from_strength() {
        // Equal engines: whoever moves first wins 60 of 100 games.
        let meeting = |a, b| Meeting { a, b, counts: [[24, 0, 16], [0, 0, 0], [36, 0, 24]] };
        let ratings = rate(3, &[meeting(0, 1), meeting(1, 2), meeting(0, 2)]);
        assert!(ratings.engines.iter().all(|rating| rating.elo.abs() < 1e-6));
        assert!((ratings.first_move.elo - elo_from_score(0.6)).abs() < 0.1);
    }

    #[test]
    fn an_unbeaten_engine_has_a_finite_rating() {
        let ratings = rate(2, &[Meeting { a: 0, b: 1, counts: [[0, 0, 0], [0, 0, 0], [0, 0, 10]] }]);
        assert!(ratings.engines[0].elo > 300.0 && ratings.engines[0].elo < 3000.0, "{ratings:?}");
        assert!(ratings.engines[0].error > 500.0, "nobody knows how strong it is: {ratings:?}");
        assert!(rate(3, &[]).engines.iter().all(|rating| rating.elo == 0.0));
    }
}
