//! The window: shows a match and lays out its parts. It repaints only when something has changed.

use std::time::{Duration, Instant};

use egui::{CentralPanel, Context, Frame, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use parlor_core::{Arrival, Cell, Scene};
use parlor_match::{MatchController, MatchPhase, Terms};

use crate::animation::Animations;
use crate::board::{self, Board};
use crate::geometry::Geometry;
use crate::move_input::{MoveInput, pressed_choice};
use crate::overlays;
use crate::palette::Palette;
use crate::panels::TENTHS_BELOW;

/// Smallest supported size, in points.
pub const MIN_SIZE: [f32; 2] = [400.0, 400.0];

const MARGIN: f32 = 10.0;
const GAP: f32 = 4.0;
const PLAYERS_HEIGHT: f32 = 46.0;
const STATUS_HEIGHT: f32 = 34.0;
const BUTTONS_HEIGHT: f32 = 30.0;
/// Time for which a notice replaces the status line.
const NOTICE_SECONDS: f64 = 2.5;

/// State of the window of one match.
#[derive(Debug)]
pub struct Window {
    pub(crate) controller: MatchController,
    pub(crate) scene: Scene,
    animations: Animations,
    pub(crate) input: MoveInput,
    /// Terms that a person can still change before a timed match starts.
    pub(crate) terms: Terms,
    notice: Option<Notice>,
}

/// Short text about input that had no effect.
#[derive(Clone, Copy, Debug)]
struct Notice {
    text: &'static str,
    ends_at: f64,
}

impl Window {
    pub fn new(controller: MatchController, context: &Context) -> Window {
        let repaint = context.clone();
        controller.waker().set_callback(move || repaint.request_repaint());
        Window {
            scene: controller.scene(),
            terms: *controller.current_match().terms(),
            animations: Animations::default(),
            input: MoveInput::default(),
            notice: None,
            controller,
        }
    }

    pub fn controller(&self) -> &MatchController {
        &self.controller
    }

    /// Advances the match. To be called also while the window is hidden.
    pub fn advance(&mut self, context: &Context) {
        self.controller.advance(Instant::now());
        let now = Instant::now();
        if let Some(wake_at) = self.controller.next_wake_at() {
            context.request_repaint_after(wake_at.saturating_duration_since(now));
        }
    }

    /// Paints one frame and handles input.
    pub fn show(&mut self, ui: &mut Ui) {
        self.advance(ui.ctx());
        let time = ui.input(|input| input.time);
        self.update_scene(time);
        let palette = Palette::new(ui.ctx().theme(), self.controller.look());
        CentralPanel::default().frame(Frame::NONE.fill(palette.page)).show(ui, |ui| self.show_all(ui, &palette, time));
        // A move made in this frame is shown and animated in the next one.
        if self.animations.is_running(time) || self.controller.scene() != self.scene {
            ui.ctx().request_repaint();
        } else if matches!(self.controller.phase(), MatchPhase::Playing | MatchPhase::Paused(_)) {
            self.schedule_clock_repaint(ui.ctx());
        }
    }

    /// Schedules a repaint for the next change of the running clock's digits.
    fn schedule_clock_repaint(&self, context: &Context) {
        if let Some(clocks) = self.controller.clocks(Instant::now()) {
            let remaining = clocks[self.controller.current_match().turn().index()];
            let step = if remaining < TENTHS_BELOW { 100 } else { 1000 };
            let until = remaining.as_millis() % step + 1;
            context.request_repaint_after(Duration::from_millis(u64::try_from(until).unwrap_or(step as u64)));
        }
    }

    fn show_notice(&mut self, context: &Context, text: &'static str, time: f64) {
        self.notice = Some(Notice { text, ends_at: time + NOTICE_SECONDS });
        context.request_repaint_after(Duration::from_secs_f64(NOTICE_SECONDS));
        context.request_repaint();
    }

    /// Text of the status line: a notice, or one sentence about the current phase.
    pub(crate) fn status_text(&self) -> String {
        match self.notice {
            Some(notice) if self.controller.phase() == MatchPhase::Playing => notice.text.to_owned(),
            _ => self.controller.status_text(&self.scene),
        }
    }

    fn update_scene(&mut self, time: f64) {
        self.notice = self.notice.filter(|notice| time < notice.ends_at);
        let scene = self.controller.scene();
        if scene != self.scene {
            self.animations.start(&self.scene, &scene, self.controller.look().arrival, time);
            self.scene = scene;
            self.input.reset();
            self.notice = None;
        }
    }

    fn show_all(&mut self, ui: &mut Ui, palette: &Palette, time: f64) {
        let all = ui.max_rect().shrink(MARGIN);
        let players = Rect::from_min_size(all.min, vec2(all.width(), PLAYERS_HEIGHT));
        let status = Rect::from_min_size(pos2(all.left(), players.bottom() + GAP), vec2(all.width(), STATUS_HEIGHT));
        let buttons = Rect::from_min_max(pos2(all.left(), all.bottom() - BUTTONS_HEIGHT), all.max);
        let room = Rect::from_min_max(status.left_bottom() + vec2(0.0, GAP), buttons.right_top() - vec2(0.0, GAP));
        self.show_player_panels(ui, players, palette);
        self.show_status(ui, status, palette);
        let geometry = Geometry::fit(&self.scene, palette.pieces_fall, room);
        self.show_board(ui, geometry, palette, time);
        self.show_buttons(ui, buttons, palette);
        match self.controller.phase() {
            MatchPhase::Waiting(text) => overlays::show_text(ui, room, &text, palette),
            MatchPhase::Ready => self.show_start(ui, room, palette),
            MatchPhase::Playing => self.show_choice_buttons(ui, room, palette),
            MatchPhase::Paused(_) | MatchPhase::Over(_) => {}
        }
    }

    fn show_board(&mut self, ui: &mut Ui, geometry: Geometry, palette: &Palette, time: f64) {
        let scene = self.scene.clone();
        let id = ui.scope_id().with("board");
        let mut area = geometry.frame();
        if palette.pieces_fall {
            area.min.y -= geometry.cell * 0.9;
        }
        // Not focusable, unlike `Sense::click`: only the targets on the board can be activated by keyboard.
        let response = ui.interact(area, id, Sense::CLICK);
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, board::accessible_text(&scene)));
        let board = Board { scene: &scene, geometry, palette, animations: &self.animations, now: time };
        board.paint(ui.painter());
        let clicked = response.interact_pointer_pos().filter(|_| response.clicked());
        if self.controller.is_human_turn() {
            let was_popup_open = self.input.is_popup_open();
            if let Some(index) = self.input.handle(ui, &board, self.controller.current_match()) {
                self.play(index);
            } else if let Some(at) = clicked.filter(|_| !was_popup_open) {
                self.reject_click(ui.ctx(), geometry.cell_at(at), time);
            }
        } else if self.controller.phase() == MatchPhase::Playing
            && (clicked.is_some() || pressed_choice(ui, &scene).is_some())
        {
            self.show_notice(ui.ctx(), "It is not your turn.", time);
        }
    }

    /// Handles a click on a cell that belongs to no legal move: an illegal move if that loses, else a notice.
    fn reject_click(&mut self, context: &Context, cell: Option<Cell>, time: f64) {
        let is_occupied = |cell: Cell| self.scene.piece_at(cell).is_some();
        let mut column = (0..self.scene.rows).filter_map(|row| cell.map(|cell| Cell { row, ..cell })).peekable();
        let pieces_fall = self.controller.look().arrival == Arrival::Fall;
        let is_column_full = pieces_fall && column.peek().is_some() && column.all(is_occupied);
        if let Some(cell) = cell
            && self.controller.current_match().terms().illegal_move_loses
        {
            // No game reads this as a move; the record shows it.
            let notation = format!("click on column {}, row {}", cell.column + 1, cell.row + 1);
            let _ = self.controller.play(self.controller.current_match().ply(), &notation, Instant::now());
        } else if is_column_full {
            self.show_notice(context, "This column is full.", time);
        } else if cell.is_some() {
            self.show_notice(context, "You cannot move there.", time);
        }
    }

    /// Plays a choice of the scene.
    pub(crate) fn play(&mut self, index: usize) {
        if let Some(choice) = self.scene.choices.get(index) {
            // Rejected if the match has changed in the meantime, for example on time; the next frame shows that.
            let _ = self.controller.play(self.controller.current_match().ply(), &choice.notation, Instant::now());
        }
        self.input.cancel_selection();
    }
}
