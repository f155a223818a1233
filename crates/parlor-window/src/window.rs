//! The window: shows a table, and turns clicks and keys into moves. It repaints only when something happened.

use std::time::{Duration, Instant};

use egui::{
    CentralPanel, Context, Event, FocusDirection, Frame, Key, Rect, Response, Role, Sense, Ui, WidgetInfo, pos2, vec2,
};
use parlor_core::{Cell, Key as SceneKey, Piece, Player, Scene, Tint};
use parlor_match::Terms;

use crate::board::{self, Board};
use crate::geometry::Geometry;
use crate::motion::Motion;
use crate::palette::Palette;
use crate::picking::{Picking, Target};
use crate::table::{Stage, Table};

/// In points. Below this nothing is promised.
pub const SMALLEST: [f32; 2] = [400.0, 400.0];

const MARGIN: f32 = 10.0;
const PLATES: f32 = 46.0;
const SENTENCE: f32 = 34.0;
const BUTTONS: f32 = 30.0;

#[derive(Debug)]
pub struct Window {
    pub(crate) table: Table,
    pub(crate) scene: Scene,
    pub(crate) samples: [Option<Piece>; 2],
    motion: Motion,
    picking: Picking,
    /// The notation of a choice and how it would look after it: computed once for all the frames it is shown.
    preview: Option<(usize, String, Scene)>,
    /// Where the keyboard was last, to go on from there in the next turn.
    cursor: Option<Cell>,
    is_by_keyboard: bool,
    /// What a person may still change before a match against the clock begins.
    pub(crate) terms: Terms,
}

impl Window {
    pub fn new(table: Table, context: &Context) -> Window {
        let repaint = context.clone();
        table.bell().connect(move || repaint.request_repaint());
        Window {
            scene: table.scene(),
            samples: samples(&table),
            terms: *table.game().terms(),
            motion: Motion::default(),
            picking: Picking::default(),
            preview: None,
            cursor: None,
            is_by_keyboard: false,
            table,
        }
    }

    pub fn table(&self) -> &Table {
        &self.table
    }

    /// What happens whether or not the window can be seen.
    pub fn advance(&mut self, context: &Context) {
        self.table.advance(Instant::now());
        let now = Instant::now();
        if let Some(wakes_at) = self.table.wakes_at() {
            context.request_repaint_after(wakes_at.saturating_duration_since(now));
        }
    }

    pub fn show(&mut self, ui: &mut Ui) {
        self.advance(ui.ctx());
        let time = ui.input(|input| input.time);
        self.look_again(time);
        let palette = Palette::of(ui.ctx().theme(), &self.scene);
        CentralPanel::default().frame(Frame::NONE.fill(palette.page)).show(ui, |ui| self.show_all(ui, &palette, time));
        // A move may just have been made: what it led to is seen, and goes on, in the next frame.
        if self.motion.is_running(time) || self.table.scene() != self.scene {
            ui.ctx().request_repaint();
        } else if self.table.stage() == Stage::Playing {
            self.repaint_for_clocks(ui.ctx());
        }
    }

    /// When the figures of the running clock change next.
    fn repaint_for_clocks(&self, context: &Context) {
        if let Some(left) = self.table.clocks(Instant::now()) {
            let left = left[self.table.game().turn().index()];
            let step = if left < crate::plates::SHOWS_TENTHS { 100 } else { 1000 };
            let until = left.as_millis() % step + 1;
            context.request_repaint_after(Duration::from_millis(u64::try_from(until).unwrap_or(step as u64)));
        }
    }

    fn look_again(&mut self, time: f64) {
        let scene = self.table.scene();
        if scene != self.scene {
            self.motion.change(&self.scene, &scene, time);
            self.scene = scene;
            self.picking.start_over();
            self.preview = None;
        }
    }

