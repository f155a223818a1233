//! Screen positions of the cells, frame and axis labels of a scene.

use egui::{Pos2, Rect, Vec2, pos2, vec2};
use parlor_core::{Cell, Scene};

/// Layout of a board on the screen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Geometry {
    /// Rectangle of the cells, without frame and axes.
    pub(crate) board: Rect,
    /// Side length of a cell.
    pub(crate) cell: f32,
    frame: f32,
    axis: f32,
}

/// Widths of the frame and of the axis labels: in cells, and the maximum in points.
const FRAME: (f32, f32) = (0.12, 9.0);
const AXIS: (f32, f32) = (0.42, 26.0);
/// Space above the cells for a piece that is about to fall, in cells.
const ABOVE: f32 = 0.95;

impl Geometry {
    /// Largest layout that fits, centered, on whole pixels, with space above the cells if pieces fall.
    pub(crate) fn fit(scene: &Scene, pieces_fall: bool, room: Rect) -> Geometry {
        // The margins depend on the cell size. The first pass uses their maximum, the second the resulting size.
        let first = Geometry::with_cell(scene, pieces_fall, room, f32::INFINITY);
        Geometry::with_cell(scene, pieces_fall, room, first.cell)
    }

    fn with_cell(scene: &Scene, pieces_fall: bool, room: Rect, estimated_cell: f32) -> Geometry {
        let margin = |(in_cells, at_most): (f32, f32)| (in_cells * estimated_cell).min(at_most);
        let (frame, axis) = (margin(FRAME), margin(AXIS));
        let above_in_cells = if pieces_fall { ABOVE } else { 0.0 };
        let left = frame + if scene.axes.rows.is_empty() { 0.0 } else { axis };
        let below = frame + if scene.axes.columns.is_empty() { 0.0 } else { axis };
        let size = vec2(f32::from(scene.columns.max(1)), f32::from(scene.rows.max(1)));
        let in_cells = size + vec2(0.0, above_in_cells);
        let fixed = vec2(left + frame, frame + below);
        let cell = ((room.size() - fixed) / in_cells).min_elem().max(1.0).floor();
        let corner = room.center() - (in_cells * cell + fixed) / 2.0 + vec2(left, frame + above_in_cells * cell);
        let board = Rect::from_min_size(pos2(corner.x.round(), corner.y.round()), size * cell);
        Geometry { board, cell, frame, axis }
    }

    /// Screen position of the center of a cell. Column and row may be fractional or outside the board.
    pub(crate) fn center(&self, column: f32, row: f32) -> Pos2 {
        self.board.min + vec2(column + 0.5, row + 0.5) * self.cell
    }

    /// The cell at a screen position; above the board, the top cell of the column.
    pub(crate) fn cell_at(&self, at: Pos2) -> Option<Cell> {
        let inside = (at - self.board.min) / self.cell;
        let is_on_board = self.board.x_range().contains(at.x) && at.y < self.board.bottom();
        is_on_board.then_some(Cell { column: inside.x as u8, row: inside.y.max(0.0) as u8 })
    }

    pub(crate) fn rect(&self, cell: Cell) -> Rect {
        let center = self.center(f32::from(cell.column), f32::from(cell.row));
        Rect::from_center_size(center, Vec2::splat(self.cell))
    }

    pub(crate) fn frame(&self) -> Rect {
        self.board.expand(self.frame)
    }

    /// Bounding rectangle of cells.
    pub(crate) fn bounding_rect(&self, cells: &[Cell]) -> Rect {
        cells.iter().map(|cell| self.rect(*cell)).fold(Rect::NOTHING, |all, rect| all | rect)
    }

    pub(crate) fn column_label(&self, column: usize) -> Pos2 {
        pos2(self.center(column as f32, 0.0).x, self.board.bottom() + self.frame + self.axis / 2.0)
    }

    pub(crate) fn row_label(&self, row: usize) -> Pos2 {
        pos2(self.board.left() - self.frame - self.axis / 2.0, self.center(0.0, row as f32).y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn position_on_the_screen_belongs_to_a_cell() {
        let scene = Scene { columns: 7, rows: 6, ..Scene::default() };
        let fitted = Geometry::fit(&scene, true, Rect::from_min_size(pos2(0.0, 0.0), vec2(500.0, 500.0)));
        let cell = Cell { column: 3, row: 5 };
        assert_eq!(fitted.cell_at(fitted.rect(cell).center()), Some(cell));
        let above = fitted.center(3.0, -1.0);
        assert_eq!(fitted.cell_at(above), Some(Cell { column: 3, row: 0 }), "where a piece is about to fall");
        assert_eq!(fitted.cell_at(fitted.center(7.0, 0.0)), None);
        assert_eq!(fitted.cell_at(fitted.center(0.0, 6.0)), None);
    }

    #[test]
    fn board_with_frame_and_axes_fits() {
        for (columns, rows, pieces_fall) in [(1, 1, false), (3, 3, false), (7, 6, true), (8, 8, false), (40, 20, false)]
        {
            let labels = |count: u8| (0..count).map(|index| index.to_string()).collect();
            let axes = parlor_core::Axes { columns: labels(columns), rows: labels(rows) };
            let scene = Scene { columns, rows, axes, ..Scene::default() };
            for size in [vec2(380.0, 270.0), vec2(600.0, 600.0), vec2(2000.0, 500.0)] {
                let room = Rect::from_min_size(pos2(10.0, 100.0), size);
                let fitted = Geometry::fit(&scene, pieces_fall, room);
                let all = fitted.frame() | Rect::from_pos(fitted.column_label(0)) | Rect::from_pos(fitted.row_label(0));
                assert!(room.expand(1.0).contains_rect(all), "{columns}x{rows} in {size}: {all}");
            }
        }
    }
}
