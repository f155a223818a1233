//! Pictures of the window for the README, one of every game, without a display:
//! `cargo run -p parlor-window --example screenshots -- FOLDER`.

#[path = "../tests/support/mod.rs"]
mod support;

use std::error::Error;
use std::path::Path;

use egui::Theme;
use egui_kittest::kittest::Queryable;
use parlor_core::Setup;
use parlor_games::catalog::{self, GAMES};

/// In pixels, two to a point: a window of 560x640.
const SIZE: [f32; 2] = [1120.0, 1280.0];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("usage: screenshots FOLDER")?;
    std::fs::create_dir_all(&folder)?;
    for game in GAMES {
        for theme in [Theme::Light, Theme::Dark] {
            let file = format!("{}-{}.png", game.name, if theme == Theme::Light { "light" } else { "dark" });
            picture(game.name, theme, &Path::new(&folder).join(&file))?;
            println!("{file}");
        }
    }
    Ok(())
}

/// Some way into a game, with the pointer over a move that can be made.
fn picture(game: &str, theme: Theme, file: &Path) -> Result<(), Box<dyn Error>> {
    let mut game_now = catalog::start(Setup::of(game))?;
    let mut moves = Vec::new();
    for ply in 0..8 + usize::from(game_now.scene().columns) {
        let legal = game_now.legal_moves();
        let Some(notation) = legal.get((ply * 5 + 2) % legal.len().max(1)) else { break };
        game_now.play(notation)?;
        moves.push(notation.clone());
    }
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    let mut shown = support::show(support::people(Setup::of(game), &moves), SIZE, theme);
    shown.set_pixels_per_point(2.0);
    shown.run();
    let choices = game_now.scene().choices;
    if let Some(choice) = choices.get(choices.len() / 2) {
        shown.get_by_label(&choice.label).hover();
        shown.run();
    }
    support::picture(&mut shown).save(file)?;
    Ok(())
}
