//! Decisions: what a command leads to, checked and ready to be applied.

use std::time::Duration;

use parlor_core::{AnyGame, Player};

use crate::{Command, EngineFailure, Event, EventKind, MAX_EVENTS, Match, MatchError};

/// Longer than the notation of any move. Longer input is an illegal move, and is truncated.
const MAX_NOTATION_BYTES: usize = 200;

/// An event that was decided in a state of a match, to be applied in this state.
#[derive(Clone, Debug)]
pub(crate) struct Decision {
    pub(crate) event: Event,
    /// The game after the event, if the board changes. So a move is parsed once, and applying it cannot fail.
    pub(crate) after: Option<Box<dyn AnyGame>>,
}

/// A legal move in a position: its canonical notation, and the game after it.
#[derive(Clone, Debug)]
pub(crate) struct ParsedMove {
    notation: String,
    after: Box<dyn AnyGame>,
}

/// What a command leads to, and the game after it if the board changes.
type Consequence = (EventKind, Option<Box<dyn AnyGame>>);

impl Match {
    /// Decides what a command leads to. `ply` is the number of moves that the command was based on; only a move and a
    /// take-back depend on it. After the deadline every command results in a loss on time. A `now` before the last event
    /// counts as the time of that event.
    pub(crate) fn decide(
        &self,
        by: Player,
        ply: usize,
        command: &Command,
        now: Duration,
    ) -> Result<Decision, MatchError> {
        self.decide_in_time(by, matches!(command, Command::TakeBack), now, || match command {
            Command::Play(notation) => self.decide_move(by, ply, notation),
            Command::TakeBack => self.decide_take_back(by, ply),
            Command::Resign => Ok((EventKind::Resigned, None)),
            Command::Abandon => Ok((EventKind::Abandoned, None)),
            Command::FailEngine(reason) => self.decide_engine_failure(by, reason),
            Command::ClaimTime => Err(MatchError::TimeNotUp),
        })
    }

    /// Decides the command that led to an event elsewhere.
    pub(crate) fn decide_again(&self, Event { at, by, kind }: &Event) -> Result<Decision, MatchError> {
        self.decide_in_time(*by, matches!(kind, EventKind::TookBack { .. }), *at, || match kind {
            EventKind::Played(notation) | EventKind::PlayedIllegally(notation) => {
                self.decide_move(*by, self.ply(), notation)
            }
            EventKind::TookBack { .. } => self.decide_take_back(*by, self.ply()),
            EventKind::Resigned => Ok((EventKind::Resigned, None)),
            EventKind::Abandoned => Ok((EventKind::Abandoned, None)),
            EventKind::EngineFailed(reason) => self.decide_engine_failure(*by, reason),
            EventKind::RanOutOfTime => Err(MatchError::TimeNotUp),
        })
    }

    /// Decides a move of the player to move that was parsed in this position.
    pub(crate) fn decide_parsed(&self, parsed: ParsedMove, now: Duration) -> Result<Decision, MatchError> {
        self.decide_in_time(self.turn(), false, now, || self.decide_legal_move(parsed))
    }

    fn decide_in_time(
        &self,
        by: Player,
        is_take_back: bool,
        now: Duration,
        decide: impl FnOnce() -> Result<Consequence, MatchError>,
    ) -> Result<Decision, MatchError> {
        if by.index() >= usize::from(self.game().player_count()) {
            return Err(MatchError::NoSuchSeat);
        }
        if self.result().is_some() && !(is_take_back && self.is_lost_problem()) {
            return Err(MatchError::MatchIsOver);
        }
        let at = now.max(self.last_event_at());
        if self.deadline().is_some_and(|deadline| at >= deadline) {
            let event = Event { at, by: self.turn(), kind: EventKind::RanOutOfTime };
            return Ok(Decision { event, after: None });
        }
        let (kind, after) = decide()?;
        Ok(Decision { event: Event { at, by, kind }, after })
    }

    fn decide_move(&self, by: Player, ply: usize, notation: &str) -> Result<Consequence, MatchError> {
        self.require_ply(ply)?;
        if by != self.turn() {
            return Err(MatchError::NotYourTurn);
        }
        match self.parse(notation) {
            Some(parsed) => self.decide_legal_move(parsed),
            None if self.terms().illegal_move_loses => {
                Ok((EventKind::PlayedIllegally(truncate(notation).to_owned()), None))
            }
            None => Err(MatchError::IllegalMove),
        }
    }

    fn decide_legal_move(&self, ParsedMove { notation, after }: ParsedMove) -> Result<Consequence, MatchError> {
        self.require_event_capacity()?;
        Ok((EventKind::Played(notation), Some(after)))
    }

    /// A legal move in this position, which may be given in a shorter form.
    pub(crate) fn parse(&self, notation: &str) -> Option<ParsedMove> {
        let is_short = |text: &str| text.len() <= MAX_NOTATION_BYTES;
        let (canonical, after) = is_short(notation).then(|| self.game().after(notation).ok()).flatten()?;
        is_short(&canonical).then_some(ParsedMove { notation: canonical, after })
    }

    fn decide_take_back(&self, by: Player, ply: usize) -> Result<Consequence, MatchError> {
        if !self.terms().take_backs {
            return Err(MatchError::TakeBacksNotAllowed);
        }
        self.require_ply(ply)?;
        self.require_event_capacity()?;
        let last = self.moves().rev().position(|(player, _)| player == by).ok_or(MatchError::NothingToTakeBack)?;
        let to = self.ply() - 1 - last;
        let after = self.position_at(to).ok_or(MatchError::NothingToTakeBack)?;
        Ok((EventKind::TookBack { to }, Some(after)))
    }

    fn decide_engine_failure(&self, by: Player, reason: &str) -> Result<Consequence, MatchError> {
        if by != self.turn() {
            return Err(MatchError::NotYourTurn);
        }
        if self.terms().engine_failure != EngineFailure::Forfeit {
            self.require_event_capacity()?;
        }
        Ok((EventKind::EngineFailed(truncate(reason).to_owned()), None))
    }

    fn require_ply(&self, ply: usize) -> Result<(), MatchError> {
        let now = self.ply();
        if ply == now { Ok(()) } else { Err(MatchError::StaleState { based_on: ply, now }) }
    }

    fn require_event_capacity(&self) -> Result<(), MatchError> {
        if self.events().len() < MAX_EVENTS { Ok(()) } else { Err(MatchError::MatchIsTooLong) }
    }
}

/// Truncates long input, but not below the length that makes it illegal.
fn truncate(notation: &str) -> &str {
    let end = (MAX_NOTATION_BYTES + 1..notation.len()).find(|&end| notation.is_char_boundary(end));
    end.map_or(notation, |end| &notation[..end])
}
