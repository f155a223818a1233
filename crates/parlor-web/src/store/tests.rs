//! Tests of the store: expired and damaged matches, failed operations, hashed tokens.

use parlor_core::Catalog;
use parlor_match::{Command, Driver, Match, Terms};
use parlor_room::{ErrorCode, SeatRequest};
use tokio::time::sleep;

use super::*;
use crate::engine_limits::engine_offer;
use crate::secret::{self, Secret, new_match_id};

const TICK: Duration = Duration::from_millis(20);

fn new_match(catalog: &Catalog, host: &Secret) -> (Match, Participants) {
    let game = catalog.start(catalog.games()[0].default_setup()).unwrap();
    let seats: Vec<SeatRequest> = (0..game.player_count()).map(|_| SeatRequest::You {}).collect();
    let offer = engine_offer(&Arc::new(catalog.clone()));
    let participants = Participants::new(&seats, 0.0, &offer, &*game, host.hash(), [host.hash(); 2]).unwrap();
    (Match::new(game, Terms::default()), participants)
}

/// Stores a match with some moves; returns its id and its host's token.
async fn create_match(store: &Store, catalog: &Catalog, moves: usize) -> (MatchId, String) {
    let host = Secret::new();
    let (game_match, participants) = new_match(catalog, &host);
    let id = new_match_id();
    store.create(id.clone(), game_match.record(), &participants).await.unwrap();
    let mut driver = Driver::new(game_match, Vec::new());
    for number in 0..moves {
        let game = driver.current_match().game();
        let (turn, command) = (game.turn(), Command::Play(game.legal_moves()[0].clone()));
        let event = driver.decide(turn, number, &command, Duration::ZERO).unwrap();
        store.append(id.clone(), number, &event).await.unwrap();
        driver.stored(Duration::ZERO);
    }
    (id, host.reveal())
}

#[tokio::test]
async fn deletes_and_counts_expired_matches_only_if_retention_is_set() {
    let catalog = parlor_games::catalog();
    for retention in [None, Some(30 * DAY)] {
        let folder = tempfile::tempdir().unwrap();
        let options = StoreOptions { retention, cleanup_interval: TICK, ..StoreOptions::default() };
        let metrics = Arc::clone(&options.metrics);
        let (store, _thread) = Store::open_with(folder.path(), options).unwrap();
        let [(old, _), (new, _)] = [create_match(&store, &catalog, 1).await, create_match(&store, &catalog, 1).await];
        let age = |id: MatchId, touched: i64| {
            let update = "UPDATE matches SET touched = ? WHERE id = ?";
            store.run(move |database| database.execute(update, params![touched, id.as_str()]))
        };
        age(old.clone(), store.clock.ago(31 * DAY)).await.unwrap();
        age(new.clone(), store.clock.ago(29 * DAY)).await.unwrap();
        sleep(10 * TICK).await;
        assert_eq!(store.load(old).await.unwrap().is_none(), retention.is_some());
        assert!(store.load(new).await.unwrap().is_some());
        let count = format!("parlor_deleted_matches_total {}\n", u8::from(retention.is_some()));
        let gauges = crate::metrics::Gauges { rooms: 0, sockets: 0, queued_jobs: 0 };
        assert!(metrics.report(gauges).contains(&count));
    }
}

#[tokio::test]
async fn a_damaged_match_is_set_aside_and_not_shown_shorter() {
    let catalog = parlor_games::catalog();
    let damages = [
        "DELETE FROM events WHERE match = ? AND number = 2",
        "DELETE FROM events WHERE match = ? AND number = 0",
        "UPDATE events SET event = 'first plays' WHERE match = ? AND number = 1",
        "UPDATE matches SET seating = '{' WHERE id = ?",
        "UPDATE matches SET setup = '' WHERE id = ?",
    ];
    for damage in damages {
        let folder = tempfile::tempdir().unwrap();
        let (store, _thread) = Store::open(folder.path()).unwrap();
        let (id, _) = create_match(&store, &catalog, 3).await;
        assert_eq!(store.load(id.clone()).await.unwrap().unwrap().record.events.len(), 3);
        let key = id.clone();
        store.run(move |database| database.execute(damage, params![key.as_str()])).await.unwrap();
        for _ in 0..2 {
            assert_eq!(store.load(id.clone()).await.unwrap_err().code, ErrorCode::DamagedMatch, "{damage}");
        }
        let read = "SELECT count(*) FROM matches WHERE damage IS NOT NULL";
        let quarantined = store.run(|database| database.query_row(read, [], |row| row.get(0))).await;
        assert_eq!(quarantined, Ok(1));
    }
}

#[tokio::test]
async fn a_failed_operation_changes_nothing() {
    let catalog = parlor_games::catalog();
    let folder = tempfile::tempdir().unwrap();
    let (store, _thread) = Store::open(folder.path()).unwrap();
    let (id, _) = create_match(&store, &catalog, 2).await;
    let stored = store.load(id.clone()).await.unwrap().unwrap();
    // The events 0 and 1 exist, and event 3 would leave a gap.
    for number in [0, 1, 3] {
        let write = Write::Event { index: number, event: stored.record.events[0].clone() };
        assert_eq!(store.write(id.clone(), write).await, StoreAnswer::Superseded);
    }
    let key = id.clone();
    let half = store.run(move |database| {
        database.execute("UPDATE matches SET event_count = 9 WHERE id = ?", params![key.as_str()])?;
        database.execute("UPDATE no_such_table SET a = 1", [])
    });
    half.await.unwrap_err();
    assert_eq!(store.load(id).await.unwrap().unwrap().record.events.len(), 2);
}

#[tokio::test]
async fn tokens_are_stored_as_hashes() {
    let catalog = parlor_games::catalog();
    let folder = tempfile::tempdir().unwrap();
    let (store, thread) = Store::open(folder.path()).unwrap();
    let (id, token) = create_match(&store, &catalog, 1).await;
    let stored = store.load(id).await.unwrap().unwrap();
    assert!(stored.participants.rights(secret::hash(&token)).is_host);
    assert!(!stored.participants.rights(secret::hash(&"a".repeat(32))).is_host);
    drop(store);
    thread.join().unwrap();
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        assert!(!bytes.windows(token.len()).any(|window| window == token.as_bytes()));
    }
}
