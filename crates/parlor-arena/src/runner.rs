//! Runs a competition on worker threads of this process. One thread, the caller's, hands out batches, stores finished
//! games in groups, and then counts them in the order of the schedule.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use parlor_core::{Catalog, StopFlag};

use crate::schedule::{Batch, Rounds, total_pairs};
use crate::store::{Store, StoredCompetition};
use crate::tally::{GameSummary, PairSummary, Tally};
use crate::worker::{Job, RunningGame, WorkerContext, WorkerEvent, work};
use crate::{ArenaError, Competition, GameId, StoredGame};

/// Interval of progress reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);
/// Interval at which games in progress are stored, for viewers.
const RUNNING_INTERVAL: Duration = Duration::from_secs(1);
/// Most games of one transaction.
const GROUP_COMMIT: usize = 1024;
/// Jobs handed out for each worker: one in progress, and the next.
const JOBS_PER_WORKER: usize = 2;
/// Pairs that may wait for a slower one before them in the schedule.
const MAX_WAITING_PAIRS: usize = 10_000;

/// State of a running competition.
#[derive(Debug)]
pub struct Progress<'a> {
    pub competition: &'a Competition,
    pub tally: &'a Tally,
    /// Pairs of the whole schedule.
    pub total_pairs: u64,
    /// Games that this run has played.
    pub games_played: u64,
    pub elapsed: Duration,
    pub running: Vec<RunningGame>,
}

/// Plays all games of a competition that are not stored yet. Returns the final tally; raise `stop` to pause.
pub fn run(
    catalog: &Catalog,
    store: &mut Store,
    stored: &StoredCompetition,
    workers: usize,
    stop: &StopFlag,
    on_progress: &mut dyn FnMut(&Progress),
) -> Result<Tally, ArenaError> {
    let workers = workers.max(1);
    let running: Vec<Mutex<Option<RunningGame>>> = (0..workers).map(|_| Mutex::new(None)).collect();
    let context = WorkerContext {
        catalog,
        competition: &stored.competition,
        openings: &stored.openings,
        stop,
        running: &running,
    };
    let (jobs, inbox) = channel::<Job>();
    let inbox = Mutex::new(inbox);
    let (outbox, events) = sync_channel(GROUP_COMMIT);
    thread::scope(|scope| {
        for number in 0..workers {
            let (inbox, outbox) = (&inbox, outbox.clone());
            let next_job = move || inbox.lock().unwrap_or_else(PoisonError::into_inner).recv().ok();
            thread::Builder::new()
                .name(format!("arena {number}"))
                .spawn_scoped(scope, move || work(context, number, next_job, &outbox))?;
        }
        drop(outbox);
        let mut coordinator = Coordinator::new(context, store, stored, jobs, workers)?;
        let result = coordinator.run(&events, on_progress);
        // Workers end when the jobs are closed; those in a search see the flag.
        let is_over = coordinator.is_over();
        drop(coordinator.jobs.take());
        if !is_over {
            stop.raise();
        }
        drop(events);
        result.map(|()| coordinator.tally)
    })
}

/// Hands out jobs, stores games and counts pairs.
struct Coordinator<'a> {
    context: WorkerContext<'a>,
    store: &'a mut Store,
    stored: &'a StoredCompetition,
    /// `None` at the end, which closes the channel.
    jobs: Option<Sender<Job>>,
    max_jobs: usize,
    rounds: Rounds<'a>,
    batches: Box<dyn Iterator<Item = Batch>>,
    /// Pairs that do not count yet, because a game of theirs or of an earlier pair is missing.
    waiting: BTreeMap<u64, WaitingPair>,
    jobs_in_progress: usize,
    is_schedule_over: bool,
    /// Pairs from here on have no stored games.
    stored_end: u64,
    tally: Tally,
    games_played: u64,
    started: Instant,
}

struct WaitingPair {
    batch: Batch,
    games: [Option<GameSummary>; 2],
}

