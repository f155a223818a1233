//! Tests of the window without a display.

mod engines;
mod games;
mod input;
mod layout;
mod peers;
#[path = "../support/mod.rs"]
mod support;

use egui_kittest::kittest::Queryable;
use parlor_core::Setup;
use parlor_games::catalog;

use support::{WindowHarness, controller};

const SIZE: [f32; 2] = [560.0, 640.0];

fn falling_game() -> Setup {
    catalog().games().iter().find(|game| game.name.contains("row")).unwrap().default_setup()
}

fn moves(harness: &WindowHarness) -> Vec<String> {
    controller(harness).current_match().moves().map(|(_, notation)| notation.to_owned()).collect()
}

fn click(harness: &mut WindowHarness, label: &str) {
    harness.get_by_label(label).click();
    harness.run();
}

fn click_at(harness: &mut WindowHarness, at: egui::Pos2) {
    harness.hover_at(at);
    harness.drag_at(at);
    harness.drop_at(at);
    harness.run_steps(2);
}
