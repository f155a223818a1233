//! What a table withstands: in all of these it lives on, and the board keeps its last legal state.

use std::io::Write;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use parlor_match::Ending;
use parlor_window::Table;

use super::{Peer, hosting, human, is_playing, joining, moves, opened, over, play, until};

/// The peer breaks the rules of the wire: the game stops with these words, and the line is closed.
fn stops(mut table: Table, mut peer: Peer, words: &str, board: &str) {
    until(&mut table, |table| over(table).is_some());
    assert!(over(&table).unwrap().contains(words), "{:?} is not about {words}", over(&table));
    assert_eq!(table.game().ending(), Some(Ending::Abandoned));
    assert_eq!(moves(&table), board);
    assert!(!table.is_human_turn());
    assert!(table.play(table.game().ply(), "1", Instant::now()).is_err());
    assert!(peer.is_hung_up_on());
}

#[test]
fn garbage_stops_the_game_in_words() {
    for (bytes, words) in [
        (b"x" as &[u8], "sent \"x\""),
        (b"\n", "the end of a line"),
        (b"\0", "the byte 0"),
        (b"\xff\xfe", "the byte 255"),
        (b"GET / HTTP/1.1\r\n\r\n", "sent \"G\""),
        (b" 3", "a blank"),
    ] {
        let (table, mut peer) = opened();
        peer.sends(bytes);
        stops(table, peer, words, "4");
    }
}

#[test]
fn a_column_that_does_not_exist_is_an_illegal_move() {
    for digit in [b"7", b"8", b"9"] {
        let (table, mut peer) = opened();
        peer.sends(digit);
        stops(table, peer, "illegal move", "4");
    }
}

#[test]
fn a_full_column_is_an_illegal_move() {
    let (mut table, mut peer) = opened();
    for round in 0..3 {
        peer.sends(b"3");
        until(&mut table, Table::is_human_turn);
        play(&mut table, if round < 2 { "4" } else { "1" });
        peer.hears();
    }
    peer.sends(b"3");
    stops(table, peer, "illegal move", "4444441");
}

#[test]
fn a_digit_out_of_turn_stops_the_game() {
    let (mut table, port) = hosting(human);
    let mut peer = Peer::joins(port);
    until(&mut table, is_playing);
    peer.sends(b"3");
    stops(table, peer, "out of turn", "");
}

#[test]
fn a_digit_that_came_before_my_move_is_no_answer_to_it() {
    let (mut table, port) = hosting(human);
    let mut peer = Peer::joins(port);
    until(&mut table, is_playing);
    peer.sends(b"3");
    // It has arrived, but nobody has looked yet: the move below must not make it legal.
    thread::sleep(Duration::from_millis(200));
    play(&mut table, "4");
    stops(table, peer, "out of turn", "4");
}

#[test]
fn moves_glued_together_are_two_and_the_second_is_out_of_turn() {
    let (table, mut peer) = opened();
    peer.sends(b"22");
    stops(table, peer, "out of turn", "43");
}

#[test]
fn a_flood_costs_no_memory_and_harms_nothing() {
    let resident = || -> u64 {
        let pages = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
        pages.split(' ').nth(1).and_then(|pages| pages.parse().ok()).unwrap_or(0) * 4096
    };
    for byte in [b'3', b'x'] {
        let (mut table, mut peer) = opened();
        let before = resident();
        let mut flood = peer.0.try_clone().unwrap();
        let flooding = thread::spawn(move || {
            let chunk = vec![byte; 1_000_000];
            (0..64).take_while(|_| flood.write_all(&chunk).is_ok()).count()
        });
        // Nobody listens for a while: what is sent must wait in the network, not here.
        thread::sleep(Duration::from_millis(300));
        assert!(resident().saturating_sub(before) < 24 << 20, "{} more", resident().saturating_sub(before));
        until(&mut table, |table| over(table).is_some());
        assert!(moves(&table).len() <= 2);
        assert!(peer.is_hung_up_on());
        assert!(flooding.join().unwrap() < 64, "it was cut off");
    }
}

