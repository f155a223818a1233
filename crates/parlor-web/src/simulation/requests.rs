//! Tests of single requests with virtual time: a body that does not arrive, a server that drains, one without capacity.

use std::sync::Arc;
use std::time::Duration;

use parlor_core::SplitMix64;
use serde_json::json;
use tokio::time::Instant;

use super::world::{Games, Server, World, request};
use super::{OBSERVER, two_player_games};
use crate::config::ServerLimits;
use crate::extract::BODY_TIMEOUT;
use crate::store::simulated::SimulatedDisk;

fn world() -> (Arc<World>, SimulatedDisk, SplitMix64) {
    let games: Games = two_player_games().remove(0);
    let disk = SimulatedDisk::new(SplitMix64::new(1));
    (Arc::new(World::new(games)), disk, SplitMix64::new(2))
}

fn match_request(world: &World) -> String {
    let setup = world.games.catalog.games()[0].default_setup();
    let body = json!({ "setup": setup, "seats": [{ "kind": "you" }, { "kind": "you" }] }).to_string();
    request("POST /api/matches", &body, body.len())
}

#[tokio::test(start_paused = true)]
async fn a_slow_body_gets_408() {
    let (world, disk, mut random) = world();
    let _server = Server::start(&world, disk, &mut random);
    let start = Instant::now();
    let unfinished = request("POST /api/matches", "{", 100);
    let response = world.exchange(OBSERVER, &mut random, &unfinished).await.unwrap();
    assert!(response.starts_with("HTTP/1.1 408 ") && response.contains("slow-request"), "{response}");
    assert!((BODY_TIMEOUT..BODY_TIMEOUT + Duration::from_secs(1)).contains(&start.elapsed()), "{:?}", start.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_server_that_drains_refuses_new_matches_for_a_while() {
    let (world, disk, mut random) = world();
    let server = Server::start(&world, disk, &mut random);
    let create = match_request(&world);
    assert!(world.exchange(OBSERVER, &mut random, &create).await.unwrap().starts_with("HTTP/1.1 200 "));
    server.state.shutdown.send_replace(true);
    let response = world.exchange(OBSERVER, &mut random, &create).await.unwrap().to_ascii_lowercase();
    assert!(response.starts_with("http/1.1 503 ") && response.contains("\r\nretry-after: "), "{response}");
}

#[tokio::test(start_paused = true)]
async fn a_server_without_capacity_says_when_to_retry() {
    let (world, disk, mut random) = world();
    let limits = ServerLimits { sockets: 0, rooms: 0, ..ServerLimits::default() };
    let _server = Server::start_with(&world, disk, &mut random, limits);
    let created = world.exchange(OBSERVER, &mut random, &match_request(&world)).await.unwrap();
    let (_, created) = created.split_once("\r\n\r\n").unwrap();
    let created: serde_json::Value = serde_json::from_str(created).unwrap();
    let id = created["id"].as_str().unwrap();
    let text = request(&format!("GET /api/matches/{id}"), "", 0);
    let response = world.exchange(OBSERVER, &mut random, &text).await.unwrap().to_ascii_lowercase();
    assert!(response.starts_with("http/1.1 503 ") && response.contains("\r\nretry-after: "), "{response}");
}
