//! Screenshot tests: compares the window with reviewed images. `UPDATE_SNAPSHOTS=1 cargo test` writes new images;
//! review them before committing.

mod support;

use std::time::Duration;

use egui::{Key, Theme};
use egui_kittest::kittest::Queryable;
use egui_kittest::{SnapshotOptions, image_snapshot_options};
use parlor_core::{Mark, Player, Setup, SplitMix64};
use parlor_games::catalog;
use parlor_match::{MatchController, PeerEvent, RemotePeer, Terms, TimeControl, Waker};

use support::{WindowHarness, match_after, screenshot, show, two_humans};

const SIZE: [f32; 2] = [420.0, 480.0];

fn compare(harness: &mut WindowHarness, name: &str) {
    // Glyphs may differ slightly between processors.
    let options = SnapshotOptions::new().threshold(1.0).max_failed_pixels(60_usize);
    image_snapshot_options(&screenshot(harness), name, &options);
}

fn falling_game() -> Setup {
    catalog().games().iter().find(|game| game.name.contains("row")).unwrap().default_setup()
}

fn with_look(controller: MatchController) -> MatchController {
    let look = catalog().game(&controller.current_match().setup().game).unwrap().look.clone();
    controller.with_look(look)
}

#[test]
fn every_game_with_a_focused_move() {
    for (index, game) in catalog().games().iter().enumerate() {
        let mut position = game.start(game.default_setup()).unwrap();
        let mut moves = Vec::new();
        for ply in 0..5 {
            let legal = position.legal_moves();
            let notation = legal[(ply * 5 + 2) % legal.len()].clone();
            position.play(&notation).unwrap();
            moves.push(notation);
        }
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let theme = if index % 2 == 0 { Theme::Dark } else { Theme::Light };
        let mut harness = show(two_humans(game.default_setup(), &moves), SIZE, theme);
        harness.key_press(Key::ArrowRight);
        harness.run();
        compare(&mut harness, &game.name);
    }
}

#[test]
fn win_marks_both_lines() {
    let moves = double_win();
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    let mut harness = show(two_humans(falling_game(), &moves), SIZE, Theme::Light);
    compare(&mut harness, "win");
}

/// Moves of a game whose last disc completes two lines, found by random play.
fn double_win() -> Vec<String> {
    let mut random = SplitMix64::new(7);
    loop {
        let mut game = catalog().start(falling_game()).unwrap();
        let mut moves = Vec::new();
        while game.outcome().is_none() {
            let notation = random.choose(&game.legal_moves()).unwrap().clone();
            game.play(&notation).unwrap();
            moves.push(notation);
        }
        if game.scene().marks.iter().filter(|(_, mark)| *mark == Mark::Winning).count() >= 7 {
            return moves;
        }
    }
}

#[test]
fn line_through_the_winning_row() {
    let catalog = catalog();
    let game = catalog.games().iter().find(|game| game.name.contains("toe")).unwrap();
    let mut position = game.start(game.default_setup()).unwrap();
    let mut moves = Vec::new();
    while let Some(notation) = position.legal_moves().into_iter().next() {
        position.play(&notation).unwrap();
        moves.push(notation);
    }
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    compare(&mut show(two_humans(game.default_setup(), &moves), SIZE, Theme::Light), "strike");
}

/// A game without a look of its own is drawn all the same.
#[test]
fn default_look() {
    let game = match_after(falling_game(), Terms::default(), &["4", "4", "3"]);
    let plain = MatchController::new(game, Waker::default());
    compare(&mut show(plain, SIZE, Theme::Dark), "default-look");
}

#[test]
fn falling_disc() {
    let mut harness = show(two_humans(falling_game(), &["4", "4", "3"]), SIZE, Theme::Light);
    harness.key_press(Key::Num4);
    harness.step();
    harness.step();
    harness.step();
    harness.step();
    compare(&mut harness, "falling");
}

#[test]
fn waiting_stopped_and_start_overlays() {
    let waker = Waker::default();
    let (peer, sender, _commands) = RemotePeer::new(&waker);
    sender.send(PeerEvent::Waiting(
        "Waiting for your opponent.\nThis machine: address 192.168.1.7, port 5000.".to_owned(),
    ));
    let game = match_after(falling_game(), Terms::default(), &[]);
    let controller = MatchController::new(game, waker).with_peer(Player::Second, peer);
    let mut harness = show(with_look(controller), [400.0, 400.0], Theme::Dark);
    compare(&mut harness, "waiting");
    sender.send(PeerEvent::Joined);
    sender.send(PeerEvent::ProtocolError(
        "The opponent sent \"x\", which is no move, so the game was stopped.".to_owned(),
    ));
    harness.run();
    compare(&mut harness, "stopped");

    let terms = Terms { time: TimeControl::PerMove(Duration::from_secs(5)), ..Terms::default() };
    let game = match_after(falling_game(), terms, &[]);
    let timed = with_look(MatchController::new(game, Waker::default()));
    let mut harness = show(timed, [400.0, 400.0], Theme::Light);
    compare(&mut harness, "start");
}

#[test]
fn popup_for_ambiguous_moves() {
    let (setup, [first, second]) = support::ambiguous_moves();
    let mut harness = show(two_humans(setup, &[]), SIZE, Theme::Light);
    harness.get_by_label(&format!("{}, or {}", first.label, second.label)).click();
    harness.run();
    harness.get_by_label(&second.label.text).hover();
    harness.run();
    compare(&mut harness, "ambiguous-move");
}
