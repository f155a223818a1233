//! Panels around the board: the two players with their clocks, the status line, and the buttons.

use std::time::{Duration, Instant};

use egui::containers::menu::MenuButton;
use egui::{
    Align, Button, Color32, CornerRadius, FontId, Label, Layout, Rect, RichText, Stroke, StrokeKind, Ui, UiBuilder,
    Vec2, pos2, vec2,
};
use parlor_core::{Key, Player};
use parlor_match::{MatchPhase, MatchResult};

use crate::board;
use crate::palette::Palette;
use crate::window::Window;

/// Remaining time below which a clock shows tenths of a second.
pub(crate) const TENTHS_BELOW: Duration = Duration::from_secs(10);
const GAP: f32 = 8.0;
const CORNERS: CornerRadius = CornerRadius::same(8);

impl Window {
    pub(crate) fn show_player_panels(&self, ui: &mut Ui, room: Rect, palette: &Palette) {
        let sides = usize::from(self.controller.current_match().game().player_count());
        let width = (room.width() - GAP * (sides as f32 - 1.0)) / sides as f32;
        for (index, player) in Player::BOTH.into_iter().take(sides).enumerate() {
            let corner = room.min + vec2((width + GAP) * index as f32, 0.0);
            self.show_player_panel(ui, Rect::from_min_size(corner, vec2(width, room.height())), player, palette);
        }
    }

    fn show_player_panel(&self, ui: &mut Ui, rect: Rect, player: Player, palette: &Palette) {
        let side = &self.scene.sides[player.index()];
        let is_playing = matches!(self.controller.phase(), MatchPhase::Playing | MatchPhase::Paused(_));
        let is_to_move = is_playing && self.controller.current_match().turn() == player;
        let has_won = self.controller.current_match().result().and_then(MatchResult::winner) == Some(player);
        let edge = if is_to_move || has_won { Stroke::new(2.0, palette.accent) } else { Stroke::NONE };
        ui.painter().rect(rect, CORNERS, palette.panel, edge, StrokeKind::Inside);
        let mut left = rect.left() + 8.0;
        if let Some(piece) = side.piece {
            let sample = Rect::from_min_size(pos2(left, rect.top() + 9.0), vec2(28.0, rect.height() - 18.0));
            board::paint_sample(ui.painter(), sample, piece, palette);
            left = sample.right() + 8.0;
        }
        let inside = Rect::from_min_max(pos2(left, rect.top() + 4.0), rect.max - vec2(10.0, 4.0));
        let name = match side.count {
            Some(count) => format!("{}  {count}", side.name),
            None => side.name.to_string(),
        };
        let subtitle = self.controller.seat_text(player, is_to_move, has_won);
        let has_subtitle = !subtitle.is_empty();
        let name = Label::new(RichText::new(name).size(16.0).strong().color(palette.text)).truncate();
        let subtitle = Label::new(RichText::new(subtitle).size(12.0).color(palette.faint_text)).truncate();
        let (above, below) = inside.split_top_bottom_at_fraction(0.56);
        if has_subtitle {
            line(ui, above, name);
            line(ui, below, subtitle);
        } else {
            line(ui, inside, name);
        }
        if let Some(clocks) = self.controller.clocks(Instant::now()) {
            let remaining = clocks[player.index()];
            let color = if is_to_move && remaining < TENTHS_BELOW / 3 { palette.fatal } else { palette.text };
            let clock = Rect::from_min_max(pos2(rect.right() - 74.0, rect.top()), rect.max - vec2(8.0, 0.0));
            ui.put(clock, Label::new(RichText::new(clock_text(remaining)).size(19.0).monospace().color(color)));
        }
    }

    pub(crate) fn show_status(&self, ui: &mut Ui, rect: Rect, palette: &Palette) {
        let text = self.status_text();
        let is_over = matches!(self.controller.phase(), MatchPhase::Over(_));
        let mut color = palette.text;
        if is_over {
            ui.painter().rect_filled(rect, CORNERS, palette.accent);
            color = palette.on_accent;
        }
        let inside = rect.shrink2(vec2(8.0, 0.0));
        let fits = |size: &f32| text_size(ui, &text, *size, inside.width()).y <= size * 1.6;
        let size = [16.0, 14.0, 13.0, 12.0].into_iter().find(fits).unwrap_or(12.0);
        centered_text(ui, inside, &text, size, color);
    }

