//! Look of a game, as data: board material, colors for light and dark, and how pieces arrive.
//!
//! A [`Scene`](crate::Scene) states what is on the board; the look in the catalog entry states how the game is known to
//! look. Every front end draws from the same look, so a new game needs no front-end change.

use std::fmt::{self, Display};

use crate::Tint;

/// sRGB color, displayed as `#rrggbb`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Color(pub u32);

impl Color {
    /// Red, green and blue, 0 to 255 each.
    pub fn rgb(self) -> [u8; 3] {
        [(self.0 >> 16) as u8, (self.0 >> 8) as u8, self.0 as u8]
    }
}

impl Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:06x}", self.0 & 0xff_ffff)
    }
}

/// A color in the light and in the dark theme.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Themed {
    pub light: Color,
    pub dark: Color,
}

impl Themed {
    pub const fn new(light: u32, dark: u32) -> Themed {
        Themed { light: Color(light), dark: Color(dark) }
    }

    /// The same color in both themes.
    pub const fn same(color: u32) -> Themed {
        Themed::new(color, color)
    }
}

/// Board material.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Ground {
    /// Upright board with holes; pieces are behind it.
    Holes,
    /// Cloth with fine lines and star points.
    Felt,
    /// Checkered squares.
    Checkered,
    /// Dark ground; neighboring walls are joined.
    Maze,
    /// Squared paper with hand-drawn lines.
    Paper,
    /// Plain cells with lines between them.
    #[default]
    Plain,
}

/// Animation that brings a new piece to its cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Arrival {
    /// Falls from above the board.
    Fall,
    /// Turns over in place.
    Flip,
    /// Slides from its former cell.
    Slide,
    #[default]
    Appear,
}

/// Emblem on a piece, so that sides differ without color.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Emblem {
    #[default]
    None,
    Ring,
    Star,
}

/// Colors of the board, its marks and its hints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoardColors {
    /// Backdrop of cards that show the game.
    pub backdrop: Themed,
    pub ground: Themed,
    /// Every second square of a checkered board; the rules of paper; walls of a maze.
    pub alternate: Themed,
    pub frame: Themed,
    pub frame_text: Themed,
    pub line: Themed,
    /// Color behind a hole, and of burnt squares.
    pub hole: Themed,
    pub hint: Themed,
    pub last_move: Themed,
    pub last_move_rim: Themed,
    pub winning: Themed,
    pub winning_casing: Themed,
}

/// Colors and emblem of the pieces of one tint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PieceLook {
    pub tint: Tint,
    pub fill: Themed,
    pub rim: Themed,
    pub detail: Themed,
    pub emblem: Emblem,
}

/// Look of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Look {
    pub ground: Ground,
    pub arrival: Arrival,
    pub board: BoardColors,
    pub pieces: Vec<PieceLook>,
}

impl Look {
    /// Look of the pieces of a tint, where the game defines one.
    pub fn piece(&self, tint: Tint) -> Option<&PieceLook> {
        self.pieces.iter().find(|piece| piece.tint == tint)
    }
}

impl Default for Look {
    /// Plain cells, red and yellow sides: for games that define no look of their own.
    fn default() -> Look {
        let piece = |tint, fill, rim, detail, emblem| PieceLook {
            tint,
            fill: Themed::same(fill),
            rim: Themed::same(rim),
            detail: Themed::same(detail),
            emblem,
        };
        Look {
            ground: Ground::Plain,
            arrival: Arrival::Appear,
            board: BoardColors {
                backdrop: Themed::new(0xf1_ede5, 0x27_2c33),
                ground: Themed::new(0xf3_ead8, 0x35_3c4a),
                alternate: Themed::new(0xe6_d9bf, 0x2c_323e),
                frame: Themed::new(0xc7_b795, 0x4a_5263),
                frame_text: Themed::new(0x1c_2025, 0xf0_ede6),
                line: Themed::new(0xc7_b795, 0x4a_5263),
                hole: Themed::new(0x3a_2e27, 0x10_141c),
                hint: Themed::new(0x1f_5fa8, 0x8d_b8ff),
                last_move: Themed::new(0x1f_5fa8, 0x6c_b2ff),
                last_move_rim: Themed::new(0x17_4a9c, 0x8d_b8ff),
                winning: Themed::new(0x17_703f, 0x63_d397),
                winning_casing: Themed::new(0xff_ffff, 0x13_1519),
            },
            pieces: vec![
                piece(Tint::First, 0xe2_3b32, 0x86_1510, 0xff_ffff, Emblem::Ring),
                piece(Tint::Second, 0xff_d23f, 0x7a_5600, 0x6b_4b00, Emblem::Star),
                piece(Tint::Dark, 0x15_181b, 0x00_0000, 0x8d_8878, Emblem::None),
                piece(Tint::Light, 0xf7_f5ee, 0x8d_8878, 0x15_181b, Emblem::None),
            ],
        }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Color {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Color {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Color".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^#[0-9a-f]{6}$", "description": "sRGB color." })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_a_color_as_css_does() {
        assert_eq!(Color(0x1f_5fc4).to_string(), "#1f5fc4");
        assert_eq!(Color(0x00_000a).rgb(), [0, 0, 10]);
    }

    #[test]
    fn the_default_look_tells_both_sides_apart_without_color() {
        let look = Look::default();
        assert_ne!(look.piece(Tint::First).unwrap().emblem, look.piece(Tint::Second).unwrap().emblem);
    }
}
