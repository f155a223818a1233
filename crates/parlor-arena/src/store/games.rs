//! Games in the store.

use std::ops::Range;

use parlor_core::{Outcome, Player};
use rusqlite::{OptionalExtension, Row, Transaction, params};

use super::{CompetitionId, Store};
use crate::{ArenaError, GameId, GameSummary, StoredGame};

/// Columns of a game, as [`read_game`] reads them.
const GAME_COLUMNS: &str = "pair, game, winner, failed, is_adjudicated, first, second, time_limit, opening, reason, \
                            ending, moves";

impl Store {
    /// Stores games in one transaction. A game that is already stored is left as it is.
    pub fn insert(&mut self, id: CompetitionId, games: &[StoredGame]) -> Result<(), ArenaError> {
        let transaction = self.database.transaction()?;
        for game in games {
            insert_game(&transaction, id, game)?;
        }
        Ok(transaction.commit()?)
    }

    /// Number after that of the last pair with a stored game.
    pub fn pairs_end(&self, id: CompetitionId) -> Result<u64, ArenaError> {
        let select = "SELECT coalesce(max(pair) + 1, 0) FROM games WHERE competition = ?";
        Ok(self.database.query_row(select, params![id], |row| row.get(0))?)
    }

    /// Summaries of the stored games of a range of pairs, in order.
    pub fn summaries(&self, id: CompetitionId, pairs: Range<u64>) -> Result<Vec<(GameId, GameSummary)>, ArenaError> {
        let mut select = self.database.prepare_cached(
            "SELECT pair, game, winner, failed, is_adjudicated FROM games
             WHERE competition = ? AND pair >= ? AND pair < ? ORDER BY pair, game",
        )?;
        let range = params![id, pairs.start, pairs.end];
        let rows = select.query_map(range, |row| Ok((read_id(row, 0)?, read_summary(row, 2)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Calls `visit` with every stored game, in the order of the schedule.
    pub fn for_each_game(
        &self,
        id: CompetitionId,
        mut visit: impl FnMut(StoredGame) -> Result<(), ArenaError>,
    ) -> Result<(), ArenaError> {
        let select = format!("SELECT {GAME_COLUMNS} FROM games WHERE competition = ? ORDER BY pair, game");
        let mut select = self.database.prepare(&select)?;
        let mut rows = select.query(params![id])?;
        while let Some(row) = rows.next()? {
            visit(read_game(row)?)?;
        }
        Ok(())
    }

    /// The last games of the schedule that are stored, latest first.
    pub fn latest_games(&self, id: CompetitionId, count: u32) -> Result<Vec<StoredGame>, ArenaError> {
        let select =
            format!("SELECT {GAME_COLUMNS} FROM games WHERE competition = ? ORDER BY pair DESC, game DESC LIMIT ?");
        let mut select = self.database.prepare(&select)?;
        let games = select.query_map(params![id, count], read_game)?;
        Ok(games.collect::<Result<_, _>>()?)
    }

    /// One stored game.
    pub fn game(&self, id: CompetitionId, game: GameId) -> Result<Option<StoredGame>, ArenaError> {
        let select = format!("SELECT {GAME_COLUMNS} FROM games WHERE competition = ? AND pair = ? AND game = ?");
        Ok(self.database.query_row(&select, params![id, game.pair, game.game], read_game).optional()?)
    }
}

/// Stores a game; returns whether it is new.
pub(super) fn insert_game(transaction: &Transaction, id: CompetitionId, game: &StoredGame) -> Result<bool, ArenaError> {
    let GameSummary { outcome, is_adjudicated, failed } = game.summary;
    let winner = if let Outcome::Win(player) = outcome { Some(player) } else { None };
    let mut insert = transaction.prepare_cached(
        "INSERT OR IGNORE INTO games (competition, pair, game, first, second, time_limit, opening, winner,
         failed, is_adjudicated, reason, ending, moves) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )?;
    let rows = insert.execute(params![
        id,
        game.id.pair,
        game.id.game,
        game.engines[0],
        game.engines[1],
        game.limit,
        game.opening,
        winner.map(Player::index),
        failed.map(Player::index),
        is_adjudicated,
        game.reason,
        game.ending,
        game.moves,
    ])?;
    Ok(rows > 0)
}

fn read_game(row: &Row) -> rusqlite::Result<StoredGame> {
    Ok(StoredGame {
        id: read_id(row, 0)?,
        summary: read_summary(row, 2)?,
        engines: [row.get(5)?, row.get(6)?],
        limit: row.get(7)?,
        opening: row.get(8)?,
        reason: row.get(9)?,
        ending: row.get(10)?,
        moves: row.get(11)?,
    })
}

fn read_id(row: &Row, column: usize) -> rusqlite::Result<GameId> {
    Ok(GameId { pair: row.get(column)?, game: row.get(column + 1)? })
}

fn read_summary(row: &Row, column: usize) -> rusqlite::Result<GameSummary> {
    let player = |index: Option<u8>| index.map(|index| if index == 0 { Player::First } else { Player::Second });
    Ok(GameSummary {
        outcome: player(row.get(column)?).map_or(Outcome::Draw, Outcome::Win),
        failed: player(row.get(column + 1)?),
        is_adjudicated: row.get(column + 2)?,
    })
}
