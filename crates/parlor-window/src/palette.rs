//! Colors of one theme: the window's own, and those of the game's look.

use egui::{Color32, Theme};
use parlor_core::{Arrival, Emblem, Ground, Look, Themed, Tint};

/// Colors of one theme for one game.
#[derive(Clone, Debug)]
pub(crate) struct Palette {
    pub(crate) page: Color32,
    /// Background of panels and overlays, and its edge.
    pub(crate) panel: Color32,
    pub(crate) panel_edge: Color32,
    pub(crate) text: Color32,
    pub(crate) faint_text: Color32,
    pub(crate) accent: Color32,
    pub(crate) on_accent: Color32,
    pub(crate) fatal: Color32,
    pub(crate) ground: Ground,
    /// Whether new pieces come from above the board.
    pub(crate) pieces_fall: bool,
    pub(crate) board: BoardColors,
    pieces: Vec<(Tint, PieceColors)>,
}

/// Colors of the board in one theme; see [`parlor_core::BoardColors`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoardColors {
    pub(crate) ground: Color32,
    pub(crate) alternate: Color32,
    pub(crate) frame: Color32,
    pub(crate) line: Color32,
    pub(crate) hole: Color32,
    pub(crate) hint: Color32,
    pub(crate) last_move: Color32,
    pub(crate) last_move_rim: Color32,
    pub(crate) winning: Color32,
    pub(crate) winning_casing: Color32,
}

/// Colors and emblem of a piece in one theme.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PieceColors {
    pub(crate) fill: Color32,
    pub(crate) rim: Color32,
    pub(crate) detail: Color32,
    pub(crate) emblem: Emblem,
}

const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

/// Window icon: a disc of each side on blue.
#[cfg(feature = "native")]
pub(crate) fn icon() -> egui::IconData {
    const SIZE: u16 = 64;
    let is_in_disc = |x: u16, y: u16, center: [i32; 2]| {
        let (x, y) = (i32::from(x) - center[0], i32::from(y) - center[1]);
        x * x + y * y < 18 * 18
    };
    let pixels = (0..SIZE).flat_map(|y| (0..SIZE).map(move |x| (x, y)));
    let rgba = pixels.flat_map(|(x, y)| {
        let color = if is_in_disc(x, y, [22, 42]) {
            rgb(0xe2_3b32)
        } else if is_in_disc(x, y, [42, 22]) {
            rgb(0xff_d23f)
        } else {
            rgb(0x1f_5fc4)
        };
        color.to_array()
    });
    egui::IconData { rgba: rgba.collect(), width: SIZE.into(), height: SIZE.into() }
}

impl Palette {
    /// Palette of a theme for a game's look.
    pub(crate) fn new(theme: Theme, look: &Look) -> Palette {
        let color = |themed: Themed| {
            let [red, green, blue] = if theme == Theme::Dark { themed.dark } else { themed.light }.rgb();
            Color32::from_rgb(red, green, blue)
        };
        let board = BoardColors {
            ground: color(look.board.ground),
            alternate: color(look.board.alternate),
            frame: color(look.board.frame),
            line: color(look.board.line),
            hole: color(look.board.hole),
            hint: color(look.board.hint),
            last_move: color(look.board.last_move),
            last_move_rim: color(look.board.last_move_rim),
            winning: color(look.board.winning),
            winning_casing: color(look.board.winning_casing),
        };
        let pieces = look.pieces.iter().map(|piece| {
            let (fill, rim, detail) = (color(piece.fill), color(piece.rim), color(piece.detail));
            (piece.tint, PieceColors { fill, rim, detail, emblem: piece.emblem })
        });
        let pieces = pieces.collect();
        match theme {
            Theme::Light => Palette {
                page: rgb(0xf7_f5f0),
                panel: rgb(0xff_ffff),
                panel_edge: rgb(0xc7_b795),
                text: rgb(0x23_2730),
                faint_text: rgb(0x6a_7080),
                accent: rgb(0x1f_5fa8),
                on_accent: rgb(0xff_ffff),
                fatal: rgb(0xb0_1030),
                ground: look.ground,
                pieces_fall: look.arrival == Arrival::Fall,
                board,
                pieces,
            },
            Theme::Dark => Palette {
                page: rgb(0x17_1a21),
                panel: rgb(0x23_2834),
                panel_edge: rgb(0x4a_5263),
                text: rgb(0xec_eef2),
                faint_text: rgb(0x9a_a3b2),
                accent: rgb(0x6c_b2ff),
                on_accent: rgb(0x0c_1420),
                fatal: rgb(0xff_5c72),
                ground: look.ground,
                pieces_fall: look.arrival == Arrival::Fall,
                board,
                pieces,
            },
        }
    }

    /// Colors of the pieces of a tint: the look's, or else the tint's usual colors.
    pub(crate) fn piece(&self, tint: Tint) -> PieceColors {
        self.pieces.iter().find(|(known, _)| *known == tint).map_or_else(|| default_piece(tint), |(_, colors)| *colors)
    }
}

fn default_piece(tint: Tint) -> PieceColors {
    let (fill, detail) = match tint {
        Tint::First | Tint::Red => (rgb(0xe2_3b32), rgb(0xff_ffff)),
        Tint::Second | Tint::Yellow => (rgb(0xff_d23f), rgb(0x6b_4b00)),
        Tint::Dark => (rgb(0x15_181b), rgb(0x8d_8878)),
        Tint::Light => (rgb(0xf7_f5ee), rgb(0x15_181b)),
        Tint::Neutral => (rgb(0x80_8896), rgb(0xff_ffff)),
        Tint::Green => (rgb(0x2f_9e5b), rgb(0xff_ffff)),
        Tint::Blue => (rgb(0x2f_6fd0), rgb(0xff_ffff)),
    };
    PieceColors { fill, rim: fill.lerp_to_gamma(Color32::BLACK, 0.4), detail, emblem: Emblem::None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_have_the_colors_of_the_look_and_usual_ones_otherwise() {
        let look = Look::default();
        let palette = Palette::new(Theme::Dark, &look);
        let [red, green, blue] = look.piece(Tint::First).unwrap().fill.dark.rgb();
        assert_eq!(palette.piece(Tint::First).fill, Color32::from_rgb(red, green, blue));
        assert!(look.piece(Tint::Green).is_none());
        assert_ne!(palette.piece(Tint::Green).fill, palette.piece(Tint::Blue).fill);
    }
}
