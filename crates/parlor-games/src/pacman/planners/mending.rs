//! Shortens a plan stretch by stretch (large neighbourhood search): plans a window of it anew, keeps what is
//! shorter, and of equals the new one, so that it does not get stuck.

use std::ops::Range;

use parlor_core::{Cost, Problem};
use parlor_engines::planning::{PlanLimits, beam};

use super::chase_graph::ChaseId;
use super::loose_ends::{LooseEnds, PORTFOLIO, PelletMap};
use super::mapped::{Mapped, MappedPacman};
use super::window::{TOO_FAR, Window, WindowBound, WindowGuide};
use crate::pacman::maze::Step;
use crate::pacman::pellets::Pellets;
use crate::pacman::rules::split_mix;

/// The chases one step before each chase.
pub(super) struct Predecessors {
    /// Where each chase's predecessors begin; one more entry at the end.
    first: Vec<u32>,
    chases: Vec<u32>,
}

impl Predecessors {
    pub(super) fn new<const W: usize>(problem: &MappedPacman<W>) -> Predecessors {
        let count = problem.chase_count();
        let steps = || {
            (0..count as u32).flat_map(|from| {
                let known = problem.after(ChaseId(from)).into_iter().filter(|&to| to != ChaseId::FAILURE);
                known.map(move |to| (from, to))
            })
        };
        // Counting sort by where steps lead.
        let mut first = vec![0; count + 1];
        steps().for_each(|(_, to)| first[to.index() + 1] += 1);
        for chase in 0..count {
            first[chase + 1] += first[chase];
        }
        let mut free = first.clone();
        let mut chases = vec![0; first[count] as usize];
        for (from, to) in steps() {
            chases[free[to.index()] as usize] = from;
            free[to.index()] += 1;
        }
        Predecessors { first, chases }
    }

    fn of(&self, chase: usize) -> &[u32] {
        &self.chases[self.first[chase] as usize..self.first[chase + 1] as usize]
    }
}

/// Windows in vain before larger ones are tried.
const PATIENCE: usize = 50;

pub(super) struct Mender<'a, const W: usize> {
    problem: &'a MappedPacman<W>,
    map: &'a PelletMap,
    before: &'a Predecessors,
    to_end: Vec<u16>,
    /// What must be reset in `to_end`.
    touched: Vec<u32>,
    dice: u64,
    /// Windows since the plan last became shorter.
    pub(super) fruitless: usize,
    pub(super) expanded: u64,
    /// States expanded, and what measuring distances took, in the same unit: roughly proportional to time, but the
    /// same in every run.
    pub(super) effort: u64,
}

/// Chases that are measured in the time that it takes to expand a state.
const MEASURED_PER_STATE: u64 = 16;