#[test]
fn a_peer_that_closes_has_left() {
    let (mut table, peer) = opened();
    drop(peer);
    until(&mut table, |table| over(table).is_some());
    assert_eq!(over(&table).unwrap(), "The opponent left.");
    assert_eq!(moves(&table), "4");
}

#[test]
fn a_peer_that_closes_at_once_has_left() {
    let (mut table, port) = hosting(human);
    drop(Peer::joins(port));
    until(&mut table, |table| over(table).is_some());
    assert_eq!(over(&table).unwrap(), "The opponent left.");
}

#[test]
fn a_peer_that_never_answers_is_waited_for_without_blocking() {
    let (mut table, _peer) = opened();
    let begun = Instant::now();
    for _ in 0..1000 {
        table.advance(Instant::now());
    }
    assert!(begun.elapsed() < Duration::from_secs(2));
    assert!(is_playing(&table) && !table.is_human_turn());
    assert!(table.wakes_at().is_none(), "nothing to do until the bell rings");
}

#[test]
fn a_second_client_is_refused_and_the_game_undisturbed() {
    let (mut table, mut peer) = opened();
    let port = peer.0.peer_addr().unwrap().port();
    for _ in 0..20 {
        if let Ok(stream) = TcpStream::connect((Ipv4Addr::LOCALHOST, port)) {
            let mut second = Peer::of(stream);
            let _ = second.0.write_all(b"0");
            assert!(second.is_hung_up_on());
        }
    }
    peer.sends(b"6");
    until(&mut table, Table::is_human_turn);
    play(&mut table, "2");
    assert_eq!(peer.hears(), b'1');
    assert_eq!(moves(&table), "472");
}

#[test]
fn a_client_waits_for_a_server_that_starts_late() {
    let reserved = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = reserved.local_addr().unwrap().port();
    drop(reserved);
    let mut table = joining(port, human);
    until(&mut table, |table| table.stage() != parlor_window::Stage::Ready);
    thread::sleep(Duration::from_millis(700));
    table.advance(Instant::now());
    let words = format!("{:?}", table.stage());
    assert!(words.contains("Waiting for 127.0.0.1"), "{words}");
    assert!(!table.is_human_turn());
    let mut peer = Peer::accepts(&TcpListener::bind((Ipv4Addr::LOCALHOST, port)).unwrap());
    until(&mut table, is_playing);
    peer.sends(b"0");
    until(&mut table, Table::is_human_turn);
    play(&mut table, "7");
    assert_eq!(peer.hears(), b'6');
}

#[test]
fn tables_come_and_go_on_the_same_port() {
    let listener = super::address::listen(0).unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    for round in 0..100 {
        let begun = Instant::now();
        let listener = loop {
            match super::address::listen(port) {
                Ok(listener) => break listener,
                // The table before is gone, and its thread is about to be.
                Err(_) if begun.elapsed() < super::PATIENCE => thread::sleep(Duration::from_millis(1)),
                Err(error) => panic!("round {round}: {error}"),
            }
        };
        let bell = parlor_window::Bell::default();
        let (remote, ear, said) = parlor_window::Remote::new(&bell);
        super::link::host(listener, ear, said).unwrap();
        let seats = vec![parlor_window::Seat::Human, parlor_window::Seat::Remote(remote)];
        let mut table = Table::new(super::a_match(), seats, bell);
        table.advance(Instant::now());
        if round % 2 == 0 {
            let mut peer = Peer::joins(port);
            until(&mut table, is_playing);
            play(&mut table, "4");
            assert_eq!(peer.hears(), b'3');
        }
    }
}

#[test]
fn a_port_in_use_is_one_clear_line() {
    let taken = TcpListener::bind((Ipv4Addr::UNSPECIFIED, 0)).unwrap();
    let port = taken.local_addr().unwrap().port();
    let failure = format!("{:?}", super::super::listen(port).unwrap_err());
    assert!(failure.contains(&format!("port {port} cannot be used")) && failure.contains("status: 1"), "{failure}");
}
