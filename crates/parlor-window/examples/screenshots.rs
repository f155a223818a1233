//! Writes screenshots of the window for the README, of every game and theme, without a display:
//! `cargo run -p parlor-window --example screenshots -- FOLDER`.

#[path = "../tests/support/mod.rs"]
mod support;

use std::error::Error;
use std::path::Path;

use egui::Theme;
use egui_kittest::kittest::Queryable;
use parlor_core::GameEntry;
use parlor_games::catalog;

/// In pixels, with two pixels per point: a window of 560x640 points.
const SIZE: [f32; 2] = [1120.0, 1280.0];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("usage: screenshots FOLDER")?;
    std::fs::create_dir_all(&folder)?;
    for game in catalog().games() {
        for theme in [Theme::Light, Theme::Dark] {
            let file = format!("{}-{}.png", game.name, if theme == Theme::Light { "light" } else { "dark" });
            write_screenshot(game, theme, &Path::new(&folder).join(&file))?;
            println!("{file}");
        }
    }
    Ok(())
}

/// Shows a game after some moves, with the pointer over a legal move.
fn write_screenshot(game: &GameEntry, theme: Theme, file: &Path) -> Result<(), Box<dyn Error>> {
    let mut position = game.start(game.default_setup())?;
    let mut moves = Vec::new();
    for ply in 0..8 + usize::from(position.scene().columns) {
        let legal = position.legal_moves();
        let Some(notation) = legal.get((ply * 5 + 2) % legal.len().max(1)) else { break };
        position.play(notation)?;
        moves.push(notation.clone());
    }
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    let mut harness = support::show(support::two_humans(game.default_setup(), &moves), SIZE, theme);
    harness.set_pixels_per_point(2.0);
    harness.run();
    let choices = position.scene().choices;
    if let Some(choice) = choices.get(choices.len() / 2) {
        harness.get_by_label(&choice.label.text).hover();
        harness.run();
    }
    support::screenshot(&mut harness).save(file)?;
    Ok(())
}
