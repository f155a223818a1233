//! Schedule of the anytime search: for each beam width a bound, a beam for every guide, and an untruncated beam.

use super::pellet_guide::PORTFOLIO;

/// Kind of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    /// A tighter lower bound; without a plan, a search for a proof that none exists.
    Bound,
    /// A beam with this guide of the portfolio.
    Beam(usize),
    /// A beam without truncation that may expand as many states as the beams of this width together. It gives a proof
    /// long before a width is reached that no layer exceeds.
    Untruncated,
}

/// One task at one width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Job {
    pub(crate) level: u32,
    pub(crate) task: Task,
}

const FIRST_WIDTH: usize = 100;
/// Number of jobs per level.
const JOBS_PER_LEVEL: usize = PORTFOLIO.len() + 2;

impl Job {
    /// The job at this index of the schedule.
    pub(crate) fn nth(number: usize) -> Job {
        let task = match number % JOBS_PER_LEVEL {
            0 => Task::Bound,
            guide if guide <= PORTFOLIO.len() => Task::Beam(guide - 1),
            _ => Task::Untruncated,
        };
        Job { level: (number / JOBS_PER_LEVEL) as u32, task }
    }

    /// Beam width: triples with each level.
    pub(crate) fn width(self) -> usize {
        FIRST_WIDTH.saturating_mul(3_usize.saturating_pow(self.level))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_has_every_task() {
        let jobs: Vec<Job> = (0..2 * JOBS_PER_LEVEL).map(Job::nth).collect();
        let tasks: Vec<Task> = jobs[..JOBS_PER_LEVEL].iter().map(|job| job.task).collect();
        let guides = (0..PORTFOLIO.len()).map(Task::Beam);
        assert_eq!(tasks, [Task::Bound].into_iter().chain(guides).chain([Task::Untruncated]).collect::<Vec<_>>());
        assert_eq!(
            jobs.iter().map(|job| job.width()).collect::<Vec<_>>(),
            [[100; JOBS_PER_LEVEL], [300; JOBS_PER_LEVEL]].concat()
        );
        assert_eq!(Job::nth(usize::MAX).width(), usize::MAX);
    }
}