    fn show_all(&mut self, ui: &mut Ui, palette: &Palette, time: f64) {
        let all = ui.max_rect().shrink(MARGIN);
        let plates = Rect::from_min_size(all.min, vec2(all.width(), PLATES));
        let sentence = Rect::from_min_size(pos2(all.left(), plates.bottom() + 4.0), vec2(all.width(), SENTENCE));
        let buttons = Rect::from_min_max(pos2(all.left(), all.bottom() - BUTTONS), all.max);
        let room = Rect::from_min_max(sentence.left_bottom() + vec2(0.0, 4.0), buttons.right_top() - vec2(0.0, 4.0));
        self.show_plates(ui, plates, palette);
        self.show_sentence(ui, sentence, palette);
        let geometry = Geometry::fit(&self.scene, room);
        self.show_board(ui, geometry, palette, time);
        self.show_buttons(ui, buttons, palette);
        match self.table.stage() {
            Stage::Waiting(words) => crate::cards::show_words(ui, room, &words, palette),
            Stage::Ready => self.show_start(ui, room, palette),
            Stage::Playing => self.show_only_buttons(ui, room, palette),
            Stage::Over(_) => {}
        }
    }

    fn show_board(&mut self, ui: &mut Ui, geometry: Geometry, palette: &Palette, time: f64) {
        let scene = self.scene.clone();
        let id = ui.scope_id().with("board");
        ui.interact(geometry.frame(), id, Sense::hover())
            .widget_info(|| WidgetInfo::labeled(Role::Image, true, board::in_words(&scene)));
        let motion = std::mem::take(&mut self.motion);
        let board = Board { scene: &scene, geometry, palette, motion: &motion, now: time };
        board.paint(ui.painter());
        if self.table.is_human_turn() {
            self.take_turn(ui, &board);
        }
        self.motion = motion;
    }

    /// Everything by which a person can move now.
    fn take_turn(&mut self, ui: &mut Ui, board: &Board) {
        if ui.input(|input| input.key_pressed(Key::Escape)) {
            self.picking.start_over();
        }
        let pressed = self.pressed_choice(ui);
        let targets = self.picking.targets(board.scene);
        let is_asking = !self.picking.asked().is_empty();
        let (picked, looked_at) = self.show_targets(ui, board, &targets, is_asking);
        for cell in self.picking.picked() {
            board.paint_focus(ui.painter(), board.geometry.rect(*cell));
        }
        let asked = crate::cards::ask(ui, board, self.picking.asked(), self.is_by_keyboard);
        let looked_at = asked.looked_at.or(looked_at);
        if let Some(index) = looked_at {
            self.show_preview(ui, board, index);
        }
        let picked = picked.and_then(|target| self.picking.pick(board.scene, target));
        if asked.is_cancelled {
            self.picking.start_over();
        }
        if let Some(index) = pressed.or(asked.chosen).or(picked) {
            self.play(index);
        }
    }

    pub(crate) fn play(&mut self, index: usize) {
        if let Some(choice) = self.scene.choices.get(index) {
            // Refused where somebody was faster, the clock for one: the next frame shows what is true.
            let _ = self.table.play(self.table.game().ply(), &choice.notation, Instant::now());
        }
        self.picking.start_over();
    }

    /// Of choices that have keys of their own.
    fn pressed_choice(&self, ui: &Ui) -> Option<usize> {
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
        self.scene.choices.iter().position(|choice| choice.key.is_some_and(is_pressed))
    }

