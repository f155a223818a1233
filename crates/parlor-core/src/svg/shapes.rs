//! Drawings of pieces, each around (0, 0) in a cell of 100 by 100 units.

use super::{ColorScheme, escape};
use crate::{Emblem, Facing, Look, Piece, Shape, Tint};

const KNIGHT: &str = "M-24 38C-24 22-16 14-8 4C-16 6-22 12-28 10C-34 8-34 0-30-4L-14-24L-16-38L-4-30C18-28 30-8 28 38Z";
const GHOST: &str = "M-30 34V-4A30 30 0 0 1 30-4V34L20 24L10 34L0 24L-10 34L-20 24Z";
const STAR: &str = "M0-21L5-7L20-6L8 3L12 18L0 9L-12 18L-8 3L-20-6L-5-7Z";
/// Colors of tints that a look leaves out: fill, rim and detail.
const NEUTRAL: [&str; 3] = ["#8a8f98", "#5c6168", "#ffffff"];

/// Fill, rim and detail of a piece.
fn colors(tint: Tint, look: &Look, scheme: ColorScheme) -> [String; 3] {
    match look.piece(tint) {
        Some(piece) => [piece.fill, piece.rim, piece.detail].map(|color| scheme.color(color)),
        None => NEUTRAL.map(str::to_owned),
    }
}

/// Draws a piece. A shape without a drawing is drawn as its letter.
pub(super) fn piece(piece: &Piece, look: &Look, scheme: ColorScheme) -> String {
    let [fill, rim, detail] = colors(piece.tint, look, scheme);
    let outlined = format!("fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\"3\"");
    match piece.shape {
        Shape::DISC => {
            let emblem = look.piece(piece.tint).map_or(Emblem::None, |piece| piece.emblem);
            format!("<circle r=\"39\" {outlined}/>{}", self::emblem(emblem, &detail))
        }
        Shape::CROSS => format!(
            "<path d=\"M-26-26L26 26M26-26L-26 26\" stroke=\"{fill}\" stroke-width=\"15\" stroke-linecap=\"round\"/>"
        ),
        Shape::RING => format!("<circle r=\"27\" fill=\"none\" stroke=\"{fill}\" stroke-width=\"14\"/>"),
        Shape::KNIGHT => {
            format!("<path d=\"{KNIGHT}\" {outlined}/><circle cx=\"-10\" cy=\"-14\" r=\"4\" fill=\"{detail}\"/>")
        }
        Shape::SCORCHED => format!(
            "<rect x=\"-44\" y=\"-44\" width=\"88\" height=\"88\" rx=\"10\" fill=\"{}\" opacity=\".75\"/>",
            scheme.color(look.board.hole)
        ),
        Shape::WALL => {
            let wall = scheme.color(look.board.alternate);
            format!("<rect x=\"-50\" y=\"-50\" width=\"100\" height=\"100\" rx=\"14\" fill=\"{wall}\"/>")
        }
        Shape::PELLET => format!("<circle r=\"12\" fill=\"{fill}\"/>"),
        Shape::POISON => format!(
            "<path d=\"M0-32L32 24H-32Z\" {outlined} stroke-linejoin=\"round\"/>\
             <path d=\"M0-10V6M0 14V15\" stroke=\"{detail}\" stroke-width=\"7\" stroke-linecap=\"round\"/>"
        ),
        Shape::GHOST => format!(
            "<path d=\"{GHOST}\" {outlined}/><circle cx=\"-11\" cy=\"-8\" r=\"8\" fill=\"#fff\"/>\
             <circle cx=\"11\" cy=\"-8\" r=\"8\" fill=\"#fff\"/><circle cx=\"-9\" cy=\"-8\" r=\"4\"/>\
             <circle cx=\"13\" cy=\"-8\" r=\"4\"/>"
        ),
        Shape::EATER => format!(
            "<g transform=\"{}\"><path d=\"M30-20A36 36 0 1 0 30 20L4 0Z\" {outlined}/>\
             <circle cx=\"2\" cy=\"-18\" r=\"4\"/></g>",
            turn(piece.facing)
        ),
        _ => format!(
            "<text font-family=\"system-ui, sans-serif\" font-size=\"64\" text-anchor=\"middle\" \
             dominant-baseline=\"central\" {outlined}>{}</text>",
            escape(&piece.letter.to_string())
        ),
    }
}

/// The sign that tells the sides apart without color.
fn emblem(emblem: Emblem, color: &str) -> String {
    match emblem {
        Emblem::Ring => format!("<circle r=\"21\" fill=\"none\" stroke=\"{color}\" stroke-width=\"6\"/>"),
        Emblem::Star => format!("<path d=\"{STAR}\" fill=\"{color}\"/>"),
        Emblem::None => String::new(),
    }
}

/// Turn of a piece that is drawn facing right.
fn turn(facing: Option<Facing>) -> &'static str {
    match facing {
        Some(Facing::Down) => "rotate(90)",
        Some(Facing::Left) => "scale(-1 1)",
        Some(Facing::Up) => "rotate(-90)",
        Some(Facing::Right) | None => "rotate(0)",
    }
}
