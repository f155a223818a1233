//! Pictures of the window, compared with those that were looked at and found right. `UPDATE_SNAPSHOTS=1 cargo test`
//! makes them anew: look at them before you keep them.

mod support;

use std::time::Duration;

use egui::{Key, Theme};
use egui_kittest::kittest::Queryable;
use egui_kittest::{SnapshotOptions, image_snapshot_options};
use parlor_core::{Mark, Setup};
use parlor_games::catalog::GAMES;
use parlor_match::{Terms, TimeControl};
use parlor_window::{Bell, Heard, Remote, Seat, Table};

use support::{Shown, after, people, picture, show};

const SIZE: [f32; 2] = [420.0, 480.0];

fn compare(shown: &mut Shown, name: &str) {
    // Letters may differ by a hair between processors.
    let options = SnapshotOptions::new().threshold(1.0).max_failed_pixels(60_usize);
    image_snapshot_options(&picture(shown), name, &options);
}

fn falling() -> Setup {
    Setup::of(GAMES.iter().find(|game| game.name.contains("row")).unwrap().name)
}

#[test]
fn every_game_some_way_in_with_the_keyboard_at_a_move() {
    for (index, game) in GAMES.iter().enumerate() {
        let mut game_now = parlor_games::catalog::start(Setup::of(game.name)).unwrap();
        let mut moves = Vec::new();
        for ply in 0..5 {
            let legal = game_now.legal_moves();
            let notation = legal[(ply * 5 + 2) % legal.len()].clone();
            game_now.play(&notation).unwrap();
            moves.push(notation);
        }
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let theme = if index % 2 == 0 { Theme::Dark } else { Theme::Light };
        let mut shown = show(people(Setup::of(game.name), &moves), SIZE, theme);
        shown.key_press(Key::ArrowRight);
        shown.run();
        compare(&mut shown, game.name);
    }
}

#[test]
fn a_win_marks_every_disc_of_both_lines() {
    let moves = double_win();
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    let mut shown = show(people(falling(), &moves), SIZE, Theme::Light);
    compare(&mut shown, "win");
}

/// A game whose last disc makes two lines at once, found by playing at random.
fn double_win() -> Vec<String> {
    let mut seed = 7_usize;
    loop {
        let mut game = parlor_games::catalog::start(falling()).unwrap();
        let mut moves = Vec::new();
        while game.outcome().is_none() {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let legal = game.legal_moves();
            let notation = legal[(seed >> 33) % legal.len()].clone();
            game.play(&notation).unwrap();
            moves.push(notation);
        }
        if game.scene().marks.iter().filter(|(_, mark)| *mark == Mark::Winning).count() >= 7 {
            return moves;
        }
    }
}

#[test]
fn a_disc_is_seen_falling() {
    let mut shown = show(people(falling(), &["4", "4", "3"]), SIZE, Theme::Light);
    shown.key_press(Key::Num4);
    shown.step();
    shown.step();
    shown.step();
    shown.step();
    compare(&mut shown, "falling");
}

#[test]
fn waiting_for_somebody_and_a_start_against_the_clock() {
    let bell = Bell::default();
    let (remote, ear, _said) = Remote::new(&bell);
    ear.tell(Heard::Waiting("Waiting for the opponent.\nThis machine: address 192.168.1.7, port 5000.".to_owned()));
    let game = after(falling(), Terms::default(), &[]);
    let mut shown = show(Table::new(game, vec![Seat::Human, Seat::Remote(remote)], bell), [400.0, 400.0], Theme::Dark);
    compare(&mut shown, "waiting");
    ear.tell(Heard::Joined);
    ear.tell(Heard::Nonsense("The opponent sent \"x\", which is no move, so the game was stopped.".to_owned()));
    shown.run();
    compare(&mut shown, "stopped");

    let terms = Terms { time: TimeControl::PerMove(Duration::from_secs(5)), ..Terms::default() };
    let game = after(falling(), terms, &[]);
    let mut shown = show(Table::new(game, Vec::new(), Bell::default()), [400.0, 400.0], Theme::Light);
    compare(&mut shown, "start");
}

#[test]
fn which_of_two_ways() {
    let (setup, [first, second]) = support::two_ways();
    let mut shown = show(people(setup, &[]), SIZE, Theme::Light);
    shown.get_by_label(&format!("{}, or {}", first.label, second.label)).click();
    shown.run();
    shown.get_by_label(&second.label).hover();
    shown.run();
    compare(&mut shown, "which-way");
}
