//! Rows of a match in the database, and the checks that tell a damaged match from a complete one.

use parlor_match::{ParseEventError, ParseTermsError, Record};
use parlor_room::{MatchId, StoredMatch};
use rusqlite::{Connection, OptionalExtension, params};

/// Columns of a match, unparsed.
pub(super) struct MatchRow {
    setup: String,
    terms: String,
    participants: String,
    rematch: Option<String>,
    /// Number of events that were acknowledged.
    event_count: usize,
    /// Numbers and texts of the events.
    events: Vec<(usize, String)>,
    /// Why the match was set aside before.
    damage: Option<String>,
}

impl MatchRow {
    pub(super) fn read(database: &Connection, id: &str) -> rusqlite::Result<Option<MatchRow>> {
        let mut select = database
            .prepare_cached("SELECT setup, terms, seating, rematch, event_count, damage FROM matches WHERE id = ?")?;
        let row = select
            .query_row(params![id], |row| {
                let [setup, terms, participants] = [row.get(0)?, row.get(1)?, row.get(2)?];
                let (rematch, event_count, damage) = (row.get(3)?, row.get(4)?, row.get(5)?);
                Ok(MatchRow { setup, terms, participants, rematch, event_count, events: Vec::new(), damage })
            })
            .optional()?;
        let Some(mut row) = row else { return Ok(None) };
        let mut select = database.prepare_cached("SELECT number, event FROM events WHERE match = ? ORDER BY number")?;
        let events = select.query_map(params![id], |row| Ok((row.get(0)?, row.get(1)?)))?;
        row.events = events.collect::<rusqlite::Result<_>>()?;
        Ok(Some(row))
    }

    /// Parses the match. An error says what is damaged; a match with missing events must not look like a shorter one.
    pub(super) fn parse(self) -> Result<StoredMatch, MatchDamage> {
        if let Some(damage) = self.damage {
            return Err(MatchDamage::Known(damage));
        }
        if self.events.len() != self.event_count {
            return Err(MatchDamage::EventCount { found: self.events.len(), stated: self.event_count });
        }
        let mut events = Vec::with_capacity(self.events.len());
        for (index, (number, text)) in self.events.iter().enumerate() {
            if index != *number {
                return Err(MatchDamage::MissingEvent(index));
            }
            events.push(text.parse().map_err(|error| MatchDamage::Event { index, error })?);
        }
        let setup = serde_json::from_str(&self.setup).map_err(MatchDamage::Setup)?;
        let terms = self.terms.parse()?;
        let participants = serde_json::from_str(&self.participants).map_err(MatchDamage::Participants)?;
        let rematch = self.rematch.as_deref().and_then(MatchId::parse);
        Ok(StoredMatch { record: Record { setup, terms, events }, participants, rematch })
    }
}

/// What is damaged of a stored match.
#[derive(Debug, thiserror::Error)]
pub(super) enum MatchDamage {
    /// It was found before, and the match was set aside.
    #[error("{0}")]
    Known(String),
    #[error("{found} of its {stated} events are there")]
    EventCount { found: usize, stated: usize },
    #[error("event {0} is missing")]
    MissingEvent(usize),
    #[error("event {index}: {error}")]
    Event { index: usize, error: ParseEventError },
    #[error("setup: {0}")]
    Setup(serde_json::Error),
    #[error("terms: {0}")]
    Terms(#[from] ParseTermsError),
    #[error("participants: {0}")]
    Participants(serde_json::Error),
}
