//! A worker: plays the games of batches on one thread.

use std::sync::mpsc::SyncSender;
use std::sync::{Mutex, PoisonError};

use parlor_core::{AnyGame, Catalog, EngineSpec, Player, StopFlag};
use parlor_match::EngineSet;

use crate::adjudicator::Adjudicator;
use crate::engine_cache::{EngineCache, game_seed};
use crate::game::{GameTerms, PlayedGame, play};
use crate::schedule::Batch;
use crate::{ArenaError, Competition, GameId, Opening, StoredGame};

/// Games of a batch that are still to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Job {
    pub(crate) batch: Batch,
    pub(crate) games: Vec<GameId>,
}

/// What a worker reports.
#[derive(Debug)]
pub(crate) enum WorkerEvent {
    Game(StoredGame),
    /// The games of one job are over, or were stopped.
    JobEnded,
    Failed(ArenaError),
}

/// A game in progress, for people who watch.
#[derive(Clone, Debug)]
pub struct RunningGame {
    /// Indices of the engines that play First and Second.
    pub engines: [usize; 2],
    pub plies: u32,
    /// The current position.
    pub game: Box<dyn AnyGame>,
}

/// What all workers of a competition share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WorkerContext<'a> {
    pub(crate) catalog: &'a Catalog,
    pub(crate) competition: &'a Competition,
    pub(crate) openings: &'a [Opening],
    pub(crate) stop: &'a StopFlag,
    /// The game of each worker.
    pub(crate) running: &'a [Mutex<Option<RunningGame>>],
}

/// Plays jobs until there are no more, or until the competition is stopped.
pub(crate) fn work(
    context: WorkerContext,
    number: usize,
    next_job: impl Fn() -> Option<Job>,
    events: &SyncSender<WorkerEvent>,
) {
    let mut worker = match Worker::new(context, number) {
        Ok(worker) => worker,
        Err(error) => return drop(events.send(WorkerEvent::Failed(error))),
    };
    while let Some(job) = next_job() {
        for game in &job.games {
            match worker.play(&job.batch, *game) {
                Ok(Some(stored)) => drop(events.send(WorkerEvent::Game(stored))),
                Ok(None) => break,
                Err(error) => return drop(events.send(WorkerEvent::Failed(error))),
            }
        }
        worker.show(None);
        // The receiver is gone only when the competition is over.
        let _ = events.send(WorkerEvent::JobEnded);
    }
}

struct Worker<'a> {
    context: WorkerContext<'a>,
    number: usize,
    start: Box<dyn AnyGame>,
    cache: EngineCache<'a>,
    engines: EngineSet<'a>,
    adjudicator: Option<Adjudicator>,
}

impl<'a> Worker<'a> {
    fn new(context: WorkerContext<'a>, number: usize) -> Result<Worker<'a>, ArenaError> {
        let start = context.competition.start(context.catalog)?;
        let cache = EngineCache::new(context.catalog, context.competition, &*start)?;
        let engines = EngineSet::of_catalog(context.catalog).with_losses_on_time().with_stop(context.stop.clone());
        let is_adjudicated = context.competition.adjudicate;
        let adjudicator = is_adjudicated.then(|| Adjudicator::new(context.catalog, &*start)).transpose()?;
        Ok(Worker { context, number, start, cache, engines, adjudicator })
    }

    /// Plays one game; `None` if it was stopped.
    fn play(&mut self, batch: &Batch, id: GameId) -> Result<Option<StoredGame>, ArenaError> {
        let WorkerContext { competition, openings, stop, catalog, .. } = self.context;
        if stop.is_raised() {
            return Ok(None);
        }
        let index = (batch.openings.start as usize + (id.pair - batch.first_pair) as usize) % openings.len().max(1);
        let opening = &openings[index];
        let sides = match id.game {
            0 => [batch.pairing.a, batch.pairing.b],
            _ => [batch.pairing.b, batch.pairing.a],
        };
        let seed = |side: usize| game_seed(competition.seed, id.pair, id.game, side);
        let start = match &opening.position {
            None => self.start.clone(),
            Some(position) => catalog.start(competition.setup().with_position(position))?,
        };
        let mut seats = [EngineSpec::default(), EngineSpec::default()];
        for (player, seat) in Player::BOTH.into_iter().zip(&mut seats) {
            let (spec, engine) = self.cache.take(sides[player.index()], &*start, seed(player.index()))?;
            self.engines.insert(player, spec.clone(), engine);
            *seat = spec;
        }
        let terms = GameTerms {
            opening,
            limit: competition.limits[batch.limit],
            overrun: competition.overrun,
            margin: competition.margin(),
        };
        self.show(Some(RunningGame { engines: sides, plies: opening.moves.len() as u32, game: start.clone() }));
        let slot = &self.context.running[self.number];
        let mut on_position = |game: &dyn AnyGame| {
            if let Some(running) = slot.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
                running.plies += 1;
                running.game = game.clone_box();
            }
        };
        let adjudicator = self.adjudicator.as_mut();
        let played = play(start, terms, seats, &mut self.engines, adjudicator, &mut on_position);
        let Some(played) = played else { return Ok(None) };
        self.keep(sides, &played);
        StoredGame::new(id, sides, batch.limit, index, played).map(Some)
    }

    /// Keeps the engines for the next game, except for one that failed: it is started again.
    fn keep(&mut self, sides: [usize; 2], played: &PlayedGame) {
        for (player, index) in Player::BOTH.into_iter().zip(sides) {
            if let Some(engine) = self.engines.take(player).filter(|_| played.failed != Some(player)) {
                self.cache.put(index, engine);
            }
        }
    }

    fn show(&self, running: Option<RunningGame>) {
        *self.context.running[self.number].lock().unwrap_or_else(PoisonError::into_inner) = running;
    }
}
