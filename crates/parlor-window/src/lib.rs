//! The window of Parlor: draws any [`Scene`](parlor_core::Scene), animates what changed, and sends back what a
//! person chooses. It knows no game: a [`Table`] holds a match and whoever sits at it, and [`Window`] shows it.

#![expect(clippy::cast_precision_loss, clippy::cast_sign_loss, reason = "what is counted here is pixels and cells")]

mod bell;
mod board;
mod cards;
mod geometry;
mod motion;
mod palette;
mod picking;
mod plates;
mod remote;
mod seat;
mod shapes;
mod table;
mod window;

use std::error::Error;
use std::fmt::{self, Display};

pub use bell::Bell;
pub use remote::{Ear, Heard, Remote, Said};
pub use seat::{EngineSeat, Seat};
pub use table::{Stage, Table};
pub use window::{SMALLEST, Window};

/// Opens the window and returns when it is closed.
pub fn open(title: &str, table: Table) -> Result<(), NoWindow> {
    let viewport = egui::ViewportBuilder::default()
        .with_title(title)
        .with_icon(palette::icon())
        .with_inner_size([620.0, 700.0])
        .with_min_inner_size(SMALLEST);
    let renderer = eframe::Renderer::Glow;
    let options = eframe::NativeOptions { viewport, renderer, ..eframe::NativeOptions::default() };
    let create: eframe::AppCreator = Box::new(|context| Ok(Box::new(Window::new(table, &context.egui_ctx))));
    eframe::run_native(title, options, create).map_err(|error| NoWindow(reason(&error.to_string())))
}

impl eframe::App for Window {
    fn logic(&mut self, context: &egui::Context, _: &mut eframe::Frame) {
        self.advance(context);
    }

    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        self.show(ui);
    }
}

/// What is for people: before the last colon stand the layers and source files it came through.
fn reason(text: &str) -> String {
    let last = text.rsplit(": ").next().unwrap_or(text);
    last.trim_end_matches('.').split_whitespace().collect::<Vec<_>>().join(" ")
}

/// There is no display, or none that a window can be opened on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoWindow(String);

impl Display for NoWindow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no window can be opened here: {}", self.0)
    }
}

impl Error for NoWindow {}
