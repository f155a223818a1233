//! The window of Parlor: draws any [`Scene`](parlor_core::Scene), animates changes, and turns clicks and keys into
//! moves. It has no code for particular games: a [`MatchController`] runs a match, and [`Window`] shows it.

#![expect(clippy::cast_precision_loss, clippy::cast_sign_loss, reason = "numbers of pixels and cells are small")]

mod animation;
mod board;
mod geometry;
mod match_controller;
mod match_phase;
mod move_input;
mod overlays;
mod palette;
mod panels;
mod picking;
mod remote_peer;
mod seat;
mod shapes;
mod waker;
mod window;

use std::error::Error;
use std::fmt::{self, Display};

pub use match_controller::MatchController;
pub use match_phase::MatchPhase;
pub use remote_peer::{PeerCommand, PeerEvent, PeerSender, RemotePeer};
pub use seat::{EngineSeat, WindowSeat};
pub use waker::Waker;
pub use window::{MIN_SIZE, Window};

/// Opens the window and returns when it is closed.
pub fn open(title: &str, controller: MatchController) -> Result<(), WindowError> {
    let viewport = egui::ViewportBuilder::default()
        .with_title(title)
        .with_icon(palette::icon())
        .with_inner_size([620.0, 700.0])
        .with_min_inner_size(MIN_SIZE);
    let renderer = eframe::Renderer::Glow;
    let options = eframe::NativeOptions { viewport, renderer, ..eframe::NativeOptions::default() };
    let create: eframe::AppCreator = Box::new(|context| Ok(Box::new(Window::new(controller, &context.egui_ctx))));
    eframe::run_native(title, options, create).map_err(|error| WindowError(root_cause(&error.to_string())))
}

impl eframe::App for Window {
    fn logic(&mut self, context: &egui::Context, _: &mut eframe::Frame) {
        self.advance(context);
    }

    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        self.show(ui);
    }
}

/// The part of an error message after the last colon; the parts before it name layers and source files.
fn root_cause(text: &str) -> String {
    let last = text.rsplit(": ").next().unwrap_or(text);
    last.trim_end_matches('.').split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Error of opening a window, for example without a display.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WindowError(String);

impl Display for WindowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot open a window: {}", self.0)
    }
}

impl Error for WindowError {}
