//! Large neighborhood search on a plan: replans a random window of it, and accepts a result that is no longer. Accepting
//! equal lengths lets it move across plateaus.

use std::ops::Range;

use parlor_core::{Cost, SplitMix64};
use parlor_engines::planning::{PlanLimits, beam};

use super::window_problem::{TOO_FAR, WindowBound, WindowGuide, WindowProblem};
use crate::pacman::maze::Step;
use crate::pacman::pellets::Pellets;
use crate::pacman::planners::map::chase_graph::ChaseId;
use crate::pacman::planners::map::graph_problem::{GraphProblem, GraphState};
use crate::pacman::planners::map::predecessors::Predecessors;
use crate::pacman::planners::search::pellet_guide::{PORTFOLIO, PelletGuide, PelletLayout};

/// Windows without a gain before larger ones are tried.
const PATIENCE: usize = 50;

/// Repair of plans of one problem, with its random numbers and buffers.
pub(crate) struct PlanRepair<'a, const W: usize> {
    problem: &'a GraphProblem<W>,
    layout: &'a PelletLayout,
    predecessors: &'a Predecessors,
    /// By chase: steps to the end of the window.
    to_end: Vec<u16>,
    /// Chases with an entry in `to_end`, to be reset.
    touched: Vec<u32>,
    rng: SplitMix64,
    /// Windows since the plan last became shorter.
    pub(crate) fruitless: usize,
    pub(crate) expanded: u64,
    /// States expanded, plus distance computations in the same unit: roughly proportional to time, but deterministic.
    pub(crate) effort: u64,
}

/// Chases visited by a distance computation in the time of one state expansion.
const DISTANCES_PER_STATE: u64 = 16;

impl<'a, const W: usize> PlanRepair<'a, W> {
    pub(crate) fn new(
        problem: &'a GraphProblem<W>,
        layout: &'a PelletLayout,
        predecessors: &'a Predecessors,
        seed: u64,
    ) -> PlanRepair<'a, W> {
        let to_end = vec![TOO_FAR; problem.chase_count()];
        PlanRepair {
            problem,
            layout,
            predecessors,
            to_end,
            touched: Vec::new(),
            rng: SplitMix64::new(seed),
            fruitless: 0,
            expanded: 0,
            effort: 0,
        }
    }

    fn random_below(&mut self, bound: usize) -> usize {
        (self.rng.next_u64() % bound.max(1) as u64) as usize
    }

    /// Replans one random window. `None` if nothing new was found; otherwise a plan that is no longer than before.
    pub(crate) fn repair_window(&mut self, plan: &[Step], limits: &PlanLimits) -> Option<Vec<Step>> {
        // Without a gain for long, windows become longer and beams wider.
        let sizes = 4 + (self.fruitless / PATIENCE).min(4);
        let longest = 24 << self.random_below(sizes);
        let length = (8 + self.random_below(longest)).min(plan.len());
        let width = 100 << self.random_below(sizes);
        // Windows are cut at the end of the plan, so that its last steps are as likely as others.
        let begin = self.random_below(plan.len());
        let end = (begin + length).min(plan.len());
        self.fruitless += 1;
        // Counts even a window that expands nothing.
        self.effort += 1;
        let segment = self.replan(plan, begin..end, end - begin, width, limits)?;
        if segment.len() < end - begin {
            self.fruitless = 0;
        }
        Some([&plan[..begin], &segment, &plan[end..]].concat())
    }

    /// Another plan, up to a quarter longer: a narrow beam to the end, from a point in the first half, rather early.
    pub(crate) fn replan_suffix(&mut self, plan: &[Step], limits: &PlanLimits) -> Option<Vec<Step>> {
        let begin = self.random_below(plan.len() / 2) >> self.random_below(4);
        let width = 100 << self.random_below(3);
        let longest = (plan.len() - begin) * 5 / 4;
        let rest = self.replan(plan, begin..plan.len(), longest, width, limits)?;
        Some([&plan[..begin], &rest].concat())
    }

    /// Beam search for a replacement of `window` of at most `longest` steps that differs from it.
    fn replan(
        &mut self,
        plan: &[Step],
        window: Range<usize>,
        longest: usize,
        width: usize,
        limits: &PlanLimits,
    ) -> Option<Vec<Step>> {
        let Range { start: begin, end } = window;
        let chases = self.problem.chases_along(plan)?;
        let needed = self.needed(&chases, begin, end);
        let reaches_end = end == plan.len();
        if !reaches_end {
            self.compute_distances(chases[end], longest as u16);
        }
        let window = WindowProblem {
            problem: self.problem,
            start: GraphState { chase: chases[begin], pellets: needed },
            to_end: (!reaches_end).then_some(&self.to_end),
        };
        let weights = PORTFOLIO[(self.rng.state() >> 60) as usize % PORTFOLIO.len()];
        let guide =
            WindowGuide { pellets: PelletGuide { layout: self.layout, weights }, seed: self.rng.state() as u32 };
        let upper = longest as Cost + 1;
        let search = beam(&window, &WindowBound, &guide, width, upper, limits, &mut |_| ());
        self.expanded += search.expanded;
        self.effort += search.expanded;
        search.plan.filter(|segment| segment != &plan[begin..end])
    }

    /// Pellets that are eaten in the window, and neither before nor after it.
    fn needed(&self, chases: &[ChaseId], begin: usize, end: usize) -> Pellets<W> {
        let under = |chase: &ChaseId| self.problem.pellet_under(*chase);
        let mut needed = Pellets::NONE;
        chases[begin + 1..=end].iter().filter_map(under).for_each(|pellet| needed.insert(pellet));
        let outside = chases[..=begin].iter().chain(&chases[end + 1..]);
        outside.filter_map(under).for_each(|pellet| needed.remove(pellet));
        needed
    }

    /// Distances to `end`, up to `most`, by backward breadth-first search.
    fn compute_distances(&mut self, end: ChaseId, most: u16) {
        for chase in self.touched.drain(..) {
            self.to_end[chase as usize] = TOO_FAR;
        }
        self.to_end[end.index()] = 0;
        self.touched.push(end.0);
        let mut visited = 0;
        while let Some(&chase) = self.touched.get(visited) {
            visited += 1;
            let steps = self.to_end[chase as usize] + 1;
            if steps > most {
                break;
            }
            for &earlier in self.predecessors.of(chase as usize) {
                if self.to_end[earlier as usize] == TOO_FAR {
                    self.to_end[earlier as usize] = steps;
                    self.touched.push(earlier);
                }
            }
        }
        self.effort += visited as u64 / DISTANCES_PER_STATE;
    }
}
