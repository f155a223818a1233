//! `parlor bench --levels`: how much stronger each level of a game is than the one below it.

use std::io::Write;
use std::num::NonZero;
use std::path::Path;
use std::thread;
use std::time::Duration;

use parlor_arena::{Competition, Limit, Standings, Store, openings, run};
use parlor_core::{Catalog, GameEntry, Level, StopFlag, Strength};

use crate::command_error::CommandError;

/// A step between levels that a player notices without despairing.
const EXPECTED: std::ops::RangeInclusive<f64> = 65.0..=90.0;
const SEED: u64 = 1;

/// Prints the score of each level against the one below it.
pub(super) fn compare_levels(
    catalog: &Catalog,
    games: &[&GameEntry],
    count: u32,
    most_time: Duration,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    writeln!(out, "{:<15} {:<9} {:<34} {:>8}  against", "game", "level", "engine", "score")?;
    for entry in games {
        for pair in entry.levels.windows(2) {
            let score = score(catalog, entry, [&pair[1], &pair[0]], count, most_time)?;
            // A perfect player may be as far above the level below it as it likes.
            let is_expected = EXPECTED.contains(&score) || pair[1].strength == Strength::Perfect;
            let [upper, lower] = [&pair[1], &pair[0]].map(|level| format!("{:?}", level.strength));
            let note = if is_expected { "" } else { "  (expected 65 to 90 %)" };
            let (name, engine) = (&entry.name, pair[1].engine.to_string());
            writeln!(out, "{name:<15} {upper:<9} {engine:<34} {score:>6.1} %  {lower}{note}")?;
            out.flush()?;
        }
    }
    Ok(())
}

/// Points of the first level in percent.
fn score(
    catalog: &Catalog,
    entry: &GameEntry,
    levels: [&Level; 2],
    count: u32,
    most_time: Duration,
) -> Result<f64, CommandError> {
    let engines = levels.map(|level| level.engine.to_string());
    let mut competition = Competition::new(&entry.name, &engines.each_ref().map(String::as_str));
    competition.games = count;
    competition.seed = SEED;
    // Time is the same for both: levels that are limited by depth leave most of it.
    let time = Duration::from_secs_f64(levels[0].seconds.max(levels[1].seconds)).min(most_time);
    competition.limits = vec![Limit::PerMove(time)];
    let competition = competition.complete(catalog)?;
    let mut store = Store::open(Path::new(":memory:"))?;
    let id = store.create(&competition, &openings(&competition, catalog)?)?;
    let stored = store.competition(Some(id))?;
    let workers = thread::available_parallelism().map_or(1, NonZero::get);
    let tally = run(catalog, &mut store, &stored, workers, &StopFlag::default(), &mut |_| {})?;
    let standings = Standings::new(&competition, &tally, None);
    let row = standings.rows.iter().find(|row| row.engine == 0);
    Ok(row.map_or(0.0, |row| 100.0 * row.score))
}
