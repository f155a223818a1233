//! Messages between a page and its host, in both directions. openapi.json and the page's declarations are
//! generated from these types. Rust reserves the word `move`, which is the name of a move in all JSON.

use parlor_core::{ReportView, json_integer};
use parlor_study::{MoveValue, ReviewedPosition};
use serde::{Deserialize, Serialize};

use crate::{ApiError, ErrorCode, MatchSnapshot, PositionView, Rights, RoomView};

/// Message of a client with its request number, which the reply repeats.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ClientMessage"))]
pub struct ClientRequest {
    #[serde(default)]
    pub request: u32,
    #[serde(flatten)]
    pub message: ClientMessage,
}

/// Message of a client. `ply` is the number of moves on the board that the message is based on.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ClientMessage {
    /// First message: joins the match with the token of a seat, or without one as a spectator.
    Hello {
        #[serde(default)]
        token: String,
        /// Name that the others see.
        #[serde(default)]
        name: String,
    },
    /// Heartbeat: the reply tells that the connection is alive.
    Ping,
    /// Plays a move.
    Play {
        #[serde(deserialize_with = "json_integer::deserialize")]
        ply: usize,
        #[serde(rename = "move")]
        #[cfg_attr(feature = "schema", schemars(length(min = 1, max = 200)))]
        notation: String,
    },
    /// Takes back the last move of this client's side, where the terms allow it.
    TakeBack { ply: usize },
    /// Gives the match up.
    Resign,
    /// Claims the win because the opponent's time is up. The server also ends such a match by itself.
    ClaimTime,
    /// Sets the pace of a match between engines; only for the host.
    Pace {
        #[cfg_attr(feature = "schema", schemars(range(min = 0.0, max = 60.0)))]
        seconds: f64,
        paused: bool,
    },
    /// Lets an engine that failed try again, or another engine play for it; only for players and the host.
    Retry {
        #[serde(default)]
        engine: Option<String>,
    },
    /// Requests the value of every legal move.
    Analyze {
        #[serde(deserialize_with = "json_integer::deserialize")]
        ply: usize,
        #[cfg_attr(feature = "schema", schemars(range(min = 0.01, max = 60.0)))]
        seconds: f64,
    },
    /// Requests a value for every position, from the last one back to the one after `from` moves.
    Review {
        #[cfg_attr(feature = "schema", schemars(range(min = 0.01, max = 60.0)))]
        seconds: f64,
        #[serde(default, deserialize_with = "json_integer::deserialize")]
        from: usize,
    },
    /// Requests a plan for a problem, or the principal variation of an engine, with progress.
    Solve {
        #[serde(deserialize_with = "json_integer::deserialize")]
        ply: usize,
        engine: String,
        #[cfg_attr(feature = "schema", schemars(range(min = 0.01, max = 60.0)))]
        seconds: f64,
    },
    /// Stops the running analysis, review or solution.
    Stop,
}

/// Message of the server.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ServerMessage {
    /// Complete state: the first message, and again whenever a client fell behind.
    Welcome {
        you: Rights,
        #[serde(flatten)]
        state: Box<MatchSnapshot>,
    },
    /// The match changed: `moves` replaces the moves from `from` on.
    Position {
        from: usize,
        #[serde(flatten)]
        position: Box<PositionView>,
    },
    /// Seats, spectators, pace or rematch changed.
    Room(RoomView),
    /// Progress of the engine that is to move.
    Thinking { ply: usize, info: ReportView },
    /// Final reply to a request that succeeded.
    Done { request: u32 },
    /// Final reply to a request that failed.
    Error { request: u32, error: ErrorCode, message: String },
    /// Result of `Analyze`, repeated with every improvement.
    Values { request: u32, ply: usize, values: Vec<MoveValue> },
    /// Result of `Review` for one position. The annotation is about the move played there.
    Reviewed {
        request: u32,
        ply: usize,
        #[serde(flatten)]
        position: ReviewedPosition,
    },
    /// Progress of `Solve`.
    Solving { request: u32, info: ReportView, proved: bool, plan: bool },
    /// The server shuts down; the client may reconnect soon.
    Closing,
}

impl ServerMessage {
    pub fn error(request: u32, error: ApiError) -> ServerMessage {
        ServerMessage::Error { request, error: error.code, message: error.message }
    }
}

#[cfg(test)]
mod tests {
    use parlor_core::{Player, Score, Unit, Value};
    use parlor_study::Verdict;
    use serde_json::{json, to_value};

    use super::*;

    #[test]
    fn the_wire_says_what_the_code_says() {
        let error = ServerMessage::error(1, ApiError::new(ErrorCode::BadSetup, "No."));
        let expected = json!({ "type": "error", "request": 1, "error": "bad-setup", "message": "No." });
        assert_eq!(to_value(error).unwrap(), expected);
        let room =
            RoomView { seats: Vec::new(), spectators: 2, pace: 0.0, paused: false, rematch: None, analysis: true };
        let expected = json!({
            "type": "room", "seats": [], "spectators": 2, "pace": 0.0, "paused": false, "rematch": null, "analysis": true,
        });
        assert_eq!(to_value(ServerMessage::Room(room)).unwrap(), expected);
        let value = Value::exact(Score::by_margin(6)).report(Unit::Margin("discs"));
        let expected = json!({
            "kind": "win", "exact": true, "unit": "discs", "plies": null, "margin": 6, "estimate": null,
            "confidence": null, "text": "+6"
        });
        assert_eq!(to_value(&value).unwrap(), expected);
        let info = ReportView { value: value.clone(), line: Vec::new(), depth: 1, nodes: 2 };
        let thinking = to_value(ServerMessage::Thinking { ply: 3, info: info.clone() }).unwrap();
        assert_eq!((&thinking["type"], &thinking["info"]["nodes"]), (&json!("thinking"), &json!(2)));
        let solving = ServerMessage::Solving { request: 1, info, proved: true, plan: false };
        assert_eq!(to_value(solving).unwrap()["info"]["nodes"], 2);
        let verdict = Some(Verdict::WinToLoss);
        let position = ReviewedPosition { turn: Player::First, value, verdict, judgement: None, values: Vec::new() };
        let reviewed = ServerMessage::Reviewed { request: 1, ply: 0, position };
        assert_eq!(to_value(reviewed).unwrap()["verdict"], "win-to-loss");
    }
}
