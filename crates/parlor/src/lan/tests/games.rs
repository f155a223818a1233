//! Whole games over the wire.

use std::net::{Ipv4Addr, TcpListener};
use std::thread;
use std::time::{Duration, Instant};

use parlor_window::{Bell, EngineSeat, Seat, Table};

use super::support::FirstMove;
use super::{Peer, hosting, human, is_playing, joining, moves, over, play, until};

fn engine(bell: &Bell) -> Seat {
    Seat::Engine(EngineSeat::new("computer", Box::new(FirstMove), Duration::from_millis(4), bell).unwrap())
}

#[test]
fn a_program_that_sends_one_digit_a_move_can_be_the_other_side() {
    let (mut table, port) = hosting(human);
    let mut peer = Peer::joins(port);
    until(&mut table, is_playing);
    for (mine, theirs) in [("1", b"1"), ("1", b"1"), ("1", b"1")] {
        play(&mut table, mine);
        assert_eq!(peer.hears(), b'0');
        // One byte at a time, and slowly.
        thread::sleep(Duration::from_millis(30));
        peer.sends(theirs);
        until(&mut table, Table::is_human_turn);
    }
    play(&mut table, "1");
    assert_eq!(peer.hears(), b'0', "the winning move is still sent");
    assert_eq!(over(&table).unwrap(), "Player one wins.");
    drop(peer);
    thread::sleep(Duration::from_millis(50));
    table.advance(Instant::now());
    assert_eq!(over(&table).unwrap(), "Player one wins.", "the result stays");
}

#[test]
fn a_peer_may_win_and_leave_at_once_or_talk_on() {
    for rest in [b"" as &[u8], b"0", b"garbage"] {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let mut table = joining(listener.local_addr().unwrap().port(), human);
        let mut peer = Peer::accepts(&listener);
        until(&mut table, is_playing);
        for _ in 0..3 {
            peer.sends(b"0");
            until(&mut table, Table::is_human_turn);
            play(&mut table, "7");
            assert_eq!(peer.hears(), b'6');
        }
        peer.sends(&[b"0", rest].concat());
        drop(peer);
        until(&mut table, |table| over(table).is_some());
        thread::sleep(Duration::from_millis(30));
        table.advance(Instant::now());
        assert_eq!(over(&table).unwrap(), "Player one wins.");
        assert_eq!(moves(&table), "1717171");
    }
}

/// Both tables to the end, each on its own thread as two processes would be.
fn to_the_end(mut server: Table, mut client: Table) -> [Table; 2] {
    let other = thread::spawn(move || {
        until(&mut client, |table| over(table).is_some());
        client
    });
    until(&mut server, |table| over(table).is_some());
    [server, other.join().unwrap()]
}

#[test]
fn two_engines_end_with_the_same_board() {
    for _ in 0..5 {
        let (server, port) = hosting(engine);
        let [server, client] = to_the_end(server, joining(port, engine));
        assert_eq!(moves(&server), moves(&client));
        assert_eq!(over(&server), over(&client));
        assert_eq!(server.game().game().position(), client.game().game().position());
        assert!(server.game().game().outcome().is_some());
    }
}

#[test]
fn a_person_at_an_engines_table_can_make_no_move() {
    let (mut table, port) = hosting(|bell| {
        Seat::Engine(EngineSeat::new("computer", Box::new(FirstMove), Duration::from_secs(1), bell).unwrap())
    });
    let _peer = Peer::joins(port);
    until(&mut table, is_playing);
    assert!(table.play(0, "4", Instant::now()).is_err());
    assert!(!table.is_human_turn());
    until(&mut table, |table| table.game().ply() == 1);
    assert!(table.play(1, "4", Instant::now()).is_err());
}

#[test]
fn a_digit_while_the_engine_thinks_is_out_of_turn() {
    let (mut table, port) = hosting(|bell| {
        Seat::Engine(EngineSeat::new("computer", Box::new(FirstMove), Duration::from_secs(2), bell).unwrap())
    });
    let mut peer = Peer::joins(port);
    until(&mut table, is_playing);
    peer.sends(b"3");
    until(&mut table, |table| over(table).is_some());
    assert!(over(&table).unwrap().contains("out of turn"));
    assert_eq!(moves(&table), "");
}
