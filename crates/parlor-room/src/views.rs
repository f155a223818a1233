//! JSON views of a match: its position, clocks, result, participants and engine values. HTTP responses and
//! WebSocket messages share them.

use std::time::Duration;

use parlor_core::{Player, Scene, Setup};
use parlor_match::{Awaited, Driver, ForfeitReason, Match, MatchResult, Terms};
use serde::Serialize;

use crate::{MatchId, Participants, SeatAssignment};

/// Complete state of a match.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatchSnapshot {
    pub id: MatchId,
    pub setup: Setup,
    pub terms: TermsView,
    pub room: RoomView,
    #[serde(flatten)]
    pub position: PositionView,
}

/// Current position with the moves that led to it, clocks and result.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Position"))]
pub struct PositionView {
    pub ply: usize,
    pub moves: Vec<PlayedMoveView>,
    /// The position; its `turn` is `null` after the end of the match.
    pub scene: Scene,
    pub clocks: Option<ClocksView>,
    pub result: Option<ResultView>,
    /// Why the engine to move failed. The match is paused until a player retries or chooses another engine.
    pub failure: Option<String>,
}

impl PositionView {
    /// View of a match at a time of its driver, with the moves from ply `from` on.
    pub fn new(driver: &Driver, from: usize, now: Duration) -> PositionView {
        let game_match = driver.current_match();
        let clocks = driver.clocks(now).map(|left| ClocksView {
            left: left.map(|left| u64::try_from(left.as_millis()).unwrap_or(u64::MAX)),
            running: driver.is_clock_running(),
        });
        let failure = if let Awaited::Retry(_, reason) = driver.awaited() { Some(reason.to_owned()) } else { None };
        PositionView {
            ply: game_match.ply(),
            moves: game_match.moves().skip(from).map(PlayedMoveView::from).collect(),
            scene: game_match.scene(),
            clocks,
            result: ResultView::new(game_match),
            failure,
        }
    }
}

/// Terms of a match. `time` is as in a record: `unlimited`, `move=5` or `clock=300+2`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Terms"))]
pub struct TermsView {
    pub time: String,
    pub illegal_move_loses: bool,
    pub take_backs: bool,
    /// Whether two people who play each other agreed that they may analyze.
    pub analysis: bool,
    /// `pause`, `forfeit` or `last-report`.
    pub engine_failure: String,
}

impl From<&Terms> for TermsView {
    fn from(terms: &Terms) -> TermsView {
        let Terms { time, illegal_move_loses, take_backs, analysis, engine_failure } = terms;
        TermsView {
            time: time.to_string(),
            illegal_move_loses: *illegal_move_loses,
            take_backs: *take_backs,
            analysis: *analysis,
            engine_failure: engine_failure.to_string(),
        }
    }
}

/// A move of the match, and who made it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "PlayedMove"))]
pub struct PlayedMoveView {
    pub player: Player,
    #[serde(rename = "move")]
    pub notation: String,
}

impl From<(Player, &str)> for PlayedMoveView {
    fn from((player, notation): (Player, &str)) -> PlayedMoveView {
        PlayedMoveView { player, notation: notation.to_owned() }
    }
}

/// Milliseconds left on both clocks. With `running`, the clock of the side to move runs.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Clocks"))]
pub struct ClocksView {
    pub left: [u64; 2],
    pub running: bool,
}

/// Result of a match: the winner, the reason as a code, and both in a sentence.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "MatchResult"))]
pub struct ResultView {
    pub winner: Option<Player>,
    pub reason: ResultReason,
    pub sentence: String,
}

/// Reason for the end of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ResultReason {
    /// The game is over by its rules.
    Rules,
    Abandoned,
    Resigned,
    IllegalMove,
    RanOutOfTime,
    EngineFailed,
}

impl ResultView {
    fn new(game_match: &Match) -> Option<ResultView> {
        let result = game_match.result()?;
        let reason = match result {
            MatchResult::Finished(_) => ResultReason::Rules,
            MatchResult::Abandoned => ResultReason::Abandoned,
            MatchResult::Forfeit { reason: ForfeitReason::Resigned, .. } => ResultReason::Resigned,
            MatchResult::Forfeit { reason: ForfeitReason::IllegalMove, .. } => ResultReason::IllegalMove,
            MatchResult::Forfeit { reason: ForfeitReason::RanOutOfTime, .. } => ResultReason::RanOutOfTime,
            MatchResult::Forfeit { reason: ForfeitReason::EngineFailed, .. } => ResultReason::EngineFailed,
        };
        Some(ResultView { winner: result.winner(), reason, sentence: game_match.result_text()? })
    }
}

/// Participants of a match, the number of spectators, the pace of engines, and the rematch if there is one.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RoomView {
    pub seats: Vec<SeatView>,
    pub spectators: usize,
    pub pace: f64,
    pub paused: bool,
    pub rematch: Option<MatchId>,
    /// Whether the position may be analyzed during the match; afterwards it always may.
    pub analysis: bool,
}

/// Seat of a person, `online` while the person is connected, of an engine, or of nobody in an imported match.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Seat"))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum SeatView {
    Person { taken: bool, online: bool, name: String },
    Absent,
    Engine { engine: String, seconds: f64 },
}

impl SeatView {
    /// Views of all seats. `sockets` counts the open sockets of each seat, and `names` are those of their
    /// people.
    pub fn all(participants: &Participants, sockets: [usize; 2], names: &[String; 2]) -> Vec<SeatView> {
        let view = |((seat, sockets), name): ((&SeatAssignment, usize), &String)| match seat {
            SeatAssignment::Person { token: None, invitation: None } => SeatView::Absent,
            SeatAssignment::Person { token, .. } => {
                SeatView::Person { taken: token.is_some(), online: sockets > 0, name: name.clone() }
            }
            SeatAssignment::Engine { engine, seconds } => {
                SeatView::Engine { engine: engine.clone(), seconds: *seconds }
            }
        };
        participants.seats.iter().zip(sockets).zip(names).map(view).collect()
    }
}
