//! Tests of rooms whose engine has to wait: for the queue, for a worker, or for a client.

use std::sync::Arc;
use std::time::Duration;

use parlor_conformance::StubEngine;
use parlor_core::{AnyGame, Catalog, EngineSpec, Limits};
use parlor_match::{Match, Terms};
use tokio::time::{Instant, sleep, timeout};

use super::actor::{EMPTY_GRACE, RETRY_DELAY};
use super::{Reply, RoomActor, RoomCommand, RoomHandle};
use crate::app_state::AppState;
use crate::engine_pool::{EnginePool, JobHandle, JobKind, SearchJob};
use crate::seats::{SeatAssignment, SeatRequest};
use crate::secret::MatchId;
use crate::store::Store;
use crate::views::{MatchSnapshot, ResultReason};

fn game() -> Box<dyn AnyGame> {
    let catalog = parlor_games::catalog();
    catalog.start(catalog.games()[0].default_setup()).unwrap()
}

const CLIENT: std::net::IpAddr = std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

/// Job that occupies a worker, or a place in the queue, until it is dropped.
fn long_search(state: &AppState) -> Option<JobHandle> {
    let (engine, limits) = (EngineSpec::new("mcts"), Limits::time(Duration::from_mins(1)));
    let job = SearchJob { game: game(), engine, limits, kind: JobKind::Move, session: String::new(), client: CLIENT };
    state.engine_pool.submit(job).ok()
}

/// Creates a match in which an engine is to move.
async fn match_with_engine_to_move(state: &Arc<AppState>, terms: &str, seconds: f64) -> MatchId {
    create_match(state, "alphabeta", terms, seconds).await.0
}

/// Creates a match in which this engine is to move, and returns the token of the other player too.
async fn create_match(state: &Arc<AppState>, engine: &str, terms: &str, seconds: f64) -> (MatchId, String) {
    let seats = [SeatRequest::Engine { engine: engine.to_owned(), seconds }, SeatRequest::You {}];
    let terms: Terms = terms.parse().unwrap();
    let created = state.create_match(game().setup().clone(), terms, &seats, 0.0, CLIENT).await.unwrap();
    (created.id, created.token)
}

fn app_state(data: &tempfile::TempDir) -> Arc<AppState> {
    app_state_with(data, parlor_games::catalog())
}

fn app_state_with(data: &tempfile::TempDir, catalog: Catalog) -> Arc<AppState> {
    let catalog = Arc::new(catalog);
    let (store, _) = Store::open(data.path()).unwrap();
    let pool = EnginePool::new(2, &catalog).unwrap();
    Arc::new(AppState::new(catalog, store, pool, Vec::new()).unwrap())
}

async fn match_state(room: &RoomHandle) -> Box<MatchSnapshot> {
    room.request(|reply: Reply<Box<MatchSnapshot>>| RoomCommand::GetState { reply }).await.unwrap()
}

#[tokio::test]
async fn waiting_for_a_worker_costs_an_engine_no_time() {
    let data = tempfile::tempdir().unwrap();
    let state = app_state(&data);
    let fill = || std::iter::repeat_with(|| long_search(&state)).map_while(|job| job);
    let mut jobs: Vec<JobHandle> = fill().collect();
    sleep(RETRY_DELAY).await;
    // Both workers run one by now; this fills the queue again.
    jobs.extend(fill());
    let id = match_with_engine_to_move(&state, "move=0.3", 0.05).await;
    let room = state.room(&id, CLIENT).await.unwrap();
    let joined =
        room.request(|reply| RoomCommand::Join { token: String::new(), name: String::new(), reply }).await.unwrap();
    assert!(!joined.state.position.clocks.unwrap().running);
    sleep(Duration::from_millis(400)).await;
    // Frees a place in the queue, but no worker.
    drop(jobs.pop());
    sleep(Duration::from_millis(400)).await;
    assert!(match_state(&room).await.position.result.is_none());
    drop(jobs);
    let first_move = async {
        while match_state(&room).await.position.ply == 0 {
            sleep(RETRY_DELAY).await;
        }
    };
    timeout(Duration::from_secs(10), first_move).await.unwrap();
}

