//! All operations of the API, in the order of their routes.

use parlor_core::{Scene, Setup};
use parlor_room::{ErrorCode, MatchSnapshot};
use parlor_study::{AnalysisRequest, PositionAnalysis, PuzzleSummary, PuzzleView, SearchTraceRequest, SearchTraceView};
use serde_json::json;

use super::operation::Operation;
use super::schemas::Schemas;
use crate::arena::views::{ArenaGameDetails, CompetitionDetails, CompetitionView};
use crate::catalog_view::SiteGame;
use crate::connection::{MAX_MESSAGE_BYTES, MESSAGE_BURST, MESSAGES_PER_SECOND};
use crate::http_bodies::{
    ClaimRequest, CreateMatchRequest, LineRequest, MatchIdResponse, Preview, RematchRequest, ServerInfo, TokenResponse,
};
use crate::matches::CreatedMatch;

const JSON: &str = "application/json";
const TEXT: &str = "text/plain";
const LANGUAGE: &str =
    "Language of the texts: en, he or fa. In any other language, and without a translation, they are English.";

pub(super) fn operations(schemas: &mut Schemas) -> Vec<Operation> {
    let mut operations = catalog_operations(schemas);
    operations.extend(match_operations(schemas));
    operations.push(socket_operation());
    operations.push(
        Operation::post("/api/records", "importRecord", "Import a record as a match for viewing and analysis")
            .describe("The record has at most 1 MiB. Nobody can play in the match.")
            .body(TEXT, &json!({ "type": "string" }))
            .returns(JSON, "The id of the match.", &schemas.response::<MatchIdResponse>())
            .errors(&[ErrorCode::Trouble, ErrorCode::QuotaExceeded])
            .links_to_match(),
    );
    operations.extend(arena_operations(schemas));
    operations
}

/// Operations on the competitions of an arena.
fn arena_operations(schemas: &mut Schemas) -> Vec<Operation> {
    let errors = [ErrorCode::NoSuchPage, ErrorCode::Trouble];
    let number = json!({ "type": "integer", "minimum": 0, "maximum": u32::MAX });
    let game = json!({ "type": "integer", "minimum": 0, "maximum": 1 });
    vec![
        Operation::get("/api/arena", "listCompetitions", "List the competitions of the arena")
            .describe("A server without an arena has no such page.")
            .returns(JSON, "All competitions.", &schemas.response::<Vec<CompetitionView>>())
            .errors(&errors),
        Operation::get("/api/arena/{competition}", "getCompetition", "Get the standings of a competition")
            .parameter("path", "competition", "Id of the competition.", &number)
            .returns(
                JSON,
                "Standings, cross table, the sequential test with its history, running games and the latest games.",
                &schemas.response::<CompetitionDetails>(),
            )
            .errors(&errors),
        Operation::get("/api/arena/{competition}/games/{pair}/{game}", "getArenaGame", "Get a game of a competition")
            .parameter("path", "competition", "Id of the competition.", &number)
            .parameter("path", "pair", "Number of the pair.", &number)
            .parameter("path", "game", "First or second game of the pair.", &game)
            .returns(JSON, "The game with all its moves.", &schemas.response::<ArenaGameDetails>())
            .errors(&errors),
    ]
}

/// Operations that need no match, and the one that creates it.
fn catalog_operations(schemas: &mut Schemas) -> Vec<Operation> {
    vec![
        Operation::get("/api/openapi.json", "getDocument", "Get this document").returns(
            JSON,
            "The OpenAPI 3.1 document.",
            &json!({ "type": "object" }),
        ),
        Operation::get("/api/games", "listGames", "List the games")
            .parameter("query", "language", LANGUAGE, &json!({ "type": "string", "default": "en" }))
            .returns(
                JSON,
                "All games with what their catalog entries carry. Engine specifications respect the limits of this \
                 server.",
                &schemas.response::<Vec<SiteGame>>(),
            )
            .errors(&[ErrorCode::BadRequest]),
        Operation::get("/api/server", "getServer", "Get the address for other machines of the network").returns(
            JSON,
            "What a page should know about the server.",
            &schemas.response::<ServerInfo>(),
        ),
        Operation::post("/api/preview", "previewSetup", "Check a setup and show its position")
            .body(JSON, &schemas.request::<Setup>())
            .returns(
                JSON,
                "The scene and position of the setup, and the engines that can play it.",
                &schemas.response::<Preview>(),
            )
            .errors(&[ErrorCode::BadSetup, ErrorCode::NoSuchGame]),
        trace_operation(schemas),
        Operation::post("/api/analysis", "analyzePosition", "Analyze a position")
            .describe(
                "Searches share the engine workers with the matches of the server, fairly by client address. Without \
                 `seconds` nothing is searched: the response shows the position only.",
            )
            .body(JSON, &schemas.request::<AnalysisRequest>())
            .returns(
                JSON,
                "The position after the moves, the value of each legal move, and a line of best moves.",
                &schemas.response::<PositionAnalysis>(),
            )
            .errors(&[ErrorCode::BadSetup, ErrorCode::BadEngine, ErrorCode::IllegalMove, ErrorCode::NoSuchGame]),
        Operation::get("/api/games/{game}/puzzles", "listPuzzles", "List the puzzles of a game")
            .parameter("path", "game", "Name of the game.", &json!({ "type": "string" }))
            .returns(JSON, "All puzzles of the game.", &schemas.response::<Vec<PuzzleSummary>>())
            .errors(&[ErrorCode::NoSuchGame]),
        Operation::get("/api/games/{game}/puzzles/{number}", "getPuzzle", "Get a puzzle with its solution")
            .parameter("path", "game", "Name of the game.", &json!({ "type": "string" }))
            .parameter("path", "number", "Number of the puzzle.", &json!({ "type": "integer", "minimum": 1 }))
            .returns(JSON, "The puzzle.", &schemas.response::<PuzzleView>())
            .errors(&[ErrorCode::NoSuchGame, ErrorCode::NoSuchPuzzle, ErrorCode::NoSuchPage, ErrorCode::Trouble]),
        Operation::post("/api/matches", "createMatch", "Create a match")
            .describe(
                "A match between engines starts when it is first opened, by a socket or by any request for it. The \
                 engines play while a socket is open, and stop 5 seconds after the last one was closed or the last \
                 request opened the match; an engine with a clock plays on for up to 10 minutes.",
            )
            .body(JSON, &schemas.request::<CreateMatchRequest>())
            .returns(
                JSON,
                "The match id, the token of the host and of every seat requested for `you`, and the invitation of \
                 every seat requested for a friend.",
                &schemas.response::<CreatedMatch>(),
            )
            .errors(&[
                ErrorCode::BadSetup,
                ErrorCode::BadEngine,
                ErrorCode::BadTerms,
                ErrorCode::NoSuchGame,
                ErrorCode::Trouble,
                ErrorCode::QuotaExceeded,
            ])
            .links_to_match()
            .link("claimSeat", Some(json!({ "invitation": "$response.body#/invitations/1" })))
            .link("createRematch", Some(json!({ "token": "$response.body#/token" }))),
    ]
}

