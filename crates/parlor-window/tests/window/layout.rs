//! Sizes, repainting, and what the window must not know.

use std::time::Duration;

use egui::{Theme, ViewportId};
use egui_kittest::kittest::Queryable;
use parlor_games::catalog;

use super::support::{controller, show, two_humans};
use super::{SIZE, falling_game};

#[test]
fn idle_window_does_not_repaint() {
    for moves in [&["4", "4"] as &[&str], &["1", "2", "1", "2", "1", "2", "1"]] {
        let harness = show(two_humans(falling_game(), moves), SIZE, Theme::Dark);
        let delay = harness.output().viewport_output[&ViewportId::ROOT].repaint_delay;
        assert_eq!(delay, Duration::MAX, "after {moves:?}");
    }
}

#[test]
fn every_choice_is_visible_at_small_and_odd_sizes() {
    for game in catalog().games() {
        for size in [[400.0, 400.0], [400.0, 900.0], [1400.0, 400.0]] {
            let harness = show(two_humans(game.default_setup(), &[]), size, Theme::Dark);
            let screen = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::Vec2::from(size)).expand(17.0);
            for choice in &controller(&harness).scene().choices {
                let rect = harness.get_by_label(&choice.label.text).rect();
                assert!(screen.contains_rect(rect) && rect.width() >= 20.0, "{} {size:?}: {rect}", game.name);
            }
        }
    }
}

#[test]
fn window_has_no_code_for_particular_games() {
    let catalog = catalog();
    let words = catalog.games().iter().flat_map(|game| [game.name.to_string(), game.title.to_lowercase()]);
    let words: Vec<String> = words.collect();
    for file in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src")).unwrap() {
        let file = file.unwrap().path();
        let source = std::fs::read_to_string(&file).unwrap().to_lowercase();
        for word in &words {
            assert!(!source.contains(word.as_str()), "{} names {word}", file.display());
        }
    }
}
