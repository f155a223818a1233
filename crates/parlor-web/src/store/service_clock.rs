//! Service time: seconds that grow while a server runs, and by at most [`MAX_GAP`] between two runs. Matches are dated
//! in it, so that a wrong system clock neither deletes a match nor keeps it for ever.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension, params};

/// Most service time that can pass between two runs of a server. A larger jump of the system clock is not believed.
const MAX_GAP: i64 = 7 * 24 * 60 * 60;

/// Clock that advances with the monotonic clock of the system.
#[derive(Clone, Copy, Debug)]
pub(super) struct ServiceClock {
    at_start: i64,
    started: Instant,
}

impl ServiceClock {
    /// Continues the service time of the database at this system time.
    pub(super) fn resume(database: &Connection, system_time: i64) -> rusqlite::Result<ServiceClock> {
        let read = |name: &str| -> rusqlite::Result<Option<i64>> {
            database.query_row("SELECT value FROM clock WHERE name = ?", params![name], |row| row.get(0)).optional()
        };
        let at_start = match (read("service")?, read("system")?) {
            (Some(service), Some(system)) => {
                let gap = system_time.saturating_sub(system);
                if !(0..=MAX_GAP).contains(&gap) {
                    tracing::warn!(
                        seconds = gap,
                        "the system clock jumped since the last run; matches do not age by it"
                    );
                }
                service.saturating_add(gap.clamp(0, MAX_GAP))
            }
            _ => system_time,
        };
        let clock = ServiceClock { at_start, started: Instant::now() };
        clock.save(database, system_time)?;
        Ok(clock)
    }

    /// Stores the current service time with the system time.
    pub(super) fn save(&self, database: &Connection, system_time: i64) -> rusqlite::Result<()> {
        let mut save = database.prepare_cached("INSERT OR REPLACE INTO clock (name, value) VALUES (?, ?)")?;
        save.execute(params!["service", self.now()])?;
        save.execute(params!["system", system_time]).map(drop)
    }

    /// Current service time in seconds.
    pub(super) fn now(&self) -> i64 {
        self.at_start.saturating_add(i64::try_from(self.started.elapsed().as_secs()).unwrap_or(i64::MAX))
    }

    pub(super) fn ago(&self, time: Duration) -> i64 {
        self.now().saturating_sub(i64::try_from(time.as_secs()).unwrap_or(i64::MAX))
    }
}

/// Seconds since 1970 by the system clock.
pub(super) fn system_time() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jumps_of_the_system_clock_do_not_age_matches() {
        let database = Connection::open_in_memory().unwrap();
        database.execute_batch("CREATE TABLE clock (name TEXT PRIMARY KEY, value INTEGER NOT NULL)").unwrap();
        let day = 24 * 60 * 60;
        let now = 1_800_000_000;
        let start = |system_time: i64| ServiceClock::resume(&database, system_time).unwrap().at_start;
        assert_eq!(start(now), now);
        assert_eq!(start(now + day), now + day, "a day off counts");
        assert_eq!(start(now + 201 * day), now + day + MAX_GAP, "200 days in the future");
        assert_eq!(start(now + day), now + day + MAX_GAP, "the clock is right again");
        assert_eq!(start(now - 40 * 365 * day), now + day + MAX_GAP, "40 years back");
    }
}
