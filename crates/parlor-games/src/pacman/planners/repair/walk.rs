//! Plan together with what it does: the chases along it, and how often it enters the cell of each pellet.

use std::ops::Range;

use parlor_core::Problem;

use crate::pacman::chase::Chase;
use crate::pacman::maze::{Cell, Step};
use crate::pacman::rules::Pacman;

/// Steps that Pac-Man survives, with their chases.
#[derive(Clone)]
pub(crate) struct Walk {
    pub(crate) steps: Vec<Step>,
    /// The chases before the first step and after each.
    pub(crate) chases: Vec<Chase>,
    /// By pellet: the number of steps onto its cell.
    visits: Vec<u32>,
}

impl Walk {
    /// `None` if Pac-Man does not survive.
    pub(crate) fn new<const W: usize>(problem: &Pacman<W>, steps: Vec<Step>) -> Option<Walk> {
        let mut chases = Vec::with_capacity(steps.len() + 1);
        let mut visits = vec![0; problem.pellet_cells().len()];
        chases.push(problem.start().chase);
        for &step in &steps {
            let next = problem.rules.successor(chases.last()?, step).ok()?;
            if let Some(pellet) = problem.pellet_on(next.pacman) {
                visits[pellet] += 1;
            }
            chases.push(next);
        }
        Some(Walk { steps, chases, visits })
    }

    /// Whether all pellets are eaten.
    pub(crate) fn is_plan(&self) -> bool {
        self.visits.iter().all(|&visits| visits > 0)
    }

    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    /// Cells of the pellets that are eaten in the window and nowhere else.
    pub(crate) fn needed<const W: usize>(&self, problem: &Pacman<W>, window: &Range<usize>) -> Vec<Cell> {
        let mut entered: Vec<usize> = self.chases[window.start + 1..=window.end]
            .iter()
            .filter_map(|chase| problem.pellet_on(chase.pacman))
            .collect();
        entered.sort_unstable();
        let runs = entered.chunk_by(|a, b| a == b);
        let needed = runs.filter(|run| self.visits[run[0]] as usize == run.len());
        needed.map(|run| problem.pellet_cells()[run[0]]).collect()
    }

    /// Whether Pac-Man survives the steps from this one on, after another chase on the same cell.
    pub(crate) fn can_continue<const W: usize>(&self, problem: &Pacman<W>, chase: &Chase, from: usize) -> bool {
        let mut chase = *chase;
        for (&step, before) in self.steps[from..].iter().zip(&self.chases[from..]) {
            if chase == *before {
                return true;
            }
            let Ok(next) = problem.rules.successor(&chase, step) else { return false };
            chase = next;
        }
        true
    }

    /// First step from `index` on onto a pellet that is entered only once, as the number of steps up to it, and its cell.
    pub(crate) fn next_single_visit<const W: usize>(&self, problem: &Pacman<W>, index: usize) -> Option<(usize, Cell)> {
        let is_single = |cell: Cell| problem.pellet_on(cell).is_some_and(|pellet| self.visits[pellet] == 1);
        let mut cells = self.chases.iter().map(|chase| chase.pacman).enumerate().skip(index + 1);
        cells.find(|&(_, cell)| is_single(cell))
    }

    /// The steps with a window replaced.
    pub(crate) fn with_segment(&self, window: &Range<usize>, segment: &[Step]) -> Vec<Step> {
        [&self.steps[..window.start], segment, &self.steps[window.end..]].concat()
    }
}
