//! The network game against raw TCP peers, well behaved and not, without a window; and with two windows.

mod games;
mod peers;
mod windows;

#[path = "../../../parlor-window/tests/support/mod.rs"]
mod support;

use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use parlor_core::Setup;
use parlor_games::catalog;
use parlor_match::{Match, Terms};
use parlor_window::{Bell, Remote, Seat, Stage, Table};

use super::{GAME, address, link};

/// Nothing here takes longer, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

fn a_match() -> Match {
    Match::new(catalog::start(Setup::of(GAME)).unwrap(), Terms::default())
}

/// A table that waits for its opponent, and the port it waits on.
fn hosting(here: impl FnOnce(&Bell) -> Seat) -> (Table, u16) {
    let listener = address::listen(0).unwrap();
    let port = listener.local_addr().unwrap().port();
    let bell = Bell::default();
    let (remote, ear, said) = Remote::new(&bell);
    link::host(listener, ear, said).unwrap();
    (Table::new(a_match(), vec![here(&bell), Seat::Remote(remote)], bell), port)
}

/// A table that looks for its server on this machine.
fn joining(port: u16, here: impl FnOnce(&Bell) -> Seat) -> Table {
    let bell = Bell::default();
    let (remote, ear, said) = Remote::new(&bell);
    link::join("127.0.0.1", port, ear, said).unwrap();
    Table::new(a_match(), vec![Seat::Remote(remote), here(&bell)], bell)
}

fn human(_: &Bell) -> Seat {
    Seat::Human
}

/// Drives a table until something is true of it.
fn until(table: &mut Table, is_true: impl Fn(&Table) -> bool) {
    let begun = Instant::now();
    loop {
        table.advance(Instant::now());
        if is_true(table) {
            return;
        }
        assert!(begun.elapsed() < PATIENCE, "still {:?} after {} moves", table.stage(), table.game().ply());
        thread::sleep(Duration::from_millis(1));
    }
}

fn is_playing(table: &Table) -> bool {
    table.stage() == Stage::Playing
}

fn over(table: &Table) -> Option<String> {
    match table.stage() {
        Stage::Over(words) => Some(words),
        _ => None,
    }
}

fn moves(table: &Table) -> String {
    table.game().moves().map(|(_, notation)| notation).collect()
}

fn play(table: &mut Table, notation: &str) {
    table.play(table.game().ply(), notation, Instant::now()).unwrap();
}

/// A program of somebody else's that is the other side.
struct Peer(TcpStream);

impl Peer {
    fn joins(port: u16) -> Peer {
        Peer::of(TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap())
    }

    fn accepts(listener: &TcpListener) -> Peer {
        Peer::of(listener.accept().unwrap().0)
    }

    fn of(stream: TcpStream) -> Peer {
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        Peer(stream)
    }

    fn sends(&mut self, bytes: &[u8]) {
        self.0.write_all(bytes).unwrap();
    }

    fn hears(&mut self) -> u8 {
        let mut byte = [0];
        self.0.read_exact(&mut byte).unwrap();
        byte[0]
    }

    /// Whether the other side has closed the connection; what it still sent is dropped.
    fn is_hung_up_on(&mut self) -> bool {
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

/// A game is on: this side has opened in column 4, and the peer is to move.
fn opened() -> (Table, Peer) {
    let (mut table, port) = hosting(human);
    let mut peer = Peer::joins(port);
    until(&mut table, is_playing);
    play(&mut table, "4");
    assert_eq!(peer.hears(), b'3');
    (table, peer)
}
