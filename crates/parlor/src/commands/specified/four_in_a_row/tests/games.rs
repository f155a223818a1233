//! Complete games over the network.

use std::net::{Ipv4Addr, TcpListener};
use std::thread;
use std::time::{Duration, Instant};

use parlor_conformance::StubEngine;
use parlor_core::{EngineSpec, Limits, Player};
use parlor_match::{EngineFactory, ForfeitReason, MatchController, MatchResult};

use super::super::headless;
use super::{Peer, advance_until, human, is_playing, moves, new_client, new_server, play, result_text};

fn add_engine(
    controller: MatchController,
    player: Player,
    limit: Duration,
    build: fn() -> StubEngine,
) -> MatchController {
    let factory = EngineFactory::new(move |_, _| Ok(Box::new(build())));
    controller.with_engine(player, EngineSpec::new("computer"), Limits::time(limit), factory).unwrap()
}

fn engine(controller: MatchController, player: Player) -> MatchController {
    add_engine(controller, player, Duration::from_millis(4), StubEngine::first_move)
}

#[test]
fn engine_that_fails_loses_and_the_peer_is_disconnected() {
    let (controller, port) =
        new_server(|controller, player| add_engine(controller, player, Duration::from_secs(1), StubEngine::panics));
    let mut peer = Peer::connect(port);
    let mut controller = controller;
    advance_until(&mut controller, |controller| result_text(controller).is_some());
    let lost = MatchResult::Forfeit { loser: Player::First, reason: ForfeitReason::EngineFailed };
    assert_eq!(controller.current_match().result(), Some(lost));
    let text = "You lost: you had an engine failure. The engine crashed: out of ideas.";
    assert_eq!(result_text(&controller).as_deref(), Some(text));
    assert!(peer.is_closed_by_other_side());
    let error = headless::play(controller, super::TIMEOUT, &mut Vec::new()).unwrap_err();
    assert!(format!("{error:?}").contains("out of ideas"), "{error:?}");
}

#[test]
fn plays_against_peer_that_sends_one_digit_per_move() {
    let (mut controller, port) = new_server(human);
    let mut peer = Peer::connect(port);
    advance_until(&mut controller, is_playing);
    for (mine, theirs) in [("1", b"1"), ("1", b"1"), ("1", b"1")] {
        play(&mut controller, mine);
        assert_eq!(peer.receive(), b'0');
        // The bytes arrive one at a time, with pauses.
        thread::sleep(Duration::from_millis(30));
        peer.send(theirs);
        advance_until(&mut controller, MatchController::is_human_turn);
    }
    play(&mut controller, "1");
    assert_eq!(peer.receive(), b'0', "the winning move is still sent");
    assert_eq!(result_text(&controller).unwrap(), "You win: 4 in a row.");
    drop(peer);
    advance_until(&mut controller, |controller| !controller.is_peer_connected());
    assert_eq!(result_text(&controller).unwrap(), "You win: 4 in a row.", "the result stays");
}

#[test]
fn keeps_result_when_winning_peer_leaves_or_sends_more() {
    for rest in [b"" as &[u8], b"0", b"garbage"] {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let mut controller = new_client(listener.local_addr().unwrap().port(), human);
        let mut peer = Peer::accept(&listener);
        advance_until(&mut controller, is_playing);
        for _ in 0..3 {
            peer.send(b"0");
            advance_until(&mut controller, MatchController::is_human_turn);
            play(&mut controller, "7");
            assert_eq!(peer.receive(), b'6');
        }
        peer.send(&[b"0", rest].concat());
        drop(peer);
        advance_until(&mut controller, |controller| result_text(controller).is_some());
        thread::sleep(Duration::from_millis(30));
        controller.advance(Instant::now());
        assert_eq!(result_text(&controller).unwrap(), "You lost: 4 in a row.");
        assert_eq!(moves(&controller), "1717171");
    }
}

#[test]
fn server_keeps_the_connection_after_its_winning_move_until_its_window_closes() {
    let (mut controller, port) = new_server(human);
    let mut peer = Peer::connect(port);
    advance_until(&mut controller, is_playing);
    for _ in 0..3 {
        play(&mut controller, "1");
        assert_eq!(peer.receive(), b'0');
        peer.send(b"1");
        advance_until(&mut controller, MatchController::is_human_turn);
    }
    play(&mut controller, "1");
    assert_eq!(peer.receive(), b'0');
    assert!(peer.is_kept_open(), "the peer would close its window");
    controller.advance(Instant::now());
    assert!(controller.is_peer_connected());
    drop(controller);
    assert!(peer.is_closed_by_other_side());
}

