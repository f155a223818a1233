//! Results of batches in the store, and how a competition is divided among machines.

use parlor_distributed::BatchResults;
use rusqlite::{OptionalExtension, Row, params};

use super::games::insert_game;
use super::{CompetitionId, Store};
use crate::{ArenaError, GameId, GameSummary, StoredGame};

/// How a competition is divided among machines. It stays the same when the competition is resumed, so that batches that
/// are still queued or in progress elsewhere are not handed out twice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Distribution {
    /// Identity of the competition on the server.
    pub job: String,
    /// Blocks of the schedule in one batch.
    pub blocks: u32,
}

impl Store {
    /// Stores results of batches in one transaction, and returns the games that are new. Of a batch that was played twice
    /// only the first results count, because with time limits the second ones are other games.
    pub(crate) fn insert_batches(
        &mut self,
        id: CompetitionId,
        results: &[BatchResults<StoredGame>],
    ) -> Result<Vec<(GameId, GameSummary)>, ArenaError> {
        let mut added = Vec::new();
        let transaction = self.database.transaction()?;
        for BatchResults { batch, items, is_complete } in results {
            let batch = batch.to_string();
            let is_known = "SELECT 1 FROM batches WHERE competition = ? AND batch = ?";
            if transaction.prepare_cached(is_known)?.exists(params![id, batch])? {
                continue;
            }
            for game in items {
                if insert_game(&transaction, id, game)? {
                    added.push((game.id, game.summary));
                }
            }
            if *is_complete {
                let insert = "INSERT OR IGNORE INTO batches (competition, batch) VALUES (?, ?)";
                transaction.prepare_cached(insert)?.execute(params![id, batch])?;
            }
        }
        transaction.commit()?;
        Ok(added)
    }

    /// Number of stored games.
    pub(crate) fn game_count(&self, id: CompetitionId) -> Result<u64, ArenaError> {
        let select = "SELECT count(*) FROM games WHERE competition = ?";
        Ok(self.database.query_row(select, params![id], |row| row.get(0))?)
    }

    /// How a competition was divided among machines, if it was.
    pub fn distribution(&self, id: CompetitionId) -> Result<Option<Distribution>, ArenaError> {
        let select = "SELECT job, blocks FROM distributions WHERE competition = ?";
        let read = |row: &Row| Ok(Distribution { job: row.get(0)?, blocks: row.get(1)? });
        Ok(self.database.query_row(select, params![id], read).optional()?)
    }

    /// Stores how a competition is divided among machines.
    pub fn set_distribution(&self, id: CompetitionId, distribution: &Distribution) -> Result<(), ArenaError> {
        let insert = "INSERT OR REPLACE INTO distributions (competition, job, blocks) VALUES (?, ?, ?)";
        self.database.execute(insert, params![id, distribution.job, distribution.blocks])?;
        Ok(())
    }
}
