//! Lower bound on the steps to go, by Lagrangian relaxation over the chase graph.
//!
//! Every pellet has a prize, its Lagrange multiplier. In the relaxed problem Pac-Man collects a prize each time he
//! enters its cell, except when he returns at once (2-cycle elimination, as for routing problems). If no relaxed walk
//! of k steps collects as much as the prizes of the pellets left together, more than k steps are needed. Any prizes
//! give a valid bound; subgradient steps improve them.

use parlor_core::{Cost, Heuristic};
use parlor_engines::planning::PlanLimits;

use super::relaxed_walks::{RelaxedWalks, WalkPrizes};
use super::subgradient::optimize_prizes;
use crate::pacman::pellets::Pellets;
use crate::pacman::planners::map::chase_graph::ChaseId;
use crate::pacman::planners::map::graph_problem::{GraphProblem, GraphState};

/// Table of the bound, by chase and number of steps.
pub(crate) struct LagrangianBound<const W: usize> {
    /// For each byte of a pellet set, the sum of the prizes in it.
    prize_of_byte: Vec<[u32; 256]>,
    /// By chase, then by steps from 0 to `horizon`: the maximum prize of a relaxed walk.
    most: Vec<u16>,
    horizon: usize,
}

impl<const W: usize> LagrangianBound<W> {
    /// Bound made to refute plans of up to `horizon` steps; beyond the horizon it does not grow. Prizes are
    /// improved for at most `rounds` rounds, or until `limits` are met.
    pub(crate) fn new(
        problem: &GraphProblem<W>,
        horizon: Cost,
        rounds: u32,
        limits: &PlanLimits,
    ) -> LagrangianBound<W> {
        let walks = RelaxedWalks::new(problem);
        let horizon = horizon.max(1) as usize;
        let prizes = optimize_prizes(problem.pellet_count(), &walks, horizon, rounds, limits);
        let mut most = vec![0; problem.chase_count() * (horizon + 1)];
        let mut collected = WalkPrizes::new(&walks, &prizes);
        for length in 1..=horizon {
            if length > 1 {
                collected.lengthen();
            }
            for chase in 0..problem.chase_count() {
                // Saturation only weakens the bound.
                most[chase * (horizon + 1) + length] = collected.most_from(chase).min(u32::from(u16::MAX)) as u16;
            }
        }
        let prize_of_byte = (0..W * 8).map(|byte| {
            std::array::from_fn(|bits| {
                let pellets = (0..8).filter(|bit| bits >> bit & 1 == 1);
                pellets.map(|bit| prizes.get(byte * 8 + bit).copied().unwrap_or(0)).sum()
            })
        });
        LagrangianBound { prize_of_byte: prize_of_byte.collect(), most, horizon }
    }

    /// Size in bytes of a bound with this horizon.
    pub(crate) fn size(problem: &GraphProblem<W>, horizon: Cost) -> usize {
        problem.chase_count() * (horizon as usize + 1) * size_of::<u16>()
    }

    /// Sum of the prizes of these pellets.
    fn prize(&self, pellets: &Pellets<W>) -> u32 {
        let bytes = pellets.words().iter().flat_map(|word| word.to_le_bytes());
        bytes.zip(&self.prize_of_byte).map(|(byte, prize)| prize[usize::from(byte)]).sum()
    }

    fn row(&self, chase: ChaseId) -> &[u16] {
        let width = self.horizon + 1;
        &self.most[chase.index() * width..][..width]
    }
}

impl<const W: usize> Heuristic<GraphProblem<W>> for LagrangianBound<W> {
    fn estimate(&self, _: &GraphProblem<W>, state: &GraphState<W>) -> Cost {
        let Ok(prize) = u16::try_from(self.prize(&state.pellets)) else { return 0 };
        // Longer walks collect more.
        self.row(state.chase).partition_point(|&most| most < prize) as Cost
    }
}
