//! The native window, by eframe.

use parlor_match::MatchController;

use crate::palette;
use crate::window::{MIN_SIZE, Window};

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
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("cannot open a window: {0}")]
pub struct WindowError(String);
