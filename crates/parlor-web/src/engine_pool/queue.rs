//! Fair queue of search jobs: moves before analyses, clients in turn (round robin), and no client on all workers.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;

use super::{JobKind, QueuedJob};
use crate::rate_limit::rate_limit_key;

/// Jobs of one kind that may wait.
const CAPACITY: usize = 1024;
/// Jobs of one kind that may wait for one client, so that it cannot take all places.
const CAPACITY_PER_CLIENT: usize = 256;

/// Jobs that wait for a worker, and the clients whose jobs are running.
#[derive(Default)]
pub(super) struct FairQueue {
    moves: Lanes,
    analyses: Lanes,
    /// Client whose job each worker runs.
    running: Vec<Option<IpAddr>>,
}

impl FairQueue {
    pub(super) fn new(workers: usize) -> FairQueue {
        FairQueue { running: vec![None; workers], ..FairQueue::default() }
    }

    /// Number of waiting jobs.
    pub(super) fn len(&self) -> usize {
        self.moves.len + self.analyses.len
    }

    /// Adds a job, unless there is no place for it; returns whether it did. Canceled jobs give up their places.
    pub(super) fn push(&mut self, job: QueuedJob) -> bool {
        let lanes = if job.job.kind == JobKind::Move { &mut self.moves } else { &mut self.analyses };
        let client = rate_limit_key(job.job.client);
        if lanes.is_full(client) {
            lanes.drop_canceled();
        }
        if lanes.is_full(client) {
            return false;
        }
        lanes.push(client, job);
        true
    }

    /// Takes the next job for a worker. The first worker takes only moves. A client gets all workers but one, and all but
    /// one of those that take analyses, so that neither the moves nor the analyses of other clients have to wait for it.
    pub(super) fn take(&mut self, worker: usize) -> Option<QueuedJob> {
        self.running[worker] = None;
        let leaves_one = |workers: &[Option<IpAddr>], client: IpAddr| {
            let count = workers.iter().filter(|one| **one == Some(client)).count();
            count < workers.len().saturating_sub(1).max(1)
        };
        let (all, analysts) = (&self.running[..], &self.running[1..]);
        let has_share = |client: IpAddr| leaves_one(all, client) && (worker == 0 || leaves_one(analysts, client));
        let mut next = self.moves.take(has_share);
        if next.is_none() && worker > 0 {
            next = self.analyses.take(has_share);
        }
        let (client, job) = next?;
        self.running[worker] = Some(client);
        Some(job)
    }

    pub(super) fn clear(&mut self) {
        (self.moves, self.analyses) = Default::default();
    }
}

/// Waiting jobs of one kind, in a lane for each client.
#[derive(Default)]
struct Lanes {
    by_client: HashMap<IpAddr, VecDeque<QueuedJob>>,
    /// Clients with waiting jobs; the first one is next.
    turns: VecDeque<IpAddr>,
    len: usize,
}

impl Lanes {
    fn is_full(&self, client: IpAddr) -> bool {
        self.len >= CAPACITY || self.by_client.get(&client).is_some_and(|lane| lane.len() >= CAPACITY_PER_CLIENT)
    }

    fn push(&mut self, client: IpAddr, job: QueuedJob) {
        let lane = self.by_client.entry(client).or_default();
        if lane.is_empty() {
            self.turns.push_back(client);
        }
        lane.push_back(job);
        self.len += 1;
    }

    /// Takes the oldest job of the first client that may run one. The client goes to the end of the line.
    fn take(&mut self, may_run: impl Fn(IpAddr) -> bool) -> Option<(IpAddr, QueuedJob)> {
        self.drop_canceled_heads();
        let index = self.turns.iter().position(|client| may_run(*client))?;
        let client = self.turns.remove(index)?;
        let lane = self.by_client.get_mut(&client)?;
        let job = lane.pop_front()?;
        self.len -= 1;
        if lane.is_empty() {
            self.by_client.remove(&client);
        } else {
            self.turns.push_back(client);
        }
        Some((client, job))
    }

    /// Drops canceled jobs that would be next.
    fn drop_canceled_heads(&mut self) {
        let has_canceled_head =
            self.by_client.values().any(|lane| lane.front().is_some_and(|job| job.job.limits.stop.is_raised()));
        if has_canceled_head {
            self.drop_canceled();
        }
    }

