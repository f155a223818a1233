//! A competition as a job: hands out batches in the order of the schedule, stores finished games, and then counts them in
//! the order of the schedule.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use parlor_distributed::{Batch, BatchId, BatchResults, Job, JobError, JobProgress, PoolState};

use crate::schedule::{Block, Pairing, Rounds, total_pairs};
use crate::store::{Store, StoredCompetition};
use crate::tally::{GameSummary, PairSummary, Tally};
use crate::worker::{BlockWork, MatchWork, RunningGame};
use crate::{ArenaError, Competition, GameId, Opening, StoredGame};

/// Interval at which games in progress are stored, for viewers.
const RUNNING_INTERVAL: Duration = Duration::from_secs(1);
/// Pairs that may wait for a slower one before them in the schedule.
const MAX_WAITING_PAIRS: usize = 200_000;

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
    /// Games in progress in this process.
    pub running: Vec<RunningGame>,
    pub pool: PoolState,
}

/// A competition that is being played.
pub struct CompetitionJob<'a> {
    store: &'a mut Store,
    stored: &'a StoredCompetition,
    /// Batches of the schedule that are handed out together.
    group: usize,
    on_progress: &'a mut dyn FnMut(&Progress),
    /// The game of each worker of this process.
    running: &'a [Mutex<Option<RunningGame>>],
    rounds: Rounds<'a>,
    blocks: Box<dyn Iterator<Item = Block>>,
    /// Pairs that do not count yet, because a game of theirs or of an earlier pair is missing.
    waiting: BTreeMap<u64, WaitingPair>,
    is_schedule_over: bool,
    /// Pairs from here on have no stored games.
    stored_end: u64,
    tally: Tally,
    games_stored: u64,
    games_played: u64,
    started: Instant,
    shown: Instant,
}

struct WaitingPair {
    pairing: Pairing,
    limit: usize,
    games: [Option<GameSummary>; 2],
}

impl std::fmt::Debug for CompetitionJob<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CompetitionJob").field("competition", &self.stored.id).finish_non_exhaustive()
    }
}

impl<'a> CompetitionJob<'a> {
    /// Continues a competition. `group` blocks of the schedule are handed out together: more where handing out takes
    /// longer. The table does not depend on it.
    pub fn new(
        store: &'a mut Store,
        stored: &'a StoredCompetition,
        group: u32,
        on_progress: &'a mut dyn FnMut(&Progress),
    ) -> Result<CompetitionJob<'a>, ArenaError> {
        let (stored_end, games_stored) = (store.pairs_end(stored.id)?, store.game_count(stored.id)?);
        Ok(CompetitionJob {
            store,
            stored,
            group: group.max(1) as usize,
            on_progress,
            running: &[],
            rounds: Rounds::new(&stored.competition),
            blocks: Box::new(std::iter::empty()),
            waiting: BTreeMap::new(),
            is_schedule_over: false,
            stored_end,
            tally: Tally::new(&stored.competition),
            games_stored,
            games_played: 0,
            started: Instant::now(),
            shown: Instant::now(),
        })
    }

    /// Shows the games of workers of this process to viewers.
    pub fn with_running_games(self, running: &'a [Mutex<Option<RunningGame>>]) -> CompetitionJob<'a> {
        CompetitionJob { running, ..self }
    }

    /// Ends this run, also after an error: the competition is marked as finished if it is over. Returns the tally.
    pub fn finish(self) -> Result<Tally, ArenaError> {
        self.store.set_running(self.stored.id, &[])?;
        if self.is_over() {
            self.store.finish(self.stored.id)?;
        }
        Ok(self.tally)
    }

    /// The next blocks of the schedule; none at the end, and none before the results on which a Swiss round depends.
    fn next_group(&mut self) -> Vec<Block> {
        while !self.is_schedule_over && self.waiting.len() < MAX_WAITING_PAIRS {
            let group: Vec<Block> = self.blocks.by_ref().take(self.group).collect();
            if !group.is_empty() {
                return group;
            }
            if !self.waiting.is_empty() {
                break;
            }
            match self.rounds.next_round(&self.tally) {
                None => self.is_schedule_over = true,
                Some(round) => {
                    let Competition { limits, block_pairs, .. } = &self.stored.competition;
                    self.blocks = Box::new(round.blocks(limits.len(), *block_pairs));
                }
            }
        }
        Vec::new()
    }

    /// Lets the pairs of a block wait for their games. Returns the games that are not stored, if the block counts.
    fn add_block(&mut self, block: Block) -> Result<Option<BlockWork>, ArenaError> {
        let Block { pairing, limit, .. } = block;
        for (pair, _) in block.pairs() {
            self.waiting.insert(pair, WaitingPair { pairing, limit, games: [None; 2] });
        }
        let pairs = block.first_pair..block.first_pair + block.openings.len() as u64;
        if pairs.start < self.stored_end {
            for (id, summary) in self.store.summaries(self.stored.id, pairs)? {
                self.set_summary(id, summary);
            }
        }
        let ids = block.pairs().flat_map(|(pair, _)| [0, 1].map(|game| GameId { pair, game }));
        let is_missing =
            |id: &GameId| self.waiting.get(&id.pair).is_some_and(|pair| pair.games[usize::from(id.game)].is_none());
        let games: Vec<GameId> = ids.filter(is_missing).collect();
        if games.is_empty() || !self.tally.counts(pairing) {
            return Ok(None);
        }
        let all = &self.stored.openings;
        let opening = |(_, number): (u64, u32)| all.get(number as usize % all.len().max(1)).cloned();
        let openings: Vec<Opening> = block.pairs().map(|pair| opening(pair).unwrap_or_default()).collect();
        Ok(Some(BlockWork { block, games, openings }))
    }

    fn set_summary(&mut self, id: GameId, summary: GameSummary) {
        if let Some(pair) = self.waiting.get_mut(&id.pair) {
            pair.games[usize::from(id.game.min(1))] = Some(summary);
        }
    }

    /// Counts the pairs at the front of the schedule that are complete, or that do not count anyway.
    fn count_pairs(&mut self) {
        while let Some(entry) = self.waiting.first_entry() {
            let WaitingPair { pairing, limit, games } = *entry.get();
            if self.tally.counts(pairing) {
                let [Some(one), Some(two)] = games else { break };
                self.tally.add(&PairSummary { pairing, limit, games: [one, two] });
            }
            entry.remove();
        }
    }

    /// Whether a game is one of this competition. A worker elsewhere may send anything.
    fn is_plausible(&self, game: &StoredGame) -> bool {
        let Competition { engines, limits, .. } = &self.stored.competition;
        let is_expected = self.waiting.get(&game.id.pair).is_none_or(|pair| {
            let Pairing { a, b } = pair.pairing;
            pair.limit == game.limit && game.engines == if game.id.game == 0 { [a, b] } else { [b, a] }
        });
        is_expected
            && game.id.game < 2
            && game.id.pair < total_pairs(&self.stored.competition)
            && game.engines.iter().all(|engine| *engine < engines.len())
            && game.limit < limits.len()
            && game.opening < self.stored.openings.len()
            && game.moves().is_ok()
    }

    fn running(&self) -> Vec<RunningGame> {
        let slots = self.running.iter();
        slots.filter_map(|slot| slot.lock().unwrap_or_else(PoisonError::into_inner).clone()).collect()
    }
}

