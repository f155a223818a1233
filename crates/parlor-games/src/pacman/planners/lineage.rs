//! Which plan is mended: the best one, and by turns one made anew from it, as a way out of a dead end that no window
//! leads out of.

use parlor_engines::planning::PlanLimits;

use super::mending::Mender;
use crate::pacman::maze::Step;

/// Effort in vain before a plan is given up, at least.
const PATIENCE: u64 = 50_000;

pub(super) struct Lineage<'a, const W: usize> {
    mender: Mender<'a, W>,
    /// What is being mended.
    pub(super) plan: Vec<Step>,
    /// Made anew, and longer than the best plan yet.
    is_fresh: bool,
    /// The mender's effort when the plan was taken up, and when it last became shorter.
    began: u64,
    gained: u64,
    /// What the latest plan made anew took in all.
    fresh_effort: u64,
    /// Windows of the best plan in vain.
    fruitless: usize,
}

impl<'a, const W: usize> Lineage<'a, W> {
    pub(super) fn new(mender: Mender<'a, W>) -> Lineage<'a, W> {
        let plan = Vec::new();
        Lineage { mender, plan, is_fresh: false, began: 0, gained: 0, fresh_effort: 0, fruitless: 0 }
    }

    /// The same in every run, unlike time.
    pub(super) fn effort(&self) -> u64 {
        self.mender.effort
    }

    pub(super) fn expanded(&self) -> u64 {
        self.mender.expanded
    }

    /// Mends one window.
    pub(super) fn go_on(&mut self, best: &[Step], limits: &PlanLimits) {
        let is_beaten = !self.is_fresh && self.plan.len() != best.len();
        if is_beaten || self.is_fresh && self.is_stale() {
            self.return_to(best, is_beaten);
        } else if self.is_stale() {
            self.start_anew(best, limits);
        }
        if let Some(other) = self.mender.mend(&self.plan, limits) {
            if other.len() < self.plan.len() {
                self.gained = self.mender.effort;
            }
            self.is_fresh &= other.len() >= best.len();
            self.plan = other;
        }
    }

    /// Half as much effort in vain as the gains took, or as the latest plan made anew took.
    fn is_stale(&self) -> bool {
        let earlier = if self.is_fresh { 0 } else { self.fresh_effort };
        self.mender.effort - self.gained > PATIENCE + (self.gained - self.began).max(earlier) / 2
    }

    fn return_to(&mut self, best: &[Step], is_new: bool) {
        if self.is_fresh {
            self.fresh_effort = self.mender.effort - self.began;
        }
        self.mender.fruitless = if is_new { 0 } else { self.fruitless };
        self.take_up(best.to_vec(), false);
    }

    fn start_anew(&mut self, best: &[Step], limits: &PlanLimits) {
        self.fruitless = self.mender.fruitless;
        if let Some(plan) = self.mender.rewrite(best, limits) {
            self.mender.fruitless = 0;
            self.take_up(plan, true);
        }
    }

    fn take_up(&mut self, plan: Vec<Step>, is_fresh: bool) {
        self.is_fresh = is_fresh && plan.len() >= self.plan.len();
        self.plan = plan;
        (self.began, self.gained) = (self.mender.effort, self.mender.effort);
    }
}
