//! Scenes as SVG pictures, with the geometry of the site's board: a cell is 100 by 100 units.

mod raster;
mod shapes;

pub(crate) use raster::draw_rgb;

use std::fmt::Write;

use parlor_core::{Cell, Color, Ground, Look, Mark, Scene};

/// Space around the board.
const MARGIN: u32 = 12;
/// Width of the picture of a board with many cells, and of one cell, in pixels.
const MOST_PIXELS: u32 = 420;
const CELL_PIXELS: u32 = 56;
const AXIS_COLOR: &str = "#6b6f76";
const FATAL_COLOR: &str = "#c62f2f";

/// Draws a scene in the light colors of a look.
pub(crate) fn draw(scene: &Scene, look: &Look) -> String {
    let [width, height] = [scene.columns, scene.rows].map(|cells| u32::from(cells) * 100);
    let axis = if scene.axes.columns.is_empty() { MARGIN } else { 4 * MARGIN };
    let (view_width, view_height) = (width + axis + MARGIN, height + axis + MARGIN);
    let pixels = (u32::from(scene.columns) * CELL_PIXELS).min(MOST_PIXELS);
    let mut svg = String::new();
    let view = format!("-{axis} -{MARGIN} {view_width} {view_height}");
    push(&mut svg, format_args!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{pixels}\" viewBox=\"{view}\">"));
    push(&mut svg, format_args!("<title>{}</title>", escape(&scene.caption.to_string())));
    let frame = look.board.frame.light;
    push(
        &mut svg,
        format_args!(
            "<rect x=\"-8\" y=\"-8\" width=\"{}\" height=\"{}\" rx=\"18\" fill=\"{frame}\"/>",
            width + 16,
            height + 16
        ),
    );
    draw_cells(&mut svg, scene, look);
    draw_axes(&mut svg, scene, height);
    let is_above = |mark| matches!(mark, Mark::Winning | Mark::Blocked);
    draw_marks(&mut svg, scene, look, |mark| !is_above(mark));
    for piece in &scene.pieces {
        let (x, y) = center(piece.cell);
        push(&mut svg, format_args!("<g transform=\"translate({x} {y})\">{}</g>", shapes::piece(piece, look)));
    }
    // On flat boards the line through a winning row says enough.
    let are_rings_drawn = look.ground == Ground::Holes || scene.strikes.is_empty();
    draw_marks(&mut svg, scene, look, |mark| is_above(mark) && (are_rings_drawn || mark != Mark::Winning));
    draw_strikes(&mut svg, scene, look);
    svg.push_str("</svg>");
    svg
}

/// Appends to a picture. Writing to a string cannot fail.
fn push(svg: &mut String, text: std::fmt::Arguments) {
    let _ = svg.write_fmt(text);
}

pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn center(cell: Cell) -> (u32, u32) {
    (u32::from(cell.column) * 100 + 50, u32::from(cell.row) * 100 + 50)
}

fn draw_cells(svg: &mut String, scene: &Scene, look: &Look) {
    let colors = &look.board;
    let ground = colors.ground.light;
    let (width, height) = (u32::from(scene.columns) * 100, u32::from(scene.rows) * 100);
    push(svg, format_args!("<rect width=\"{width}\" height=\"{height}\" rx=\"10\" fill=\"{ground}\"/>"));
    let cells = (0..scene.rows).flat_map(|row| (0..scene.columns).map(move |column| Cell { column, row }));
    for cell in cells {
        let (x, y) = center(cell);
        let is_alternate = (cell.row + cell.column) % 2 == 1;
        match look.ground {
            Ground::Holes => {
                push(svg, format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"42\" fill=\"{}\"/>", colors.hole.light));
            }
            Ground::Checkered if is_alternate => {
                square(svg, (x, y), 50, &format!("fill=\"{}\"", colors.alternate.light));
            }
            Ground::Checkered | Ground::Maze => {}
            Ground::Felt | Ground::Paper | Ground::Plain => {
                let line = colors.line.light;
                square(svg, (x, y), 50, &format!("fill=\"none\" stroke=\"{line}\" stroke-width=\"2\""));
            }
        }
    }
}

fn square(svg: &mut String, (x, y): (u32, u32), half: u32, attributes: &str) {
    let (left, top, side) = (x - half, y - half, 2 * half);
    push(svg, format_args!("<rect x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\" {attributes}/>"));
}

fn draw_axes(svg: &mut String, scene: &Scene, height: u32) {
    let text = format!(
        "font-family=\"system-ui, sans-serif\" font-size=\"26\" fill=\"{AXIS_COLOR}\" text-anchor=\"middle\" \
         dominant-baseline=\"central\""
    );
    for (column, label) in scene.axes.columns.iter().enumerate() {
        let x = column * 100 + 50;
        push(svg, format_args!("<text x=\"{x}\" y=\"{}\" {text}>{}</text>", height + 27, escape(label)));
    }
    for (row, label) in scene.axes.rows.iter().enumerate() {
        push(svg, format_args!("<text x=\"-27\" y=\"{}\" {text}>{}</text>", row * 100 + 50, escape(label)));
    }
}

fn draw_marks(svg: &mut String, scene: &Scene, look: &Look, is_drawn: impl Fn(Mark) -> bool) {
    for (cell, mark) in scene.marks.iter().filter(|(_, mark)| is_drawn(*mark)) {
        let last = look.board.last_move.light.to_string();
        let (color, width, more) = match mark {
            Mark::LastMove => (last, 6, ""),
            Mark::Origin => (last, 4, " stroke-dasharray=\"8 8\""),
            Mark::Winning => (look.board.winning.light.to_string(), 9, ""),
            Mark::Fatal => (FATAL_COLOR.to_owned(), 8, ""),
            Mark::Blocked => (FATAL_COLOR.to_owned(), 9, " stroke-linecap=\"round\""),
        };
        let stroke = format!("fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\"{more}");
        let (x, y) = center(*cell);
        if *mark == Mark::Blocked {
            let (left, top) = (x - 16, y - 16);
            push(svg, format_args!("<path d=\"M{left} {top}l32 32m0-32l-32 32\" {stroke}/>"));
        } else if look.ground == Ground::Holes {
            push(svg, format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"44\" {stroke}/>"));
        } else {
            square(svg, (x, y), 46, &format!("rx=\"12\" {stroke}"));
        }
    }
}

/// Lines through the winning rows, on a wider line that sets them off.
fn draw_strikes(svg: &mut String, scene: &Scene, look: &Look) {
    let layers: [(Color, u32); 2] = [(look.board.winning_casing.light, 15), (look.board.winning.light, 9)];
    for [from, to] in &scene.strikes {
        let ((x1, y1), (x2, y2)) = (center(*from), center(*to));
        for (color, width) in layers {
            push(
                svg,
                format_args!(
                    "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{color}\" \
                     stroke-width=\"{width}\" stroke-linecap=\"round\"/>"
                ),
            );
        }
    }
}
