//! What stands around the board: the two sides with their clocks, the sentence, the buttons.

use std::time::{Duration, Instant};

use egui::{
    Align, Button, Color32, CornerRadius, FontId, Label, Layout, Rect, RichText, Stroke, StrokeKind, Ui, UiBuilder,
    Vec2, pos2, vec2,
};
use parlor_core::{Key, Player};
use parlor_match::Ending;

use crate::board;
use crate::palette::Palette;
use crate::table::Stage;
use crate::window::Window;

/// Below this a clock shows tenths of a second.
pub(crate) const SHOWS_TENTHS: Duration = Duration::from_secs(10);
const GAP: f32 = 8.0;
const ROUND: CornerRadius = CornerRadius::same(8);

impl Window {
    pub(crate) fn show_plates(&self, ui: &mut Ui, room: Rect, palette: &Palette) {
        let sides = usize::from(self.table.game().game().seats());
        let width = (room.width() - GAP * (sides as f32 - 1.0)) / sides as f32;
        for (index, player) in Player::BOTH.into_iter().take(sides).enumerate() {
            let corner = room.min + vec2((width + GAP) * index as f32, 0.0);
            self.show_plate(ui, Rect::from_min_size(corner, vec2(width, room.height())), player, palette);
        }
    }

    fn show_plate(&self, ui: &mut Ui, rect: Rect, player: Player, palette: &Palette) {
        let side = &self.scene.sides[player.index()];
        let is_to_move = self.table.stage() == Stage::Playing && self.table.game().turn() == player;
        let has_won = self.table.game().ending().and_then(Ending::winner) == Some(player);
        let edge = if is_to_move || has_won { Stroke::new(2.0, palette.accent) } else { Stroke::NONE };
        ui.painter().rect(rect, ROUND, palette.plate, edge, StrokeKind::Inside);
        let mut left = rect.left() + 8.0;
        if let Some(piece) = &self.samples[player.index()] {
            let sample = Rect::from_min_size(pos2(left, rect.top() + 9.0), vec2(28.0, rect.height() - 18.0));
            board::paint_sample(ui.painter(), sample, piece, palette);
            left = sample.right() + 8.0;
        }
        let inside = Rect::from_min_max(pos2(left, rect.top() + 4.0), rect.max - vec2(10.0, 4.0));
        let name = match side.count {
            Some(count) => format!("{}  {count}", side.name),
            None => side.name.clone(),
        };
        let words = match (self.table.seat_words(player), is_to_move, has_won) {
            (Some(who), true, _) => format!("{who}, to move"),
            (Some(who), _, true) => format!("{who}, winner"),
            (Some(who), ..) => who.to_owned(),
            (None, true, _) => "to move".to_owned(),
            (None, _, true) => "winner".to_owned(),
            (None, ..) => String::new(),
        };
        let has_words = !words.is_empty();
        let name = Label::new(RichText::new(name).size(16.0).strong().color(palette.text)).truncate();
        let words = Label::new(RichText::new(words).size(12.0).color(palette.faint_text)).truncate();
        let (above, below) = inside.split_top_bottom_at_fraction(0.56);
        if has_words {
            line(ui, above, name);
            line(ui, below, words);
        } else {
            line(ui, inside, name);
        }
        if let Some(left) = self.table.clocks(Instant::now()) {
            let left = left[player.index()];
            let color = if is_to_move && left < SHOWS_TENTHS / 3 { palette.fatal } else { palette.text };
            let clock = Rect::from_min_max(pos2(rect.right() - 74.0, rect.top()), rect.max - vec2(8.0, 0.0));
            ui.put(clock, Label::new(RichText::new(clock_text(left)).size(19.0).monospace().color(color)));
        }
    }

    pub(crate) fn show_sentence(&self, ui: &mut Ui, rect: Rect, palette: &Palette) {
        let words = self.table.sentence(&self.scene);
        let is_over = matches!(self.table.stage(), Stage::Over(_));
        let mut color = palette.text;
        if is_over {
            ui.painter().rect_filled(rect, ROUND, palette.accent);
            color = palette.on_accent;
        }
        let inside = rect.shrink2(vec2(8.0, 0.0));
        let fits = |size: &f32| text_size(ui, &words, *size, inside.width()).y <= size * 1.6;
        let size = [16.0, 14.0, 13.0, 12.0].into_iter().find(fits).unwrap_or(12.0);
        centred(ui, inside, &words, size, color);
    }

