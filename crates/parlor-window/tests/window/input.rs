//! Pointer and keyboard: moves, popups, buttons and notices.

use egui::{Key, Theme};
use egui_kittest::kittest::Queryable;
use parlor_core::{Setup, SplitMix64};
use parlor_games::catalog;

use super::support::{self, show, two_humans};
use super::{SIZE, click, click_at, falling_game, moves};

#[test]
fn clicks_make_moves_in_turn() {
    let mut harness = show(two_humans(falling_game(), &[]), SIZE, Theme::Light);
    click(&mut harness, "Column 4");
    click(&mut harness, "Column 4");
    assert_eq!(moves(&harness), ["4", "4"]);
    harness.get_by_label("Player one to move: choose a column.");
}

#[test]
fn column_is_clickable_from_top_to_bottom() {
    let mut harness = show(two_humans(falling_game(), &[]), SIZE, Theme::Light);
    let rect = harness.get_by_label("Column 6").rect();
    for at in [rect.center_top() + egui::vec2(0.0, 2.0), rect.center_bottom() - egui::vec2(0.0, 2.0)] {
        harness.hover_at(at);
        harness.drag_at(at);
        harness.drop_at(at);
        harness.run();
    }
    assert_eq!(moves(&harness), ["6", "6"]);
}

#[test]
fn only_keys_of_choices_make_moves() {
    let mut harness = show(two_humans(falling_game(), &[]), SIZE, Theme::Dark);
    for key in [Key::Num3, Key::Num9, Key::Q, Key::Num3, Key::Escape] {
        harness.key_press(key);
        harness.run();
    }
    assert_eq!(moves(&harness), ["3", "3"]);
}

#[test]
fn arrows_and_enter_make_moves() {
    let mut harness = show(two_humans(falling_game(), &[]), SIZE, Theme::Dark);
    for key in [Key::ArrowRight, Key::ArrowRight, Key::ArrowRight, Key::Enter] {
        harness.key_press(key);
        harness.run();
    }
    assert_eq!(moves(&harness).len(), 1);
    let first: u32 = moves(&harness)[0].parse().unwrap();
    assert!(first > 4, "right of the center: {first}");
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(moves(&harness), [first.to_string(), first.to_string()], "the focus stays on the column");
}

#[test]
fn pointer_and_keyboard_can_alternate() {
    let mut harness = show(two_humans(falling_game(), &[]), SIZE, Theme::Dark);
    harness.key_press(Key::ArrowLeft);
    harness.run();
    assert!(harness.get_by_label("Column 4").is_focused());
    harness.get_by_label("Column 2").hover();
    harness.run();
    harness.get_by_label("Column 2").click();
    harness.run();
    for key in [Key::ArrowRight, Key::Enter] {
        harness.key_press(key);
        harness.run();
    }
    assert_eq!(moves(&harness).len(), 2);
    assert_eq!(moves(&harness)[0], "2");
}

#[test]
fn forced_pass_is_a_button() {
    let (game, position) = catalog().games().iter().find_map(|game| pass_position(&game.name)).unwrap();
    let mut harness = show(two_humans(Setup::new(&game).with_position(position), &[]), SIZE, Theme::Light);
    click(&mut harness, "Pass");
    assert_eq!(moves(&harness), ["PASS"]);
    click(&mut harness, "Take back");
    for key in [Key::ArrowDown, Key::Enter] {
        harness.key_press(key);
        harness.run();
    }
    assert_eq!(moves(&harness), ["PASS"], "by keyboard too");
}

/// A position in which all choices are buttons, found by random play.
fn pass_position(game: &str) -> Option<(String, String)> {
    let mut random = SplitMix64::new(1);
    for _ in 0..400 {
        let mut position = catalog().start(Setup::new(game)).ok()?;
        while position.outcome().is_none() {
            let scene = position.scene();
            if scene.choices.iter().all(|choice| choice.steps.is_empty()) {
                return Some((game.to_owned(), position.position()));
            }
            position.play(&random.choose(&scene.choices)?.notation).ok()?;
        }
    }
    None
}

#[test]
fn popup_offers_ambiguous_moves() {
    let (setup, [first, second]) = support::ambiguous_moves();
    let mut harness = show(two_humans(setup, &[]), SIZE, Theme::Light);
    let both = format!("{}, or {}", first.label, second.label);
    click(&mut harness, &both);
    assert_eq!(moves(&harness).len(), 0);
    click(&mut harness, "Cancel");
    assert!(harness.query_by_label(&second.label.text).is_none());
    click(&mut harness, &both);
    click(&mut harness, &second.label.text);
    assert_eq!(moves(&harness), [second.notation]);
}

#[test]
fn popup_can_be_used_by_keyboard() {
    let (setup, ways) = support::ambiguous_moves();
    let mut harness = show(two_humans(setup, &[]), SIZE, Theme::Light);
    for key in [Key::ArrowUp, Key::Enter, Key::Tab, Key::Enter] {
        harness.key_press(key);
        harness.run();
    }
    assert_eq!(moves(&harness).len(), 1);
    assert_eq!(moves(&harness)[0].contains(' '), ways[1].notation.contains(' '));
}

#[test]
fn click_on_a_full_column_shows_a_notice() {
    let mut harness = show(two_humans(falling_game(), &["1", "1", "1", "1", "1"]), SIZE, Theme::Light);
    let at = harness.get_by_label("Column 1").rect().center();
    click_at(&mut harness, at);
    harness.run();
    assert_eq!(moves(&harness).len(), 6);
    click_at(&mut harness, at);
    harness.get_by_label("This column is full.");
    assert_eq!(moves(&harness).len(), 6);
    harness.run_steps(40);
    assert!(harness.query_by_label("This column is full.").is_none(), "the notice passes");
}
