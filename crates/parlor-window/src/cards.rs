//! What lies over the board for a while: words while somebody is missing, the start of a match against the
//! clock, a forced move that is no cell, and the question which of several ways was meant.

use std::time::{Duration, Instant};

use egui::{
    Align, Area, Button, DragValue, Frame, Layout, Order, Rect, Response, RichText, Stroke, Ui, UiBuilder, vec2,
};
use parlor_match::{Terms, TimeControl};

use crate::board::Board;
use crate::palette::Palette;
use crate::plates::{bold_button, centred, text_size};
use crate::window::{Window, focus, has_arrow};

/// Nothing waits longer for a person's move than this, in seconds.
const LONGEST: f64 = 3600.0;
const PADDING: f32 = 14.0;
const SHORTEST: f64 = 0.1;

/// What came of asking which choice was meant.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Answer {
    pub(crate) chosen: Option<usize>,
    pub(crate) looked_at: Option<usize>,
    pub(crate) is_cancelled: bool,
}

/// Asks for one of these choices by label, beside the cell they share.
pub(crate) fn ask(ui: &Ui, board: &Board, choices: &[usize], is_by_keyboard: bool) -> Answer {
    let mut answer = Answer::default();
    let shared = choices.first().and_then(|index| board.scene.choices[*index].steps.last());
    let Some(cells) = shared else { return answer };
    let at = board.geometry.around(cells).center_bottom();
    let area = Area::new(ui.scope_id().with("which")).order(Order::Foreground).fixed_pos(at);
    area.pivot(egui::Align2::CENTER_TOP).constrain_to(ui.max_rect()).show(ui.ctx(), |ui| {
        Frame::popup(ui.style()).fill(board.palette.plate).show(ui, |ui| {
            ui.label(RichText::new("Which way?").strong().color(board.palette.text));
            let mut buttons = Vec::new();
            for index in choices {
                let label = &board.scene.choices[*index].label;
                let button = ui.add(Button::new(RichText::new(label).size(14.0)).min_size(vec2(200.0, 28.0)));
                if button.hovered() || button.has_focus() {
                    answer.looked_at = Some(*index);
                }
                if button.clicked() {
                    answer.chosen = Some(*index);
                }
                buttons.push(button);
            }
            let cancel = ui.button("Cancel");
            answer.is_cancelled = cancel.clicked();
            buttons.push(cancel);
            if is_by_keyboard && !buttons.iter().any(Response::has_focus) {
                buttons[0].request_focus();
            }
        });
    });
    answer
}

fn card(ui: &mut Ui, room: Rect, size: egui::Vec2, palette: &Palette, add: impl FnOnce(&mut Ui)) {
    let rect = Rect::from_center_size(room.center(), size.min(room.size()));
    ui.painter().rect(rect, 10.0, palette.plate, Stroke::new(1.0, palette.line), egui::StrokeKind::Inside);
    let layout = Layout::top_down(Align::Center);
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect.shrink(PADDING)).layout(layout));
    add(&mut child);
}

/// The first line is large, the others are what to do.
pub(crate) fn show_words(ui: &mut Ui, room: Rect, words: &str, palette: &Palette) {
    let width = room.width().min(460.0);
    let size = |index: usize| if index == 0 { 18.0 } else { 14.0 };
    let height = |(index, line): (usize, &str)| text_size(ui, line, size(index), width - 2.0 * PADDING).y + 6.0;
    let heights: Vec<f32> = words.lines().enumerate().map(height).collect();
    let all = vec2(width, heights.iter().sum::<f32>() + 2.0 * PADDING);
    card(ui, room, all, palette, |ui| {
        let mut rect = ui.max_rect();
        for ((index, line), height) in words.lines().enumerate().zip(heights) {
            rect.max.y = rect.min.y + height;
            centred(ui, rect, line, size(index), palette.text);
            rect.min.y = rect.max.y;
        }
    });
}

impl Window {
    /// Before a match against the clock: how much time, and off it goes.
    pub(crate) fn show_start(&mut self, ui: &mut Ui, room: Rect, palette: &Palette) {
        let mut is_started = false;
        card(ui, room, vec2(280.0, 136.0), palette, |ui| {
            if let TimeControl::PerMove(limit) = &mut self.terms.time {
                let mut seconds = limit.as_secs_f64();
                ui.label(RichText::new("Seconds for each move").size(16.0).color(palette.text));
                let value = DragValue::new(&mut seconds).range(SHORTEST..=LONGEST).speed(0.1).max_decimals(1);
                let value = ui.add_sized(vec2(90.0, 28.0), value);
                value.widget_info(|| {
                    let mut info = egui::WidgetInfo::drag_value(true, limit.as_secs_f64());
                    info.label = Some("Seconds for each move".to_owned());
                    info
                });
                if value.changed() {
                    *limit = Duration::from_secs_f64(seconds.clamp(SHORTEST, LONGEST));
                }
                ui.label(RichText::new("Who takes longer loses.").size(12.0).color(palette.faint_text));
            }
            is_started = ui.add(bold_button("Start", palette)).clicked();
        });
        if is_started {
            let terms: Terms = self.terms;
            self.table.start(terms, Instant::now());
        }
    }

    /// Choices without cells are buttons; where there is nothing else to do they are in the middle of the board.
    pub(crate) fn show_only_buttons(&mut self, ui: &mut Ui, room: Rect, palette: &Palette) {
        let is_button = |index: &usize| self.scene.choices[*index].steps.is_empty();
        let buttons: Vec<usize> = (0..self.scene.choices.len()).filter(is_button).collect();
        if buttons.is_empty() || !self.table.is_human_turn() {
            return;
        }
        let is_all = buttons.len() == self.scene.choices.len();
        let height = 2.0 * PADDING + 38.0 * buttons.len() as f32 + 4.0 * (buttons.len() - 1) as f32;
        let below = Rect::from_min_max(room.left_bottom() - vec2(0.0, height), room.max);
        let wants_focus = is_all && has_arrow(ui);
        let mut chosen = None;
        card(ui, if is_all { room } else { below }, vec2(190.0, height), palette, |ui| {
            for index in buttons {
                let button = ui.add(bold_button(&self.scene.choices[index].label, palette));
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
