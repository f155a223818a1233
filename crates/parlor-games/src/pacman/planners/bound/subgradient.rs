//! Subgradient optimization of the prizes of the Lagrangian bound.

use parlor_engines::planning::PlanLimits;

use super::relaxed_walks::{RelaxedWalks, WalkPrizes};

/// Average prize of a pellet. Prizes are whole numbers, so that the bound is exact.
const AVERAGE_PRIZE: u32 = 64;

/// Prizes under which a relaxed walk of `horizon` steps falls short of the total by as much as possible. Subgradient
/// steps raise the prizes of pellets that the best walk misses, and lower those that it collects repeatedly.
pub(super) fn optimize_prizes(
    pellet_count: usize,
    walks: &RelaxedWalks,
    horizon: usize,
    rounds: u32,
    limits: &PlanLimits,
) -> Vec<u32> {
    let mut prizes = vec![f64::from(AVERAGE_PRIZE); pellet_count];
    let mut best = (i64::MAX, vec![AVERAGE_PRIZE; pellet_count]);
    for round in 0..rounds {
        if limits.is_over() {
            break;
        }
        #[expect(clippy::cast_sign_loss, reason = "prizes are clamped to zero and above")]
        let rounded: Vec<u32> = prizes.iter().map(|prize| prize.round() as u32).collect();
        let mut collected = WalkPrizes::new(walks, &rounded);
        let mut best_next = Vec::new();
        for _ in 1..horizon {
            collected.lengthen();
            best_next.push(collected.best_next.clone());
        }
        let slack = slack(&collected, &rounded);
        if slack < best.0 {
            best = (slack, rounded);
        }
        let Some(visits) = visits_of_best_walk(walks, &collected, &best_next, pellet_count) else { break };
        // Diminishing steps: the last rounds make small changes only.
        let step = f64::from(AVERAGE_PRIZE) * 0.25 * (-3.0 * f64::from(round) / f64::from(rounds)).exp();
        take_step(&mut prizes, &visits, step);
    }
    best.1
}

/// Prize of the best walk less the total, scaled to the same total for all rounds, as prizes are rounded.
fn slack(collected: &WalkPrizes<'_>, prizes: &[u32]) -> i64 {
    let total: i64 = prizes.iter().copied().map(i64::from).sum();
    let average_total = i64::from(AVERAGE_PRIZE) * i64::from(prizes.len() as u32);
    (i64::from(collected.most_from(0)) - total) * average_total / total.max(1)
}

/// Number of times that the best walk from the start collects each pellet. `best_next` by walk length less two.
fn visits_of_best_walk(
    walks: &RelaxedWalks,
    collected: &WalkPrizes<'_>,
    best_next: &[Vec<u8>],
    pellet_count: usize,
) -> Option<Vec<u32>> {
    let mut visits = vec![0_u32; pellet_count];
    let mut step = walks.steps_from(0).max_by_key(|&step| collected.most[step])?;
    let mut previous_cell = None;
    for remaining in (0..=best_next.len()).rev() {
        let taken = walks.steps[step];
        if let Some(visits) = visits.get_mut(usize::from(taken.pellet))
            && previous_cell != Some(taken.to_cell)
        {
            *visits += 1;
        }
        previous_cell = Some(taken.from_cell);
        if remaining > 0 {
            step = walks.steps_from(taken.to as usize).start + usize::from(best_next[remaining - 1][step]);
        }
    }
    Some(visits)
}

/// One subgradient step: a pellet should be visited once. Restores the average prize.
fn take_step(prizes: &mut [f64], visits: &[u32], step: f64) {
    for (prize, &visits) in prizes.iter_mut().zip(visits) {
        *prize = (*prize + step * (1.0 - f64::from(visits))).clamp(0.0, f64::from(AVERAGE_PRIZE) * 16.0);
    }
    let sum: f64 = prizes.iter().sum();
    let scale = f64::from(AVERAGE_PRIZE) * f64::from(prizes.len() as u32) / sum.max(1.0);
    for prize in prizes {
        *prize *= scale;
    }
}
