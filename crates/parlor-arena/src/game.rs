//! One game between two engines: the match loop, the overrun policy, and what an engine's failure leads to.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use parlor_core::random::SplitMix64;
use parlor_core::{
    AnyEngine, AnyGame, AnySearchInfo, FaultKind, GameResult, Limits, Outcome, Player, SearchError, StopFlag, Unit,
};
use parlor_match::{Command, EngineFailure, EventKind, ForfeitReason, Match, MatchResult, Terms};

use crate::adjudicator::Adjudicator;
use crate::{Limit, Opening, Overrun};

/// Terms of one game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameTerms<'a> {
    pub(crate) opening: &'a Opening,
    pub(crate) limit: Limit,
    pub(crate) overrun: Overrun,
    pub(crate) margin: Duration,
    /// Seed of the random moves that replace missing ones.
    pub(crate) seed: u64,
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
    pub(crate) moves: Vec<PlayedMove>,
}

impl PlayedGame {
    fn result_for(&self, player: Player) -> GameResult {
        GameResult::from_outcome(self.outcome, player)
    }
}

/// A move with the engine's time and last report.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct PlayedMove {
    pub(crate) notation: String,
    pub(crate) time: Duration,
    pub(crate) info: Option<AnySearchInfo>,
    /// Unit of the values of the game.
    pub(crate) unit: Unit,
}

/// What an engine did with its turn.
enum Answer {
    Move {
        notation: String,
        time: Duration,
        info: Option<AnySearchInfo>,
    },
    /// Only the loss of the game is left: the command that loses it, and the reason.
    Failure {
        command: Command,
        time: Duration,
        reason: String,
    },
}

/// Plays a game from its opening. `None` if it was stopped. `on_move` gets the position before each move.
pub(crate) fn play(
    start: Box<dyn AnyGame>,
    terms: GameTerms,
    engines: &mut [Box<dyn AnyEngine>; 2],
    adjudicator: Option<&mut Adjudicator>,
    stop: &StopFlag,
    on_move: &mut dyn FnMut(&dyn AnyGame),
) -> Option<PlayedGame> {
    let time = terms.limit.time_control(terms.margin);
    let engine_failure = EngineFailure::Forfeit;
    let mut game_match =
        Match::new(start, Terms { time, illegal_move_loses: true, engine_failure, ..Terms::default() });
    for notation in &terms.opening.moves {
        decide_and_apply(&mut game_match, &Command::Play(notation.clone()), Duration::ZERO);
    }
    for (engine, player) in engines.iter_mut().zip(Player::BOTH) {
        // A program that cannot start fails again at its first search.
        let _ = catch_unwind(AssertUnwindSafe(|| engine.begin_game(game_match.game(), player)));
    }
    let played = play_moves(&mut game_match, terms, engines, adjudicator, stop, on_move);
    for (engine, player) in engines.iter_mut().zip(Player::BOTH) {
        let result = played.as_ref().map_or(GameResult::Unfinished, |game| game.result_for(player));
        let reason = played.as_ref().map_or("", |game| &game.reason);
        let _ = catch_unwind(AssertUnwindSafe(|| engine.end_game(result, reason)));
    }
    played
}

fn play_moves(
    game_match: &mut Match,
    terms: GameTerms,
    engines: &mut [Box<dyn AnyEngine>; 2],
    mut adjudicator: Option<&mut Adjudicator>,
    stop: &StopFlag,
    on_move: &mut dyn FnMut(&dyn AnyGame),
) -> Option<PlayedGame> {
    let mut random = SplitMix64::new(terms.seed);
    let mut moves = Vec::new();
    while game_match.result().is_none() {
        if let Some(outcome) = adjudicator.as_deref_mut().and_then(|solver| solver.outcome(game_match.game())) {
            return Some(adjudicated(outcome, moves));
        }
        on_move(game_match.game());
        let player = game_match.turn();
        let engine = &mut engines[player.index()];
        let answer = search(game_match, &mut **engine, terms, stop, &mut random);
        if stop.is_raised() {
            return None;
        }
        match answer {
            Answer::Move { notation, time, info } => {
                let at = turn_start(game_match).saturating_add(time);
                decide_and_apply(game_match, &Command::Play(notation.clone()), at);
                // An illegal move was not played, but it is what the engine answered.
                moves.push(PlayedMove { notation, time, info, unit: game_match.game().unit() });
            }
            Answer::Failure { command, time, reason } => {
                let at = turn_start(game_match).saturating_add(time);
                decide_and_apply(game_match, &command, at);
                return Some(failed(player, reason, game_match, moves));
            }
        }
    }
    Some(finished(game_match, moves))
}

