//! A scene as SVG: cells, pieces in the colors of the game's look, and the mark of the last move.
#![expect(clippy::format_collect, reason = "a board is drawn on request")]

use parlor_core::{Color, Look, Mark, Scene, Shape};

/// Color of pieces that the look does not define.
const NEUTRAL: Color = Color(0x88_88_88);

/// Draws a board. A shape that is not a disc is drawn as its letter.
pub(super) fn board_svg(scene: &Scene, look: &Look) -> String {
    let cells: String = (0..scene.rows)
        .flat_map(|row| (0..scene.columns).map(move |column| (column, row)))
        .map(|(column, row)| {
            format!("<rect class=\"cell\" x=\"{column}\" y=\"{row}\" width=\"1\" height=\"1\" stroke-width=\".03\"/>")
        })
        .collect();
    let pieces: String = scene
        .pieces
        .iter()
        .map(|piece| {
            let (x, y) = (f32::from(piece.cell.column) + 0.5, f32::from(piece.cell.row) + 0.5);
            let fill = look.piece(piece.tint).map_or(NEUTRAL, |look| look.fill.light);
            match piece.shape {
                Shape::DISC => format!(
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\".4\" fill=\"{fill}\" stroke=\"#0005\" stroke-width=\".04\"/>"
                ),
                Shape::SCORCHED | Shape::WALL => format!(
                    "<rect x=\"{}\" y=\"{}\" width=\"1\" height=\"1\" class=\"other\"/>",
                    piece.cell.column, piece.cell.row
                ),
                _ => format!("<text x=\"{x}\" y=\"{}\">{}</text>", y + 0.2, super::escape(&piece.letter.to_string())),
            }
        })
        .collect();
    let marks: String = scene
        .marks
        .iter()
        .filter(|(_, mark)| matches!(mark, Mark::LastMove | Mark::Winning))
        .map(|(cell, _)| {
            format!(
                "<rect class=\"mark\" x=\"{}\" y=\"{}\" width=\".9\" height=\".9\"/>",
                f32::from(cell.column) + 0.05,
                f32::from(cell.row) + 0.05
            )
        })
        .collect();
    let (columns, rows) = (scene.columns, scene.rows);
    format!(
        "<svg class=\"board\" viewBox=\"0 0 {columns} {rows}\" role=\"img\" aria-label=\"Board\">{cells}{pieces}{marks}</svg>"
    )
}
