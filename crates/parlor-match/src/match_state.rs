//! State machine of a match: turns, clocks, take-backs and the result. It does no I/O and reads no clock, so that any front
//! end can drive it and tests can control time.

use std::mem;
use std::time::Duration;

use parlor_core::{AnyGame, Outcome, Player, Scene, Setup, engine_time};

use crate::clocks::Clocks;
use crate::decision::Decision;
use crate::{EngineFailure, Event, EventKind, ForfeitReason, MatchError, MatchResult, Record, Terms};

/// Maximum number of events of a match, so that a match that never ends (moves in a problem can go in circles) has a
/// bounded record. One more event may end it.
pub const MAX_EVENTS: usize = 10_000;

/// Moves between stored positions. A take-back replays fewer moves than this, and a long match takes little memory.
const SNAPSHOT_INTERVAL: usize = 32;

/// State of a match. Only its [`Driver`](crate::Driver) and [`admit`](Match::admit) change it. `now` is the time since the
/// start of the match.
#[derive(Clone, Debug)]
pub struct Match {
    start: Box<dyn AnyGame>,
    game: Box<dyn AnyGame>,
    terms: Terms,
    events: Vec<Event>,
    turns: Vec<Turn>,
    clocks: Clocks,
    /// Result other than by the rules of the game.
    early_result: Option<MatchResult>,
}

/// A move on the board, and the clocks at the start of its turn.
#[derive(Clone, Debug)]
struct Turn {
    /// Index of the event that has the move.
    event: usize,
    clocks: Clocks,
    /// The game before the move, stored every [`SNAPSHOT_INTERVAL`] moves.
    snapshot: Option<Box<dyn AnyGame>>,
}

/// Effect of an event that [`Match::admit`] accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Admitted {
    New,
    /// The match has this event at this index, so that nothing changed.
    AlreadyThere,
}

/// Error for an event that [`Match::admit`] rejects.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    #[error(transparent)]
    Rejected(MatchError),
    /// Another event would be decided here, or is at this index already.
    #[error("expected \"{0}\"")]
    Mismatch(Event),
    /// Events before this one are missing: the match has so many.
    #[error("only {events} events come before it")]
    Missing { events: usize },
}

impl Match {
    /// `start` must be as its setup describes it, without moves: only the setup is recorded.
    pub fn new(start: Box<dyn AnyGame>, terms: Terms) -> Match {
        Match {
            game: start.clone(),
            start,
            terms,
            events: Vec::new(),
            turns: Vec::new(),
            clocks: Clocks::new(terms.time),
            early_result: None,
        }
    }

    /// Checks an event of a store, a record or a peer as if its command came now, and applies it. `index` is its number in
    /// the match, from 0. An error leaves the match as it was.
    ///
    /// An event that the match has already, at this index, changes nothing: so a host whose store did not say whether it took
    /// an event can read back what is there and admit all of it. The event alone would not do: in a problem, two equal ones
    /// can follow one another.
    pub fn admit(&mut self, index: usize, event: &Event) -> Result<Admitted, ReplayError> {
        match self.events.get(index) {
            Some(known) if known == event => return Ok(Admitted::AlreadyThere),
            Some(known) => return Err(ReplayError::Mismatch(known.clone())),
            None if index > self.events.len() => return Err(ReplayError::Missing { events: self.events.len() }),
            None => {}
        }
        let decision = self.decide_again(event).map_err(ReplayError::Rejected)?;
        if decision.event != *event {
            return Err(ReplayError::Mismatch(decision.event));
        }
        self.apply(decision);
        Ok(Admitted::New)
    }

    /// Applies what was decided in this state of the match. A take-back sets both clocks to the start of the turn that is
    /// played again.
    pub(crate) fn apply(&mut self, Decision { event, after }: Decision) {
        let forfeit = |reason| Some(MatchResult::Forfeit { loser: event.by, reason });
        let before = after.map(|after| mem::replace(&mut self.game, after));
        match &event.kind {
            EventKind::Played(_) => {
                let snapshot = before.filter(|_| self.ply().is_multiple_of(SNAPSHOT_INTERVAL));
                self.turns.push(Turn { event: self.events.len(), clocks: self.clocks, snapshot });
                self.clocks = self.clocks.after_move(event.by, event.at);
            }
            EventKind::TookBack { to } => {
                self.clocks = self.turns.get(*to).map_or(self.clocks, |turn| turn.clocks).restart_turn(event.at);
                self.turns.truncate(*to);
            }
            EventKind::PlayedIllegally(_) => self.early_result = forfeit(ForfeitReason::IllegalMove),
            EventKind::Resigned => self.early_result = forfeit(ForfeitReason::Resigned),
            EventKind::RanOutOfTime => self.early_result = forfeit(ForfeitReason::RanOutOfTime),
            EventKind::EngineFailed(_) if self.terms.engine_failure == EngineFailure::Forfeit => {
                self.early_result = forfeit(ForfeitReason::EngineFailed);
            }
            EventKind::EngineFailed(_) => {}
            EventKind::Abandoned => self.early_result = Some(MatchResult::Abandoned),
        }
        self.events.push(event);
    }

