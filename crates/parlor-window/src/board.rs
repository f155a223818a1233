//! Paints a scene on the ground of its look, with pieces, marks and hints.

use egui::{Align2, Color32, CornerRadius, FontId, Painter, Rect, Shape as Drawn, Stroke, StrokeKind, vec2};
use parlor_core::{Cell, Choice, Ground, Mark, Piece, PieceKind, Scene};

use crate::animation::{Animations, Pose};
use crate::geometry::Geometry;
use crate::move_selection::{Target, TargetKind};
use crate::palette::Palette;
use crate::shapes::{self, Placement, cell_with_hole};

/// Inputs for painting one frame of the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Board<'a> {
    pub(crate) scene: &'a Scene,
    pub(crate) geometry: Geometry,
    pub(crate) palette: &'a Palette,
    pub(crate) animations: &'a Animations,
    pub(crate) now: f64,
}

/// Radius of a hole, in cells.
const HOLE: f32 = 0.42;
const DIMMED_OPACITY: f32 = 0.35;
const PREVIEW_OPACITY: f32 = 0.5;

impl Board<'_> {
    pub(crate) fn paint(&self, painter: &Painter) {
        if self.has_holes() {
            painter.rect_filled(self.geometry.board, CornerRadius::ZERO, self.palette.board.hole);
            self.paint_pieces(painter);
            self.paint_rack(painter);
        } else {
            self.paint_ground(painter);
            self.paint_marks_below(painter);
            self.paint_pieces(painter);
        }
        self.paint_marks_above(painter);
        self.paint_strikes(painter);
        self.paint_axes(painter);
    }

    fn has_holes(&self) -> bool {
        self.palette.ground == Ground::Holes
    }

    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (columns, rows) = (self.scene.columns, self.scene.rows);
        (0..rows).flat_map(move |row| (0..columns).map(move |column| Cell { column, row }))
    }

    fn corner(&self, in_cells: f32) -> CornerRadius {
        CornerRadius::same((in_cells * self.geometry.cell).min(255.0) as u8)
    }

    fn paint_rack(&self, painter: &Painter) {
        let (cell, palette) = (self.geometry.cell, self.palette);
        for at in self.cells() {
            painter.add(Drawn::mesh(cell_with_hole(self.geometry.rect(at), HOLE * cell, palette.board.ground)));
        }
        for at in self.cells() {
            let edge = Stroke::new((0.035 * cell).max(1.5), palette.board.frame);
            painter.circle_stroke(self.geometry.rect(at).center(), HOLE * cell, edge);
        }
        let frame = self.geometry.frame();
        // Slightly wider than the frame, so that no seam shows at the cells.
        let thick = (frame.width() - self.geometry.board.width()) / 2.0 + 1.5;
        let stroke = Stroke::new(thick, palette.board.ground);
        painter.rect_stroke(frame, self.corner(0.2), stroke, StrokeKind::Inside);
        painter.rect_stroke(frame, self.corner(0.2), Stroke::new(1.5, palette.board.frame), StrokeKind::Inside);
    }

    fn paint_ground(&self, painter: &Painter) {
        let (colors, board) = (&self.palette.board, self.geometry.board);
        painter.rect_filled(self.geometry.frame(), self.corner(0.12), colors.frame);
        painter.rect_filled(board, CornerRadius::ZERO, colors.ground);
        match self.palette.ground {
            Ground::Holes | Ground::Maze => {}
            Ground::Checkered => {
                for at in self.cells().filter(|at| (at.column + at.row) % 2 == 1) {
                    painter.rect_filled(self.geometry.rect(at), CornerRadius::ZERO, colors.alternate);
                }
            }
            Ground::Felt => {
                self.paint_lines(painter, 1.0, Stroke::new(1.0, colors.line));
                painter.rect_stroke(board, CornerRadius::ZERO, Stroke::new(1.0, colors.line), StrokeKind::Inside);
                self.paint_star_points(painter);
            }
            Ground::Paper => {
                self.paint_lines(painter, 0.25, Stroke::new(1.0, colors.alternate));
                self.paint_lines(painter, 1.0, Stroke::new((0.03 * self.geometry.cell).max(1.5), colors.line));
            }
            Ground::Plain => self.paint_lines(painter, 1.0, Stroke::new(1.0, colors.line)),
        }
    }

    /// Paints lines across the board, this many cells apart, but not along its edges.
    fn paint_lines(&self, painter: &Painter, spacing: f32, stroke: Stroke) {
        let board = self.geometry.board;
        let count = |length: f32| (length / (spacing * self.geometry.cell)).round() as u32;
        let at = |index: u32| (index as f32 * spacing * self.geometry.cell).round();
        for index in 1..count(board.width()) {
            painter.vline(board.left() + at(index), board.y_range(), stroke);
        }
        for index in 1..count(board.height()) {
            painter.hline(board.x_range(), board.top() + at(index), stroke);
        }
    }

    /// Paints dots on the line crossings two cells from each corner, on boards that are large enough.
    fn paint_star_points(&self, painter: &Painter) {
        const FROM_CORNER: u8 = 2;
        let (columns, rows) = (self.scene.columns, self.scene.rows);
        if columns.min(rows) < 3 * FROM_CORNER {
            return;
        }
        for column in [FROM_CORNER, columns - FROM_CORNER] {
            for row in [FROM_CORNER, rows - FROM_CORNER] {
                let at = self.geometry.board.min + vec2(f32::from(column), f32::from(row)) * self.geometry.cell;
                painter.circle_filled(at, (0.06 * self.geometry.cell).max(2.0), self.palette.board.line);
            }
        }
    }

    fn paint_marks_below(&self, painter: &Painter) {
        let colors = &self.palette.board;
        for (cell, mark) in &self.scene.marks {
            let rect = self.geometry.rect(*cell).shrink(0.5);
            let color = match mark {
                Mark::LastMove => colors.last_move.gamma_multiply(0.6),
                Mark::Origin => colors.last_move.gamma_multiply(0.3),
                Mark::Winning => colors.winning.gamma_multiply(0.25),
                Mark::Fatal => self.palette.fatal.gamma_multiply(0.3),
                Mark::Blocked => self.palette.fatal.gamma_multiply(0.15),
            };
            painter.rect_filled(rect, CornerRadius::ZERO, color);
        }
    }

    /// Paints resting pieces first, so that moving pieces pass over them.
    fn paint_pieces(&self, painter: &Painter) {
        let has_winner = self.scene.marks.iter().any(|(_, mark)| *mark == Mark::Winning);
        let is_dimmed = |piece: &Piece| has_winner && !self.scene.has_mark(piece.cell, Mark::Winning);
        for is_moving in [false, true] {
            for piece in &self.scene.pieces {
                if self.animations.is_moving(piece, self.now) == is_moving {
                    let opacity = if is_dimmed(piece) && !is_moving { DIMMED_OPACITY } else { 1.0 };
                    self.paint_piece(painter, piece, self.animations.pose(piece, self.now), opacity);
                }
            }
        }
    }

    fn paint_piece(&self, painter: &Painter, piece: &Piece, pose: Pose, opacity: f32) {
        let mut painter = painter.clone();
        painter.multiply_opacity(opacity);
        let center = self.geometry.center(pose.column, pose.row);
        let (cell, facing, joined) = (self.geometry.cell * pose.size, piece.facing, self.joined(piece));
        let placement = Placement { center, cell, width: pose.width, facing, joined };
        shapes::paint(&painter, placement, piece.shape, pose.tint, piece.letter, self.palette);
    }

    /// Whether the neighbors to the left, to the right, above and below have the same shape.
    fn joined(&self, piece: &Piece) -> [bool; 4] {
        let Cell { column, row } = piece.cell;
        let has_shape = |column: Option<u8>, row: Option<u8>| {
            let cell = column.zip(row).map(|(column, row)| Cell { column, row });
            cell.and_then(|cell| self.scene.piece_at(cell)).is_some_and(|other| other.shape == piece.shape)
        };
        [
            has_shape(column.checked_sub(1), Some(row)),
            has_shape(column.checked_add(1), Some(row)),
            has_shape(Some(column), row.checked_sub(1)),
            has_shape(Some(column), row.checked_add(1)),
        ]
    }

    fn paint_marks_above(&self, painter: &Painter) {
        let cell = self.geometry.cell;
        for (at, mark) in &self.scene.marks {
            let rect = self.geometry.rect(*at);
            let is_arriving = self.scene.piece_at(*at).is_some_and(|piece| self.animations.is_moving(piece, self.now));
            if is_arriving {
                continue;
            }
            let colors = &self.palette.board;
            match (mark, self.has_holes()) {
                (Mark::Winning, true) => {
                    self.paint_ring(painter, rect, 0.14, colors.winning_casing);
                    self.paint_ring(painter, rect, 0.08, colors.winning);
                }
                (Mark::LastMove, true) => {
                    self.paint_ring(painter, rect, 0.09, colors.last_move_rim);
                    self.paint_ring(painter, rect, 0.05, colors.last_move);
                }
                (Mark::Winning, false) => {
                    let stroke = Stroke::new((0.05 * cell).max(2.0), colors.winning);
                    painter.rect_stroke(rect.shrink(1.0), self.corner(0.08), stroke, StrokeKind::Inside);
                }
                (Mark::LastMove, false) => {
                    let stroke = Stroke::new((0.04 * cell).max(1.5), colors.last_move_rim);
                    painter.rect_stroke(rect.shrink(1.0), self.corner(0.08), stroke, StrokeKind::Inside);
                }
                (Mark::Fatal | Mark::Blocked, _) => {
                    let is_small = *mark == Mark::Blocked;
                    let stroke = Stroke::new((0.08 * cell).max(2.0), self.palette.fatal);
                    let rect = rect.shrink(if is_small { 0.34 * cell } else { 0.06 * cell });
                    painter.line_segment([rect.left_top(), rect.right_bottom()], stroke);
                    painter.line_segment([rect.right_top(), rect.left_bottom()], stroke);
                }
                (Mark::Origin, _) => {
                    let stroke = Stroke::new(1.0, colors.last_move_rim);
                    painter.rect_stroke(rect.shrink(2.0), self.corner(0.1), stroke, StrokeKind::Inside);
                }
            }
        }
    }

    fn paint_ring(&self, painter: &Painter, cell: Rect, width: f32, color: Color32) {
        let stroke = Stroke::new((width * self.geometry.cell).max(2.0), color);
        painter.circle_stroke(cell.center(), HOLE * self.geometry.cell, stroke);
    }

    /// Paints one line through each winning row, once its last piece has arrived.
    fn paint_strikes(&self, painter: &Painter) {
        if self.scene.pieces.iter().any(|piece| self.animations.is_moving(piece, self.now)) {
            return;
        }
        let (cell, colors) = (self.geometry.cell, &self.palette.board);
        for ends in &self.scene.strikes {
            let [from, to] = ends.map(|end| self.geometry.rect(end).center());
            let beyond = (to - from).normalized() * 0.3 * cell;
            for (width, color) in [(0.16, colors.winning_casing), (0.09, colors.winning)] {
                let stroke = Stroke::new((width * cell).max(2.0), color);
                painter.line_segment([from - beyond, to + beyond], stroke);
                for end in [from - beyond, to + beyond] {
                    painter.circle_filled(end, stroke.width / 2.0, color);
                }
            }
        }
    }

    fn paint_axes(&self, painter: &Painter) {
        let font = FontId::proportional((0.28 * self.geometry.cell).clamp(9.0, 18.0));
        let label = |at, text: &String| {
            painter.text(at, Align2::CENTER_CENTER, text, font.clone(), self.palette.faint_text);
        };
        let axes = &self.scene.axes;
        axes.columns.iter().enumerate().for_each(|(index, text)| label(self.geometry.column_label(index), text));
        axes.rows.iter().enumerate().for_each(|(index, text)| label(self.geometry.row_label(index), text));
    }

    /// Paints the hint for a possible move: a dot in a cell, or a chevron above a column.
    pub(crate) fn paint_hint(&self, painter: &Painter, target: &Target) {
        if target.kind != TargetKind::NextStep {
            return;
        }
        let cell = self.geometry.cell;
        if self.palette.pieces_fall && target.cells.len() > 1 {
            let tip = self.geometry.bounding_rect(&target.cells).center_top() - vec2(0.0, 0.24 * cell);
            let (x, y) = (0.13 * cell, 0.13 * cell);
            let stroke = Stroke::new((0.05 * cell).max(1.5), self.palette.board.hint);
            painter.line(vec![tip + vec2(-x, -y), tip, tip + vec2(x, -y)], stroke);
            return;
        }
        for at in &target.cells {
            let center = self.geometry.rect(*at).center();
            let is_free = self.scene.piece_at(*at).is_none();
            if is_free {
                painter.circle_filled(center, 0.08 * cell, self.palette.board.hint.gamma_multiply(0.7));
            } else {
                painter.circle_stroke(center, 0.45 * cell, Stroke::new(2.0, self.palette.board.hint));
            }
        }
    }

    /// Paints the pieces that a move would change, as they will look after it.
    pub(crate) fn paint_preview(&self, painter: &Painter, choice: &Choice, after: &Scene) {
        for cell in &choice.changes {
            let Some(piece) = after.piece_at(*cell) else { continue };
            let size = if self.scene.piece_at(*cell).is_some() { 0.6 } else { 1.0 };
            let (column, row) = (f32::from(cell.column), f32::from(cell.row));
            let pose = Pose { column, row, tint: piece.tint, width: 1.0, size };
            self.paint_piece(painter, piece, pose, if size < 1.0 { 0.9 } else { PREVIEW_OPACITY });
            if self.palette.pieces_fall {
                self.paint_piece(painter, piece, Pose { row: -0.65, ..pose }, 1.0);
            }
        }
    }

    /// Paints a frame around the focused target or a picked cell.
    pub(crate) fn paint_focus(&self, painter: &Painter, rect: Rect) {
        let stroke = Stroke::new((0.045 * self.geometry.cell).max(2.0), self.palette.accent);
        painter.rect_stroke(rect.expand(1.0), self.corner(0.14), stroke, StrokeKind::Inside);
    }
}

/// Description of the board for screen readers: every piece and its cell.
pub(crate) fn accessible_text(scene: &Scene) -> String {
    let axis = |labels: &[String], index: u8| {
        labels.get(usize::from(index)).cloned().unwrap_or_else(|| (u16::from(index) + 1).to_string())
    };
    let pieces = scene.pieces.iter().map(|piece| {
        let (column, row) = (axis(&scene.axes.columns, piece.cell.column), axis(&scene.axes.rows, piece.cell.row));
        format!("{} at column {column}, row {row}", piece.letter)
    });
    let pieces: Vec<String> = pieces.collect();
    let size = format!("Board of {} columns and {} rows", scene.columns, scene.rows);
    if pieces.is_empty() { format!("{size}, empty") } else { format!("{size}: {}", pieces.join("; ")) }
}

/// Paints a small piece beside a side's name.
pub(crate) fn paint_sample(painter: &Painter, rect: Rect, piece: PieceKind, palette: &Palette) {
    let cell = rect.height() / 0.86;
    let placement = Placement { facing: piece.facing, ..Placement::new(rect.center(), cell) };
    shapes::paint(painter, placement, piece.shape, piece.tint, piece.letter, palette);
}
