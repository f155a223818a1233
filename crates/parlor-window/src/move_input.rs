//! Input of a move by pointer and keyboard: keys of choices, click targets, keyboard focus and the preview.

use egui::{Event, FocusDirection, Key, Response, Role, Sense, Ui, WidgetInfo};
use parlor_core::{Cell, Key as SceneKey, Scene};
use parlor_match::Match;

use crate::board::Board;
use crate::move_selection::{MoveSelection, PickResult, Target, TargetKind};
use crate::overlays;

/// State of the input of a move.
#[derive(Debug, Default)]
pub(crate) struct MoveInput {
    selection: MoveSelection,
    preview: Option<Preview>,
    /// Cell that had the keyboard focus last; the next turn continues from there.
    cursor: Option<Cell>,
    is_by_keyboard: bool,
}

/// The scene after a hovered or focused move, computed once for all frames that show it.
#[derive(Debug)]
struct Preview {
    ply: usize,
    notation: String,
    scene: Scene,
}

/// Response of all click targets in one frame.
#[derive(Default)]
struct TargetsResponse<'t> {
    clicked: Option<&'t Target>,
    /// Choice of the hovered or focused target.
    previewed: Option<usize>,
}

impl MoveInput {
    /// Discards picked cells and the preview, after a change of the scene.
    pub(crate) fn reset(&mut self) {
        self.selection.reset();
        self.preview = None;
    }

    pub(crate) fn cancel_selection(&mut self) {
        self.selection.reset();
    }

    /// Whether the popup for ambiguous moves is open.
    pub(crate) fn is_popup_open(&self) -> bool {
        !self.selection.ambiguous().is_empty()
    }

    /// Handles the input of one frame. Returns the index of the chosen move.
    pub(crate) fn handle(&mut self, ui: &Ui, board: &Board, game: &Match) -> Option<usize> {
        if ui.input(|input| input.key_pressed(Key::Escape)) {
            self.selection.reset();
        }
        let pressed = pressed_choice(ui, board.scene);
        let targets = self.selection.targets(board.scene);
        let response = self.show_targets(ui, board, &targets);
        for cell in self.selection.picked() {
            board.paint_focus(ui.painter(), board.geometry.rect(*cell));
        }
        let popup = overlays::show_choice_popup(ui, board, self.selection.ambiguous(), self.is_by_keyboard);
        if let Some(index) = popup.previewed.or(response.previewed) {
            self.show_preview(ui, board, game, index);
        }
        let picked = response.clicked.and_then(|target| {
            match self.selection.pick(&board.scene.choices, *target.cells.first()?) {
                PickResult::Chosen(index) => Some(index),
                PickResult::Labels(_) | PickResult::Next(_) | PickResult::Ignored => None,
            }
        });
        if popup.is_cancelled {
            self.selection.reset();
        }
        pressed.or(popup.chosen).or(picked)
    }

