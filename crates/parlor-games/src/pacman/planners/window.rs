//! A stretch of a plan as a problem of its own: from the same chase to the same chase, eating the pellets that
//! the rest of the plan does not.

use parlor_core::problem::UNREACHABLE;
use parlor_core::{Cost, Heuristic, Problem};
use parlor_engines::planning::Guide;

use super::chase_graph::ChaseId;
use super::loose_ends::{LooseEnds, Totals};
use super::mapped::{Mapped, MappedPacman};
use crate::pacman::maze::Step;

pub(super) struct Window<'a, const W: usize> {
    pub(super) problem: &'a MappedPacman<W>,
    pub(super) start: Mapped<W>,
    /// By chase: the steps to the chase at the window's end. `None` if the plan ends with the window, where any
    /// chase will do.
    pub(super) to_end: Option<&'a [u16]>,
}

/// A chase from which the window's end is too far.
pub(super) const TOO_FAR: u16 = u16::MAX;

impl<const W: usize> Window<'_, W> {
    fn to_end(&self, chase: ChaseId) -> u16 {
        self.to_end.map_or(0, |to_end| to_end.get(chase.index()).copied().unwrap_or(TOO_FAR))
    }
}

impl<const W: usize> Problem for Window<'_, W> {
    type State = Mapped<W>;
    type Action = Step;

    fn start(&self) -> Mapped<W> {
        self.start
    }

    fn actions(&self, state: &Mapped<W>) -> impl Iterator<Item = Step> {
        self.problem.actions(state)
    }

    fn result(&self, state: &Mapped<W>, step: Step) -> Mapped<W> {
        self.problem.result(state, step)
    }

    fn is_goal(&self, state: &Mapped<W>) -> bool {
        state.pellets.is_empty() && self.to_end(state.chase) == 0
    }

    fn is_dead(&self, state: &Mapped<W>) -> bool {
        self.to_end(state.chase) == TOO_FAR || self.problem.is_dead(state)
    }
}

/// The steps to the end or the pellets, whichever are more. Never overestimates.
pub(super) struct WindowBound;

impl<const W: usize> Heuristic<Window<'_, W>> for WindowBound {
    fn estimate(&self, window: &Window<'_, W>, state: &Mapped<W>) -> Cost {
        match window.to_end(state.chase) {
            TOO_FAR => UNREACHABLE,
            steps => Cost::from(steps).max(state.pellets.len()),
        }
    }
}

pub(super) struct WindowGuide<'a> {
    pub(super) ends: LooseEnds<'a>,
    /// Different seeds order equals differently.
    pub(super) seed: u32,
}

impl<const W: usize> Guide<Window<'_, W>> for WindowGuide<'_> {
    type Carried = Totals;

    fn at_start(&self, window: &Window<'_, W>, state: &Mapped<W>) -> Totals {
        self.ends.at_start(window.problem, state)
    }

    fn carry(&self, window: &Window<'_, W>, from: (&Mapped<W>, Totals), to: &Mapped<W>) -> Totals {
        self.ends.carry(window.problem, from, to)
    }

    fn estimate(&self, window: &Window<'_, W>, state: &Mapped<W>, totals: Totals) -> Cost {
        let trouble = self.ends.estimate(window.problem, state, totals);
        let steps = Cost::from(window.to_end(state.chase));
        let lot = (state.chase.0 ^ self.seed).wrapping_mul(0x9e37_79b9) >> 30;
        (trouble + steps) * 4 + lot
    }
}