    pub(crate) fn show_buttons(&mut self, ui: &mut Ui, rect: Rect, palette: &Palette) {
        let now = Instant::now();
        let mut child = ui.new_child(UiBuilder::new().max_rect(rect).layout(Layout::left_to_right(Align::Center)));
        if self.controller.current_match().terms().take_backs {
            let button = Button::new("Take back").min_size(vec2(0.0, 26.0));
            if child.add_enabled(self.controller.can_take_back(), button).clicked() {
                // Rejected only if there is nothing to take back.
                let _ = self.controller.take_back(now);
            }
        }
        if matches!(self.controller.phase(), MatchPhase::Paused(_)) {
            self.show_failure_buttons(&mut child, now);
        }
        if self.controller.can_start_rematch() && child.add(Button::new("New game").min_size(vec2(0.0, 26.0))).clicked()
        {
            self.controller.start_rematch(now);
        }
        child.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let (label, other) = match ui.ctx().theme() {
                egui::Theme::Dark => ("Light", egui::Theme::Light),
                egui::Theme::Light => ("Dark", egui::Theme::Dark),
            };
            if ui.add(Button::new(label).min_size(vec2(0.0, 26.0))).clicked() {
                ui.ctx().set_theme(other);
            }
            if self.controller.is_human_turn() && ui.available_width() > 260.0 {
                ui.add_space(6.0);
                ui.label(RichText::new(self.input_help()).size(12.0).color(palette.faint_text));
            }
        });
    }

    /// What can be done about an engine that has failed.
    fn show_failure_buttons(&mut self, ui: &mut Ui, now: Instant) {
        if ui.add(Button::new("Retry").min_size(vec2(0.0, 26.0))).clicked() {
            self.controller.retry(now);
        }
        if self.controller.engine_choices().is_empty() {
            return;
        }
        let mut chosen = None;
        MenuButton::from_button(Button::new("Change engine").min_size(vec2(0.0, 26.0))).ui(ui, |ui| {
            for (index, choice) in self.controller.engine_choices().iter().enumerate() {
                if ui.button(&choice.title).clicked() {
                    chosen = Some(index);
                }
            }
        });
        if let Some(index) = chosen {
            // Without a thread for the engine the match stays paused, and another attempt may find one.
            let _ = self.controller.replace_engine(index, now);
        }
    }

    fn input_help(&self) -> String {
        let keys: Vec<Key> = self.scene.choices.iter().filter_map(|choice| choice.key).collect();
        let letters = keys.iter().filter_map(|key| if let Key::Letter(letter) = key { Some(*letter) } else { None });
        let letters: Vec<char> = letters.collect();
        match letters.as_slice() {
            [first, .., last] => format!("Click, press {first} to {last}, or use the arrow keys"),
            [only] => format!("Click, press {only}, or use the arrow keys"),
            [] if keys.is_empty() => "Click, or use the arrow keys and Enter".to_owned(),
            [] => "Click, or use the arrow keys".to_owned(),
        }
    }
}

/// Remaining time, rounded up, so that 0.0 means that time is up.
fn clock_text(remaining: Duration) -> String {
    let tenths = remaining.as_millis().div_ceil(100);
    if remaining < TENTHS_BELOW {
        return format!("{}.{}", tenths / 10, tenths % 10);
    }
    let seconds = remaining.as_millis().div_ceil(1000);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// Size of a text wrapped to `width`.
pub(crate) fn text_size(ui: &Ui, text: &str, size: f32, width: f32) -> Vec2 {
    ui.painter().layout(text.to_owned(), FontId::proportional(size), Color32::PLACEHOLDER, width).size()
}

/// Shows a wrapped text, centered in a rectangle.
pub(crate) fn centered_text(ui: &mut Ui, rect: Rect, text: &str, size: f32, color: Color32) {
    let height = text_size(ui, text, size, rect.width()).y;
    let rect = Rect::from_center_size(rect.center(), vec2(rect.width(), height));
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect).layout(Layout::top_down(Align::Center)));
    child.add(Label::new(RichText::new(text).size(size).color(color)).wrap());
}

fn line(ui: &mut Ui, rect: Rect, label: Label) {
    let layout = Layout::left_to_right(Align::Center);
    ui.new_child(UiBuilder::new().max_rect(rect).layout(layout)).add(label);
}

/// A large button in the accent color.
pub(crate) fn primary_button(label: &str, palette: &Palette) -> Button<'static> {
    let text = RichText::new(label.to_owned()).size(17.0).strong().color(palette.on_accent);
    Button::new(text).fill(palette.accent).stroke(Stroke::new(1.0, Color32::TRANSPARENT)).min_size(vec2(120.0, 38.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clock_shows_tenths_only_below_ten_seconds() {
        let text = |millis| clock_text(Duration::from_millis(millis));
        assert_eq!([0, 1, 950, 9_999].map(text), ["0.0", "0.1", "1.0", "10.0"]);
        assert_eq!([10_000, 59_001, 61_000, 3_600_000].map(text), ["0:10", "1:00", "1:01", "60:00"]);
    }
}
