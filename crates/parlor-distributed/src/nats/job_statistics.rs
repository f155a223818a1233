//! Progress and speed of a job, for its status.

use std::time::Instant;

use async_nats::jetstream::consumer::PullConsumer;

use super::protocol::{JobStatus, SetAside};
use super::worker_list::WorkerList;
use crate::{JobProgress, Offer};

/// What a coordinator knows about its job since it started.
pub(super) struct JobStatistics {
    started: Instant,
    /// Items that earlier coordinators had finished.
    first_done: Option<u64>,
    progress: JobProgress,
    set_aside: Vec<SetAside>,
}

impl JobStatistics {
    pub(super) fn new() -> JobStatistics {
        JobStatistics {
            started: Instant::now(),
            first_done: None,
            progress: JobProgress::default(),
            set_aside: Vec::new(),
        }
    }

    pub(super) fn set_progress(&mut self, progress: JobProgress) {
        self.first_done.get_or_insert(progress.done);
        self.progress = progress;
    }

    pub(super) fn add_set_aside(&mut self, set_aside: SetAside) {
        self.set_aside.push(set_aside);
    }

    /// The state of the job, with its queue and its workers.
    #[expect(clippy::cast_precision_loss, reason = "a speed needs few digits")]
    pub(super) async fn status(&self, offer: &Offer, queue: &mut PullConsumer, workers: &WorkerList) -> JobStatus {
        let queue = queue.info().await.ok();
        let (queued, in_progress) = queue.map_or((0, 0), |info| (info.num_pending, info.num_ack_pending as u64));
        let finished = self.progress.done.saturating_sub(self.first_done.unwrap_or_default());
        let per_second = finished as f64 / self.started.elapsed().as_secs_f64();
        let left = self.progress.total.saturating_sub(self.progress.done) as f64;
        JobStatus {
            job: offer.job.clone(),
            kind: offer.kind.to_owned(),
            name: offer.name.clone(),
            has_coordinator: true,
            queued,
            in_progress,
            progress: self.progress,
            per_second,
            seconds_left: (per_second > 0.0).then(|| left / per_second),
            workers: workers.states().cloned().collect(),
            set_aside: self.set_aside.clone(),
            refused: workers.refused(),
        }
    }
}