fn decide_and_apply(game_match: &mut Match, command: &Command, now: Duration) {
    if let Ok(event) = game_match.decide(game_match.turn(), game_match.ply(), command, now) {
        game_match.apply(&event);
    }
}

/// Time at which the turn began. Only searches take time on the clocks of the match; what happens between them, such as
/// adjudication, is not charged to anybody.
fn turn_start(game_match: &Match) -> Duration {
    game_match.events().last().map_or(Duration::ZERO, |event| event.at)
}

/// Lets the engine to move search, and applies the overrun policy.
fn search(
    game_match: &Match,
    engine: &mut dyn AnyEngine,
    terms: GameTerms,
    stop: &StopFlag,
    random: &mut SplitMix64,
) -> Answer {
    let turn_start = turn_start(game_match);
    let limits = Limits { stop: stop.clone(), ..terms.limit.search_limits(game_match, turn_start) };
    let available = game_match.deadline().map(|deadline| deadline.saturating_sub(turn_start));
    let is_late = |time: Duration| available.is_some_and(|available| time >= available);
    let (mut last, mut last_in_time) = (None, None);
    let started = Instant::now();
    let mut on_info = |info: AnySearchInfo| {
        if terms.overrun == Overrun::Last && !is_late(started.elapsed()) {
            last_in_time = Some(info.clone());
        }
        last = Some(info);
    };
    let searched = catch_unwind(AssertUnwindSafe(|| engine.search(game_match.game(), &limits, &mut on_info)));
    // The start of an external program is not charged to it.
    let time = engine.charged_time().unwrap_or_else(|| started.elapsed());
    let is_overrun = matches!(&searched, Ok(Err(SearchError::Fault(fault))) if fault.kind == FaultKind::Overrun);
    let failure = match searched {
        Ok(Ok(())) => None,
        Ok(Err(error)) => Some(error.to_string()),
        Err(panic) => Some(format!("crashed: {}", panic_message(&*panic))),
    };
    if (is_late(time) || is_overrun) && terms.overrun == Overrun::Last {
        let time = available.map_or(time, |available| available.saturating_sub(Duration::from_nanos(1)));
        let random_move = || random.choose(&game_match.game().legal_moves()).cloned().unwrap_or_default();
        let notation = last_in_time.as_ref().map_or_else(random_move, |info| info.best.clone());
        return Answer::Move { notation, time, info: last_in_time };
    }
    let fail = |command, reason| Answer::Failure { command, time, reason };
    match (failure, last) {
        (Some(reason), _) => fail(Command::FailEngine(reason.clone()), reason),
        (None, _) if is_late(time) => fail(Command::ClaimTime, ForfeitReason::RanOutOfTime.to_string()),
        (None, None) => fail(Command::FailEngine("gave no move".to_owned()), "gave no move".to_owned()),
        (None, Some(info)) => Answer::Move { notation: info.best.clone(), time, info: Some(info) },
    }
}

fn finished(game_match: &Match, moves: Vec<PlayedMove>) -> PlayedGame {
    let ending = game_match.events().last().map(|event| event.kind.clone());
    let ending = ending.filter(|kind| !matches!(kind, EventKind::Played(_)));
    let (outcome, failed) = match game_match.result() {
        Some(MatchResult::Finished(outcome)) => (outcome, None),
        Some(MatchResult::Forfeit { loser, .. }) => (Outcome::Win(!loser), Some(loser)),
        Some(MatchResult::Abandoned) | None => (Outcome::Draw, None),
    };
    let reason = match game_match.result() {
        Some(MatchResult::Forfeit { reason: ForfeitReason::IllegalMove, .. }) => {
            format!("made an illegal move: {}", moves.last().map_or("", |last| &last.notation))
        }
        Some(MatchResult::Forfeit { reason, .. }) => reason.to_string(),
        _ => String::new(),
    };
    let mut moves = moves;
    if failed.is_some() {
        // The forfeiting answer is in the reason and in the ending.
        moves.pop();
    }
    PlayedGame { outcome, reason, ending, is_adjudicated: false, failed, moves }
}

fn adjudicated(outcome: Outcome, moves: Vec<PlayedMove>) -> PlayedGame {
    PlayedGame { outcome, reason: "adjudicated".to_owned(), ending: None, is_adjudicated: true, failed: None, moves }
}

fn failed(loser: Player, reason: String, game_match: &Match, moves: Vec<PlayedMove>) -> PlayedGame {
    let ending = game_match.events().last().map(|event| event.kind.clone());
    let outcome = Outcome::Win(!loser);
    PlayedGame { outcome, reason, ending, is_adjudicated: false, failed: Some(loser), moves }
}

fn panic_message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("unknown reason")
}
