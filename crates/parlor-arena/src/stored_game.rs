//! A finished game as it is stored, and its conversion to a record and to JSON.

use std::time::Duration;

use parlor_core::{AnyReport, Catalog, Outcome, Player, Unit};
use parlor_match::{EngineFailure, Event, EventKind, Match, Record, Terms};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::game::PlayedGame;
use crate::{ArenaError, Competition, GameSummary, Opening};

/// Identity of a game within a competition: the pair, and 0 or 1 for its first or second game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct GameId {
    pub pair: u64,
    pub game: u8,
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StoredGame {
    pub id: GameId,
    /// Indices of the engines that played First and Second.
    pub engines: [usize; 2],
    /// Index of the limit.
    pub limit: usize,
    /// Index of the opening.
    pub opening: usize,
    pub summary: GameSummary,
    /// How the game ended, if not by its rules.
    pub reason: String,
    /// Last event of the match, if that was not a move.
    pub ending: String,
    /// Moves after the opening, as JSON.
    pub moves: String,
}

/// A move as stored: notation, microseconds, value, depth and nodes. A tuple keeps the store small.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StoredMove(pub String, pub u64, pub Option<String>, pub u32, pub u64);

impl StoredMove {
    pub(crate) fn new(notation: String, time: Duration, report: Option<&AnyReport>, unit: Unit) -> StoredMove {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        let value = report.map(|info| info.value.report(unit).text);
        StoredMove(notation, micros, value, report.map_or(0, |info| info.depth), report.map_or(0, |info| info.nodes))
    }
}

impl StoredGame {
    pub(crate) fn new(
        id: GameId,
        engines: [usize; 2],
        limit: usize,
        opening: usize,
        played: PlayedGame,
    ) -> Result<StoredGame, ArenaError> {
        let PlayedGame { outcome, is_adjudicated, failed, reason, ending, moves } = played;
        Ok(StoredGame {
            id,
            engines,
            limit,
            opening,
            summary: GameSummary { outcome, is_adjudicated, failed },
            reason,
            ending: ending.map(|kind| kind.to_string()).unwrap_or_default(),
            moves: serde_json::to_string(&moves)?,
        })
    }

    pub fn moves(&self) -> Result<Vec<StoredMove>, ArenaError> {
        Ok(serde_json::from_str(&self.moves)?)
    }

    /// Name of the engine that won; `None` for a draw.
    pub fn winner<'a>(&self, competition: &'a Competition) -> Option<&'a str> {
        match self.summary.outcome {
            Outcome::Draw => None,
            Outcome::Win(player) => Some(&competition.engines[self.engines[player.index()]].name),
        }
    }

    /// The game as a record, which the site and the window open.
    pub fn record(
        &self,
        catalog: &Catalog,
        competition: &Competition,
        openings: &[Opening],
    ) -> Result<Record, ArenaError> {
        let opening = &openings[self.opening % openings.len().max(1)];
        let time = competition.limits[self.limit].time_control(competition.margin());
        let engine_failure = EngineFailure::Forfeit;
        let terms = Terms { time, illegal_move_loses: true, engine_failure, ..Terms::default() };
        let mut setup = competition.setup();
        setup.position = opening.position.clone().or(setup.position);
        let mut game_match = Match::new(catalog.start(setup)?, terms);
        let mut at = Duration::ZERO;
        for notation in &opening.moves {
            self.admit(&mut game_match, EventKind::Played(notation.clone()), at)?;
        }
        for StoredMove(notation, micros, ..) in self.moves()? {
            at += Duration::from_micros(micros);
            self.admit(&mut game_match, EventKind::Played(notation), at)?;
        }
        if let Ok(kind) = self.ending.parse::<EventKind>() {
            let at = if kind == EventKind::RanOutOfTime { game_match.deadline().unwrap_or(at) } else { at };
            self.admit(&mut game_match, kind, at)?;
        }
        Ok(game_match.record())
    }

    fn admit(&self, game_match: &mut Match, kind: EventKind, at: Duration) -> Result<(), ArenaError> {
        let event = Event { at, by: game_match.turn(), kind };
        let GameId { pair, game } = self.id;
        let damaged =
            |error| ArenaError::Storage(format!("game {game} of pair {pair} is damaged, at \"{event}\": {error}"));
        game_match.admit(game_match.events().len(), &event).map(drop).map_err(damaged)
    }

    /// The game as one JSON object, with the time and the report of every move, and the record.
    pub fn to_json(
        &self,
        catalog: &Catalog,
        competition: &Competition,
        openings: &[Opening],
    ) -> Result<serde_json::Value, ArenaError> {
        let name = |player: Player| &competition.engines[self.engines[player.index()]].name;
        let moves = self.moves()?.into_iter().map(|StoredMove(notation, micros, value, depth, nodes)| {
            json!({ "move": notation, "seconds": Duration::from_micros(micros).as_secs_f64(), "value": value,
                "depth": depth, "nodes": nodes })
        });
        let result = match self.summary.outcome {
            Outcome::Draw => "draw",
            Outcome::Win(Player::First) => "first",
            Outcome::Win(Player::Second) => "second",
        };
        Ok(json!({
            "pair": self.id.pair,
            "game": self.id.game,
            "first": name(Player::First),
            "second": name(Player::Second),
            "limit": competition.limits[self.limit],
            "opening": openings[self.opening % openings.len().max(1)].to_string(),
            "result": result,
            "winner": self.winner(competition),
            "reason": self.reason,
            "adjudicated": self.summary.is_adjudicated,
            "moves": moves.collect::<Vec<_>>(),
            "record": self.record(catalog, competition, openings)?.to_string(),
        }))
    }
}
