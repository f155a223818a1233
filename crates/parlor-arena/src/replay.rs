//! Counts stored games again, in the order of the schedule, as the runner did.

use crate::ArenaError;
use crate::schedule::Rounds;
use crate::store::{Store, StoredCompetition};
use crate::tally::{GameSummary, PairSummary, Tally};

/// The tally of the stored games. `on_pair` gets the tally after each pair that counts.
pub fn stored_tally(
    store: &Store,
    stored: &StoredCompetition,
    on_pair: &mut dyn FnMut(&Tally),
) -> Result<Tally, ArenaError> {
    let competition = &stored.competition;
    let mut tally = Tally::new(competition);
    let mut rounds = Rounds::new(competition);
    while let Some(round) = rounds.next_round(&tally) {
        for batch in round.batches(competition.limits.len(), competition.batch_pairs) {
            let end = batch.first_pair + batch.openings.len() as u64;
            let summaries = store.summaries(stored.id, batch.first_pair..end)?;
            for (pair, _) in batch.pairs() {
                if !tally.counts(batch.pairing) {
                    continue;
                }
                let games: Vec<GameSummary> =
                    summaries.iter().filter(|(id, _)| id.pair == pair).map(|(_, summary)| *summary).collect();
                // The first pair that counts and is not complete: later ones do not count yet.
                let [one, two] = games[..] else { return Ok(tally) };
                tally.add(&PairSummary { pairing: batch.pairing, limit: batch.limit, games: [one, two] });
                on_pair(&tally);
            }
        }
        if tally.decision().is_some() {
            break;
        }
    }
    Ok(tally)
}
