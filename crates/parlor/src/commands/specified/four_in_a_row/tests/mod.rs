//! The network game against raw TCP peers, valid and invalid, without a window; and with two windows.

mod games;
mod peers;
#[cfg(feature = "window")]
mod windows;

#[cfg(feature = "window")]
#[path = "../../../../../../parlor-window/tests/support/mod.rs"]
mod support;

use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use parlor_core::Player;
use parlor_games::four_in_a_row;
use parlor_match::{EngineFailure, Match, MatchController, MatchPhase, RemotePeer, Terms, Waker};

use super::{address, connection};

/// Longest wait for an event, even on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(20);

fn new_match() -> Match {
    let entry = four_in_a_row::entry();
    let terms = Terms { engine_failure: EngineFailure::Forfeit, ..Terms::default() };
    Match::new(entry.start(entry.default_setup()).unwrap(), terms)
}

/// Adds the local player to a match.
type AddLocal = fn(MatchController, Player) -> MatchController;

/// A server that waits for its opponent, and its port.
fn new_server(add_local: AddLocal) -> (MatchController, u16) {
    let listener = address::listen(0).unwrap();
    let port = listener.local_addr().unwrap().port();
    let waker = Waker::default();
    let (remote, sender, outbox) = RemotePeer::new(&waker);
    connection::accept(listener, sender, outbox).unwrap();
    let controller = MatchController::new(new_match(), waker).with_peer(Player::Second, remote);
    (add_local(controller, Player::First), port)
}

/// A client that connects to a server on this machine.
fn new_client(port: u16, add_local: AddLocal) -> MatchController {
    let waker = Waker::default();
    let (remote, sender, outbox) = RemotePeer::new(&waker);
    connection::connect("127.0.0.1", port, sender, outbox).unwrap();
    add_local(MatchController::new(new_match(), waker).with_peer(Player::First, remote), Player::Second)
}

fn human(controller: MatchController, _: Player) -> MatchController {
    controller
}

/// Advances a controller until the condition holds.
fn advance_until(controller: &mut MatchController, condition: impl Fn(&MatchController) -> bool) {
    let started = Instant::now();
    loop {
        controller.advance(Instant::now());
        if condition(controller) {
            return;
        }
        assert!(
            started.elapsed() < TIMEOUT,
            "still {:?} after {} moves",
            controller.phase(),
            controller.current_match().ply()
        );
        thread::sleep(Duration::from_millis(1));
    }
}

fn is_playing(controller: &MatchController) -> bool {
    controller.phase() == MatchPhase::Playing
}

fn result_text(controller: &MatchController) -> Option<String> {
    match controller.phase() {
        MatchPhase::Over(text) => Some(text),
        _ => None,
    }
}

fn moves(controller: &MatchController) -> String {
    controller.current_match().moves().map(|(_, notation)| notation).collect()
}

fn play(controller: &mut MatchController, notation: &str) {
    controller.play(controller.current_match().ply(), notation, Instant::now()).unwrap();
}

/// A raw TCP client or server that plays the other side.
struct Peer(TcpStream);

impl Peer {
    fn connect(port: u16) -> Peer {
        Peer::new(TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap())
    }

    fn accept(listener: &TcpListener) -> Peer {
        Peer::new(listener.accept().unwrap().0)
    }

    fn new(stream: TcpStream) -> Peer {
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        Peer(stream)
    }

    fn send(&mut self, bytes: &[u8]) {
        self.0.write_all(bytes).unwrap();
    }

    fn receive(&mut self) -> u8 {
        let mut byte = [0];
        self.0.read_exact(&mut byte).unwrap();
        byte[0]
    }

    /// Waits for the other side to close the connection, and drops what arrives before that.
    fn is_closed_by_other_side(&mut self) -> bool {
        let mut buffer = [0; 64];
        loop {
            match self.0.read(&mut buffer) {
                Ok(0) => return true,
                Ok(_) => {}
                Err(error) => return !matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut),
            }
        }
    }
}

impl Peer {
    /// Whether the connection stays open and silent for a while, as a peer that exits at the end of the stream needs.
    fn is_kept_open(&mut self) -> bool {
        self.0.set_read_timeout(Some(Duration::from_millis(400))).unwrap();
        let result = self.0.read(&mut [0; 64]);
        self.0.set_read_timeout(Some(TIMEOUT)).unwrap();
        matches!(result, Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut))
    }
}

/// A game in which the server has played column 4 and the peer is to move.
fn start_game() -> (MatchController, Peer) {
    let (mut controller, port) = new_server(human);
    let mut peer = Peer::connect(port);
    advance_until(&mut controller, is_playing);
    play(&mut controller, "4");
    assert_eq!(peer.receive(), b'3');
    (controller, peer)
}