impl<'a, const W: usize> Mender<'a, W> {
    pub(super) fn new(
        problem: &'a MappedPacman<W>,
        map: &'a PelletMap,
        before: &'a Predecessors,
        seed: u64,
    ) -> Mender<'a, W> {
        let to_end = vec![TOO_FAR; problem.chase_count()];
        Mender { problem, map, before, to_end, touched: Vec::new(), dice: seed, fruitless: 0, expanded: 0, effort: 0 }
    }

    fn below(&mut self, sides: usize) -> usize {
        (split_mix(&mut self.dice) % sides.max(1) as u64) as usize
    }

    /// One window of the plan planned anew. `None` if nothing new was found; otherwise no longer than before.
    pub(super) fn mend(&mut self, plan: &[Step], limits: &PlanLimits) -> Option<Vec<Step>> {
        // The longer nothing helps, the longer the windows and the wider the beams.
        let sizes = 4 + (self.fruitless / PATIENCE).min(4);
        let longest = 24 << self.below(sizes);
        let length = (8 + self.below(longest)).min(plan.len());
        let width = 100 << self.below(sizes);
        // Windows over the end are cut there, so that the last steps get their share.
        let begin = self.below(plan.len());
        let end = (begin + length).min(plan.len());
        self.fruitless += 1;
        // Even a window in vain takes time.
        self.effort += 1;
        let stretch = self.replan(plan, begin..end, end - begin, width, limits)?;
        if stretch.len() < end - begin {
            self.fruitless = 0;
        }
        Some([&plan[..begin], &stretch, &plan[end..]].concat())
    }

    /// Another plan, up to a quarter longer: from somewhere in the first half, rather early, a narrow beam to the end.
    pub(super) fn rewrite(&mut self, plan: &[Step], limits: &PlanLimits) -> Option<Vec<Step>> {
        let begin = self.below(plan.len() / 2) >> self.below(4);
        let width = 100 << self.below(3);
        let longest = (plan.len() - begin) * 5 / 4;
        let rest = self.replan(plan, begin..plan.len(), longest, width, limits)?;
        Some([&plan[..begin], &rest].concat())
    }

    fn replan(
        &mut self,
        plan: &[Step],
        window: Range<usize>,
        longest: usize,
        width: usize,
        limits: &PlanLimits,
    ) -> Option<Vec<Step>> {
        let Range { start: begin, end } = window;
        let chases = self.chases_along(plan)?;
        let needed = self.needed(&chases, begin, end);
        let reaches_end = end == plan.len();
        if !reaches_end {
            self.measure(chases[end], longest as u16);
        }
        let window = Window {
            problem: self.problem,
            start: Mapped { chase: chases[begin], pellets: needed },
            to_end: (!reaches_end).then_some(&self.to_end),
        };
        let weights = PORTFOLIO[(self.dice >> 60) as usize % PORTFOLIO.len()];
        let guide = WindowGuide { ends: LooseEnds { map: self.map, weights }, seed: self.dice as u32 };
        let upper = longest as Cost + 1;
        let search = beam(&window, &WindowBound, &guide, width, upper, limits, &mut |_| ());
        self.expanded += search.expanded;
        self.effort += search.expanded;
        search.plan.filter(|stretch| stretch != &plan[begin..end])
    }

    /// Before the first step, and after each.
    fn chases_along(&self, plan: &[Step]) -> Option<Vec<ChaseId>> {
        let mut chases = vec![self.problem.start().chase];
        for &step in plan {
            let next = self.problem.after(*chases.last()?)[step as usize];
            if next == ChaseId::FAILURE {
                return None;
            }
            chases.push(next);
        }
        Some(chases)
    }

    /// The pellets that are eaten in the window and neither before nor after it.
    fn needed(&self, chases: &[ChaseId], begin: usize, end: usize) -> Pellets<W> {
        let under = |chase: &ChaseId| self.problem.pellet_under(*chase);
        let mut needed = Pellets::NONE;
        chases[begin + 1..=end].iter().filter_map(under).for_each(|pellet| needed.insert(pellet));
        let outside = chases[..=begin].iter().chain(&chases[end + 1..]);
        outside.filter_map(under).for_each(|pellet| needed.remove(pellet));
        needed
    }

    /// Steps to `end`, as far as `most`: breadth-first search backwards.
    fn measure(&mut self, end: ChaseId, most: u16) {
        for chase in self.touched.drain(..) {
            self.to_end[chase as usize] = TOO_FAR;
        }
        self.to_end[end.index()] = 0;
        self.touched.push(end.0);
        let mut looked_at = 0;
        while let Some(&chase) = self.touched.get(looked_at) {
            looked_at += 1;
            let steps = self.to_end[chase as usize] + 1;
            if steps > most {
                break;
            }
            for &earlier in self.before.of(chase as usize) {
                if self.to_end[earlier as usize] == TOO_FAR {
                    self.to_end[earlier as usize] = steps;
                    self.touched.push(earlier);
                }
            }
        }
        self.effort += looked_at as u64 / MEASURED_PER_STATE;
    }
}