#[test]
fn client_keeps_the_connection_after_the_result_until_its_window_closes() {
    for is_client_winner in [true, false] {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let mut controller = new_client(listener.local_addr().unwrap().port(), human);
        let mut peer = Peer::accept(&listener);
        let theirs: &[u8] = if is_client_winner { b"0101" } else { b"0000" };
        for (index, digit) in theirs.iter().enumerate() {
            advance_until(&mut controller, is_playing);
            peer.send(&[*digit]);
            advance_until(&mut controller, |controller| controller.current_match().ply() > 2 * index);
            if result_text(&controller).is_none() {
                play(&mut controller, "7");
                assert_eq!(peer.receive(), b'6');
            }
        }
        let expected = if is_client_winner { "You win: 4 in a row." } else { "You lost: 4 in a row." };
        assert_eq!(result_text(&controller).as_deref(), Some(expected));
        assert!(peer.is_kept_open());
        drop(controller);
        assert!(peer.is_closed_by_other_side());
    }
}

#[test]
fn spaces_and_line_breaks_are_ignored() {
    let (mut controller, port) = new_server(human);
    let mut peer = Peer::connect(port);
    advance_until(&mut controller, is_playing);
    peer.send(b" \r\n");
    play(&mut controller, "4");
    assert_eq!(peer.receive(), b'3');
    peer.send(b"\n2\r\n ");
    advance_until(&mut controller, MatchController::is_human_turn);
    play(&mut controller, "4");
    assert_eq!(peer.receive(), b'3');
    assert_eq!(moves(&controller), "434");
}

/// Plays a game that the engine wins: it plays the first legal move, so it fills column 1.
fn lose_to_column_one(peer: &mut Peer) {
    for digit in [b"1", b"1", b"1"] {
        peer.receive();
        peer.send(digit);
    }
    peer.receive();
}

#[test]
fn headless_side_prints_the_result_and_holds_the_connection() {
    let (controller, port) = new_server(engine);
    let mut peer = Peer::connect(port);
    let peer = thread::spawn(move || {
        lose_to_column_one(&mut peer);
        let is_kept_open = peer.is_kept_open();
        (is_kept_open, peer)
    });
    let mut out = Vec::new();
    let started = Instant::now();
    headless::play(controller, Duration::from_secs(2), &mut out).unwrap();
    assert_eq!(String::from_utf8(out).unwrap(), "You win: 4 in a row.\n");
    let (is_kept_open, _peer) = peer.join().unwrap();
    assert!(is_kept_open && started.elapsed() >= Duration::from_secs(2), "at most the hold time");
}

#[test]
fn headless_side_ends_when_the_peer_leaves() {
    let (controller, port) = new_server(engine);
    let mut peer = Peer::connect(port);
    let peer = thread::spawn(move || {
        lose_to_column_one(&mut peer);
    });
    let started = Instant::now();
    headless::play(controller, super::TIMEOUT, &mut Vec::new()).unwrap();
    peer.join().unwrap();
    assert!(started.elapsed() < super::TIMEOUT);
}

#[test]
fn headless_side_fails_when_the_peer_breaks_the_protocol() {
    let (controller, port) = new_server(engine);
    let mut peer = Peer::connect(port);
    peer.send(b"x");
    let mut out = Vec::new();
    let error = headless::play(controller, super::TIMEOUT, &mut out).unwrap_err();
    assert!(format!("{error:?}").contains("which is not a move"), "{error:?}");
    assert!(out.is_empty());
}

/// Plays both sides to the end, each on its own thread as in two processes.
fn play_to_end(mut server: MatchController, mut client: MatchController) -> [MatchController; 2] {
    let other = thread::spawn(move || {
        advance_until(&mut client, |controller| result_text(controller).is_some());
        client
    });
    advance_until(&mut server, |controller| result_text(controller).is_some());
    [server, other.join().unwrap()]
}

#[test]
fn two_engines_end_with_equal_boards() {
    for _ in 0..5 {
        let (server, port) = new_server(engine);
        let [server, client] = play_to_end(server, new_client(port, engine));
        assert_eq!(moves(&server), moves(&client));
        assert_eq!(server.current_match().result(), client.current_match().result());
        assert_ne!(result_text(&server), result_text(&client), "each side has its own view");
        assert_eq!(server.current_match().game().position(), client.current_match().game().position());
        assert!(server.current_match().game().outcome().is_some());
    }
}

#[test]
fn person_cannot_move_for_engine() {
    let (mut controller, port) =
        new_server(|controller, player| add_engine(controller, player, Duration::from_secs(1), StubEngine::first_move));
    let _peer = Peer::connect(port);
    advance_until(&mut controller, is_playing);
    assert!(controller.play(0, "4", Instant::now()).is_err());
    assert!(!controller.is_human_turn());
    advance_until(&mut controller, |controller| controller.current_match().ply() == 1);
    assert!(controller.play(1, "4", Instant::now()).is_err());
}

#[test]
fn digit_during_engine_search_is_out_of_turn() {
    let (mut controller, port) =
        new_server(|controller, player| add_engine(controller, player, Duration::from_secs(2), StubEngine::first_move));
    let mut peer = Peer::connect(port);
    advance_until(&mut controller, is_playing);
    peer.send(b"3");
    advance_until(&mut controller, |controller| result_text(controller).is_some());
    assert!(result_text(&controller).unwrap().contains("out of turn"));
    assert_eq!(moves(&controller), "");
}