fn trace_operation(schemas: &mut Schemas) -> Operation {
    Operation::post("/api/search-trace", "traceSearch", "Show how an engine searches a position")
        .describe(
            "The engine searches twice with the same limits: once without an observer, for its report, and once \
             step by step. A long trace is truncated, but its nodes are counted to the end.",
        )
        .body(JSON, &schemas.request::<SearchTraceRequest>())
        .returns(
            JSON,
            "The events of the search, and its nodes as changes to the board.",
            &schemas.response::<SearchTraceView>(),
        )
        .errors(&[ErrorCode::BadSetup, ErrorCode::BadEngine, ErrorCode::NoSuchGame])
}

/// Operations on a match.
fn match_operations(schemas: &mut Schemas) -> Vec<Operation> {
    let from = json!({ "type": "integer", "minimum": 0, "maximum": 10_000, "default": 0 });
    vec![
        Operation::get("/api/matches/{id}", "getMatch", "Get the current state of a match").returns(
            JSON,
            "The state.",
            &schemas.response::<MatchSnapshot>(),
        ),
        Operation::get("/api/matches/{id}/record", "getRecord", "Get the record of a match").returns(
            TEXT,
            "The record as readable text.",
            &json!({ "type": "string" }),
        ),
        Operation::get("/api/matches/{id}/scenes", "getScenes", "Get up to 100 scenes of a match")
            .parameter("query", "from", "Ply of the first scene.", &from)
            .returns(JSON, "The scenes. Large scenes are fewer: ask again from where they stop.", &schemas.response::<Vec<Scene>>())
            .errors(&[ErrorCode::BadRequest, ErrorCode::StaleState]),
        Operation::post("/api/matches/{id}/line", "getLine", "Get up to 100 scenes along a line of moves")
            .body(JSON, &schemas.request::<LineRequest>())
            .returns(
                JSON,
                "The scene after each move of the line, without the first `skip` moves. Large scenes are fewer: ask again from where they stop.",
                &schemas.response::<Vec<Scene>>(),
            )
            .errors(&[ErrorCode::IllegalMove, ErrorCode::StaleState]),
        Operation::post("/api/matches/{id}/claim", "claimSeat", "Claim the seat of an invitation")
            .body(JSON, &schemas.request::<ClaimRequest>())
            .returns(JSON, "The token of the seat.", &schemas.response::<TokenResponse>())
            .errors(&[ErrorCode::NotYourSeat, ErrorCode::SeatTaken]),
        Operation::post("/api/matches/{id}/rematch", "createRematch", "Create or find the rematch")
            .body(JSON, &schemas.request::<RematchRequest>())
            .returns(
                JSON,
                "The id of the rematch, in which the same tokens are valid. The first request creates it, later ones \
                 return the same id.",
                &schemas.response::<MatchIdResponse>(),
            )
            .errors(&[ErrorCode::NotYourSeat])
            .links_to_match(),
    ]
}

fn socket_operation() -> Operation {
    Operation::get("/api/matches/{id}/socket", "openSocket", "Play or watch a match over a WebSocket")
        .describe(format!(
            "Text messages of at most {} KiB, at most {MESSAGES_PER_SECOND} per second (bursts of {MESSAGE_BURST}). The \
             first message must be `hello`, with the token of a seat, or without a token to watch. A message may have a \
             number `request`; the reply `done` or `error` repeats it. One analysis, review or solution runs at a \
             time: the next one, or `stop`, stops it, and its reply is `error` with the code `stopped`. See the \
             schemas `ClientMessage` and `ServerMessage`.",
            MAX_MESSAGE_BYTES >> 10
        ))
        .switches_protocol("The connection switches to the WebSocket protocol.")
        .errors(&[ErrorCode::UpgradeRequired])
}
