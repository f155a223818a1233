//! What the planner does, in order: for each width a bound, a beam for every guide, and one that is not cut.

use super::loose_ends::PORTFOLIO;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// A sharper bound; and if nothing was found yet, doubt whether there is anything.
    Prepare,
    /// A beam with this guide of the portfolio.
    Beam(usize),
    /// A beam that is not cut, but may expand only as much as those of the width did together: where a proof is
    /// within reach, it need not wait for a width that is never exceeded.
    Uncut,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Job {
    pub(super) level: u32,
    pub(super) task: Task,
}

const NARROWEST: usize = 100;
/// Jobs of each level.
const JOBS: usize = PORTFOLIO.len() + 2;

impl Job {
    pub(super) fn nth(number: usize) -> Job {
        let task = match number % JOBS {
            0 => Task::Prepare,
            guide if guide <= PORTFOLIO.len() => Task::Beam(guide - 1),
            _ => Task::Uncut,
        };
        Job { level: (number / JOBS) as u32, task }
    }

    /// Three times wider with each level.
    pub(super) fn width(self) -> usize {
        NARROWEST.saturating_mul(3_usize.saturating_pow(self.level))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_has_every_task() {
        let jobs: Vec<Job> = (0..2 * JOBS).map(Job::nth).collect();
        let tasks: Vec<Task> = jobs[..JOBS].iter().map(|job| job.task).collect();
        let guides = (0..PORTFOLIO.len()).map(Task::Beam);
        assert_eq!(tasks, [Task::Prepare].into_iter().chain(guides).chain([Task::Uncut]).collect::<Vec<_>>());
        assert_eq!(jobs.iter().map(|job| job.width()).collect::<Vec<_>>(), [[100; JOBS], [300; JOBS]].concat());
        assert_eq!(Job::nth(usize::MAX).width(), usize::MAX);
    }
}
