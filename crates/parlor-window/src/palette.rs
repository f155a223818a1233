//! Colors of the light and dark themes. The two sides differ in lightness as well as in hue, and their pieces carry
//! a ring and a cross, so that they can be told apart without color vision.

use egui::{Color32, Theme};
use parlor_core::{Scene, Tint};

/// Colors of one theme.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Palette {
    pub(crate) page: Color32,
    /// Background of panels and overlays.
    pub(crate) panel: Color32,
    pub(crate) text: Color32,
    pub(crate) faint_text: Color32,
    pub(crate) accent: Color32,
    pub(crate) on_accent: Color32,
    /// Front of a rack that pieces fall into, its edges, and the background behind its holes.
    pub(crate) rack: Color32,
    pub(crate) rack_edge: Color32,
    pub(crate) hole: Color32,
    /// Colors of a flat board's squares and lines.
    pub(crate) squares: [Color32; 2],
    pub(crate) line: Color32,
    pub(crate) last_move: Color32,
    pub(crate) winning: Color32,
    pub(crate) fatal: Color32,
    is_dark: bool,
}

const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

/// Window icon: a disc of each side on the rack's blue.
pub(crate) fn icon() -> egui::IconData {
    const SIZE: u16 = 64;
    let is_in_disc = |x: u16, y: u16, center: [i32; 2]| {
        let (x, y) = (i32::from(x) - center[0], i32::from(y) - center[1]);
        x * x + y * y < 18 * 18
    };
    let pixels = (0..SIZE).flat_map(|y| (0..SIZE).map(move |x| (x, y)));
    let rgba = pixels.flat_map(|(x, y)| {
        let color = if is_in_disc(x, y, [22, 42]) {
            LIGHT.fill(Tint::First)
        } else if is_in_disc(x, y, [42, 22]) {
            LIGHT.fill(Tint::Second)
        } else {
            LIGHT.rack
        };
        color.to_array()
    });
    egui::IconData { rgba: rgba.collect(), width: SIZE.into(), height: SIZE.into() }
}

impl Palette {
    /// Palette of a theme, adapted to the pieces of a scene.
    pub(crate) fn new(theme: Theme, scene: &Scene) -> Palette {
        let has_dark_and_light_pieces = scene.pieces.iter().any(|p| matches!(p.tint, Tint::Dark | Tint::Light));
        let mut palette = match theme {
            Theme::Light => LIGHT,
            Theme::Dark => DARK,
        };
        if has_dark_and_light_pieces && !scene.pieces_fall {
            // Green squares: both black and white pieces must stand out.
            (palette.squares, palette.line) = match theme {
                Theme::Light => ([rgb(0x4f_9a78), rgb(0x4f_9a78)], rgb(0x37_7458)),
                Theme::Dark => ([rgb(0x2f_6a50), rgb(0x2f_6a50)], rgb(0x1f_4a37)),
            };
        }
        palette
    }

    /// Color of a piece's face.
    pub(crate) fn fill(&self, tint: Tint) -> Color32 {
        match tint {
            Tint::First => rgb(0xd8_432f),
            Tint::Second => rgb(0xf4_bd3a),
            Tint::Dark => rgb(0x1d_2024),
            Tint::Light => rgb(0xf6_f4ee),
            Tint::Neutral => self.faint_text,
            Tint::Red => rgb(0xcf_3b3b),
            Tint::Green => rgb(0x2f_9e5b),
            Tint::Yellow => rgb(0xf4_c93a),
            Tint::Blue => rgb(0x2f_6fd0),
        }
    }

    /// Color of a piece's rim and of the mark on its face.
    pub(crate) fn engraving(&self, tint: Tint) -> Color32 {
        match tint {
            Tint::First => rgb(0x8e_2115),
            Tint::Second => rgb(0xa8_7305),
            Tint::Dark if self.is_dark => rgb(0x80_8896),
            Tint::Dark => rgb(0x50_565f),
            Tint::Light => rgb(0xb4_aea0),
            _ => self.fill(tint).lerp_to_gamma(Color32::BLACK, 0.35),
        }
    }

    /// Color of a piece that consists of strokes only, with enough contrast to the squares.
    pub(crate) fn ink(&self, tint: Tint) -> Color32 {
        match (tint, self.is_dark) {
            (Tint::Second, false) => rgb(0x9a_6700),
            (Tint::First, false) => rgb(0xc2_3220),
            (Tint::First, true) => rgb(0xff_6f59),
            _ => self.fill(tint),
        }
    }
}

const LIGHT: Palette = Palette {
    page: rgb(0xf7_f5f0),
    panel: rgb(0xff_ffff),
    text: rgb(0x23_2730),
    faint_text: rgb(0x6a_7080),
    accent: rgb(0x1f_5fa8),
    on_accent: rgb(0xff_ffff),
    rack: rgb(0x2c_5fa3),
    rack_edge: rgb(0x1d_447a),
    hole: rgb(0xe9_edf4),
    squares: [rgb(0xf3_ead8), rgb(0xe6_d9bf)],
    line: rgb(0xc7_b795),
    last_move: rgb(0x1f_5fa8),
    winning: rgb(0xff_ffff),
    fatal: rgb(0xb0_1030),
    is_dark: false,
};

const DARK: Palette = Palette {
    page: rgb(0x17_1a21),
    panel: rgb(0x23_2834),
    text: rgb(0xec_eef2),
    faint_text: rgb(0x9a_a3b2),
    accent: rgb(0x6c_b2ff),
    on_accent: rgb(0x0c_1420),
    rack: rgb(0x28_4a7d),
    rack_edge: rgb(0x17_2d50),
    hole: rgb(0x10_141c),
    squares: [rgb(0x35_3c4a), rgb(0x2c_323e)],
    line: rgb(0x4a_5263),
    last_move: rgb(0x6c_b2ff),
    winning: rgb(0xff_ffff),
    fatal: rgb(0xff_5c72),
    is_dark: true,
};
