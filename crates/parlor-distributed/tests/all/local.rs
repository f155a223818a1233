//! Jobs on the threads of this process.

use std::time::Duration;

use parlor_core::StopFlag;
use parlor_distributed::run_local;

use crate::jobs::{SquareJob, SquareRunner};

#[test]
fn a_job_ends_complete_on_any_number_of_threads() {
    for workers in [1, 4] {
        let mut job = SquareJob::new(100, 7);
        let runner = |_| Ok(SquareRunner { time: Duration::ZERO, fails_at: None });
        run_local(&mut job, workers, &StopFlag::default(), runner).unwrap();
        job.assert_complete();
    }
}

#[test]
fn an_error_of_a_worker_ends_the_job() {
    let mut job = SquareJob::new(100, 7);
    let runner = |_| Ok(SquareRunner { time: Duration::ZERO, fails_at: Some(13) });
    let error = run_local(&mut job, 2, &StopFlag::default(), runner).unwrap_err();
    assert_eq!(error.to_string(), "13 is unlucky");
}

#[test]
fn a_decided_job_ends_without_its_other_batches() {
    let mut job = SquareJob { enough: Some(20), ..SquareJob::new(1_000_000, 5) };
    let runner = |_| Ok(SquareRunner { time: Duration::from_millis(1), fails_at: None });
    run_local(&mut job, 2, &StopFlag::default(), runner).unwrap();
    assert!(job.squares.len() < 1000, "{}", job.squares.len());
}