    fn drop_canceled(&mut self) {
        for lane in self.by_client.values_mut() {
            lane.retain(|job| !job.job.limits.stop.is_raised());
        }
        self.by_client.retain(|_, lane| !lane.is_empty());
        self.turns.retain(|client| self.by_client.contains_key(client));
        self.len = self.by_client.values().map(VecDeque::len).sum();
    }
}

#[cfg(test)]
mod tests {
    use parlor_core::{EngineSpec, Limits};
    use tokio::sync::mpsc::unbounded_channel;

    use super::super::SearchJob;
    use super::*;

    fn job(client: u8, kind: JobKind) -> QueuedJob {
        let catalog = parlor_games::catalog();
        let game = catalog.start(catalog.games()[0].default_setup()).unwrap();
        let (engine, limits) = (EngineSpec::new("random"), Limits::default());
        let client = IpAddr::from([192, 0, 2, client]);
        let job = SearchJob { game, engine, limits, kind, session: String::new(), client };
        QueuedJob { job, events: unbounded_channel().0, queued_at: std::time::Instant::now() }
    }

    /// The last byte of the client's address, and the kind of the job.
    fn taken(queue: &mut FairQueue, worker: usize) -> Option<(u8, JobKind)> {
        let job = queue.take(worker)?.job;
        let IpAddr::V4(address) = job.client else { return None };
        Some((address.octets()[3], job.kind))
    }

    #[test]
    fn clients_take_turns_and_moves_come_first() {
        let mut queue = FairQueue::new(2);
        for (client, kind) in [
            (1, JobKind::Search),
            (1, JobKind::Move),
            (1, JobKind::Move),
            (1, JobKind::Move),
            (2, JobKind::Move),
            (3, JobKind::Move),
        ] {
            assert!(queue.push(job(client, kind)));
        }
        let order: Vec<u8> = (0..5).map(|_| taken(&mut queue, 1).unwrap().0).collect();
        assert_eq!(order, [1, 2, 3, 1, 1]);
        assert_eq!(taken(&mut queue, 0), None, "the first worker takes no analysis");
        assert_eq!(taken(&mut queue, 1), Some((1, JobKind::Search)));
        assert_eq!(queue.len(), 0);
    }

    #[test]
    fn no_client_runs_on_all_workers() {
        let mut queue = FairQueue::new(3);
        for _ in 0..4 {
            assert!(queue.push(job(1, JobKind::Move)));
        }
        assert!(taken(&mut queue, 0).is_some() && taken(&mut queue, 1).is_some());
        assert_eq!(taken(&mut queue, 2), None);
        assert!(queue.push(job(2, JobKind::MoveValues)));
        assert_eq!(taken(&mut queue, 2), Some((2, JobKind::MoveValues)));
        assert!(queue.push(job(2, JobKind::Search)));
        assert_eq!(taken(&mut queue, 1), Some((1, JobKind::Move)), "the second analysis of a client waits");
        // A worker that asks again has finished its job.
        assert_eq!(taken(&mut queue, 0), Some((1, JobKind::Move)));
    }

    #[test]
    fn moves_of_a_client_leave_a_worker_for_the_analyses_of_others() {
        let mut queue = FairQueue::new(3);
        for _ in 0..3 {
            assert!(queue.push(job(1, JobKind::Move)));
        }
        assert!(taken(&mut queue, 1).is_some());
        assert_eq!(taken(&mut queue, 2), None);
        assert!(queue.push(job(2, JobKind::MoveValues)));
        assert_eq!(taken(&mut queue, 2), Some((2, JobKind::MoveValues)));
        assert_eq!(taken(&mut queue, 0), Some((1, JobKind::Move)));
    }

    #[test]
    fn a_client_cannot_take_all_places_and_canceled_jobs_free_theirs() {
        let mut queue = FairQueue::new(2);
        let first = job(1, JobKind::Move);
        let stop = first.job.limits.stop.clone();
        assert!(queue.push(first));
        while queue.push(job(1, JobKind::Move)) {}
        assert_eq!(queue.len(), CAPACITY_PER_CLIENT);
        assert!(queue.push(job(2, JobKind::Move)));
        stop.raise();
        assert!(queue.push(job(1, JobKind::Move)));
    }
}
