//! Tests of the match controller with network peers and worker threads, without a network and without a window.

use std::sync::mpsc::Receiver;
use std::thread;
use std::time::{Duration, Instant};

use parlor_conformance::StubEngine;
use parlor_core::{EngineSpec, Limits, Player};
use parlor_match::{
    EngineFactory, ForfeitReason, MatchController, MatchPhase, MatchResult, PeerCommand, PeerEvent, PeerSender,
    RemotePeer, Waker,
};

use crate::common::nim;

/// A match against a peer who plays second, and the ends of the network.
fn against_peer(pile: u32, terms: &str) -> (MatchController, PeerSender, Receiver<PeerCommand>) {
    let waker = Waker::default();
    let (peer, sender, commands) = RemotePeer::new(&waker);
    (MatchController::new(nim(pile, terms), waker).with_peer(Player::Second, peer), sender, commands)
}

fn with_engine(controller: MatchController, build: fn() -> StubEngine) -> MatchController {
    let limits = Limits::time(Duration::from_millis(4));
    let factory = EngineFactory::new(move |_, _| Ok(Box::new(build())));
    controller.with_engine(Player::First, EngineSpec::new("computer"), limits, factory).unwrap()
}

#[track_caller]
fn advance_until(controller: &mut MatchController, condition: impl Fn(&MatchController) -> bool) {
    let started = Instant::now();
    controller.advance(Instant::now());
    while !condition(controller) {
        assert!(started.elapsed() < Duration::from_secs(20), "{controller:?}");
        thread::sleep(Duration::from_millis(1));
        controller.advance(Instant::now());
    }
}

fn sent(commands: &Receiver<PeerCommand>) -> Vec<PeerCommand> {
    commands.try_iter().collect()
}

#[test]
fn moves_go_to_the_peer_and_come_from_it() {
    let (mut controller, sender, commands) = against_peer(3, "unlimited");
    controller.advance(Instant::now());
    assert!(controller.play(0, "take 1", Instant::now()).is_err(), "nobody has joined");
    sender.send(PeerEvent::Joined);
    advance_until(&mut controller, MatchController::is_human_turn);
    controller.play(0, "1", Instant::now()).unwrap();
    assert_eq!((sent(&commands), sender.ply()), (vec![PeerCommand::SendMove("take 1".to_owned())], 1));
    sender.send(PeerEvent::Played { ply: 1, notation: "take 2".to_owned() });
    advance_until(&mut controller, |controller| matches!(controller.phase(), MatchPhase::Over(_)));
    assert_eq!(sent(&commands), [PeerCommand::MatchOver]);
    sender.send(PeerEvent::ProtocolError("noise".to_owned()));
    controller.advance(Instant::now());
    assert!(controller.is_peer_connected(), "what arrives after the result changes nothing");
}

#[test]
fn peer_that_breaks_the_rules_or_leaves_stops_the_match() {
    let played = |ply, notation: &str| PeerEvent::Played { ply, notation: notation.to_owned() };
    for (event, text) in [
        (played(1, "take 9"), "The opponent made an illegal move (take 9), so the game was stopped."),
        (played(0, "take 1"), "The opponent moved out of turn, so the game was stopped."),
        (PeerEvent::ProtocolError("noise".to_owned()), "noise"),
    ] {
        let (mut controller, sender, commands) = against_peer(9, "unlimited");
        sender.send(PeerEvent::Joined);
        advance_until(&mut controller, MatchController::is_human_turn);
        controller.play(0, "1", Instant::now()).unwrap();
        sender.send(event);
        advance_until(&mut controller, |controller| controller.current_match().result().is_some());
        assert_eq!(controller.phase(), MatchPhase::Over(text.to_owned()));
        assert_eq!(controller.current_match().result(), Some(MatchResult::Abandoned));
        assert_eq!(sent(&commands).last(), Some(&PeerCommand::Disconnect));
    }
}

#[test]
fn peer_that_leaves_before_its_first_move_is_awaited_again() {
    let (mut controller, sender, commands) = against_peer(9, "unlimited");
    sender.send(PeerEvent::Joined);
    advance_until(&mut controller, MatchController::is_human_turn);
    controller.play(0, "1", Instant::now()).unwrap();
    sender.send(PeerEvent::Left);
    advance_until(&mut controller, |controller| matches!(controller.phase(), MatchPhase::Waiting(_)));
    assert_eq!((controller.current_match().ply(), sender.ply()), (0, 0));
    assert_eq!(sent(&commands), [PeerCommand::SendMove("take 1".to_owned()), PeerCommand::AwaitPeer]);
    sender.send(PeerEvent::Joined);
    advance_until(&mut controller, MatchController::is_human_turn);
}

#[test]
fn engine_plays_a_peer() {
    let (controller, sender, commands) = against_peer(3, "unlimited");
    let mut controller = with_engine(controller, StubEngine::first_move);
    sender.send(PeerEvent::Joined);
    advance_until(&mut controller, |controller| controller.current_match().ply() == 1);
    assert!(controller.play(1, "take 1", Instant::now()).is_err(), "nobody plays here");
    sender.send(PeerEvent::Played { ply: 1, notation: "take 1".to_owned() });
    advance_until(&mut controller, |controller| controller.current_match().result().is_some());
    assert_eq!(sent(&commands).len(), 3, "two moves and the end");
}

#[test]
fn engine_that_fails_against_a_peer_loses_and_disconnects() {
    let (controller, sender, commands) = against_peer(3, "engine-failure=forfeit");
    let mut controller = with_engine(controller, StubEngine::panics);
    sender.send(PeerEvent::Joined);
    advance_until(&mut controller, |controller| controller.current_match().result().is_some());
    let lost = MatchResult::Forfeit { loser: Player::First, reason: ForfeitReason::EngineFailed };
    assert_eq!(controller.current_match().result(), Some(lost));
    let text = "You lost: you had an engine failure. The engine crashed: out of ideas.";
    assert_eq!(controller.phase(), MatchPhase::Over(text.to_owned()));
    assert!(sent(&commands).contains(&PeerCommand::Disconnect));
}
