//! Who sits at a side: a person at this window, an engine on its own thread, or somebody elsewhere.

use std::io;
use std::time::{Duration, Instant};

use parlor_core::{AnyEngine, Limits};
use parlor_match::{EngineEvent, EngineWorker, Match, SearchFailure, engine_time};

use crate::{Bell, Remote};

/// An engine lets the move before be seen: it answers at once only if half its time is less than this.
const PACE: Duration = Duration::from_millis(450);

/// No clock of any machine overflows by so much.
const LONGEST: Duration = Duration::from_hours(24);

/// How often an engine that is late and has no move yet is looked at again.
const PATIENCE: Duration = Duration::from_millis(50);

#[derive(Debug)]
pub enum Seat {
    Human,
    Engine(EngineSeat),
    Remote(Remote),
}

#[derive(Debug)]
pub struct EngineSeat {
    pub(crate) name: String,
    thinker: EngineWorker,
    /// For a move, where the match sets none.
    limit: Duration,
    turn: Option<Turn>,
}

/// What the engine came to in the turn now running.
#[derive(Debug)]
struct Turn {
    may_play_at: Instant,
    must_play_at: Instant,
    best: Option<String>,
    is_done: bool,
}

impl EngineSeat {
    pub fn new(name: &str, engine: Box<dyn AnyEngine>, limit: Duration, bell: &Bell) -> io::Result<EngineSeat> {
        let bell = bell.clone();
        let thinker = EngineWorker::waking(engine, move || bell.ring())?;
        Ok(EngineSeat { name: name.to_owned(), thinker, limit, turn: None })
    }

    /// The engine is to move. Its move, once it has one; until then it is asked, or left to think.
    pub(crate) fn think(
        &mut self,
        game: &Match,
        so_far: Duration,
        now: Instant,
    ) -> Option<Result<String, SearchFailure>> {
        let (thinker, limit) = (&mut self.thinker, self.limit);
        let turn = self.turn.get_or_insert_with(|| {
            let left = game.clocks(so_far).map_or(limit, |left| left[game.turn().index()]).min(LONGEST);
            let time = game.thinking_time(so_far).unwrap_or(engine_time(limit)).min(LONGEST);
            thinker.ask(game.game().clone_box(), &Limits::time(time));
            Turn { may_play_at: now + PACE.min(left / 2), must_play_at: now + left, best: None, is_done: false }
        });
        while let Some(news) = thinker.news() {
            match news.said {
                EngineEvent::Better(thought) => turn.best = Some(thought.best),
                EngineEvent::Done => turn.is_done = true,
                EngineEvent::Failed(failure) => return Some(Err(failure)),
            }
        }
        if now >= turn.must_play_at && !turn.is_done {
            thinker.stop();
            turn.is_done = turn.best.is_some();
            turn.must_play_at = now + PATIENCE;
        }
        if !turn.is_done || now < turn.may_play_at {
            return None;
        }
        Some(turn.best.clone().ok_or(SearchFailure::Silent))
    }

    /// Until when nothing happens here unless the bell rings.
    pub(crate) fn wakes_at(&self) -> Option<Instant> {
        let turn = self.turn.as_ref()?;
        Some(if turn.is_done { turn.may_play_at } else { turn.must_play_at })
    }

    /// The position has changed: what was thought so far no longer matters.
    pub(crate) fn turn_ends(&mut self) {
        if self.turn.take().is_some() {
            self.thinker.stop();
        }
    }

    pub(crate) fn forget(&mut self) {
        self.turn_ends();
        self.thinker.forget();
    }
}
