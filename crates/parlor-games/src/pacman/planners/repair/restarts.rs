//! Plan repair with restarts: alternates between the best plan and diverse plans derived from it, to escape local
//! optima that no window leads out of.

use parlor_engines::planning::PlanLimits;

use super::plan_repair::PlanRepair;
use crate::pacman::maze::Step;

/// Minimum effort without a gain before a plan is given up.
const PATIENCE: u64 = 50_000;

/// Repair of one plan at a time, with a restart when it stalls.
pub(crate) struct RestartingRepair<'a, const W: usize> {
    repair: PlanRepair<'a, W>,
    /// The plan under repair.
    pub(crate) plan: Vec<Step>,
    /// Whether `plan` comes from a restart, and is not yet shorter than the best plan.
    is_restart: bool,
    /// Effort at which work on `plan` began, and at which it last became shorter.
    began: u64,
    gained: u64,
    /// Total effort of the latest restart.
    restart_effort: u64,
    /// Windows of the best plan without a gain.
    fruitless: usize,
}

impl<'a, const W: usize> RestartingRepair<'a, W> {
    pub(crate) fn new(repair: PlanRepair<'a, W>) -> RestartingRepair<'a, W> {
        let plan = Vec::new();
        RestartingRepair { repair, plan, is_restart: false, began: 0, gained: 0, restart_effort: 0, fruitless: 0 }
    }

    /// Deterministic measure of work, unlike time.
    pub(crate) fn effort(&self) -> u64 {
        self.repair.effort
    }

    pub(crate) fn expanded(&self) -> u64 {
        self.repair.expanded
    }

    /// Replans one window.
    pub(crate) fn repair_once(&mut self, best: &[Step], limits: &PlanLimits) {
        let is_beaten = !self.is_restart && self.plan.len() != best.len();
        if is_beaten || self.is_restart && self.is_stalled() {
            self.return_to(best, is_beaten);
        } else if self.is_stalled() {
            self.restart(best, limits);
        }
        if let Some(other) = self.repair.repair_window(&self.plan, limits) {
            if other.len() < self.plan.len() {
                self.gained = self.repair.effort;
            }
            self.is_restart &= other.len() >= best.len();
            self.plan = other;
        }
    }

    /// Whether the effort since the last gain exceeds half of the effort up to that gain, or half of that of the latest
    /// restart.
    fn is_stalled(&self) -> bool {
        let earlier = if self.is_restart { 0 } else { self.restart_effort };
        self.repair.effort - self.gained > PATIENCE + (self.gained - self.began).max(earlier) / 2
    }

    fn return_to(&mut self, best: &[Step], is_new: bool) {
        if self.is_restart {
            self.restart_effort = self.repair.effort - self.began;
        }
        self.repair.fruitless = if is_new { 0 } else { self.fruitless };
        self.set_plan(best.to_vec(), false);
    }

    fn restart(&mut self, best: &[Step], limits: &PlanLimits) {
        self.fruitless = self.repair.fruitless;
        if let Some(plan) = self.repair.replan_suffix(best, limits) {
            self.repair.fruitless = 0;
            self.set_plan(plan, true);
        }
    }

    fn set_plan(&mut self, plan: Vec<Step>, is_restart: bool) {
        self.is_restart = is_restart && plan.len() >= self.plan.len();
        self.plan = plan;
        (self.began, self.gained) = (self.repair.effort, self.repair.effort);
    }
}