impl<'a> Coordinator<'a> {
    fn new(
        context: WorkerContext<'a>,
        store: &'a mut Store,
        stored: &'a StoredCompetition,
        jobs: Sender<Job>,
        workers: usize,
    ) -> Result<Coordinator<'a>, ArenaError> {
        let stored_end = store.pairs_end(stored.id)?;
        Ok(Coordinator {
            context,
            store,
            stored,
            jobs: Some(jobs),
            max_jobs: workers * JOBS_PER_WORKER,
            rounds: Rounds::new(&stored.competition),
            batches: Box::new(std::iter::empty()),
            waiting: BTreeMap::new(),
            jobs_in_progress: 0,
            is_schedule_over: false,
            stored_end,
            tally: Tally::new(&stored.competition),
            games_played: 0,
            started: Instant::now(),
        })
    }

    /// All pairs that count are stored: the schedule has ended, or the test is decided.
    fn is_over(&self) -> bool {
        (self.is_schedule_over && self.waiting.is_empty()) || self.tally.decision().is_some()
    }

    fn run(
        &mut self,
        events: &Receiver<WorkerEvent>,
        on_progress: &mut dyn FnMut(&Progress),
    ) -> Result<(), ArenaError> {
        let (mut reported, mut shown) = (Instant::now(), Instant::now());
        loop {
            self.hand_out_jobs()?;
            if self.is_over() || self.context.stop.is_raised() {
                break;
            }
            self.receive(events)?;
            if reported.elapsed() >= REPORT_INTERVAL {
                self.report(on_progress);
                reported = Instant::now();
            }
            if shown.elapsed() >= RUNNING_INTERVAL {
                self.store.set_running(self.stored.id, &self.running())?;
                shown = Instant::now();
            }
        }
        self.store.set_running(self.stored.id, &[])?;
        if self.is_over() {
            self.store.finish(self.stored.id)?;
            self.context.stop.raise();
        }
        self.report(on_progress);
        Ok(())
    }

    /// Waits for an event, and stores all games that have arrived in one transaction.
    fn receive(&mut self, events: &Receiver<WorkerEvent>) -> Result<(), ArenaError> {
        let first = match events.recv_timeout(REPORT_INTERVAL) {
            Ok(event) => event,
            Err(RecvTimeoutError::Timeout) => return Ok(()),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(ArenaError::Worker("all workers of the competition have ended".to_owned()));
            }
        };
        let mut games = Vec::new();
        for event in std::iter::once(first).chain(events.try_iter()).take(GROUP_COMMIT) {
            match event {
                WorkerEvent::Game(game) => games.push(game),
                WorkerEvent::JobEnded => self.jobs_in_progress -= 1,
                WorkerEvent::Failed(error) => return Err(error),
            }
        }
        self.store.insert(self.stored.id, &games)?;
        self.games_played += games.len() as u64;
        for StoredGame { id, summary, .. } in games {
            self.set_summary(id, summary);
        }
        self.count_pairs();
        Ok(())
    }

    fn set_summary(&mut self, id: GameId, summary: GameSummary) {
        if let Some(pair) = self.waiting.get_mut(&id.pair) {
            pair.games[usize::from(id.game.min(1))] = Some(summary);
        }
    }

    /// Counts the pairs at the front of the schedule that are complete, or that do not count anyway.
    fn count_pairs(&mut self) {
        while let Some(entry) = self.waiting.first_entry() {
            let WaitingPair { batch, games } = entry.get();
            let pairing = batch.pairing;
            if self.tally.counts(pairing) {
                let [Some(one), Some(two)] = *games else { break };
                self.tally.add(&PairSummary { pairing, limit: batch.limit, games: [one, two] });
            }
            entry.remove();
        }
    }

    fn hand_out_jobs(&mut self) -> Result<(), ArenaError> {
        while self.jobs_in_progress < self.max_jobs && self.waiting.len() < MAX_WAITING_PAIRS && !self.is_schedule_over
        {
            let Some(batch) = self.batches.next() else {
                // The pairings of a Swiss round depend on all results before it.
                if !self.waiting.is_empty() {
                    break;
                }
                match self.rounds.next_round(&self.tally) {
                    None => self.is_schedule_over = true,
                    Some(round) => {
                        let Competition { limits, batch_pairs, .. } = &self.stored.competition;
                        self.batches = Box::new(round.batches(limits.len(), *batch_pairs));
                    }
                }
                continue;
            };
            self.hand_out(batch)?;
        }
        Ok(())
    }

    /// Hands out the games of a batch that are not stored.
    fn hand_out(&mut self, batch: Batch) -> Result<(), ArenaError> {
        for (pair, _) in batch.pairs() {
            self.waiting.insert(pair, WaitingPair { batch: batch.clone(), games: [None; 2] });
        }
        let pairs = batch.first_pair..batch.first_pair + batch.openings.len() as u64;
        if pairs.start < self.stored_end {
            for (id, summary) in self.store.summaries(self.stored.id, pairs)? {
                self.set_summary(id, summary);
            }
        }
        let ids = batch.pairs().flat_map(|(pair, _)| [0, 1].map(|game| GameId { pair, game }));
        let is_missing =
            |id: &GameId| self.waiting.get(&id.pair).is_some_and(|pair| pair.games[usize::from(id.game)].is_none());
        let games: Vec<GameId> = ids.filter(is_missing).collect();
        if !games.is_empty() && self.tally.counts(batch.pairing) {
            self.jobs_in_progress += 1;
            if let Some(jobs) = &self.jobs {
                // Fails only when all workers have ended, which `receive` reports.
                let _ = jobs.send(Job { batch, games });
            }
        }
        self.count_pairs();
        Ok(())
    }

    fn running(&self) -> Vec<RunningGame> {
        let slots = self.context.running.iter();
        slots.filter_map(|slot| slot.lock().unwrap_or_else(PoisonError::into_inner).clone()).collect()
    }

    fn report(&self, on_progress: &mut dyn FnMut(&Progress)) {
        on_progress(&Progress {
            competition: &self.stored.competition,
            tally: &self.tally,
            total_pairs: total_pairs(&self.stored.competition),
            games_played: self.games_played,
            elapsed: self.started.elapsed(),
            running: self.running(),
        });
    }
}