impl Job for CompetitionJob<'_> {
    type Work = MatchWork;
    type Item = StoredGame;

    fn next_batch(&mut self) -> Result<Option<Batch<MatchWork>>, JobError> {
        loop {
            let group = self.next_group();
            let (Some(first), Some(last)) = (group.first(), group.last()) else { return Ok(None) };
            let id = BatchId::new(first.first_pair..last.first_pair + last.openings.len() as u64);
            let mut blocks = Vec::with_capacity(group.len());
            for block in group {
                blocks.extend(self.add_block(block)?);
            }
            self.count_pairs();
            if !blocks.is_empty() && self.tally.decision().is_none() {
                let work = MatchWork { blocks, opening_count: self.stored.openings.len() };
                return Ok(Some(Batch { id, work }));
            }
        }
    }

    fn store(&mut self, mut results: Vec<BatchResults<StoredGame>>) -> Result<(), JobError> {
        for result in &mut results {
            result.items.retain(|game| self.is_plausible(game));
        }
        let added = self.store.insert_batches(self.stored.id, &results)?;
        self.games_played += added.len() as u64;
        self.games_stored += added.len() as u64;
        for (id, summary) in added {
            self.stored_end = self.stored_end.max(id.pair + 1);
            self.set_summary(id, summary);
        }
        self.count_pairs();
        Ok(())
    }

    /// All pairs that count are stored: the schedule has ended, or the test is decided.
    fn is_over(&self) -> bool {
        (self.is_schedule_over && self.waiting.is_empty()) || self.tally.decision().is_some()
    }

    fn progress(&self) -> JobProgress {
        JobProgress { done: self.games_stored, total: 2 * total_pairs(&self.stored.competition) }
    }

    fn tick(&mut self, pool: &PoolState) -> Result<(), JobError> {
        if self.shown.elapsed() >= RUNNING_INTERVAL {
            self.store.set_running(self.stored.id, &self.running())?;
            self.shown = Instant::now();
        }
        let running = self.running();
        (self.on_progress)(&Progress {
            competition: &self.stored.competition,
            tally: &self.tally,
            total_pairs: total_pairs(&self.stored.competition),
            games_played: self.games_played,
            elapsed: self.started.elapsed(),
            running,
            pool: *pool,
        });
        Ok(())
    }
}
