//! Overlays on the board: the text while waiting for a player, the start of a timed match, buttons for moves without
//! cells, and the popup for ambiguous moves.

use std::time::{Duration, Instant};

use egui::{
    Align, Area, Button, DragValue, Frame, Layout, Order, Rect, Response, RichText, Stroke, Ui, UiBuilder, vec2,
};
use parlor_match::{Terms, TimeControl};

use crate::board::Board;
use crate::move_input::{focus, has_arrow};
use crate::palette::Palette;
use crate::panels::{centered_text, primary_button, text_size};
use crate::window::Window;

/// Bounds of the time limit per move, in seconds.
const MIN_SECONDS: f64 = 0.1;
const MAX_SECONDS: f64 = 3600.0;
const PADDING: f32 = 14.0;

/// Response of the popup for ambiguous moves.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PopupResponse {
    pub(crate) chosen: Option<usize>,
    pub(crate) previewed: Option<usize>,
    pub(crate) is_cancelled: bool,
}

/// Shows a popup with one button per choice, below the cells they share.
pub(crate) fn show_choice_popup(ui: &Ui, board: &Board, choices: &[usize], is_by_keyboard: bool) -> PopupResponse {
    let mut response = PopupResponse::default();
    let shared = choices.first().and_then(|index| board.scene.choices[*index].steps.last());
    let Some(cells) = shared else { return response };
    let at = board.geometry.bounding_rect(cells).center_bottom();
    let area = Area::new(ui.scope_id().with("choice popup")).order(Order::Foreground).fixed_pos(at);
    area.pivot(egui::Align2::CENTER_TOP).constrain_to(ui.max_rect()).show(ui.ctx(), |ui| {
        Frame::popup(ui.style()).fill(board.palette.panel).show(ui, |ui| {
            ui.label(RichText::new("Which move?").strong().color(board.palette.text));
            let mut buttons = Vec::new();
            for index in choices {
                let label = &board.scene.choices[*index].label;
                let button = ui.add(Button::new(RichText::new(&label.text).size(14.0)).min_size(vec2(200.0, 28.0)));
                if button.hovered() || button.has_focus() {
                    response.previewed = Some(*index);
                }
                if button.clicked() {
                    response.chosen = Some(*index);
                }
                buttons.push(button);
            }
            let cancel = ui.button("Cancel");
            response.is_cancelled = cancel.clicked();
            buttons.push(cancel);
            if is_by_keyboard && !buttons.iter().any(Response::has_focus) {
                buttons[0].request_focus();
            }
        });
    });
    response
}

fn show_overlay(ui: &mut Ui, room: Rect, size: egui::Vec2, palette: &Palette, add: impl FnOnce(&mut Ui)) {
    let rect = Rect::from_center_size(room.center(), size.min(room.size()));
    ui.painter().rect(rect, 10.0, palette.panel, Stroke::new(1.0, palette.panel_edge), egui::StrokeKind::Inside);
    let layout = Layout::top_down(Align::Center);
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect.shrink(PADDING)).layout(layout));
    add(&mut child);
}

/// Shows a text over the board, with a larger first line.
pub(crate) fn show_text(ui: &mut Ui, room: Rect, text: &str, palette: &Palette) {
    let width = room.width().min(460.0);
    let size = |index: usize| if index == 0 { 18.0 } else { 14.0 };
    let height = |(index, line): (usize, &str)| text_size(ui, line, size(index), width - 2.0 * PADDING).y + 6.0;
    let heights: Vec<f32> = text.lines().enumerate().map(height).collect();
    let total = vec2(width, heights.iter().sum::<f32>() + 2.0 * PADDING);
    show_overlay(ui, room, total, palette, |ui| {
        let mut rect = ui.max_rect();
        for ((index, line), height) in text.lines().enumerate().zip(heights) {
            rect.max.y = rect.min.y + height;
            centered_text(ui, rect, line, size(index), palette.text);
            rect.min.y = rect.max.y;
        }
    });
}

impl Window {
    /// Shows the start of a timed match: the time per move, a switch for illegal moves, and a Start button.
    pub(crate) fn show_start(&mut self, ui: &mut Ui, room: Rect, palette: &Palette) {
        let mut is_started = false;
        show_overlay(ui, room, vec2(280.0, 166.0), palette, |ui| {
            if let TimeControl::PerMove(limit) = &mut self.terms.time {
                let mut seconds = limit.as_secs_f64();
                ui.label(RichText::new("Seconds per move").size(16.0).color(palette.text));
                let value = DragValue::new(&mut seconds).range(MIN_SECONDS..=MAX_SECONDS).speed(0.1).max_decimals(1);
                let value = ui.add_sized(vec2(90.0, 28.0), value);
                value.widget_info(|| {
                    let mut info = egui::WidgetInfo::drag_value(true, limit.as_secs_f64());
                    info.label = Some("Seconds per move".to_owned());
                    info
                });
                if value.changed() {
                    *limit = Duration::from_secs_f64(seconds.clamp(MIN_SECONDS, MAX_SECONDS));
                }
                ui.label(RichText::new("Run out of time and you lose.").size(12.0).color(palette.faint_text));
            }
            ui.checkbox(&mut self.terms.illegal_move_loses, "Illegal move loses");
            is_started = ui.add(primary_button("Start", palette)).clicked();
        });
        if is_started {
            let terms: Terms = self.terms;
            self.controller.start(terms, Instant::now());
        }
    }

    /// Shows choices without cells as buttons: in the center of the board if there are no others, else below.
    pub(crate) fn show_choice_buttons(&mut self, ui: &mut Ui, room: Rect, palette: &Palette) {
        let is_button = |index: &usize| self.scene.choices[*index].steps.is_empty();
        let buttons: Vec<usize> = (0..self.scene.choices.len()).filter(is_button).collect();
        if buttons.is_empty() || !self.controller.is_human_turn() {
            return;
        }
        let are_only_choices = buttons.len() == self.scene.choices.len();
        let height = 2.0 * PADDING + 38.0 * buttons.len() as f32 + 4.0 * (buttons.len() - 1) as f32;
        let below = Rect::from_min_max(room.left_bottom() - vec2(0.0, height), room.max);
        let wants_focus = are_only_choices && has_arrow(ui);
        let mut chosen = None;
        show_overlay(ui, if are_only_choices { room } else { below }, vec2(190.0, height), palette, |ui| {
            for index in buttons {
                let button = ui.add(primary_button(&self.scene.choices[index].label.text, palette));
                if wants_focus {
                    focus(ui, &button);
                }
                if button.clicked() {
                    chosen = Some(index);
                }
            }
        });
        if let Some(index) = chosen {
            self.play(index);
        }
    }
}
