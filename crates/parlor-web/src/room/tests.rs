//! Tests of rooms with real workers: an engine that waits for one, and one that crashes there.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

use parlor_conformance::StubEngine;
use parlor_core::{AnyGame, Catalog, EngineSpec, Limits};
use parlor_match::Terms;
use parlor_room::{MatchSnapshot, Room, SeatRequest};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use super::RoomHandle;
use crate::blocking_tasks::BlockingTasks;
use crate::config::ServerLimits;
use crate::engine_pool::{EnginePool, JobHandle, JobKind, SearchJob};
use crate::matches::Matches;
use crate::searches::Searches;
use crate::secret;
use crate::store::Store;

const CLIENT: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
const STEP: Duration = Duration::from_millis(10);

fn game() -> Box<dyn AnyGame> {
    let catalog = parlor_games::catalog();
    catalog.start(catalog.games()[0].default_setup()).unwrap()
}

struct Site {
    searches: Searches,
    matches: Matches,
    _shutdown: watch::Sender<bool>,
}

fn site(data: &tempfile::TempDir, catalog: Catalog) -> Site {
    let catalog = Arc::new(catalog);
    let (store, _) = Store::open(data.path()).unwrap();
    let pool = EnginePool::new(2, &catalog).unwrap();
    let searches = Searches::new(&catalog, pool, BlockingTasks::new());
    let shutdown = watch::Sender::new(false);
    let matches = Matches::new(Arc::new(store), &searches, ServerLimits::default(), shutdown.subscribe());
    Site { searches, matches, _shutdown: shutdown }
}

impl Site {
    /// Job that occupies a worker, or a place in the queue, until it is dropped.
    fn long_search(&self) -> Option<JobHandle> {
        let (engine, limits) = (EngineSpec::new("mcts"), Limits::time(Duration::from_mins(1)));
        let job =
            SearchJob { game: game(), engine, limits, kind: JobKind::Move, session: String::new(), client: CLIENT };
        self.searches.pool.submit(job).ok()
    }

    /// Room of a match in which this engine is to move.
    async fn room(&self, engine: &str, terms: &str) -> RoomHandle {
        let seats = [SeatRequest::Engine { engine: engine.to_owned(), seconds: 0.05 }, SeatRequest::You {}];
        let terms: Terms = terms.parse().unwrap();
        let created = self.matches.create(game().setup().clone(), terms, &seats, 0.0, CLIENT).await.unwrap();
        self.matches.room(&created.id, CLIENT).await.unwrap()
    }
}

/// Waits until the state of a match fulfills a condition.
async fn wait_for(room: &RoomHandle, condition: impl Fn(&MatchSnapshot) -> bool) -> MatchSnapshot {
    let wait = async {
        loop {
            let state = room.read(Room::snapshot).await.unwrap();
            if condition(&state) {
                return state;
            }
            sleep(STEP).await;
        }
    };
    timeout(Duration::from_secs(20), wait).await.unwrap()
}

#[tokio::test]
async fn an_engine_waits_for_a_worker_as_long_as_it_takes() {
    let data = tempfile::tempdir().unwrap();
    let site = site(&data, parlor_games::catalog());
    let fill = || std::iter::repeat_with(|| site.long_search()).map_while(|job| job);
    let mut jobs: Vec<JobHandle> = fill().collect();
    sleep(10 * STEP).await;
    // Both workers run one by now; this fills the queue again.
    jobs.extend(fill());
    let room = site.room("alphabeta", "move=0.3").await;
    let joined = room.join(secret::hash(""), String::new()).await.unwrap();
    sleep(Duration::from_millis(400)).await;
    // Frees a place in the queue, but no worker.
    drop(jobs.pop());
    sleep(Duration::from_millis(400)).await;
    let state = room.read(Room::snapshot).await.unwrap();
    assert!(state.position.result.is_none() && !state.position.clocks.unwrap().running);
    drop(jobs);
    wait_for(&room, |state| state.position.ply > 0).await;
    room.leave(joined.client).await;
}

#[tokio::test]
async fn an_engine_that_crashes_on_a_worker_pauses_its_match() {
    let data = tempfile::tempdir().unwrap();
    let crashing = StubEngine::entry("panics", StubEngine::panics as fn() -> _);
    let catalog = parlor_games::catalog().with_engine(&game().setup().game, crashing).unwrap();
    let site = site(&data, catalog);
    let room = site.room("panics", "unlimited").await;
    let paused = wait_for(&room, |state| state.position.failure.is_some()).await;
    assert_eq!(paused.position.failure.as_deref(), Some("The engine crashed: out of ideas."));
    let record = room.read(|room, _| room.current_match().record().to_string()).await.unwrap();
    assert!(record.contains("first has an engine failure: The engine crashed: out of ideas.\n"), "{record}");
}
