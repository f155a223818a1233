//! Complete games over the network.

use std::net::{Ipv4Addr, TcpListener};
use std::thread;
use std::time::{Duration, Instant};

use parlor_window::{EngineSeat, MatchController, Waker, WindowSeat};

use super::support::FirstMove;
use super::{Peer, advance_until, human, is_playing, moves, new_client, new_server, play, result_text};

fn engine(waker: &Waker) -> WindowSeat {
    WindowSeat::Engine(EngineSeat::new("computer", Box::new(FirstMove), Duration::from_millis(4), waker).unwrap())
}

#[test]
fn plays_against_peer_that_sends_one_digit_per_move() {
    let (mut table, port) = new_server(human);
    let mut peer = Peer::connect(port);
    advance_until(&mut table, is_playing);
    for (mine, theirs) in [("1", b"1"), ("1", b"1"), ("1", b"1")] {
        play(&mut table, mine);
        assert_eq!(peer.receive(), b'0');
        // The bytes arrive one at a time, with pauses.
        thread::sleep(Duration::from_millis(30));
        peer.send(theirs);
        advance_until(&mut table, MatchController::is_human_turn);
    }
    play(&mut table, "1");
    assert_eq!(peer.receive(), b'0', "the winning move is still sent");
    assert_eq!(result_text(&table).unwrap(), "Player one wins.");
    drop(peer);
    thread::sleep(Duration::from_millis(50));
    table.advance(Instant::now());
    assert_eq!(result_text(&table).unwrap(), "Player one wins.", "the result stays");
}

#[test]
fn keeps_result_when_winning_peer_leaves_or_sends_more() {
    for rest in [b"" as &[u8], b"0", b"garbage"] {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let mut table = new_client(listener.local_addr().unwrap().port(), human);
        let mut peer = Peer::accept(&listener);
        advance_until(&mut table, is_playing);
        for _ in 0..3 {
            peer.send(b"0");
            advance_until(&mut table, MatchController::is_human_turn);
            play(&mut table, "7");
            assert_eq!(peer.receive(), b'6');
        }
        peer.send(&[b"0", rest].concat());
        drop(peer);
        advance_until(&mut table, |table| result_text(table).is_some());
        thread::sleep(Duration::from_millis(30));
        table.advance(Instant::now());
        assert_eq!(result_text(&table).unwrap(), "Player one wins.");
        assert_eq!(moves(&table), "1717171");
    }
}

/// Plays both sides to the end, each on its own thread as in two processes.
fn play_to_end(mut server: MatchController, mut client: MatchController) -> [MatchController; 2] {
    let other = thread::spawn(move || {
        advance_until(&mut client, |table| result_text(table).is_some());
        client
    });
    advance_until(&mut server, |table| result_text(table).is_some());
    [server, other.join().unwrap()]
}

#[test]
fn two_engines_end_with_equal_boards() {
    for _ in 0..5 {
        let (server, port) = new_server(engine);
        let [server, client] = play_to_end(server, new_client(port, engine));
        assert_eq!(moves(&server), moves(&client));
        assert_eq!(result_text(&server), result_text(&client));
        assert_eq!(server.current_match().game().position(), client.current_match().game().position());
        assert!(server.current_match().game().outcome().is_some());
    }
}

#[test]
fn person_cannot_move_for_engine() {
    let (mut table, port) = new_server(|waker| {
        WindowSeat::Engine(EngineSeat::new("computer", Box::new(FirstMove), Duration::from_secs(1), waker).unwrap())
    });
    let _peer = Peer::connect(port);
    advance_until(&mut table, is_playing);
    assert!(table.play(0, "4", Instant::now()).is_err());
    assert!(!table.is_human_turn());
    advance_until(&mut table, |table| table.current_match().ply() == 1);
    assert!(table.play(1, "4", Instant::now()).is_err());
}

#[test]
fn digit_during_engine_search_is_out_of_turn() {
    let (mut table, port) = new_server(|waker| {
        WindowSeat::Engine(EngineSeat::new("computer", Box::new(FirstMove), Duration::from_secs(2), waker).unwrap())
    });
    let mut peer = Peer::connect(port);
    advance_until(&mut table, is_playing);
    peer.send(b"3");
    advance_until(&mut table, |table| result_text(table).is_some());
    assert!(result_text(&table).unwrap().contains("out of turn"));
    assert_eq!(moves(&table), "");
}