    /// Shows all targets. They do not respond while the popup for ambiguous moves is open.
    fn show_targets<'t>(&mut self, ui: &Ui, board: &Board, targets: &'t [Target]) -> TargetsResponse<'t> {
        let is_popup_open = self.is_popup_open();
        let has_key = has_arrow(ui) || ui.input(|input| input.key_pressed(Key::Tab) || input.key_pressed(Key::Enter));
        let is_pointer_move = |event: &Event| matches!(event, Event::PointerMoved(_));
        if has_key || ui.input(|input| input.events.iter().any(is_pointer_move)) {
            self.is_by_keyboard = has_key;
        }
        let wants_focus = self.is_by_keyboard && !is_popup_open && ui.memory(|memory| memory.focused().is_none());
        let focused = if wants_focus { nearest(targets, self.cursor, board.scene) } else { None };
        let mut response = TargetsResponse::default();
        for (index, target) in targets.iter().enumerate() {
            let (is_active, is_clicked) = self.show_target(ui, board, target, focused == Some(index));
            if is_popup_open {
                continue;
            }
            if is_clicked {
                response.clicked = Some(target);
            }
            // Only a pick that decides on a move is previewed.
            if is_active && target.kind != TargetKind::Restart {
                response.previewed = target.choices.first().copied();
            } else {
                board.paint_hint(ui.painter(), target);
            }
        }
        response
    }

    /// Shows one target: one widget if its cells form a rectangle, else one per cell. Returns whether it is hovered
    /// or focused, and whether it was clicked.
    fn show_target(&mut self, ui: &Ui, board: &Board, target: &Target, requests_focus: bool) -> (bool, bool) {
        let whole = [target.cells.clone()];
        let single: Vec<Vec<Cell>> = target.cells.iter().map(|cell| vec![*cell]).collect();
        let parts: &[Vec<Cell>] = if target.is_rectangle() { &whole } else { &single };
        let (mut is_active, mut is_clicked) = (false, false);
        for part in parts {
            let Some(first) = part.first() else { continue };
            let mut rect = board.geometry.bounding_rect(part);
            if board.palette.pieces_fall {
                rect.min.y -= board.geometry.cell * 0.9;
            }
            let response = ui.interact(rect, ui.scope_id().with(("target", first)), Sense::click());
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, target.label(board.scene)));
            if requests_focus {
                focus(ui, &response);
            }
            if response.has_focus() {
                self.cursor = Some(*first);
            }
            let has_focus = response.has_focus() && self.is_by_keyboard;
            if has_focus {
                board.paint_focus(ui.painter(), board.geometry.bounding_rect(part));
            }
            is_active |= (response.hovered() && !self.is_by_keyboard) || has_focus;
            is_clicked |= response.clicked();
        }
        (is_active, is_clicked)
    }

    fn show_preview(&mut self, ui: &Ui, board: &Board, game: &Match, index: usize) {
        let Some(choice) = board.scene.choices.get(index) else { return };
        let ply = game.ply();
        if self.preview.as_ref().is_none_or(|old| old.ply != ply || old.notation != choice.notation) {
            let mut next = game.game().clone_box();
            if next.play(&choice.notation).is_ok() {
                self.preview = Some(Preview { ply, notation: choice.notation.clone(), scene: next.scene() });
            }
        }
        if let Some(preview) = &self.preview {
            board.paint_preview(ui.painter(), choice, &preview.scene);
        }
    }
}

/// The choice whose own key was pressed in this frame.
pub(crate) fn pressed_choice(ui: &Ui, scene: &Scene) -> Option<usize> {
    let is_pressed = |key: SceneKey| {
        let key = match key {
            SceneKey::Left => Some(Key::ArrowLeft),
            SceneKey::Right => Some(Key::ArrowRight),
            SceneKey::Up => Some(Key::ArrowUp),
            SceneKey::Down => Some(Key::ArrowDown),
            SceneKey::Letter(letter) => Key::from_name(&letter.to_uppercase().to_string()),
        };
        key.is_some_and(|key| ui.input(|input| input.key_pressed(key)))
    };
    scene.choices.iter().position(|choice| choice.key.is_some_and(is_pressed))
}

pub(crate) fn has_arrow(ui: &Ui) -> bool {
    let arrows = [Key::ArrowLeft, Key::ArrowRight, Key::ArrowUp, Key::ArrowDown];
    ui.input(|input| arrows.iter().any(|key| input.key_pressed(*key)))
}

/// Moves the keyboard focus to a widget. The arrow key pressed in this frame does not move it on.
pub(crate) fn focus(ui: &Ui, response: &Response) {
    response.request_focus();
    ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
}

/// The target nearest to the last cursor cell, or to the center of the board.
fn nearest(targets: &[Target], cursor: Option<Cell>, scene: &Scene) -> Option<usize> {
    let from = cursor.unwrap_or(Cell { column: scene.columns / 2, row: scene.rows / 2 });
    let distance = |cell: &Cell| {
        let [x, y] = [cell.column.abs_diff(from.column), cell.row.abs_diff(from.row)].map(u32::from);
        x * x + y * y
    };
    let target_distance = |target: &Target| target.cells.iter().map(distance).min();
    (0..targets.len()).min_by_key(|index| target_distance(&targets[*index]))
}
