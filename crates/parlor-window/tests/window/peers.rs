//! Remote players.

use egui::{Key, Theme};
use egui_kittest::kittest::Queryable;
use parlor_core::Player;
use parlor_match::{MatchController, PeerCommand, PeerEvent, RemotePeer, Terms, Waker};

use super::support::{controller, match_after, show};
use super::{SIZE, click, click_at, falling_game, moves};

#[test]
fn moves_are_exchanged_with_a_remote_peer() {
    let waker = Waker::default();
    let (peer, sender, commands) = RemotePeer::new(&waker);
    let game = match_after(falling_game(), Terms::default(), &[]);
    let mut harness = show(MatchController::new(game, waker).with_peer(Player::Second, peer), SIZE, Theme::Light);
    sender.send(PeerEvent::Waiting("Waiting for a player.\nSecond line.".to_owned()));
    harness.run();
    harness.get_by_label("Waiting for a player.");
    harness.get_by_label("Second line.");
    assert!(harness.query_by_label("Column 4").is_none(), "no move before the peer is there");
    harness.key_press(Key::Num4);
    harness.run();
    sender.send(PeerEvent::Joined);
    harness.run();
    assert_eq!(moves(&harness).len(), 0);
    click(&mut harness, "Column 4");
    assert_eq!(commands.try_recv(), Ok(PeerCommand::SendMove("4".to_owned())));
    assert!(harness.query_by_label("Column 4").is_none(), "not my turn");
    assert_eq!(sender.ply(), 1);
    sender.send(PeerEvent::Played { ply: 1, notation: "2".to_owned() });
    harness.run();
    assert_eq!(moves(&harness), ["4", "2"]);
    sender.send(PeerEvent::Left);
    harness.run();
    harness.get_by_label("The opponent left.");
    assert_eq!(commands.try_recv(), Ok(PeerCommand::Disconnect));
    assert!(harness.query_by_label("Column 4").is_none());
}

#[test]
fn peer_that_leaves_before_its_first_move_is_awaited_again() {
    let waker = Waker::default();
    let (peer, sender, commands) = RemotePeer::new(&waker);
    let game = match_after(falling_game(), Terms::default(), &[]);
    let mut harness = show(MatchController::new(game, waker).with_peer(Player::Second, peer), SIZE, Theme::Light);
    sender.send(PeerEvent::Joined);
    harness.run();
    click(&mut harness, "Column 4");
    sender.send(PeerEvent::Left);
    harness.run();
    assert_eq!(moves(&harness).len(), 0, "the board is emptied");
    harness.get_by_label("Your opponent left. Waiting for another.");
    let sent: Vec<PeerCommand> = commands.try_iter().collect();
    assert_eq!(sent, [PeerCommand::SendMove("4".to_owned()), PeerCommand::AwaitPeer]);
    assert_eq!(sender.ply(), 0);
    sender.send(PeerEvent::Joined);
    harness.run();
    click(&mut harness, "Column 2");
    assert_eq!(moves(&harness), ["2"]);
}

#[test]
fn result_is_told_from_this_side_and_the_connection_stays_open() {
    let waker = Waker::default();
    let (peer, sender, commands) = RemotePeer::new(&waker);
    let game = match_after(falling_game(), Terms::default(), &["1", "2", "1", "2", "1", "2"]);
    let mut harness = show(MatchController::new(game, waker).with_peer(Player::First, peer), SIZE, Theme::Light);
    sender.send(PeerEvent::Joined);
    sender.send(PeerEvent::Played { ply: 6, notation: "1".to_owned() });
    harness.run();
    harness.get_by_label("You lost: 4 in a row.");
    assert_eq!(commands.try_iter().collect::<Vec<_>>(), [PeerCommand::MatchOver]);
    sender.send(PeerEvent::ProtocolError("noise".to_owned()));
    harness.run();
    assert!(controller(&harness).is_peer_connected());
    sender.send(PeerEvent::Left);
    harness.run();
    assert!(!controller(&harness).is_peer_connected());
    harness.get_by_label("You lost: 4 in a row.");
    assert_eq!(commands.try_iter().count(), 0);
}

#[test]
fn click_out_of_turn_shows_a_notice() {
    let waker = Waker::default();
    let (peer, sender, _commands) = RemotePeer::new(&waker);
    let game = match_after(falling_game(), Terms::default(), &[]);
    let mut harness = show(MatchController::new(game, waker).with_peer(Player::Second, peer), SIZE, Theme::Light);
    sender.send(PeerEvent::Joined);
    harness.run();
    let at = harness.get_by_label("Column 4").rect().center();
    click_at(&mut harness, at);
    harness.run();
    click_at(&mut harness, at);
    harness.get_by_label("It is not your turn.");
    assert_eq!(moves(&harness).len(), 1);
}
