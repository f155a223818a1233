//! State machine of a match: turns, validation of commands, clocks, take-backs and the result. It does no I/O and
//! reads no clock, so that any front end can drive it and tests can control time.

use std::time::Duration;

use parlor_core::{AnyGame, Outcome, Player, Scene, Setup, engine_time};

use crate::clocks::Clocks;
use crate::{Command, EngineFailure, Event, EventKind, ForfeitReason, MatchError, MatchResult, Record, Terms};

/// Maximum number of events of a match, so that a match that never ends (moves in a problem can go in circles) has a
/// bounded record. One more event may end it.
pub const MAX_EVENTS: usize = 10_000;

/// Longer than the notation of any move. Longer input is an illegal move, and is truncated.
const MAX_NOTATION_BYTES: usize = 200;

/// Moves between stored positions. A take-back replays fewer moves than this, and a long match takes little memory.
const SNAPSHOT_INTERVAL: usize = 32;

/// State of a match. A driver calls [`decide`](Match::decide), stores the event, and then calls
/// [`apply`](Match::apply), so that no acknowledged event is lost. `now` is the time since the start of the match.
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
    by: Player,
    notation: String,
    clocks: Clocks,
    /// The game before the move, stored every [`SNAPSHOT_INTERVAL`] moves.
    snapshot: Option<Box<dyn AnyGame>>,
}