#[tokio::test]
async fn engine_on_a_clock_keeps_searching_in_an_empty_room() {
    let data = tempfile::tempdir().unwrap();
    let state = app_state(&data);
    for (terms, is_stopped) in [("move=30", false), ("unlimited", true)] {
        let id = match_with_engine_to_move(&state, terms, 20.0).await;
        let stored = state.store.load(id.clone()).await.unwrap().unwrap();
        let game_match = Match::new(game(), stored.record.terms);
        let (_room, mailbox) = RoomHandle::new();
        let mut actor = RoomActor::new(id, Arc::clone(&state), mailbox, game_match, stored.participants, None);
        actor.drive().await;
        assert!(actor.job.is_some());
        actor.presence.empty_since = Instant::now().checked_sub(EMPTY_GRACE).unwrap();
        actor.drive().await;
        assert_eq!(actor.job.is_none(), is_stopped, "{terms}");
    }
}

/// Our catalog with an engine for each way to fail.
fn failing_catalog() -> Catalog {
    let add = |catalog: Catalog, (name, build): (&'static str, fn() -> StubEngine)| {
        catalog.with_engine(&game().setup().game, StubEngine::entry(name, build)).unwrap()
    };
    let illegal = || StubEngine::plays("nonsense");
    [("panics", StubEngine::panics as fn() -> _), ("silent", StubEngine::silent), ("illegal", illegal)]
        .into_iter()
        .fold(parlor_games::catalog(), add)
}

/// Waits until the state of a match fulfills a condition.
async fn wait_for(room: &RoomHandle, condition: impl Fn(&MatchSnapshot) -> bool) -> Box<MatchSnapshot> {
    let wait = async {
        loop {
            let state = match_state(room).await;
            if condition(&state) {
                return state;
            }
            sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(Duration::from_secs(20), wait).await.unwrap()
}

#[tokio::test]
async fn failed_engine_pauses_the_match_until_a_player_retries_or_replaces_it() {
    let data = tempfile::tempdir().unwrap();
    let state = app_state_with(&data, failing_catalog());
    for (engine, reason) in [
        ("panics", "The engine crashed: out of ideas."),
        ("silent", "The engine returned no move."),
        ("illegal", "The engine returned an illegal move: nonsense."),
    ] {
        let (id, token) = create_match(&state, engine, "unlimited", 0.05).await;
        let room = state.room(&id, CLIENT).await.unwrap();
        let join = |token: String| room.request(|reply| RoomCommand::Join { token, name: String::new(), reply });
        let (player, spectator) = (join(token).await.unwrap().rights, join(String::new()).await.unwrap().rights);
        let paused = wait_for(&room, |state| state.position.failure.is_some()).await;
        assert_eq!(paused.position.failure.as_deref(), Some(reason));
        assert!(paused.position.result.is_none(), "an engine never resigns");
        let record = room.request(|reply| RoomCommand::GetRecord { reply }).await.unwrap();
        assert!(record.contains(&format!("first has an engine failure: {reason}\n")), "{record}");
        let retry = |rights, engine: Option<&str>| {
            let engine = engine.map(str::to_owned);
            room.request(move |reply| RoomCommand::RetryEngine { rights, engine, reply })
        };
        assert!(retry(spectator, None).await.is_err());
        assert!(retry(player, Some("no-such-engine")).await.is_err());
        retry(player, None).await.unwrap();
        wait_for(&room, |state| state.position.failure.is_some()).await;
        retry(player, Some("random")).await.unwrap();
        let moved = wait_for(&room, |state| state.position.ply == 1).await;
        assert!(moved.position.failure.is_none());
        assert!(retry(player, None).await.is_err(), "nothing to retry");
        let stored = state.store.load(id).await.unwrap().unwrap();
        assert!(matches!(&stored.participants.seats[0], SeatAssignment::Engine { engine, .. } if engine == "random"));
    }
}

#[tokio::test]
async fn clock_of_a_failed_engine_decides_and_forfeit_is_possible() {
    let data = tempfile::tempdir().unwrap();
    let state = app_state_with(&data, failing_catalog());
    for (terms, reason) in
        [("move=0.3", ResultReason::RanOutOfTime), ("move=30,engine-failure=forfeit", ResultReason::EngineFailed)]
    {
        let (id, token) = create_match(&state, "panics", terms, 0.05).await;
        let room = state.room(&id, CLIENT).await.unwrap();
        let _joined = room.request(|reply| RoomCommand::Join { token, name: String::new(), reply }).await.unwrap();
        let over = wait_for(&room, |state| state.position.result.is_some()).await;
        assert_eq!(over.position.result.unwrap().reason, reason);
    }
}
