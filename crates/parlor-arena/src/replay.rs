//! Counts stored games again, in the order of the schedule, as the runner did.

use crate::schedule::Rounds;
use crate::store::{Store, StoredCompetition};
use crate::tally::{GameSummary, PairSummary, Tally};
use crate::{ArenaError, GameId, StoredGame};

/// The tally of the stored games. `on_pair` gets the tally after each pair that counts.
pub fn stored_tally(
    store: &Store,
    stored: &StoredCompetition,
    on_pair: &mut dyn FnMut(&Tally),
) -> Result<Tally, ArenaError> {
    count_again(store, stored, &mut |_, _, tally| on_pair(tally))
}

/// Games that count and that an engine failed, in the order of the schedule. Games that were played but do not count,
/// because an engine was withdrawn before, are left out, as they are in the standings.
pub fn counted_failures(store: &Store, stored: &StoredCompetition) -> Result<Vec<StoredGame>, ArenaError> {
    let mut ids = Vec::new();
    count_again(store, stored, &mut |pair, summary, _| {
        let games = summary.games.iter().zip([0, 1]);
        ids.extend(games.filter(|(game, _)| game.failed.is_some()).map(|(_, game)| GameId { pair, game }));
    })?;
    ids.into_iter().filter_map(|id| store.game(stored.id, id).transpose()).collect()
}

/// Counts all pairs. `on_pair` gets the number of each pair that counts, its games, and the tally after it.
fn count_again(
    store: &Store,
    stored: &StoredCompetition,
    on_pair: &mut dyn FnMut(u64, &PairSummary, &Tally),
) -> Result<Tally, ArenaError> {
    let competition = &stored.competition;
    let mut tally = Tally::new(competition);
    let mut rounds = Rounds::new(competition);
    while let Some(round) = rounds.next_round(&tally) {
        for block in round.blocks(competition.limits.len(), competition.block_pairs) {
            let end = block.first_pair + block.openings.len() as u64;
            let summaries = store.summaries(stored.id, block.first_pair..end)?;
            for (pair, _) in block.pairs() {
                if !tally.counts(block.pairing) {
                    continue;
                }
                let games: Vec<GameSummary> =
                    summaries.iter().filter(|(id, _)| id.pair == pair).map(|(_, summary)| *summary).collect();
                // The first pair that counts and is not complete: later ones do not count yet.
                let [one, two] = games[..] else { return Ok(tally) };
                let summary = PairSummary { pairing: block.pairing, limit: block.limit, games: [one, two] };
                tally.add(&summary);
                on_pair(pair, &summary, &tally);
            }
        }
        if tally.decision().is_some() {
            break;
        }
    }
    Ok(tally)
}
