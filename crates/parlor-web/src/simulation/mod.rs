//! Deterministic simulation of the site: the real routes, connections, rooms and store statements with virtual time, on a
//! network and a disk that fail as a seed determines.
//!
//! Each seed is one run: a few matches with players, rivals for a seat and spectators, while connections break or fall
//! silent, writes fail, and the server stops or crashes and starts again. At the end all faults stop, and the invariants
//! are checked: no acknowledged move is lost, only the client in a seat moves for it, no clock is overdrawn, and every
//! client sees what the server has.
//!
//! `PARLOR_SIMULATION_SEED=7` repeats one run and prints its history; `PARLOR_SIMULATION_SEEDS=100000` makes more runs.

mod check;
mod client;
mod network;
mod requests;
mod world;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use parlor_core::{Catalog, SplitMix64};
use parlor_test_tools::{SimulatedRun, assert_seeds_hold};
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::sleep;

use self::check::{ServerView, check_match};
use self::client::{Client, Report};
use self::world::{Games, Phase, Server, World};
use crate::catalog_view::CatalogView;
use crate::store::simulated::{DiskState, SimulatedDisk};

const DEFAULT_SEEDS: u64 = 2000;
/// Longer than the server needs to notice a silent connection.
const SETTLE_TIME: Duration = Duration::from_secs(50);
const TIME_CONTROLS: [&str; 4] = ["unlimited", "clock=6+0.2", "clock=60", "move=3"];
/// Address of the harness itself.
const OBSERVER: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 9);

/// A random time below a limit, in steps of a microsecond.
fn microseconds(random: &mut SplitMix64, limit: Duration) -> Duration {
    Duration::from_micros(random.below(usize::try_from(limit.as_micros()).unwrap_or(1)) as u64)
}

fn two_player_games() -> Vec<Games> {
    let all = parlor_games::catalog();
    let is_for_two = |entry: &&parlor_core::GameEntry| entry.start(entry.default_setup()).unwrap().player_count() == 2;
    let games = all.games().iter().filter(is_for_two).map(|entry| {
        let catalog = Arc::new(Catalog::new().with_game(entry.clone()));
        Games { view: Arc::new(CatalogView::new(&catalog).unwrap()), catalog }
    });
    games.collect()
}

/// Runs a seed; returns the history and the first violation.
fn simulate(seed: u64, games: &[Games]) -> SimulatedRun {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    let mut random = SplitMix64::new(seed);
    let games = games[random.below(games.len())].clone();
    let outcome = runtime.block_on(async {
        let world = Arc::new(World::new(games));
        run(&world, &mut random).await;
        world.outcome()
    });
    // What crashed servers left behind.
    runtime.shutdown_background();
    outcome
}

async fn run(world: &Arc<World>, random: &mut SplitMix64) {
    let disk = SimulatedDisk::new(SplitMix64::new(random.next_u64()));
    let mut server = Server::start(world, disk, random);
    let mut matches = Vec::new();
    for number in 0..=random.below(2) {
        matches.push(start_match(world, number, random).await);
    }
    world.network.set_faulty(true);
    for _ in 0..random.below(6) {
        server = inject_fault(world, server, random).await;
    }
    sleep(microseconds(random, Duration::from_secs(8))).await;
    world.log("the faults end");
    world.network.set_faulty(false);
    server.disk_state.send_replace(DiskState::Reliable);
    world.phase.send_replace(Phase::Settling);
    sleep(SETTLE_TIME).await;
    let mut views = Vec::new();
    for (id, _) in &matches {
        views.push(server_view(world, id, random).await);
    }
    // What was broadcast before the views arrives meanwhile.
    sleep(Duration::from_millis(20)).await;
    world.phase.send_replace(Phase::Over);
    server = Server::start(world, server.crash().await, random);
    for ((id, clients), before) in matches.into_iter().zip(views) {
        let after = server_view(world, &id, random).await;
        let (Some(before), Some(after)) = (before, after) else { return world.fail("the server does not answer") };
        if before.record != after.record {
            // The time of a player can end between the two views.
            if before.state["result"].is_null() && !after.state["result"].is_null() {
                continue;
            }
            world.fail(format!("a crash at rest changed the record from\n{}to\n{}", before.record, after.record));
        }
        check_match(world, &before, &clients.join_all().await);
    }
    drop(server);
}

