//! Test harness for a window without a display, and screenshots of it.
#![allow(dead_code, unreachable_pub, reason = "each test and example uses only a part")]
#![allow(clippy::cast_precision_loss, clippy::cast_sign_loss, reason = "numbers of pixels are small")]

mod raster;

use std::time::Duration;

use egui::{Theme, Vec2};
use egui_kittest::Harness;
use image::RgbaImage;
use parlor_conformance::StubEngine;
use parlor_core::{EngineSpec, GameEntry, Limits, Player, Setup};
use parlor_games::catalog;
use parlor_match::{Command, Driver, EngineFactory, Match, MatchController, Terms, Waker};
use parlor_window::Window;

pub type WindowHarness = Harness<'static, Option<Window>>;

/// Margin that the harness leaves around the window.
const MARGIN: f32 = 8.0;

/// Shows a match in a window of the given size.
pub fn show(controller: MatchController, size: [f32; 2], theme: Theme) -> WindowHarness {
    let mut harness = Harness::builder()
        .with_size(Vec2::from(size) + Vec2::splat(2.0 * MARGIN))
        .with_theme(theme)
        .with_max_steps(40)
        .with_step_dt(0.1)
        .with_render_cursor(false)
        .renderer(raster::Raster::default())
        .build_ui_state(
            |ui, window: &mut Option<Window>| {
                if let Some(window) = window {
                    window.show(ui);
                }
            },
            None,
        );
    *harness.state_mut() = Some(Window::new(controller, &harness.ctx));
    harness.run();
    harness
}

pub fn controller(harness: &WindowHarness) -> &MatchController {
    harness.state().as_ref().unwrap().controller()
}

/// A match between people at one window, after the given moves.
pub fn two_humans(setup: Setup, moves: &[&str]) -> MatchController {
    let look = catalog().game(&setup.game).unwrap().look.clone();
    let game = match_after(setup, Terms { take_backs: true, ..Terms::default() }, moves);
    MatchController::new(game, Waker::default()).with_look(look)
}

pub fn match_after(setup: Setup, terms: Terms, moves: &[&str]) -> Match {
    let mut driver = Driver::new(Match::new(catalog().start(setup).unwrap(), terms), Vec::new());
    for notation in moves {
        let (turn, ply) = (driver.current_match().turn(), driver.current_match().ply());
        driver.execute(turn, ply, &Command::Play((*notation).to_owned()), Duration::ZERO).unwrap();
    }
    driver.into_match()
}

/// A match in which an engine plays one side.
pub fn with_engine(
    game: Match,
    player: Player,
    limit: Duration,
    build: impl Fn() -> StubEngine + Send + Sync + 'static,
) -> MatchController {
    let factory = EngineFactory::new(move |_, _| Ok(Box::new(build())));
    let (spec, limits) = (EngineSpec::new("computer"), Limits::time(limit));
    MatchController::new(game, Waker::default()).with_engine(player, spec, limits, factory).unwrap()
}

/// Screenshot of the window, without the harness's margin.
pub fn screenshot(harness: &mut WindowHarness) -> RgbaImage {
    let whole = harness.render().unwrap();
    let margin = (MARGIN * harness.ctx.pixels_per_point()) as u32;
    let (width, height) = (whole.width() - 2 * margin, whole.height() - 2 * margin);
    image::imageops::crop_imm(&whole, margin, margin, width, height).to_image()
}

/// A setup in which two moves lead to the same cell, and both moves.
pub fn ambiguous_moves() -> (Setup, [parlor_core::Choice; 2]) {
    let catalog = catalog();
    let options = |game: &GameEntry| game.default_setup().with_option("path", "either").with_option("trail", "path");
    let setup = catalog.games().iter().map(options).find(|setup| catalog.start(setup.clone()).is_ok()).unwrap();
    let choices = catalog.start(setup.clone()).unwrap().scene().choices;
    let first = choices[0].clone();
    let second = choices[1..].iter().find(|choice| choice.steps == first.steps).unwrap().clone();
    (setup, [first, second])
}
