//! Tests of rooms whose engine has to wait: for the queue, for a worker, or for a client.

use std::sync::Arc;
use std::time::Duration;

use parlor_core::{AnyGame, EngineSpec, Limits};
use parlor_match::{Match, Terms};
use tokio::time::{Instant, sleep, timeout};

use super::actor::{EMPTY_GRACE, RETRY_DELAY};
use super::engine::EngineState;
use super::{Reply, RoomActor, RoomCommand, RoomHandle};
use crate::app_state::AppState;
use crate::engine_pool::{EnginePool, JobHandle, JobKind, SearchJob};
use crate::seats::SeatRequest;
use crate::secret::MatchId;
use crate::store::Store;
use crate::views::MatchState;

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
    let seats = [SeatRequest::Engine { engine: "alphabeta".to_owned(), seconds }, SeatRequest::You {}];
    let terms: Terms = terms.parse().unwrap();
    state.create_match(game().setup().clone(), terms, &seats, 0.0, CLIENT).await.unwrap().id
}

fn app_state(data: &tempfile::TempDir) -> Arc<AppState> {
    let catalog = Arc::new(parlor_games::catalog());
    let (store, _) = Store::open(data.path(), &catalog).unwrap();
    let pool = EnginePool::new(2, &catalog).unwrap();
    Arc::new(AppState::new(catalog, store, pool, Vec::new()).unwrap())
}

async fn match_state(room: &RoomHandle) -> Box<MatchState> {
    room.request(|reply: Reply<Box<MatchState>>| RoomCommand::GetState { reply }).await.unwrap()
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
    let joined = room.request(|reply| RoomCommand::Join { token: String::new(), reply }).await.unwrap();
    assert!(!joined.state.position.clocks.unwrap().running);
    sleep(Duration::from_millis(400)).await;
    // Frees a place in the queue, but no worker.
    drop(jobs.pop());
    sleep(Duration::from_millis(400)).await;
    assert!(match_state(&room).await.position.ending.is_none());
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
        actor.update_engine();
        assert!(matches!(actor.engine, EngineState::Searching { .. }));
        actor.presence.empty_since = Instant::now().checked_sub(EMPTY_GRACE).unwrap();
        actor.handle_timers().await;
        assert_eq!(matches!(actor.engine, EngineState::Idle), is_stopped, "{terms}");
    }
}
