//! One game between two engines, on the driver of every match: its opening, its adjudication, and what is kept of it.

use std::time::{Duration, Instant};

use parlor_core::{AnyGame, AnyReport, EngineSpec, Outcome, Player};
use parlor_match::{
    Driver, EngineFailure, EngineSet, Event, EventKind, ForfeitReason, Match, MatchResult, SearchFailure, Seat, Terms,
};

use crate::adjudicator::Adjudicator;
use crate::{ArenaError, Limit, Opening, Overrun, StoredMove};

/// Terms of one game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameTerms<'a> {
    pub(crate) opening: &'a Opening,
    pub(crate) limit: Limit,
    pub(crate) overrun: Overrun,
    pub(crate) margin: Duration,
}

/// A game that came to an end.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct PlayedGame {
    pub(crate) outcome: Outcome,
    /// How the game ended, for people.
    pub(crate) reason: String,
    /// Last event of the match, if that was not a move.
    pub(crate) ending: Option<EventKind>,
    pub(crate) is_adjudicated: bool,
    /// The engine that broke the rules, crashed or overran its time.
    pub(crate) failed: Option<Player>,
    /// Moves after the opening.
    pub(crate) moves: Vec<StoredMove>,
}

/// Why a game ends before its match does.
#[derive(Clone, Copy)]
enum Interruption {
    Adjudicated(Outcome),
    /// The engine to move failed otherwise than by an overrun, which alone the policy forgives.
    EngineFailed,
}

/// Plays a game from its opening with engines of the set. `None` if it was stopped. `on_position` gets the position before
/// each move. Fails if the opening has an illegal move, or an engine cannot be built as its spec says.
pub(crate) fn play(
    start: Box<dyn AnyGame>,
    terms: GameTerms,
    seats: [EngineSpec; 2],
    engines: &mut EngineSet,
    adjudicator: Option<&mut Adjudicator>,
    on_position: &mut dyn FnMut(&dyn AnyGame),
) -> Result<Option<PlayedGame>, ArenaError> {
    let limits = terms.limit.search_limits();
    let seats = seats.map(|spec| Seat::Engine { spec, limits: limits.clone() });
    let mut driver = Driver::new(opened_match(start, terms)?, seats.to_vec());
    driver.set_margin(terms.margin);
    engines.begin_match(&driver)?;
    driver.start(Duration::ZERO);
    let mut referee = Referee { adjudicator, on_position, turn_start: Duration::ZERO, moves: Vec::new() };
    let started = Instant::now();
    let ended = referee.see_position(driver.current_match()).and_then(|()| {
        engines.play(&mut driver, || started.elapsed(), |driver, event, report| referee.on_event(driver, event, report))
    });
    let played = finish(&driver, ended.err(), referee.moves);
    let reason = played.as_ref().map_or("", |game| &game.reason);
    engines.end_match(played.as_ref().map(|game| game.outcome), reason);
    Ok(played)
}

/// The match after its opening.
fn opened_match(start: Box<dyn AnyGame>, terms: GameTerms) -> Result<Match, ArenaError> {
    let time = terms.limit.time_control(terms.margin);
    let engine_failure = match terms.overrun {
        Overrun::Forfeit => EngineFailure::Forfeit,
        Overrun::Last => EngineFailure::UseLastReport,
    };
    let mut opened =
        Match::new(start, Terms { time, illegal_move_loses: true, take_backs: false, analysis: false, engine_failure });
    for (index, notation) in terms.opening.moves.iter().enumerate() {
        let event = Event { at: Duration::ZERO, by: opened.turn(), kind: EventKind::Played(notation.clone()) };
        opened.admit(index, &event).map_err(|_| {
            ArenaError::Invalid(format!("\"{notation}\" is not a legal move of the opening {}", terms.opening))
        })?;
    }
    Ok(opened)
}

/// Watches a game: keeps its moves, and ends it when its result is proved.
struct Referee<'a, 'b> {
    adjudicator: Option<&'a mut Adjudicator<'b>>,
    on_position: &'a mut dyn FnMut(&dyn AnyGame),
    /// Match time at which the turn began. Only searches take match time.
    turn_start: Duration,
    moves: Vec<StoredMove>,
}

impl Referee<'_, '_> {
    fn on_event(&mut self, driver: &Driver, event: &Event, report: Option<&AnyReport>) -> Result<(), Interruption> {
        let current = driver.current_match();
        match &event.kind {
            EventKind::Played(notation) => {
                let time = event.at.saturating_sub(self.turn_start);
                self.turn_start = event.at;
                self.moves.push(StoredMove::new(notation.clone(), time, report, current.game().unit()));
                self.see_position(current)
            }
            EventKind::EngineFailed(_) if !driver.last_failure().is_some_and(SearchFailure::is_overrun) => {
                Err(Interruption::EngineFailed)
            }
            _ => Ok(()),
        }
    }

    fn see_position(&mut self, current: &Match) -> Result<(), Interruption> {
        if current.result().is_some() {
            return Ok(());
        }
        let outcome = self.adjudicator.as_deref_mut().and_then(|solver| solver.outcome(current.game()));
        (self.on_position)(current.game());
        outcome.map_or(Ok(()), |outcome| Err(Interruption::Adjudicated(outcome)))
    }
}

/// The result; `None` if the game was stopped.
fn finish(driver: &Driver, interruption: Option<Interruption>, moves: Vec<StoredMove>) -> Option<PlayedGame> {
    let current = driver.current_match();
    let ending = current.events().last().map(|event| event.kind.clone());
    let ending = ending.filter(|kind| !matches!(kind, EventKind::Played(_)));
    if let Some(Interruption::Adjudicated(outcome)) = interruption {
        let reason = "adjudicated".to_owned();
        return Some(PlayedGame { outcome, reason, ending: None, is_adjudicated: true, failed: None, moves });
    }
    let has_failed = interruption.is_some() || matches!(current.result(), Some(MatchResult::Forfeit { .. }));
    let failed = has_failed.then(|| current.turn());
    let outcome = failed.map(|loser| Outcome::Win(!loser)).or_else(|| current.result()?.outcome())?;
    let reason = match (has_failed, driver.last_failure()) {
        (false, _) => String::new(),
        (true, Some(failure)) => failure.to_string(),
        (true, None) => ForfeitReason::RanOutOfTime.to_string(),
    };
    Some(PlayedGame { outcome, reason, ending, is_adjudicated: false, failed, moves })
}
