//! The one authority over a match: whose turn, what is refused, clocks, take-backs, how it ended. It does no
//! I/O and reads no clock, so that every front end can drive it and every test can invent its time.

use std::time::Duration;

use parlor_core::{AnyGame, Player, Scene, Setup};

use crate::clocks::Clocks;
use crate::{Command, Ending, Event, EventKind, MatchError, Reason, Record, Terms, TimeControl, engine_time};

/// A match goes on for at most this many events, so that one that never ends by itself (a problem can be
/// walked about in for ever) has a bounded record. One more may end it.
pub const MOST_EVENTS: usize = 10_000;

/// No game has a longer move: a longer text is illegal, and only its beginning is kept.
const LONGEST_NOTATION: usize = 200;

/// Every so many moves the game is kept as it was, so that a take-back plays few of them again, and a long match takes
/// little memory.
const KEPT_EVERY: usize = 32;

/// A driver asks [`decide`](Match::decide), stores the event, and then calls [`apply`](Match::apply): what was
/// acknowledged is never lost. `now` is always the time since the match began.
#[derive(Clone, Debug)]
pub struct Match {
    start: Box<dyn AnyGame>,
    game: Box<dyn AnyGame>,
    terms: Terms,
    events: Vec<Event>,
    turns: Vec<Turn>,
    clocks: Clocks,
    ended_early: Option<Ending>,
}

/// A move on the board, and the clocks as its turn began.
#[derive(Clone, Debug)]
struct Turn {
    by: Player,
    notation: String,
    clocks: Clocks,
    /// The game as the turn began, every [`KEPT_EVERY`] moves.
    game: Option<Box<dyn AnyGame>>,
}

/// Why an event does not follow from the match before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplayError {
    Refused(MatchError),
    /// What would have happened instead.
    Otherwise(Event),
}

impl Match {
    /// `start` as its setup describes it, with no moves made: the setup is what is recorded.
    pub fn new(start: Box<dyn AnyGame>, terms: Terms) -> Match {
        Match {
            game: start.clone(),
            start,
            terms,
            events: Vec::new(),
            turns: Vec::new(),
            clocks: Clocks::new(terms.time),
            ended_early: None,
        }
    }

    /// What a command comes to. `ply` is the number of moves on the board that it was based on; only a move and
    /// a take-back depend on it. After the flag fell, whatever arrives finds the match lost on time. A `now`
    /// before the last event counts as the time of that event.
    pub fn decide(&self, by: Player, ply: usize, command: &Command, now: Duration) -> Result<Event, MatchError> {
        if by.index() >= usize::from(self.game.seats()) {
            return Err(MatchError::NoSuchSeat);
        }
        if self.ending().is_some() {
            return Err(MatchError::MatchIsOver);
        }
        let at = now.max(self.last_event_at());
        if self.flag_falls().is_some_and(|flag| at >= flag) {
            return Ok(Event { at, by: self.turn(), kind: EventKind::RanOutOfTime });
        }
        let kind = match command {
            Command::Play(notation) => self.decide_move(by, ply, notation)?,
            Command::TakeBack => self.decide_take_back(by, ply)?,
            Command::Resign => EventKind::Resigned,
            Command::Abandon => EventKind::Abandoned,
            Command::ClaimTime => return Err(MatchError::TimeNotUp),
        };
        Ok(Event { at, by, kind })
    }

    fn decide_move(&self, by: Player, ply: usize, notation: &str) -> Result<EventKind, MatchError> {
        self.must_be_at(ply)?;
        if by != self.turn() {
            return Err(MatchError::NotYourTurn);
        }
        let typed = beginning(notation);
        let is_short = |text: &str| text.len() <= LONGEST_NOTATION;
        let canonical = if is_short(typed) { self.game.canonical(typed).ok() } else { None };
        match canonical.filter(|canonical| is_short(canonical)) {
            Some(canonical) => self.must_have_room().map(|()| EventKind::Played(canonical)),
            None if self.terms.illegal_move_loses => Ok(EventKind::PlayedIllegally(typed.to_owned())),
            None => Err(MatchError::IllegalMove),
        }
    }

    fn decide_take_back(&self, by: Player, ply: usize) -> Result<EventKind, MatchError> {
        if !self.terms.take_backs {
            return Err(MatchError::TakeBacksNotAllowed);
        }
        self.must_be_at(ply)?;
        self.must_have_room()?;
        let to = self.turns.iter().rposition(|turn| turn.by == by).ok_or(MatchError::NothingToTakeBack)?;
        Ok(EventKind::TookBack { to })
    }

    fn must_be_at(&self, ply: usize) -> Result<(), MatchError> {
        let now = self.ply();
        if ply == now { Ok(()) } else { Err(MatchError::StaleState { based_on: ply, now }) }
    }

    fn must_have_room(&self) -> Result<(), MatchError> {
        if self.events.len() < MOST_EVENTS { Ok(()) } else { Err(MatchError::MatchIsTooLong) }
    }

    /// Whether `decide` would give exactly this event now.
    pub fn check(&self, event: &Event) -> Result<(), ReplayError> {
        let command = match &event.kind {
            EventKind::Played(notation) | EventKind::PlayedIllegally(notation) => Command::Play(notation.clone()),
            EventKind::TookBack { .. } => Command::TakeBack,
            EventKind::Resigned => Command::Resign,
            EventKind::RanOutOfTime => Command::ClaimTime,
            EventKind::Abandoned => Command::Abandon,
        };
        let decided = self.decide(event.by, self.ply(), &command, event.at).map_err(ReplayError::Refused)?;
        if decided == *event { Ok(()) } else { Err(ReplayError::Otherwise(decided)) }
    }

