//! Games in progress, in the store for viewers in other processes.

use rusqlite::params;

use super::{CompetitionId, Store, seconds_since_1970};
use crate::{ArenaError, RunningGame};

/// Age up to which a game in progress is taken to be still in progress.
const RUNNING_SECONDS: u64 = 10;

impl Store {
    /// Replaces the games in progress, for viewers in other processes.
    pub(crate) fn set_running(&mut self, id: CompetitionId, games: &[RunningGame]) -> Result<(), ArenaError> {
        let now = seconds_since_1970();
        let transaction = self.database.transaction()?;
        transaction.execute("DELETE FROM running WHERE competition = ?", params![id])?;
        for (slot, game) in games.iter().enumerate() {
            let [first, second] = game.engines;
            transaction.execute(
                "INSERT INTO running (competition, slot, updated, first, second, plies, position)
                 VALUES (?, ?, ?, ?, ?, ?, ?)",
                params![id, slot, now, first, second, game.plies, game.game.position()],
            )?;
        }
        Ok(transaction.commit()?)
    }

    /// Engines, plies and position of the games in progress. A competition that was killed has none.
    pub fn running(&self, id: CompetitionId) -> Result<Vec<([usize; 2], u32, String)>, ArenaError> {
        let mut select = self.database.prepare(
            "SELECT first, second, plies, position FROM running WHERE competition = ? AND updated >= ? ORDER BY slot",
        )?;
        let earliest = seconds_since_1970().saturating_sub(RUNNING_SECONDS);
        let rows = select
            .query_map(params![id, earliest], |row| Ok(([row.get(0)?, row.get(1)?], row.get(2)?, row.get(3)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}
