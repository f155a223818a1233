//! Engines that have to wait: for a place in the queue, for a worker, for somebody to look.

use parlor_core::{EngineSpec, Setup};
use parlor_games::catalog;
use parlor_match::Terms;

use super::*;
use crate::pool::Pool;
use crate::room::{Reply, Room};
use crate::seats::Wish;
use crate::store::Store;

fn game() -> Box<dyn AnyGame> {
    catalog::start(Setup::of(catalog::GAMES[0].name)).unwrap()
}

/// Keeps a worker, or a place in the queue, until it is dropped.
fn long_thought(house: &House) -> Option<Thinking> {
    let (engine, limits) = (EngineSpec::of("mcts"), Limits::time(Duration::from_mins(1)));
    house.pool.ask(Question { game: game(), engine, limits, kind: Kind::Move, whose: String::new() }).ok()
}

/// A match in which an engine is to move, and the match's id.
async fn engine_to_move(house: &Arc<House>, terms: &str, seconds: f64) -> MatchId {
    let wishes = [Wish::Engine { engine: "alphabeta".to_owned(), seconds }, Wish::You];
    let terms: Terms = terms.parse().unwrap();
    house.make(game().setup().clone(), terms, &wishes, 0.0).await.unwrap().id
}

fn house(data: &tempfile::TempDir) -> Arc<House> {
    let (store, _) = Store::open(data.path()).unwrap();
    Arc::new(House::new(store, Pool::new(2).unwrap(), Vec::new()))
}

async fn state(room: &Room) -> Box<State> {
    room.ask(|reply: Reply<Box<State>>| Order::Look { reply }).await.unwrap()
}

#[tokio::test]
async fn a_busy_house_makes_an_engine_wait_and_neither_stops_it_nor_takes_its_time() {
    let data = tempfile::tempdir().unwrap();
    let house = house(&data);
    let mut thoughts: Vec<Thinking> = std::iter::repeat_with(|| long_thought(&house)).map_while(|one| one).collect();
    tokio::time::sleep(SOON).await;
    // Both workers are at one by now, and the queue is full again.
    thoughts.extend(std::iter::repeat_with(|| long_thought(&house)).map_while(|one| one));
    let id = engine_to_move(&house, "move=0.3", 0.05).await;
    let room = house.room(&id).await.unwrap();
    let entered = room.ask(|reply| Order::Enter { token: String::new(), reply }).await.unwrap();
    assert!(!entered.state.position.clocks.unwrap().running);
    tokio::time::sleep(Duration::from_millis(400)).await;
    // One place in the queue, but no worker yet.
    drop(thoughts.pop());
    tokio::time::sleep(Duration::from_millis(400)).await;
    assert!(state(&room).await.position.ending.is_none());
    drop(thoughts);
    let has_moved = async {
        while state(&room).await.position.ply == 0 {
            tokio::time::sleep(SOON).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), has_moved).await.unwrap();
}

#[tokio::test]
async fn an_engine_on_a_clock_is_not_stopped_when_everybody_leaves() {
    let data = tempfile::tempdir().unwrap();
    let house = house(&data);
    for (terms, is_stopped) in [("move=30", false), ("unlimited", true)] {
        let id = engine_to_move(&house, terms, 20.0).await;
        let stored = house.store.load(id.clone()).await.unwrap().unwrap();
        let played = Match::new(game(), stored.record.terms);
        let (_room, orders) = Room::new();
        let mut actor = Actor::new(id, Arc::clone(&house), orders, played, stored.seating, None);
        actor.ask_engine();
        assert!(matches!(actor.engine, EngineState::Thinking { .. }));
        actor.empty_since = Instant::now().checked_sub(ALONE).unwrap();
        actor.wake().await;
        assert_eq!(matches!(actor.engine, EngineState::Quiet), is_stopped, "{terms}");
    }
}
