//! A window without a display, and pictures of it.
#![allow(dead_code, unreachable_pub, reason = "each test and example that includes this uses a part of it")]
#![allow(clippy::cast_precision_loss, clippy::cast_sign_loss, reason = "what is counted here is pixels")]

mod raster;

use std::time::Duration;

use egui::{Theme, Vec2};
use egui_kittest::Harness;
use image::RgbaImage;
use parlor_core::{AnyEngine, AnyGame, AnySearchInfo, Limits, Score, SearchError, Setup, Value};
use parlor_games::catalog;
use parlor_match::{Command, Match, Terms};
use parlor_window::{Bell, Table, Window};

pub type Shown = Harness<'static, Option<Window>>;

/// The harness leaves so much free around what it shows.
const AROUND: f32 = 8.0;

pub fn show(table: Table, size: [f32; 2], theme: Theme) -> Shown {
    let mut harness = Harness::builder()
        .with_size(Vec2::from(size) + Vec2::splat(2.0 * AROUND))
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
    *harness.state_mut() = Some(Window::new(table, &harness.ctx));
    harness.run();
    harness
}

pub fn table(shown: &Shown) -> &Table {
    shown.state().as_ref().unwrap().table()
}

/// Two people at one table, after these moves.
pub fn people(setup: Setup, moves: &[&str]) -> Table {
    Table::new(after(setup, Terms { take_backs: true, ..Terms::default() }, moves), Vec::new(), Bell::default())
}

pub fn after(setup: Setup, terms: Terms, moves: &[&str]) -> Match {
    let mut game = Match::new(catalog::start(setup).unwrap(), terms);
    for notation in moves {
        let command = Command::Play((*notation).to_owned());
        let event = game.decide(game.turn(), game.ply(), &command, Duration::ZERO).unwrap();
        game.apply(&event);
    }
    game
}

pub fn picture(shown: &mut Shown) -> RgbaImage {
    let whole = shown.render().unwrap();
    let around = (AROUND * shown.ctx.pixels_per_point()) as u32;
    let (width, height) = (whole.width() - 2 * around, whole.height() - 2 * around);
    image::imageops::crop_imm(&whole, around, around, width, height).to_image()
}

/// Plays the first move it sees.
#[derive(Debug)]
pub struct FirstMove;

impl AnyEngine for FirstMove {
    fn search(
        &mut self,
        game: &dyn AnyGame,
        _: &Limits,
        better: &mut dyn FnMut(AnySearchInfo),
    ) -> Result<(), SearchError> {
        let best = game.legal_moves().into_iter().next().ok_or(SearchError::NoMoves)?;
        better(AnySearchInfo { best, value: Value::estimate(Score::DRAW), line: Vec::new(), depth: 1, nodes: 1 });
        Ok(())
    }

    fn analyze(&mut self, _: &dyn AnyGame, _: &Limits, _: &mut dyn FnMut(String, Value)) -> Result<u64, SearchError> {
        Ok(0)
    }

    fn forget(&mut self) {}
}

/// A position in which two moves lead to the same cell: the setup, and both moves.
pub fn two_ways() -> (Setup, [parlor_core::Choice; 2]) {
    let setups = catalog::GAMES.iter().map(|game| Setup::of(game.name).with("path", "either").with("trail", "path"));
    let setup = setups.into_iter().find(|setup| catalog::start(setup.clone()).is_ok()).unwrap();
    let choices = catalog::start(setup.clone()).unwrap().scene().choices;
    let first = choices[0].clone();
    let second = choices[1..].iter().find(|choice| choice.steps == first.steps).unwrap().clone();
    (setup, [first, second])
}