/// Creates a match, and lets its clients play.
async fn start_match(world: &Arc<World>, number: usize, random: &mut SplitMix64) -> (String, JoinSet<Report>) {
    let entry = &world.games.catalog.games()[0];
    let opponent = match random.below(3) {
        0 => json!({ "kind": "you" }),
        1 => json!({ "kind": "engine", "engine": entry.default_opponent.to_string(), "seconds": 1 }),
        _ => json!({ "kind": "friend" }),
    };
    let time = *random.choose(&TIME_CONTROLS).unwrap();
    world.log(format!("match {number}: {} against {opponent}, {time}", entry.name));
    let body = json!({ "setup": entry.default_setup(), "seats": [{ "kind": "you" }, opponent], "time": time });
    let (status, created) = world.http(OBSERVER, random, "POST /api/matches", &body.to_string()).await.unwrap();
    assert_eq!(status, 200, "{created}");
    let created: Value = serde_json::from_str(&created).unwrap();
    let id = created["id"].as_str().unwrap();
    let invitation = created["invitations"][1].as_str();
    let mut clients = JoinSet::new();
    let mut join = |name: &str, token: String, seats: &[usize], invitation: Option<&str>| {
        let client = Client {
            world: Arc::clone(world),
            random: SplitMix64::new(random.next_u64()),
            address: ([10, 0, 0, random.below(200) as u8], 1000).into(),
            id: id.to_owned(),
            token,
            invitation: invitation.map(str::to_owned),
            report: Report { name: format!("{name} {number}"), seats: seats.to_vec(), ..Report::default() },
            pending: Vec::new(),
            requests: 0,
        };
        clients.spawn(client.run());
    };
    let host_seats: &[usize] = if opponent["kind"] == "you" { &[0, 1] } else { &[0] };
    join("host", created["token"].as_str().unwrap().to_owned(), host_seats, None);
    join("spectator", String::new(), &[], None);
    if let Some(invitation) = invitation {
        // Two people have the link; only the first one gets the seat.
        join("friend", "f".repeat(32), &[], Some(invitation));
        join("rival", "r".repeat(32), &[], Some(invitation));
    }
    (id.to_owned(), clients)
}

/// Waits for a while and lets something happen to the server.
async fn inject_fault(world: &Arc<World>, server: Server, random: &mut SplitMix64) -> Server {
    sleep(microseconds(random, Duration::from_secs(6))).await;
    let disk = match random.below(6) {
        0..3 => server.crash().await,
        3 => server.stop().await,
        4 => {
            world.log("the disk becomes faulty");
            server.disk_state.send_replace(DiskState::Faulty);
            return server;
        }
        _ => {
            world.log("all connections break");
            world.network.disconnect_all();
            return server;
        }
    };
    sleep(microseconds(random, Duration::from_secs(2))).await;
    let server = Server::start(world, disk, random);
    if random.below(3) == 0 {
        server.disk_state.send_replace(DiskState::Faulty);
    }
    server
}

async fn server_view(world: &World, id: &str, random: &mut SplitMix64) -> Option<ServerView> {
    let (_, state) = world.http(OBSERVER, random, &format!("GET /api/matches/{id}"), "").await?;
    let (_, record) = world.http(OBSERVER, random, &format!("GET /api/matches/{id}/record"), "").await?;
    Some(ServerView { state: serde_json::from_str(&state).ok()?, record })
}

#[test]
fn invariants_hold_for_every_seed() {
    let games = two_player_games();
    assert_seeds_hold(DEFAULT_SEEDS, |seed, _| simulate(seed, &games));
}

#[test]
fn a_seed_repeats_its_run() {
    let games = two_player_games();
    for seed in 0..10 {
        let [first, second] = [simulate(seed, &games).0, simulate(seed, &games).0];
        assert!(first.len() > 20, "{first:?}");
        let difference = first.iter().zip(&second).find(|(one, other)| one != other);
        assert_eq!((difference, first.len()), (None, second.len()), "seed {seed}");
    }
}
