//! Scenes as SVG pictures, with the geometry of the site's board: a cell is 100 by 100 units.

mod shapes;

use std::fmt::Write;

use crate::{Cell, Ground, Look, Mark, Scene, Themed};

/// Space around the board.
const MARGIN: u32 = 12;
/// Width of the picture of a board with many cells, and of one cell, in pixels.
const MOST_PIXELS: u32 = 420;
const CELL_PIXELS: u32 = 56;
const AXIS_COLOR: &str = "#6b6f76";
const FATAL_COLOR: &str = "#c62f2f";

/// Which colors of a look a picture has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColorScheme {
    Light,
    /// The light or the dark ones, by the style sheet of the page around the picture.
    LightDark,
}

impl ColorScheme {
    fn color(self, color: Themed) -> String {
        match self {
            ColorScheme::LightDark if color.light != color.dark => {
                format!("light-dark({},{})", color.light, color.dark)
            }
            _ => color.light.to_string(),
        }
    }
}

/// Draws a scene in the colors of a look.
pub fn draw(scene: &Scene, look: &Look, scheme: ColorScheme) -> String {
    let [width, height] = [scene.columns, scene.rows].map(|cells| u32::from(cells) * 100);
    let axis = if scene.axes.columns.is_empty() { MARGIN } else { 4 * MARGIN };
    let (view_width, view_height) = (width + axis + MARGIN, height + axis + MARGIN);
    let pixels = (u32::from(scene.columns) * CELL_PIXELS).min(MOST_PIXELS);
    let mut svg = String::new();
    let view = format!("-{axis} -{MARGIN} {view_width} {view_height}");
    push(
        &mut svg,
        format_args!("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{pixels}\" viewBox=\"{view}\">"),
    );
    push(&mut svg, format_args!("<title>{}</title>", escape(&scene.caption.to_string())));
    let frame = scheme.color(look.board.frame);
    push(
        &mut svg,
        format_args!(
            "<rect x=\"-8\" y=\"-8\" width=\"{}\" height=\"{}\" rx=\"18\" fill=\"{frame}\"/>",
            width + 16,
            height + 16
        ),
    );
    draw_cells(&mut svg, scene, look, scheme);
    draw_axes(&mut svg, scene, height);
    let is_above = |mark| matches!(mark, Mark::Winning | Mark::Blocked);
    draw_marks(&mut svg, scene, look, scheme, |mark| !is_above(mark));
    for piece in &scene.pieces {
        let (x, y) = center(piece.cell);
        push(&mut svg, format_args!("<g transform=\"translate({x} {y})\">{}</g>", shapes::piece(piece, look, scheme)));
    }
    // On flat boards the line through a winning row says enough.
    let are_rings_drawn = look.ground == Ground::Holes || scene.strikes.is_empty();
    draw_marks(&mut svg, scene, look, scheme, |mark| is_above(mark) && (are_rings_drawn || mark != Mark::Winning));
    draw_strikes(&mut svg, scene, look, scheme);
    svg.push_str("</svg>");
    svg
}

/// Appends to a picture. Writing to a string cannot fail.
fn push(svg: &mut String, text: std::fmt::Arguments) {
    let _ = svg.write_fmt(text);
}

/// Escapes text for SVG and HTML, within elements and attributes.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn center(cell: Cell) -> (u32, u32) {
    (u32::from(cell.column) * 100 + 50, u32::from(cell.row) * 100 + 50)
}

fn draw_cells(svg: &mut String, scene: &Scene, look: &Look, scheme: ColorScheme) {
    let colors = &look.board;
    let ground = scheme.color(colors.ground);
    let (width, height) = (u32::from(scene.columns) * 100, u32::from(scene.rows) * 100);
    push(svg, format_args!("<rect width=\"{width}\" height=\"{height}\" rx=\"10\" fill=\"{ground}\"/>"));
    let cells = (0..scene.rows).flat_map(|row| (0..scene.columns).map(move |column| Cell { column, row }));
    for cell in cells {
        let (x, y) = center(cell);
        let is_alternate = (cell.row + cell.column) % 2 == 1;
        match look.ground {
            Ground::Holes => {
                push(
                    svg,
                    format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"42\" fill=\"{}\"/>", scheme.color(colors.hole)),
                );
            }
            Ground::Checkered if is_alternate => {
                square(svg, (x, y), 50, &format!("fill=\"{}\"", scheme.color(colors.alternate)));
            }
            Ground::Checkered | Ground::Maze => {}
            Ground::Felt | Ground::Paper | Ground::Plain => {
                let line = scheme.color(colors.line);
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

fn draw_marks(svg: &mut String, scene: &Scene, look: &Look, scheme: ColorScheme, is_drawn: impl Fn(Mark) -> bool) {
    for (cell, mark) in scene.marks.iter().filter(|(_, mark)| is_drawn(*mark)) {
        let last = scheme.color(look.board.last_move);
        let (color, width, more) = match mark {
            Mark::LastMove => (last, 6, ""),
            Mark::Origin => (last, 4, " stroke-dasharray=\"8 8\""),
            Mark::Winning => (scheme.color(look.board.winning), 9, ""),
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
fn draw_strikes(svg: &mut String, scene: &Scene, look: &Look, scheme: ColorScheme) {
    let layers = [(scheme.color(look.board.winning_casing), 15), (scheme.color(look.board.winning), 9)];
    for [from, to] in &scene.strikes {
        let ((x1, y1), (x2, y2)) = (center(*from), center(*to));
        for (color, width) in &layers {
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
