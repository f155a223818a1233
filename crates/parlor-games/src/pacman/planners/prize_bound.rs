//! A lower bound on the steps to go, by Lagrangian relaxation over the chase graph.
//!
//! Every pellet is a prize of a certain worth. Relaxed, Pac-Man wins a prize each time he enters its cell, except
//! when he returns at once (2-cycle elimination, as for routing problems). If no relaxed walk of k steps wins as
//! much as the pellets left are worth together, more than k steps are needed. Any worths give a valid bound;
//! subgradient steps raise those of pellets that the best relaxed walk misses.

use parlor_core::{Cost, Heuristic};
use parlor_engines::planning::PlanLimits;

use super::chase_graph::ChaseId;
use super::mapped::{Mapped, MappedPacman};
use super::walks::{Walks, Winnings};
use crate::pacman::pellets::Pellets;

/// The worth of an average pellet: whole numbers keep the bound exact.
const UNIT: u32 = 64;

pub(super) struct PrizeBound<const W: usize> {
    /// For each byte of a pellet set, what the pellets in it are worth.
    worth_of_byte: Vec<[u32; 256]>,
    /// By chase, then by steps from 0 to `horizon`: the most that a walk wins.
    winnings: Vec<u16>,
    horizon: usize,
}

impl<const W: usize> PrizeBound<W> {
    /// A bound fit to refute plans of up to `horizon` steps; beyond the horizon it does not grow. Worths are
    /// improved for at most `rounds` rounds, or until `limits` are met.
    pub(super) fn new(problem: &MappedPacman<W>, horizon: Cost, rounds: u32, limits: &PlanLimits) -> PrizeBound<W> {
        let walks = Walks::new(problem);
        let horizon = horizon.max(1) as usize;
        let worth = best_worths(problem, &walks, horizon, rounds, limits);
        let mut winnings = vec![0; problem.chase_count() * (horizon + 1)];
        let mut rows = Winnings::new(&walks, &worth);
        for length in 1..=horizon {
            if length > 1 {
                rows.lengthen();
            }
            for chase in 0..problem.chase_count() {
                // Saturated winnings only weaken the bound.
                winnings[chase * (horizon + 1) + length] = rows.from(chase).min(u32::from(u16::MAX)) as u16;
            }
        }
        let worth_of_byte = (0..W * 8).map(|byte| {
            std::array::from_fn(|bits| {
                let pellets = (0..8).filter(|bit| bits >> bit & 1 == 1);
                pellets.map(|bit| worth.get(byte * 8 + bit).copied().unwrap_or(0)).sum()
            })
        });
        PrizeBound { worth_of_byte: worth_of_byte.collect(), winnings, horizon }
    }

    /// Bytes that a bound with this horizon takes.
    pub(super) fn size(problem: &MappedPacman<W>, horizon: Cost) -> usize {
        problem.chase_count() * (horizon as usize + 1) * size_of::<u16>()
    }

    /// What these pellets are worth together.
    fn worth(&self, pellets: &Pellets<W>) -> u32 {
        let bytes = pellets.words().iter().flat_map(|word| word.to_le_bytes());
        bytes.zip(&self.worth_of_byte).map(|(byte, worth)| worth[usize::from(byte)]).sum()
    }

    fn row(&self, chase: ChaseId) -> &[u16] {
        let width = self.horizon + 1;
        &self.winnings[chase.index() * width..][..width]
    }
}

impl<const W: usize> Heuristic<MappedPacman<W>> for PrizeBound<W> {
    fn estimate(&self, _: &MappedPacman<W>, state: &Mapped<W>) -> Cost {
        let Ok(worth) = u16::try_from(self.worth(&state.pellets)) else { return 0 };
        // Winnings grow with the length of the walk.
        self.row(state.chase).partition_point(|&most| most < worth) as Cost
    }
}

/// Subgradient steps towards the worths under which a walk of `horizon` steps falls short the most.
fn best_worths<const W: usize>(
    problem: &MappedPacman<W>,
    walks: &Walks,
    horizon: usize,
    rounds: u32,
    limits: &PlanLimits,
) -> Vec<u32> {
    let count = problem.pellet_count();
    let pellets = i64::from(count as u32);
    let mut worth = vec![f64::from(UNIT); count];
    let mut best = (i64::MAX, vec![UNIT; count]);
    for round in 0..rounds {
        if limits.is_over() {
            break;
        }
        #[expect(clippy::cast_sign_loss, reason = "worths are clamped to zero and above")]
        let whole: Vec<u32> = worth.iter().map(|worth| worth.round() as u32).collect();
        let mut winnings = Winnings::new(walks, &whole);
        let mut onward = Vec::new();
        for _ in 1..horizon {
            winnings.lengthen();
            onward.push(winnings.onward.clone());
        }
        let total: i64 = whole.iter().copied().map(i64::from).sum();
        // Worths were rounded: compare by the same total.
        let slack = (i64::from(winnings.from(0)) - total) * i64::from(UNIT) * pellets / total.max(1);
        if slack < best.0 {
            best = (slack, whole);
        }
        // Along the best walk: who is won how often?
        let mut won = vec![0_u32; count];
        let Some(mut step) = walks.of(0).max_by_key(|&step| winnings.most[step]) else { break };
        let mut came_from = None;
        for length in (0..horizon).rev() {
            let taken = walks.steps[step];
            if let Some(won) = won.get_mut(usize::from(taken.prize))
                && came_from != Some(taken.to_cell)
            {
                *won += 1;
            }
            came_from = Some(taken.from_cell);
            if length > 0 {
                step = walks.of(taken.to as usize).start + usize::from(onward[length - 1][step]);
            }
        }
        // Diminishing steps; the decay is such that the last rounds only polish.
        let stride = f64::from(UNIT) * 0.25 * (-3.0 * f64::from(round) / f64::from(rounds)).exp();
        for (worth, &won) in worth.iter_mut().zip(&won) {
            *worth = (*worth + stride * (1.0 - f64::from(won))).clamp(0.0, f64::from(UNIT) * 16.0);
        }
        let sum: f64 = worth.iter().sum();
        let scale = f64::from(UNIT) * f64::from(count as u32) / sum.max(1.0);
        for worth in &mut worth {
            *worth *= scale;
        }
    }
    best.1
}
