//! Large neighborhood search on the rules, for boards whose chase graph is too large: replans a random window of a plan
//! up to the same cell, and replays the rest.
//!
//! Pac-Man's cells after the window stay the same, so he eats the same pellets there. The ghosts may differ at first;
//! mostly they are back on their old cells after some steps, as they follow him.
//!
//! Workers share one plan. Each replans windows of a copy; a window that does not overlap with those replaced since then
//! is moved to its new place, and the whole plan is replayed.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use parlor_core::{Cost, SplitMix64};
use parlor_engines::planning::{PlanLimits, PlanReport};

use super::replay_window::ReplayWindow;
use super::walk::Walk;
use crate::pacman::maze::{Cell, Step};
use crate::pacman::planners::OnReport;
use crate::pacman::planners::first_plan::workers;
use crate::pacman::rules::Pacman;

/// Replacements that are remembered for workers with an older copy.
const MAX_EDITS: usize = 64;
/// Minimum time between two reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(200);

/// A window that was replaced, and the length of its replacement.
struct Edit {
    window: Range<usize>,
    length: usize,
}

impl Edit {
    /// Place of another window after this edit; `None` if they overlap.
    fn place(&self, other: Range<usize>) -> Option<Range<usize>> {
        if other.end <= self.window.start {
            return Some(other);
        }
        let after = |index: usize| Some(index.checked_sub(self.window.end)? + self.window.start + self.length);
        Some(after(other.start)?..after(other.end)?)
    }
}

/// Plan that workers share.
struct SharedPlan {
    walk: Walk,
    /// Number of edits so far, and the latest of them.
    version: usize,
    edits: VecDeque<Edit>,
    reported: Instant,
}

/// A worker's copy of the plan.
struct LocalPlan {
    walk: Walk,
    version: usize,
}

/// Repair of one plan.
pub(crate) struct ReplayRepair<'a, const W: usize> {
    problem: &'a Pacman<W>,
    limits: &'a PlanLimits,
    report: &'a OnReport<'a>,
    before: PlanReport<Step>,
    shared: Mutex<SharedPlan>,
    expanded: AtomicU64,
}