/// Error for an event that [`Match::decide`] would not give.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplayError {
    Rejected(MatchError),
    /// Another event would have been decided.
    Mismatch(Event),
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

    /// The event that a command causes. `ply` is the number of moves that the command was based on; only a move
    /// and a take-back depend on it. After the deadline every command results in a loss on time. A `now` before the
    /// last event counts as the time of that event.
    pub fn decide(&self, by: Player, ply: usize, command: &Command, now: Duration) -> Result<Event, MatchError> {
        if by.index() >= usize::from(self.game.player_count()) {
            return Err(MatchError::NoSuchSeat);
        }
        if self.result().is_some() && !(matches!(command, Command::TakeBack) && self.is_lost_problem()) {
            return Err(MatchError::MatchIsOver);
        }
        let at = now.max(self.last_event_at());
        if self.deadline().is_some_and(|deadline| at >= deadline) {
            return Ok(Event { at, by: self.turn(), kind: EventKind::RanOutOfTime });
        }
        let kind = match command {
            Command::Play(notation) => self.decide_move(by, ply, notation)?,
            Command::TakeBack => self.decide_take_back(by, ply)?,
            Command::Resign => EventKind::Resigned,
            Command::Abandon => EventKind::Abandoned,
            Command::FailEngine(reason) => self.decide_engine_failure(by, reason)?,
            Command::ClaimTime => return Err(MatchError::TimeNotUp),
        };
        Ok(Event { at, by, kind })
    }

    fn decide_move(&self, by: Player, ply: usize, notation: &str) -> Result<EventKind, MatchError> {
        self.require_ply(ply)?;
        if by != self.turn() {
            return Err(MatchError::NotYourTurn);
        }
        let typed = truncate(notation);
        let is_short = |text: &str| text.len() <= MAX_NOTATION_BYTES;
        let canonical = if is_short(typed) { self.game.canonicalize(typed).ok() } else { None };
        match canonical.filter(|canonical| is_short(canonical)) {
            Some(canonical) => self.require_event_capacity().map(|()| EventKind::Played(canonical)),
            None if self.terms.illegal_move_loses => Ok(EventKind::PlayedIllegally(typed.to_owned())),
            None => Err(MatchError::IllegalMove),
        }
    }

    fn decide_take_back(&self, by: Player, ply: usize) -> Result<EventKind, MatchError> {
        if !self.terms.take_backs {
            return Err(MatchError::TakeBacksNotAllowed);
        }
        self.require_ply(ply)?;
        self.require_event_capacity()?;
        let to = self.turns.iter().rposition(|turn| turn.by == by).ok_or(MatchError::NothingToTakeBack)?;
        Ok(EventKind::TookBack { to })
    }

    fn decide_engine_failure(&self, by: Player, reason: &str) -> Result<EventKind, MatchError> {
        if by != self.turn() {
            return Err(MatchError::NotYourTurn);
        }
        if self.terms.engine_failure != EngineFailure::Forfeit {
            self.require_event_capacity()?;
        }
        Ok(EventKind::EngineFailed(truncate(reason).to_owned()))
    }

    fn require_ply(&self, ply: usize) -> Result<(), MatchError> {
        let now = self.ply();
        if ply == now { Ok(()) } else { Err(MatchError::StaleState { based_on: ply, now }) }
    }

    fn require_event_capacity(&self) -> Result<(), MatchError> {
        if self.events.len() < MAX_EVENTS { Ok(()) } else { Err(MatchError::MatchIsTooLong) }
    }

    /// Whether `decide` would give exactly this event now.
    pub fn check(&self, event: &Event) -> Result<(), ReplayError> {
        let command = match &event.kind {
            EventKind::Played(notation) | EventKind::PlayedIllegally(notation) => Command::Play(notation.clone()),
            EventKind::TookBack { .. } => Command::TakeBack,
            EventKind::Resigned => Command::Resign,
            EventKind::RanOutOfTime => Command::ClaimTime,
            EventKind::EngineFailed(reason) => Command::FailEngine(reason.clone()),
            EventKind::Abandoned => Command::Abandon,
        };
        let decided = self.decide(event.by, self.ply(), &command, event.at).map_err(ReplayError::Rejected)?;
        if decided == *event { Ok(()) } else { Err(ReplayError::Mismatch(decided)) }
    }

    /// Applies an event that `decide` gave. An event that `decide` would not give now is ignored, so an event that is
    /// applied twice takes effect once.
    ///
    /// A take-back sets both clocks to the start of the turn that is played again.
    pub fn apply(&mut self, event: &Event) {
        if self.check(event).is_err() {
            return;
        }
        let forfeit = |reason| Some(MatchResult::Forfeit { loser: event.by, reason });
        match &event.kind {
            EventKind::Played(notation) => {
                let snapshot = self.ply().is_multiple_of(SNAPSHOT_INTERVAL).then(|| self.game.clone());
                if self.game.play(notation).is_err() {
                    return;
                }
                self.turns.push(Turn { by: event.by, notation: notation.clone(), clocks: self.clocks, snapshot });
                self.clocks = self.clocks.after_move(event.by, event.at);
            }
            EventKind::TookBack { to } => {
                let (Some(game), Some(turn)) = (self.position_at(*to), self.turns.get(*to)) else { return };
                self.game = game;
                self.clocks = turn.clocks.restart_turn(event.at);
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
        self.events.push(event.clone());
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

    fn last_event_at(&self) -> Duration {
        self.events.last().map_or(Duration::ZERO, |event| event.at)
    }

    /// Whether the only player of a problem has failed by the rules. Nobody else is concerned, so a take-back undoes it.
    fn is_lost_problem(&self) -> bool {
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
    pub fn moves(&self) -> impl ExactSizeIterator<Item = (Player, &str)> + DoubleEndedIterator {
        self.turns.iter().map(|turn| (turn.by, turn.notation.as_str()))
    }

    /// The game after `ply` moves; `None` if fewer were made.
    pub fn position_at(&self, ply: usize) -> Option<Box<dyn AnyGame>> {
        if ply == self.ply() {
            return Some(self.game.clone());
        }
        let stored = ply - ply % SNAPSHOT_INTERVAL;
        let mut game = self.turns.get(stored)?.snapshot.clone()?;
        for turn in self.turns.get(stored..ply)? {
            game.play(&turn.notation).ok()?;
        }
        Some(game)
    }

    /// All positions from the start to the current one.
    pub fn positions(&self) -> impl Iterator<Item = Box<dyn AnyGame>> {
        let mut game = self.start.clone();
        let mut turns = self.turns.iter();
        std::iter::successors(Some(game.clone()), move |_| {
            game.play(&turns.next()?.notation).ok()?;
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
        Record::new(self.setup().clone(), self.terms, self.events.clone())
    }
}

/// Truncates long input, but not below the length that makes it illegal.
fn truncate(notation: &str) -> &str {
    let end = (MAX_NOTATION_BYTES + 1..notation.len()).find(|&end| notation.is_char_boundary(end));
    end.map_or(notation, |end| &notation[..end])
}
