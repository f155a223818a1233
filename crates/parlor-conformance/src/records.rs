//! Laws of records: a match that was played replays from its record.

use std::time::Duration;

use parlor_core::{Catalog, Player, SplitMix64};
use parlor_match::{Command, Driver, Match, Record, Terms};

use crate::walk::{setups, start};

const MAX_PLIES: usize = 100;

/// Records of random games parse back and replay to the same position.
pub fn records_replay(catalog: &Catalog, game: &str) {
    for setup in setups(catalog, game) {
        let mut driver = Driver::new(Match::new(start(catalog, &setup), Terms::default()), Vec::new());
        let mut random = SplitMix64::new(3);
        for _ in 0..MAX_PLIES {
            let played = driver.current_match();
            let moves = played.game().legal_moves();
            let Some(m) = random.choose(&moves) else { break };
            let by = if played.game().player_count() == 1 { Player::First } else { played.turn() };
            let event = driver.execute(by, played.ply(), &Command::Play(m.clone()), Duration::ZERO);
            event.unwrap_or_else(|error| panic!("{setup:?}: {m}: {error}"));
        }
        let played = driver.into_match();
        let text = played.record().to_string();
        let record: Record = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(record, played.record(), "{text}");
        let replayed = record.replay(catalog);
        let replayed = replayed.unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(replayed.game().position(), played.game().position(), "{text}");
    }
}