    /// The reason for which the engine to move failed, if nothing has happened since.
    pub fn engine_failure(&self) -> Option<&str> {
        match &self.events.last()?.kind {
            EventKind::EngineFailed(reason) => Some(reason),
            _ => None,
        }
    }

    /// Time at which the player to move loses on time; a move at exactly that time is late. `None` without a limit.
    pub fn deadline(&self) -> Option<Duration> {
        if self.result().is_some() { None } else { self.clocks.deadline(self.turn()) }
    }

    /// Remaining times of First and Second, after the end those at the end; `None` without a time limit.
    pub fn clocks(&self, now: Duration) -> Option<[Duration; 2]> {
        let now = if self.result().is_some() { self.last_event_at() } else { now };
        self.clocks.remaining_at(self.turn(), now)
    }

    /// Time limit for a search by the engine to move, so that it never loses on time: its time for this move, or a
    /// thirtieth of its clock plus the increment, less the margin of [`engine_time`]. `None` without a time limit.
    pub fn thinking_time(&self, now: Duration) -> Option<Duration> {
        let remaining = self.clocks(now)?[self.turn().index()];
        Some(engine_time(self.terms.time.share(remaining)))
    }

    pub(crate) fn last_event_at(&self) -> Duration {
        self.events.last().map_or(Duration::ZERO, |event| event.at)
    }

    /// Whether the only player of a problem has failed by the rules. Nobody else is concerned, so a take-back undoes it.
    pub(crate) fn is_lost_problem(&self) -> bool {
        let is_lost = !matches!(self.game.outcome(), None | Some(Outcome::Win(Player::First)));
        self.game.player_count() == 1 && self.early_result.is_none() && is_lost
    }

    /// `None` while the match is in progress. A result between two players is final: no take-back undoes it.
    pub fn result(&self) -> Option<MatchResult> {
        self.early_result.or_else(|| self.game.outcome().map(MatchResult::Finished))
    }

    /// The result in one sentence. The only player of a problem loses without a winner being named.
    pub fn result_text(&self) -> Option<String> {
        let scene = self.scene();
        let name = |player: Player| &scene.sides[player.index()].name;
        Some(match self.result()? {
            MatchResult::Forfeit { loser, reason } if self.game.player_count() == 1 => {
                format!("{} {reason}.", name(loser))
            }
            MatchResult::Forfeit { loser, reason } => {
                let failure = self.engine_failure().map_or(String::new(), |failure| format!(" {failure}"));
                format!("{} wins: {} {reason}.{failure}", name(!loser), name(loser))
            }
            MatchResult::Abandoned => "The match was abandoned.".to_owned(),
            MatchResult::Finished(_) => scene.caption.to_string(),
        })
    }

    /// The game in its current position.
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// The current position as a scene. After the end of the match no side is to move.
    pub fn scene(&self) -> Scene {
        let scene = self.game.scene();
        Scene { turn: scene.turn.filter(|_| self.early_result.is_none()), ..scene }
    }

    pub fn turn(&self) -> Player {
        self.game.turn()
    }

    /// The number of moves on the board.
    pub fn ply(&self) -> usize {
        self.turns.len()
    }

    /// The moves on the board, each with its player, in canonical notation.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = (Player, &str)> {
        self.moves_from(0)
    }

    fn moves_from(&self, ply: usize) -> impl DoubleEndedIterator<Item = (Player, &str)> {
        self.turns.iter().skip(ply).filter_map(|turn| match self.events.get(turn.event)? {
            Event { by, kind: EventKind::Played(notation), .. } => Some((*by, notation.as_str())),
            _ => None,
        })
    }

    /// The game after `ply` moves; `None` if fewer were made.
    pub fn position_at(&self, ply: usize) -> Option<Box<dyn AnyGame>> {
        if ply >= self.ply() {
            return (ply == self.ply()).then(|| self.game.clone());
        }
        let stored = ply - ply % SNAPSHOT_INTERVAL;
        let mut game = self.turns.get(stored)?.snapshot.clone()?;
        for (_, notation) in self.moves_from(stored).take(ply - stored) {
            game.play(notation).ok()?;
        }
        Some(game)
    }

    /// All positions from the start to the current one.
    pub fn positions(&self) -> impl Iterator<Item = Box<dyn AnyGame>> {
        let mut game = self.start.clone();
        let mut moves = self.moves();
        std::iter::successors(Some(game.clone()), move |_| {
            game.play(moves.next()?.1).ok()?;
            Some(game.clone())
        })
    }

    /// All events, including moves that were taken back.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    pub fn setup(&self) -> &Setup {
        self.start.setup()
    }

    /// The match as data, to be stored or shared.
    pub fn record(&self) -> Record {
        Record { setup: self.setup().clone(), terms: self.terms, events: self.events.clone() }
    }
}
