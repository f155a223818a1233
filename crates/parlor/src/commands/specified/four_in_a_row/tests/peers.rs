//! Peers that break the protocol or disconnect. The process survives, and the board keeps its last legal position.

use std::io::Write;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use parlor_core::Player;
use parlor_match::{MatchController, MatchPhase, MatchResult};

use super::{Peer, advance_until, human, is_playing, moves, new_client, new_server, play, result_text, start_game};

/// Checks that the game stops with this text after a protocol violation, and that the connection is closed.
fn assert_stopped(mut controller: MatchController, mut peer: Peer, text: &str, board: &str) {
    advance_until(&mut controller, |controller| result_text(controller).is_some());
    assert!(result_text(&controller).unwrap().contains(text), "{:?} does not contain {text}", result_text(&controller));
    assert_eq!(controller.current_match().result(), Some(MatchResult::Abandoned));
    assert_eq!(moves(&controller), board);
    assert!(!controller.is_human_turn());
    assert!(controller.play(controller.current_match().ply(), "1", Instant::now()).is_err());
    assert!(peer.is_closed_by_other_side());
}

#[test]
fn invalid_byte_stops_game_with_message() {
    for (bytes, text) in [
        (b"x" as &[u8], "sent \"x\""),
        (b"\0", "the byte 0"),
        (b"\xff\xfe", "the byte 255"),
        (b"GET / HTTP/1.1\r\n\r\n", "sent \"G\""),
        (b" \t", "the byte 9"),
    ] {
        let (controller, mut peer) = start_game();
        peer.send(bytes);
        assert_stopped(controller, peer, text, "4");
    }
}

#[test]
fn column_out_of_range_is_illegal_move() {
    for digit in [b"7", b"8", b"9"] {
        let (controller, mut peer) = start_game();
        peer.send(digit);
        assert_stopped(controller, peer, "illegal move", "4");
    }
}

#[test]
fn full_column_is_illegal_move() {
    let (mut controller, mut peer) = start_game();
    for round in 0..3 {
        peer.send(b"3");
        advance_until(&mut controller, MatchController::is_human_turn);
        play(&mut controller, if round < 2 { "4" } else { "1" });
        peer.receive();
    }
    peer.send(b"3");
    assert_stopped(controller, peer, "illegal move", "4444441");
}

#[test]
fn digit_out_of_turn_stops_game() {
    let (mut controller, port) = new_server(human);
    let mut peer = Peer::connect(port);
    advance_until(&mut controller, is_playing);
    peer.send(b"3");
    assert_stopped(controller, peer, "out of turn", "");
}

#[test]
fn digit_sent_before_local_move_is_out_of_turn() {
    let (mut controller, port) = new_server(human);
    let mut peer = Peer::connect(port);
    advance_until(&mut controller, is_playing);
    peer.send(b"3");
    // The digit has arrived but is not processed yet. The move below must not make it legal.
    thread::sleep(Duration::from_millis(200));
    play(&mut controller, "4");
    assert_stopped(controller, peer, "out of turn", "4");
}

#[test]
fn second_of_two_joined_digits_is_out_of_turn() {
    let (controller, mut peer) = start_game();
    peer.send(b"22");
    assert_stopped(controller, peer, "out of turn", "43");
}

#[test]
fn flood_of_bytes_waits_in_the_network() {
    /// Together more than sockets hold.
    const CHUNKS: usize = 2_000;
    for byte in [b'3', b'x'] {
        let (mut controller, mut peer) = start_game();
        let mut flood = peer.0.try_clone().unwrap();
        let sent = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&sent);
        let flooding = thread::spawn(move || {
            let chunk = vec![byte; 64_000];
            while counter.load(Relaxed) < CHUNKS && flood.write_all(&chunk).is_ok() {
                counter.fetch_add(1, Relaxed);
            }
        });
        // As long as nothing is processed, little is read: what waits in the network takes no memory of ours.
        let mut last = usize::MAX;
        while last != sent.load(Relaxed) {
            last = sent.load(Relaxed);
            thread::sleep(Duration::from_millis(500));
        }
        assert!(!flooding.is_finished(), "{last} chunks are read although nobody wants them");
        advance_until(&mut controller, |controller| result_text(controller).is_some());
        assert!(moves(&controller).len() <= 2);
        assert!(peer.is_closed_by_other_side());
        flooding.join().unwrap();
        assert!(sent.load(Relaxed) < CHUNKS, "the connection must be closed before everything is sent");
    }
}

#[test]
fn flood_after_the_result_ends_soon_after_the_match_is_dropped() {
    let (mut controller, mut peer) = start_game();
    for _ in 0..3 {
        peer.send(b"0");
        advance_until(&mut controller, MatchController::is_human_turn);
        play(&mut controller, "4");
    }
    advance_until(&mut controller, |controller| result_text(controller).is_some());
    let flooding = thread::spawn(move || while peer.0.write_all(&[b'x'; 10_000]).is_ok() {});
    // The connection stays open after the result; meanwhile the socket fills up.
    thread::sleep(Duration::from_millis(300));
    assert!(!flooding.is_finished());
    drop(controller);
    let dropped = Instant::now();
    flooding.join().unwrap();
    assert!(dropped.elapsed() < super::TIMEOUT, "the peer heard of the end after {:?}", dropped.elapsed());
}

#[test]
fn peer_that_closes_after_its_first_move_has_left() {
    let (mut controller, mut peer) = start_game();
    peer.send(b"2");
    advance_until(&mut controller, MatchController::is_human_turn);
    drop(peer);
    advance_until(&mut controller, |controller| result_text(controller).is_some());
    assert_eq!(result_text(&controller).unwrap(), "The opponent left.");
    assert_eq!(moves(&controller), "43");
}