    /// Makes true what `decide` gave. An event that `decide` would not give now changes nothing; one decided
    /// twice takes effect once.
    ///
    /// Taking back sets both clocks to what they were when the turn that is played again first began.
    pub fn apply(&mut self, event: &Event) {
        if self.check(event).is_err() {
            return;
        }
        let forfeit = |why| Some(Ending::Forfeit { loser: event.by, why });
        match &event.kind {
            EventKind::Played(notation) => {
                let game = self.ply().is_multiple_of(KEPT_EVERY).then(|| self.game.clone());
                if self.game.play(notation).is_err() {
                    return;
                }
                self.turns.push(Turn { by: event.by, notation: notation.clone(), clocks: self.clocks, game });
                self.clocks = self.clocks.after_move(event.by, event.at);
            }
            EventKind::TookBack { to } => {
                let (Some(game), Some(turn)) = (self.position_at(*to), self.turns.get(*to)) else { return };
                self.game = game;
                self.clocks = turn.clocks.again(event.at);
                self.turns.truncate(*to);
            }
            EventKind::PlayedIllegally(_) => self.ended_early = forfeit(Reason::IllegalMove),
            EventKind::Resigned => self.ended_early = forfeit(Reason::Resigned),
            EventKind::RanOutOfTime => self.ended_early = forfeit(Reason::RanOutOfTime),
            EventKind::Abandoned => self.ended_early = Some(Ending::Abandoned),
        }
        self.events.push(event.clone());
    }

    /// The moment at which the side to move has no time left; a move at that moment is late. `None`: never.
    pub fn flag_falls(&self) -> Option<Duration> {
        if self.ending().is_some() { None } else { self.clocks.flag_falls(self.turn()) }
    }

    /// What First and Second have left to think, at the end if that came first; `None` without a time limit.
    pub fn clocks(&self, now: Duration) -> Option<[Duration; 2]> {
        let now = if self.ending().is_some() { self.last_event_at() } else { now };
        self.clocks.at(self.turn(), now)
    }

    /// What to give an engine that is to move, so that it never loses on time: all it has for this move, or of
    /// a clock a thirtieth and the increment, less the margin of [`engine_time`]. `None` without a time limit.
    pub fn thinking_time(&self, now: Duration) -> Option<Duration> {
        let left = self.clocks(now)?[self.turn().index()];
        Some(engine_time(match self.terms.time {
            TimeControl::Clock { increment, .. } => (left / 30).saturating_add(increment).min(left),
            TimeControl::Unlimited | TimeControl::PerMove(_) => left,
        }))
    }

    fn last_event_at(&self) -> Duration {
        self.events.last().map_or(Duration::ZERO, |event| event.at)
    }

    /// `None` while the match goes on. An ending is final: no take-back undoes it.
    pub fn ending(&self) -> Option<Ending> {
        self.ended_early.or_else(|| self.game.outcome().map(Ending::Rules))
    }

    /// How it ended, in one sentence. Who fails alone has no opponent who wins.
    pub fn result(&self) -> Option<String> {
        let scene = self.scene();
        let name = |player: Player| scene.sides[player.index()].name.as_str();
        Some(match self.ending()? {
            Ending::Forfeit { loser, why } if self.game.seats() == 1 => format!("{} {why}.", name(loser)),
            Ending::Forfeit { loser, why } => format!("{} wins: {} {why}.", name(!loser), name(loser)),
            Ending::Abandoned => "The match was abandoned.".to_owned(),
            Ending::Rules(_) => scene.caption,
        })
    }

    /// The game as it stands, for an engine to think about.
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    pub fn scene(&self) -> Scene {
        self.game.scene()
    }

    pub fn turn(&self) -> Player {
        self.game.turn()
    }

    /// The number of moves on the board.
    pub fn ply(&self) -> usize {
        self.turns.len()
    }

    /// The moves on the board, in canonical notation, and who made each.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = (Player, &str)> + DoubleEndedIterator {
        self.turns.iter().map(|turn| (turn.by, turn.notation.as_str()))
    }

    /// The game as it was after so many moves; `None` where there are not so many.
    pub fn position_at(&self, ply: usize) -> Option<Box<dyn AnyGame>> {
        if ply == self.ply() {
            return Some(self.game.clone());
        }
        let kept = ply - ply % KEPT_EVERY;
        let mut game = self.turns.get(kept)?.game.clone()?;
        for turn in self.turns.get(kept..ply)? {
            game.play(&turn.notation).ok()?;
        }
        Some(game)
    }

    /// From the start to now: one more than there are moves.
    pub fn positions(&self) -> impl Iterator<Item = Box<dyn AnyGame>> {
        let mut game = self.start.clone();
        let mut turns = self.turns.iter();
        std::iter::successors(Some(game.clone()), move |_| {
            game.play(&turns.next()?.notation).ok()?;
            Some(game.clone())
        })
    }

    /// All that happened, moves taken back included.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    pub fn setup(&self) -> &Setup {
        self.start.setup()
    }

    pub fn record(&self) -> Record {
        Record { setup: self.setup().clone(), terms: self.terms, events: self.events.clone() }
    }
}

/// The whole text, or so much of it that it is still seen to be too long.
fn beginning(notation: &str) -> &str {
    let end = (LONGEST_NOTATION + 1..notation.len()).find(|&end| notation.is_char_boundary(end));
    end.map_or(notation, |end| &notation[..end])
}
