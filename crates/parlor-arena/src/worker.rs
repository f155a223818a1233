//! A worker: plays the games of batches on one thread, of this process or of another machine.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use parlor_core::{AnyGame, Catalog, Player, StopFlag};
use parlor_distributed::{JobError, Runner};
use parlor_match::{EngineHost, EngineSet, EngineSlot};
use serde::{Deserialize, Serialize};

use crate::adjudicator::Adjudicator;
use crate::engine_seeds::{SeededSpec, game_seed};
use crate::game::{GameTerms, PlayedGame, play};
use crate::schedule::Block;
use crate::{ArenaError, Competition, GameId, Limit, Opening, StoredGame, StoredMove};

/// Engines of one worker that stay alive: an external program starts once, and tables are allocated once.
const ENGINE_CAPACITY: usize = 16;

/// Work of a batch: blocks that follow each other in the schedule. Workers elsewhere do not know the openings of the
/// competition, which can be a million, so that they are part of the work.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchWork {
    pub(crate) blocks: Vec<BlockWork>,
    /// Openings of the whole competition.
    pub(crate) opening_count: usize,
}

/// Games of a block that are still to be played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct BlockWork {
    pub(crate) block: Block,
    pub(crate) games: Vec<GameId>,
    /// The opening of each pair.
    pub(crate) openings: Vec<Opening>,
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

/// Plays games on one thread.
pub struct MatchRunner<'a> {
    catalog: &'a Catalog,
    competition: Arc<Competition>,
    /// Limits on this machine.
    limits: Vec<Limit>,
    time_factor: f64,
    start: Box<dyn AnyGame>,
    specs: Vec<SeededSpec>,
    /// The slot of an engine is the index of its entrant.
    engines: EngineSet<'a>,
    adjudicator: Option<Adjudicator<'a>>,
    /// The game in progress.
    running: Option<&'a Mutex<Option<RunningGame>>>,
}

impl std::fmt::Debug for MatchRunner<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MatchRunner").field("competition", &self.competition.name).finish_non_exhaustive()
    }
}

impl<'a> MatchRunner<'a> {
    /// `time_factor` is 1 on the machine for which the limits were chosen, and above 1 on a slower one.
    pub fn new(
        catalog: &'a Catalog,
        competition: Arc<Competition>,
        time_factor: f64,
        running: Option<&'a Mutex<Option<RunningGame>>>,
    ) -> Result<MatchRunner<'a>, ArenaError> {
        let start = competition.start(catalog)?;
        let specs = SeededSpec::all(catalog, &competition, &*start)?;
        let engines = EngineSet::of_host(EngineHost::new(ENGINE_CAPACITY, catalog)).with_losses_on_time();
        let adjudicator = competition.adjudicate.then(|| Adjudicator::new(catalog, &*start)).transpose()?;
        let limits = competition.limits.iter().map(|limit| limit.scaled(time_factor)).collect();
        Ok(MatchRunner { catalog, competition, limits, time_factor, start, specs, engines, adjudicator, running })
    }

    /// Plays one game; `None` if it was stopped.
    fn play(
        &mut self,
        work: &BlockWork,
        opening_count: usize,
        id: GameId,
        stop: &StopFlag,
    ) -> Result<Option<StoredGame>, ArenaError> {
        if stop.is_raised() {
            return Ok(None);
        }
        let (block, competition) = (&work.block, Arc::clone(&self.competition));
        let offset = id.pair.saturating_sub(block.first_pair) as usize;
        let opening = work.openings.get(offset).ok_or_else(|| out_of_range("pair", id.pair))?;
        let limit = *self.limits.get(block.limit).ok_or_else(|| out_of_range("limit", block.limit))?;
        let sides = match id.game {
            0 => [block.pairing.a, block.pairing.b],
            _ => [block.pairing.b, block.pairing.a],
        };
        if let Some(engine) = sides.into_iter().find(|engine| *engine >= competition.engines.len()) {
            return Err(out_of_range("engine", engine));
        }
        let start = match &opening.position {
            None => self.start.clone(),
            Some(position) => self.catalog.start(competition.setup().with_position(position))?,
        };
        let seats = Player::BOTH
            .map(Player::index)
            .map(|side| self.specs[sides[side]].for_game(game_seed(competition.seed, id.pair, id.game, side)));
        self.engines.set_slots(sides.map(EngineSlot));
        self.engines.set_stop(stop.clone());
        let terms = GameTerms { opening, limit, overrun: competition.overrun, margin: competition.margin() };
        self.show(Some(RunningGame { engines: sides, plies: opening.moves.len() as u32, game: start.clone() }));
        let slot = self.running;
        let mut on_position = |game: &dyn AnyGame| {
            let Some(slot) = slot else { return };
            if let Some(running) = slot.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
                running.plies += 1;
                running.game = game.clone_box();
            }
        };
        let adjudicator = self.adjudicator.as_mut();
        let played = play(start, terms, seats, &mut self.engines, adjudicator, &mut on_position)?;
        let Some(mut played) = played else { return Ok(None) };
        self.forget_engines(sides, &played);
        self.convert_times(&mut played);
        let index = (block.openings.start as usize + offset) % opening_count.max(1);
        StoredGame::new(id, sides, block.limit, index, played).map(Some)
    }

    /// Stores times as the machine for which the limits were chosen would have taken them, so that a record keeps its
    /// time control.
    fn convert_times(&self, played: &mut PlayedGame) {
        for StoredMove(_, micros, ..) in &mut played.moves {
            let time = Duration::from_micros(*micros).div_f64(self.time_factor);
            *micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        }
    }

    /// Drops an engine that failed, which is started again, and those whose next game has another seed.
    fn forget_engines(&mut self, sides: [usize; 2], played: &PlayedGame) {
        for (player, index) in Player::BOTH.into_iter().zip(sides) {
            if played.failed == Some(player) || self.specs[index].is_seeded {
                self.engines.forget(EngineSlot(index));
            }
        }
    }

    fn show(&self, running: Option<RunningGame>) {
        if let Some(slot) = self.running {
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = running;
        }
    }
}

fn out_of_range(name: &str, value: impl std::fmt::Display) -> ArenaError {
    ArenaError::Worker(format!("a block has {name} {value}, which the competition does not have"))
}

impl Runner for MatchRunner<'_> {
    type Work = MatchWork;
    type Item = StoredGame;

    fn run(&mut self, work: &MatchWork, stop: &StopFlag, emit: &mut dyn FnMut(StoredGame)) -> Result<(), JobError> {
        for block in &work.blocks {
            for game in &block.games {
                let Some(stored) = self.play(block, work.opening_count, *game, stop)? else { break };
                emit(stored);
            }
        }
        self.show(None);
        Ok(())
    }
}