    /// What was clicked, and the choice that the pointer or the keyboard is at.
    fn show_targets<'t>(
        &mut self,
        ui: &Ui,
        board: &Board,
        targets: &'t [Target],
        is_asking: bool,
    ) -> (Option<&'t Target>, Option<usize>) {
        let (mut picked, mut looked_at) = (None, None);
        let has_key = has_arrow(ui) || ui.input(|input| input.key_pressed(Key::Tab) || input.key_pressed(Key::Enter));
        let has_moved = |event: &Event| matches!(event, Event::PointerMoved(_));
        if has_key || ui.input(|input| input.events.iter().any(has_moved)) {
            self.is_by_keyboard = has_key;
        }
        let wants_focus = self.is_by_keyboard && !is_asking && ui.memory(|memory| memory.focused().is_none());
        let next = if wants_focus { nearest(targets, self.cursor, board.scene) } else { None };
        for (index, target) in targets.iter().enumerate() {
            let whole = [target.cells.clone()];
            let single: Vec<Vec<Cell>> = target.cells.iter().map(|cell| vec![*cell]).collect();
            let parts: &[Vec<Cell>] = if target.is_rectangle() { &whole } else { &single };
            let mut is_at = false;
            for part in parts {
                let Some(first) = part.first() else { continue };
                let mut rect = board.geometry.around(part);
                if board.scene.pieces_fall {
                    rect.min.y -= board.geometry.cell * 0.9;
                }
                let response = ui.interact(rect, ui.scope_id().with(("target", first)), Sense::click());
                response.widget_info(|| WidgetInfo::labeled(Role::Button, true, target.label(board.scene)));
                if next == Some(index) {
                    focus(ui, &response);
                }
                let has_focus = response.has_focus() && self.is_by_keyboard;
                if response.has_focus() {
                    self.cursor = Some(*first);
                }
                if has_focus {
                    board.paint_focus(ui.painter(), board.geometry.around(part));
                }
                is_at |= (response.hovered() && !self.is_by_keyboard) || has_focus;
                if response.clicked() && !is_asking {
                    picked = Some(target);
                }
            }
            if is_at && !is_asking {
                looked_at = target.choices.first().copied();
            } else if !is_asking {
                board.paint_hint(ui.painter(), target);
            }
        }
        (picked, looked_at)
    }

    fn show_preview(&mut self, ui: &Ui, board: &Board, index: usize) {
        let Some(choice) = board.scene.choices.get(index) else { return };
        let ply = self.table.game().ply();
        if self.preview.as_ref().is_none_or(|(at, notation, _)| *at != ply || *notation != choice.notation) {
            let mut game = self.table.game().game().clone_box();
            if game.play(&choice.notation).is_ok() {
                self.preview = Some((ply, choice.notation.clone(), game.scene()));
            }
        }
        if let Some((_, _, after)) = &self.preview {
            board.paint_preview(ui.painter(), choice, after);
        }
    }
}

pub(crate) fn has_arrow(ui: &Ui) -> bool {
    let arrows = [Key::ArrowLeft, Key::ArrowRight, Key::ArrowUp, Key::ArrowDown];
    ui.input(|input| arrows.iter().any(|key| input.key_pressed(*key)))
}

/// The keyboard goes there and stays: the arrow that was pressed does not lead on from there.
pub(crate) fn focus(ui: &Ui, response: &Response) {
    response.request_focus();
    ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
}

/// Where the keyboard goes on: the target nearest to where it was, or to the middle.
fn nearest(targets: &[Target], cursor: Option<Cell>, scene: &Scene) -> Option<usize> {
    let from = cursor.unwrap_or(Cell { column: scene.columns / 2, row: scene.rows / 2 });
    let distance = |cell: &Cell| {
        let [x, y] = [cell.column.abs_diff(from.column), cell.row.abs_diff(from.row)].map(u32::from);
        x * x + y * y
    };
    let of_target = |target: &Target| target.cells.iter().map(distance).min();
    (0..targets.len()).min_by_key(|index| of_target(&targets[*index]))
}

/// A piece of each side, for beside its name: one that is there, or would be after a few moves.
fn samples(table: &Table) -> [Option<Piece>; 2] {
    const MOVES: usize = 4;
    let mut game = table.game().game().clone_box();
    let mut samples = [None, None];
    for _ in 0..MOVES {
        let pieces = game.scene().pieces;
        let of = |tints: [Tint; 2]| pieces.iter().find(|piece| tints.contains(&piece.tint)).copied();
        samples = [
            samples[Player::First.index()].or(of([Tint::First, Tint::Dark])),
            samples[Player::Second.index()].or(of([Tint::Second, Tint::Light])),
        ];
        let Some(any) = game.legal_moves().into_iter().next() else { break };
        if game.play(&any).is_err() {
            break;
        }
    }
    samples
}
