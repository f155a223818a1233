//! A scene as SVG: the ground and the pieces in the colors of the game's look, and the marks of the last move and of a
//! winning row.

use parlor_core::{Ground, Look, Mark, Piece, Scene, Shape, Themed};

/// Color of pieces that the look does not define.
const NEUTRAL: Themed = Themed::same(0x88_88_88);

/// Draws a board. A shape that is not a disc is drawn as its letter.
pub(super) fn board_svg(scene: &Scene, look: &Look) -> String {
    let cells: String = (0..scene.rows)
        .flat_map(|row| (0..scene.columns).map(move |column| (column, row)))
        .map(|(column, row)| cell(column, row, look))
        .collect();
    let pieces: String = scene.pieces.iter().map(|piece| draw_piece(piece, look)).collect();
    let marks: String = scene
        .marks
        .iter()
        .filter_map(|(cell, mark)| {
            let color = match mark {
                Mark::LastMove => look.board.last_move,
                Mark::Winning => look.board.winning,
                _ => return None,
            };
            Some(format!(
                "<rect x=\"{}\" y=\"{}\" width=\".9\" height=\".9\" rx=\".12\" fill=\"none\" stroke=\"{}\" \
                 stroke-width=\".08\"/>",
                f32::from(cell.column) + 0.05,
                f32::from(cell.row) + 0.05,
                themed(color)
            ))
        })
        .collect();
    let (columns, rows) = (scene.columns, scene.rows);
    format!(
        "<svg class=\"board\" viewBox=\"-.1 -.1 {}.2 {}.2\" role=\"img\" aria-label=\"{}\">\
         <rect x=\"-.1\" y=\"-.1\" width=\"{columns}.2\" height=\"{rows}.2\" rx=\".2\" fill=\"{}\"/>{cells}{pieces}{marks}</svg>",
        columns,
        rows,
        super::escape(&scene.caption.to_string()),
        themed(look.board.frame)
    )
}

/// A color of the theme in force.
fn themed(color: Themed) -> String {
    if color.light == color.dark {
        color.light.to_string()
    } else {
        format!("light-dark({},{})", color.light, color.dark)
    }
}

fn cell(column: u8, row: u8, look: &Look) -> String {
    let board = &look.board;
    let is_second = (column + row) % 2 == 1;
    let ground = if look.ground == Ground::Checkered && is_second { board.alternate } else { board.ground };
    let line = themed(board.line);
    let square = format!(
        "<rect x=\"{column}\" y=\"{row}\" width=\"1\" height=\"1\" fill=\"{}\" stroke=\"{line}\" stroke-width=\".02\"/>",
        themed(ground)
    );
    if look.ground != Ground::Holes {
        return square;
    }
    let (x, y, hole) = (f32::from(column) + 0.5, f32::from(row) + 0.5, themed(board.hole));
    format!(
        "<rect x=\"{column}\" y=\"{row}\" width=\"1\" height=\"1\" fill=\"{}\"/><circle cx=\"{x}\" cy=\"{y}\" r=\".4\" fill=\"{hole}\"/>",
        themed(board.frame)
    )
}

fn draw_piece(piece: &Piece, look: &Look) -> String {
    let (x, y) = (f32::from(piece.cell.column) + 0.5, f32::from(piece.cell.row) + 0.5);
    let own = look.piece(piece.tint);
    let [fill, rim] = [own.map_or(NEUTRAL, |look| look.fill), own.map_or(NEUTRAL, |look| look.rim)].map(themed);
    match piece.shape {
        Shape::DISC => {
            format!("<circle cx=\"{x}\" cy=\"{y}\" r=\".38\" fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\".05\"/>")
        }
        Shape::SCORCHED | Shape::WALL => format!(
            "<rect x=\"{}\" y=\"{}\" width=\"1\" height=\"1\" fill=\"{}\"/>",
            piece.cell.column,
            piece.cell.row,
            themed(look.board.hole)
        ),
        _ => format!(
            "<text x=\"{x}\" y=\"{}\" fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\".02\">{}</text>",
            y + 0.25,
            super::escape(&piece.letter.to_string())
        ),
    }
}