impl<'a, const W: usize> ReplayRepair<'a, W> {
    /// `None` without a plan to repair.
    pub(crate) fn new(
        problem: &'a Pacman<W>,
        limits: &'a PlanLimits,
        report: &'a OnReport<'a>,
        before: PlanReport<Step>,
    ) -> Option<ReplayRepair<'a, W>> {
        let walk = Walk::new(problem, before.plan.clone()?).filter(Walk::is_plan)?;
        let shared = SharedPlan { walk, version: 0, edits: VecDeque::new(), reported: Instant::now() };
        let expanded = AtomicU64::new(before.expanded);
        Some(ReplayRepair { problem, limits, report, before, shared: Mutex::new(shared), expanded })
    }

    /// Shortens the plan until the limits are over, or no plan can be shorter.
    pub(crate) fn run(&self) -> PlanReport<Step> {
        std::thread::scope(|scope| {
            for worker in 1..workers(self.limits) {
                scope.spawn(move || self.work(worker as u64));
            }
            self.work(0);
        });
        self.progress()
    }

    fn shared(&self) -> MutexGuard<'_, SharedPlan> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn progress(&self) -> PlanReport<Step> {
        let plan = self.shared().walk.steps.clone();
        PlanReport { plan: Some(plan), expanded: self.expanded.load(Relaxed), ..self.before }
    }

    fn is_over(&self) -> bool {
        self.limits.is_over() || self.limits.nodes.is_some_and(|most| self.expanded.load(Relaxed) >= most)
    }

    fn copy(&self) -> LocalPlan {
        let shared = self.shared();
        LocalPlan { walk: shared.walk.clone(), version: shared.version }
    }

    fn work(&self, seed: u64) {
        let mut rng = SplitMix64::new(seed);
        let mut copy = self.copy();
        while !self.is_over() && copy.walk.len() as Cost > self.before.at_least {
            let edit = if rng.below(4) == 0 {
                self.move_meal(&copy.walk, &mut rng)
            } else {
                self.replan_window(&copy.walk, &mut rng)
            };
            if let Some((window, segment)) = edit {
                self.replace(&copy, window, &segment);
                copy = self.copy();
            }
        }
    }

    /// Another way through a random window that is no longer.
    fn replan_window(&self, walk: &Walk, rng: &mut SplitMix64) -> Option<(Range<usize>, Vec<Step>)> {
        let longest = 12 << rng.below(4);
        let length = 6 + rng.below(longest);
        let begin = rng.below(walk.len());
        let window = begin..(begin + length).min(walk.len());
        let needed = walk.needed(self.problem, &window);
        let segment = self.replan(walk, &window, needed, window.len(), rng)?;
        Some((window, segment))
    }

    /// Eats a pellet when Pac-Man is near anyway, and not on an excursion of its own.
    fn move_meal(&self, walk: &Walk, rng: &mut SplitMix64) -> Option<(Range<usize>, Vec<Step>)> {
        let (meal, pellet) = walk.next_single_visit(self.problem, rng.below(walk.len()))?;
        let around = |index: usize, radius: usize, end: usize| index.saturating_sub(radius)..(index + radius).min(end);
        let most = 4 << rng.below(5);
        let old = around(meal, 4 + rng.below(most), walk.len());
        let mut needed = walk.needed(self.problem, &old);
        needed.retain(|&cell| cell != pellet);
        let without = self.replan(walk, &old, needed, old.len().checked_sub(3)?, rng)?;
        let gain = old.len() - without.len();
        let other = Walk::new(self.problem, walk.with_segment(&old, &without))?;
        let maze = &self.problem.rules.maze;
        let is_near = |index: &usize| maze.manhattan(other.chases[*index].pacman, pellet) <= 2;
        let near: Vec<usize> = (0..other.len()).filter(is_near).collect();
        let index = *near.get(rng.below(near.len().max(1)))?;
        let new = around(index, 3 + rng.below(8), other.len());
        let mut needed = other.needed(self.problem, &new);
        let place = needed.binary_search(&pellet).err()?;
        needed.insert(place, pellet);
        let with = self.replan(&other, &new, needed, new.len() + gain, rng)?;
        let steps = other.with_segment(&new, &with);
        // One edit over both windows.
        let begin = old.start.min(new.start);
        let rest = (walk.len() - old.end).min(other.len() - new.end);
        Some((begin..walk.len() - rest, steps[begin..steps.len() - rest].to_vec()))
    }

    fn replan(
        &self,
        walk: &Walk,
        window: &Range<usize>,
        needed: Vec<Cell>,
        longest: usize,
        rng: &mut SplitMix64,
    ) -> Option<Vec<Step>> {
        let width = 32 << rng.below(3);
        let search = ReplayWindow::new(self.problem, walk, window.clone(), needed, rng);
        let (segment, expanded) = search.map_or((None, 0), |search| search.run(longest, width));
        // Counts even a window that expands nothing.
        self.expanded.fetch_add(expanded + 1, Relaxed);
        segment
    }

    /// Replaces a window of the shared plan, if that leaves a plan that is no longer.
    fn replace(&self, copy: &LocalPlan, window: Range<usize>, segment: &[Step]) {
        let mut shared = self.shared();
        let missed = shared.version - copy.version;
        let Some(first) = shared.edits.len().checked_sub(missed) else { return };
        let mut later = shared.edits.range(first..);
        let Some(window) = later.try_fold(window, |window, edit| edit.place(window)) else { return };
        let steps = shared.walk.with_segment(&window, segment);
        let Some(walk) =
            Walk::new(self.problem, steps).filter(|walk| walk.is_plan() && walk.len() <= shared.walk.len())
        else {
            return;
        };
        let is_shorter = walk.len() < shared.walk.len();
        shared.walk = walk;
        shared.version += 1;
        shared.edits.push_back(Edit { window, length: segment.len() });
        if shared.edits.len() > MAX_EDITS {
            shared.edits.pop_front();
        }
        let is_due = is_shorter && shared.reported.elapsed() >= REPORT_INTERVAL;
        if is_due {
            shared.reported = Instant::now();
        }
        drop(shared);
        if is_due {
            (self.report)(self.progress());
        }
    }
}

#[cfg(test)]
mod tests {
    use parlor_core::Limits;

    use super::*;

    #[test]
    fn a_window_moves_with_edits_before_it() {
        let edit = Edit { window: 10..20, length: 4 };
        assert_eq!(edit.place(2..10), Some(2..10));
        assert_eq!(edit.place(20..25), Some(14..19));
        assert_eq!(edit.place(5..11), None);
        assert_eq!(edit.place(12..15), None);
        assert_eq!(edit.place(19..30), None);
    }

    /// Pac-Man first runs through the hall and leaves a pellet behind, for which he comes back.
    #[test]
    fn detours_for_single_pellets_are_removed() {
        let board = "66 11 11 11 11 11 11/10 11 10 10 10 10 10/99 99 99 99 99 99 99".parse().expect("a board");
        let problem = Pacman::<1>::new(&board).expect("few pellets");
        let plan: Vec<Step> = "RRRRRRLLLLLD"
            .chars()
            .map(|letter| Step::ALL.into_iter().find(|step| step.letter() == letter).expect("a step"))
            .collect();
        let limits = PlanLimits::new(&Limits::nodes(100_000), 1 << 20);
        let before = PlanReport { plan: Some(plan), ..PlanReport::default() };
        let repair = ReplayRepair::new(&problem, &limits, &|_| (), before).expect("a plan");
        let plan = repair.run().plan.expect("a plan");
        assert!(Walk::new(&problem, plan.clone()).is_some_and(|walk| walk.is_plan()));
        assert_eq!(plan.len(), 8, "{plan:?}");
    }
}