    pub(crate) fn show_buttons(&mut self, ui: &mut Ui, rect: Rect, palette: &Palette) {
        let now = Instant::now();
        let mut child = ui.new_child(UiBuilder::new().max_rect(rect).layout(Layout::left_to_right(Align::Center)));
        if self.table.game().terms().take_backs {
            let button = Button::new("Take back").min_size(vec2(0.0, 26.0));
            if child.add_enabled(self.table.can_take_back(), button).clicked() {
                // Refused only where there is nothing left to take back.
                let _ = self.table.take_back(now);
            }
        }
        if self.table.can_start_again() && child.add(Button::new("New game").min_size(vec2(0.0, 26.0))).clicked() {
            self.table.start_again(now);
        }
        child.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let (words, other) = match ui.ctx().theme() {
                egui::Theme::Dark => ("Light", egui::Theme::Light),
                egui::Theme::Light => ("Dark", egui::Theme::Dark),
            };
            if ui.add(Button::new(words).min_size(vec2(0.0, 26.0))).clicked() {
                ui.ctx().set_theme(other);
            }
            if self.table.is_human_turn() && ui.available_width() > 260.0 {
                ui.add_space(6.0);
                ui.label(RichText::new(self.how_to_move()).size(12.0).color(palette.faint_text));
            }
        });
    }

    fn how_to_move(&self) -> String {
        let keys: Vec<String> = self.scene.choices.iter().filter_map(|choice| choice.key).map(key_name).collect();
        match (keys.first(), keys.last()) {
            (Some(first), Some(last)) if keys.len() > 1 => {
                format!("Click, press {first} to {last}, or use the arrow keys")
            }
            (Some(only), _) => format!("Click, press {only}, or use the arrow keys"),
            _ => "Click, or use the arrow keys and Enter".to_owned(),
        }
    }
}

fn key_name(key: Key) -> String {
    match key {
        Key::Left => "left".to_owned(),
        Key::Right => "right".to_owned(),
        Key::Up => "up".to_owned(),
        Key::Down => "down".to_owned(),
        Key::Letter(letter) => letter.to_string(),
    }
}

/// Rounded up, so that 0.0 means that it is over.
fn clock_text(left: Duration) -> String {
    let tenths = left.as_millis().div_ceil(100);
    if left < SHOWS_TENTHS {
        return format!("{}.{}", tenths / 10, tenths % 10);
    }
    let seconds = left.as_millis().div_ceil(1000);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// With lines as long as they may be.
pub(crate) fn text_size(ui: &Ui, words: &str, size: f32, width: f32) -> Vec2 {
    ui.painter().layout(words.to_owned(), FontId::proportional(size), Color32::PLACEHOLDER, width).size()
}

/// In the middle of a place, on as many lines as it takes.
pub(crate) fn centred(ui: &mut Ui, rect: Rect, words: &str, size: f32, color: Color32) {
    let height = text_size(ui, words, size, rect.width()).y;
    let rect = Rect::from_center_size(rect.center(), vec2(rect.width(), height));
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect).layout(Layout::top_down(Align::Center)));
    child.add(Label::new(RichText::new(words).size(size).color(color)).wrap());
}

fn line(ui: &mut Ui, rect: Rect, label: Label) {
    let layout = Layout::left_to_right(Align::Center);
    ui.new_child(UiBuilder::new().max_rect(rect).layout(layout)).add(label);
}

/// A button that is meant to be seen.
pub(crate) fn bold_button(words: &str, palette: &Palette) -> Button<'static> {
    let text = RichText::new(words.to_owned()).size(17.0).strong().color(palette.on_accent);
    Button::new(text).fill(palette.accent).stroke(Stroke::new(1.0, Color32::TRANSPARENT)).min_size(vec2(120.0, 38.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_show_tenths_only_near_the_end() {
        let text = |millis| clock_text(Duration::from_millis(millis));
        assert_eq!([0, 1, 950, 9_999].map(text), ["0.0", "0.1", "1.0", "10.0"]);
        assert_eq!([10_000, 59_001, 61_000, 3_600_000].map(text), ["0:10", "1:00", "1:01", "60:00"]);
    }
}