fn is_waiting_again(controller: &MatchController) -> bool {
    matches!(controller.phase(), MatchPhase::Waiting(text) if text.contains("left before the first move"))
}

#[test]
fn server_waits_again_when_the_peer_leaves_before_its_first_move() {
    let (mut controller, mut peer) = start_game();
    let port = peer.0.peer_addr().unwrap().port();
    for round in 0..3 {
        // Ignored bytes are no move.
        peer.send(b"\n");
        drop(peer);
        advance_until(&mut controller, is_waiting_again);
        assert_eq!(moves(&controller), "", "the board is empty again");
        peer = connect_with_retry(port);
        advance_until(&mut controller, is_playing);
        play(&mut controller, "2");
        assert_eq!(peer.receive(), b'1', "round {round}: only the move of this game");
    }
    peer.send(b"0");
    advance_until(&mut controller, MatchController::is_human_turn);
    assert_eq!(moves(&controller), "21");
}

#[test]
fn server_waits_again_for_a_peer_that_closes_at_once() {
    let (mut controller, port) = new_server(human);
    drop(Peer::connect(port));
    advance_until(&mut controller, is_waiting_again);
    let _peer = connect_with_retry(port);
    advance_until(&mut controller, is_playing);
}

#[test]
fn client_tries_again_when_the_server_leaves_before_its_first_move() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let mut controller = new_client(listener.local_addr().unwrap().port(), human);
    let port = listener.local_addr().unwrap().port();
    let peer = Peer::accept(&listener);
    advance_until(&mut controller, is_playing);
    drop((listener, peer));
    advance_until(&mut controller, is_waiting_again);
    let mut peer = Peer::accept(&listen_with_retry(port));
    advance_until(&mut controller, is_playing);
    peer.send(b"0");
    advance_until(&mut controller, MatchController::is_human_turn);
    play(&mut controller, "7");
    assert_eq!(peer.receive(), b'6');
}

/// Connects to a server that listens again in a moment.
fn connect_with_retry(port: u16) -> Peer {
    let started = Instant::now();
    loop {
        match TcpStream::connect((Ipv4Addr::LOCALHOST, port)) {
            Ok(stream) => return Peer::new(stream),
            Err(error) => assert!(started.elapsed() < super::TIMEOUT, "{error}"),
        }
        thread::sleep(Duration::from_millis(5));
    }
}

/// Listens on a port that was used before. The thread that used it may still be ending, or the system may have given the
/// port to a connection of another test.
fn listen_with_retry(port: u16) -> TcpListener {
    let started = Instant::now();
    loop {
        match super::address::listen(port) {
            Ok(listener) => return listener,
            Err(error) => assert!(started.elapsed() < super::TIMEOUT, "{error}"),
        }
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn waiting_for_silent_peer_does_not_block() {
    let (mut controller, _peer) = start_game();
    let started = Instant::now();
    for _ in 0..1000 {
        controller.advance(Instant::now());
    }
    assert!(started.elapsed() < Duration::from_secs(2));
    assert!(is_playing(&controller) && !controller.is_human_turn());
    assert!(controller.next_wake_at().is_none(), "nothing to do until the peer sends something");
}

#[test]
fn refuses_second_client_during_game() {
    let (mut controller, mut peer) = start_game();
    let port = peer.0.peer_addr().unwrap().port();
    for _ in 0..20 {
        if let Ok(stream) = TcpStream::connect((Ipv4Addr::LOCALHOST, port)) {
            let mut second = Peer::new(stream);
            let _ = second.0.write_all(b"0");
            assert!(second.is_closed_by_other_side());
        }
    }
    peer.send(b"6");
    advance_until(&mut controller, MatchController::is_human_turn);
    play(&mut controller, "2");
    assert_eq!(peer.receive(), b'1');
    assert_eq!(moves(&controller), "472");
}

#[test]
fn client_waits_for_server_that_starts_late() {
    let reserved = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = reserved.local_addr().unwrap().port();
    drop(reserved);
    let mut controller = new_client(port, human);
    advance_until(&mut controller, |controller| controller.phase() != MatchPhase::Ready);
    thread::sleep(Duration::from_millis(700));
    controller.advance(Instant::now());
    let stage = format!("{:?}", controller.phase());
    assert!(stage.contains("Waiting for 127.0.0.1"), "{stage}");
    assert!(!controller.is_human_turn());
    let mut peer = Peer::accept(&listen_with_retry(port));
    advance_until(&mut controller, is_playing);
    peer.send(b"0");
    advance_until(&mut controller, MatchController::is_human_turn);
    play(&mut controller, "7");
    assert_eq!(peer.receive(), b'6');
}

#[test]
fn port_can_be_reused_for_many_games() {
    let listener = super::address::listen(0).unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    for round in 0..100 {
        let listener = listen_with_retry(port);
        let waker = parlor_match::Waker::default();
        let (remote, sender, outbox) = parlor_match::RemotePeer::new(&waker);
        super::connection::accept(listener, sender, outbox).unwrap();
        let mut controller = MatchController::new(super::new_match(), waker).with_peer(Player::Second, remote);
        controller.advance(Instant::now());
        if round % 2 == 0 {
            let mut peer = Peer::connect(port);
            advance_until(&mut controller, is_playing);
            play(&mut controller, "4");
            assert_eq!(peer.receive(), b'3');
        }
    }
}

#[test]
fn reports_port_in_use() {
    let taken = TcpListener::bind((Ipv4Addr::UNSPECIFIED, 0)).unwrap();
    let port = taken.local_addr().unwrap().port();
    let error = format!("{:?}", super::super::listen(port).unwrap_err());
    assert!(error.contains(&format!("port {port} cannot be used")) && error.contains("status: 1"), "{error}");
}
