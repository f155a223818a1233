//! What travels over a socket, both ways, and the parts of it that HTTP gives as well. The page's types.d.ts and
//! openapi.json say the same in their own words.

use std::time::Duration;

use parlor_core::{AnySearchInfo, Player, Scene, Setup, Value};
use parlor_match::{Ending, Match, Reason};
use serde::{Deserialize, Serialize};

use crate::refused::Code;
use crate::seats::{Rights, Seat, Seating};
use crate::secret::MatchId;

/// A client's message; `request` comes back in the answer.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Ask {
    #[serde(default)]
    pub(crate) request: u32,
    #[serde(flatten)]
    pub(crate) wish: Wish,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(crate) enum Wish {
    /// Shows the token of a seat; without one, one watches.
    Hello {
        #[serde(default)]
        token: String,
    },
    Play {
        ply: usize,
        #[serde(rename = "move")]
        notation: String,
    },
    TakeBack {
        ply: usize,
    },
    Resign,
    ClaimTime,
    /// The host's, where engines play each other.
    Pace {
        seconds: f64,
        paused: bool,
    },
    /// The value of every legal move.
    Analyze {
        ply: usize,
        seconds: f64,
    },
    /// A value for every position, from the last back to the one after `from` moves.
    Review {
        seconds: f64,
        #[serde(default)]
        from: usize,
    },
    /// A plan, or an engine's expected line, with progress.
    Solve {
        ply: usize,
        engine: String,
        seconds: f64,
    },
    /// Ends an analysis, a review or a solution under way.
    Stop,
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(crate) enum Told {
    /// All there is to know, first of all and whenever a client fell behind.
    Welcome {
        you: You,
        #[serde(flatten)]
        state: Box<State>,
    },
    /// Something happened: the moves from `from` on are replaced by these.
    Position {
        from: usize,
        #[serde(flatten)]
        position: Box<Position>,
    },
    /// Seats, watchers, pace or rematch have changed.
    Table(TableView),
    /// An engine thinks about its move.
    Thinking {
        ply: usize,
        thought: ThoughtView,
    },
    Done {
        request: u32,
    },
    Refused {
        request: u32,
        error: Code,
        message: String,
    },
    Values {
        request: u32,
        ply: usize,
        values: Vec<MoveValue>,
    },
    Reviewed {
        request: u32,
        ply: usize,
        turn: Player,
        value: ValueView,
        verdict: Option<&'static str>,
    },
    Solving {
        request: u32,
        thought: ThoughtView,
        proved: bool,
        plan: bool,
    },
    /// The server goes down; come back soon.
    Closing,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct You {
    pub(crate) seats: Vec<Player>,
    pub(crate) host: bool,
}

impl From<Rights> for You {
    fn from(rights: Rights) -> You {
        You { seats: Player::BOTH.into_iter().filter(|seat| rights.holds(*seat)).collect(), host: rights.is_host }
    }
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct State {
    pub(crate) id: MatchId,
    pub(crate) setup: Setup,
    pub(crate) terms: String,
    pub(crate) take_backs: bool,
    pub(crate) table: TableView,
    #[serde(flatten)]
    pub(crate) position: Position,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct Position {
    pub(crate) ply: usize,
    pub(crate) turn: Player,
    pub(crate) moves: Vec<String>,
    pub(crate) scene: Scene,
    pub(crate) clocks: Option<ClocksView>,
    pub(crate) ending: Option<EndingView>,
}

/// Milliseconds left; the clock of the side to move runs where `running`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ClocksView {
    pub(crate) left: [u64; 2],
    pub(crate) running: bool,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct EndingView {
    pub(crate) winner: Option<Player>,
    pub(crate) how: &'static str,
    pub(crate) sentence: String,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct TableView {
    pub(crate) seats: Vec<SeatView>,
    pub(crate) watching: usize,
    pub(crate) pace: f64,
    pub(crate) paused: bool,
    pub(crate) rematch: Option<MatchId>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "who", rename_all = "kebab-case")]
pub(crate) enum SeatView {
    Person { taken: bool, here: bool },
    Engine { engine: String, seconds: f64 },
}

/// A value for people (`text`) and for graphs: bounds and estimate as numbers, for the side to move.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ValueView {
    pub(crate) text: String,
    pub(crate) estimate: i32,
    pub(crate) decided: Option<&'static str>,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct MoveValue {
    #[serde(rename = "move")]
    pub(crate) notation: String,
    pub(crate) value: ValueView,
    pub(crate) best: bool,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct ThoughtView {
    pub(crate) value: ValueView,
    pub(crate) line: Vec<String>,
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
}

impl From<Value> for ValueView {
    fn from(value: Value) -> ValueView {
        let decided = if value.at_least.is_win() {
            Some("win")
        } else if value.at_most.is_loss() {
            Some("loss")
        } else if value.is_exact() && value.at_least == parlor_core::Score::DRAW {
            Some("draw")
        } else {
            None
        };
        ValueView { text: value.to_string(), estimate: value.estimate.raw(), decided }
    }
}

impl From<AnySearchInfo> for ThoughtView {
    fn from(thought: AnySearchInfo) -> ThoughtView {
        ThoughtView { value: thought.value.into(), line: thought.line, depth: thought.depth, nodes: thought.nodes }
    }
}

impl EndingView {
    pub(crate) fn of(played: &Match) -> Option<EndingView> {
        let ending = played.ending()?;
        let how = match ending {
            Ending::Rules(_) => "rules",
            Ending::Abandoned => "abandoned",
            Ending::Forfeit { why: Reason::Resigned, .. } => "resigned",
            Ending::Forfeit { why: Reason::IllegalMove, .. } => "illegal-move",
            Ending::Forfeit { why: Reason::RanOutOfTime, .. } => "ran-out-of-time",
        };
        Some(EndingView { winner: ending.winner(), how, sentence: played.result()? })
    }
}

impl Position {
    /// `from`: the moves before are known already.
    pub(crate) fn of(played: &Match, from: usize, now: Duration, running: bool) -> Position {
        let clocks = played.clocks(now).map(|left| ClocksView {
            left: left.map(|left| u64::try_from(left.as_millis()).unwrap_or(u64::MAX)),
            running: running && played.ending().is_none(),
        });
        Position {
            ply: played.ply(),
            turn: played.turn(),
            moves: played.moves().skip(from).map(|(_, notation)| notation.to_owned()).collect(),
            scene: played.scene(),
            clocks,
            ending: EndingView::of(played),
        }
    }
}

impl SeatView {
    pub(crate) fn all(seating: &Seating, here: [usize; 2]) -> Vec<SeatView> {
        let view = |(seat, here): (&Seat, usize)| match seat {
            Seat::Person { token, invitation } => {
                SeatView::Person { taken: token.is_some() || invitation.is_none(), here: here > 0 }
            }
            Seat::Engine { engine, seconds } => SeatView::Engine { engine: engine.clone(), seconds: *seconds },
        };
        seating.seats.iter().zip(here).map(view).collect()
    }
}
