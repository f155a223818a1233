//! Look of Pac-Man: a dark maze with joined walls, in both themes.

use parlor_core::{Arrival, BoardColors, Emblem, Ground, Look, PieceLook, Themed, Tint};

pub(super) fn look() -> Look {
    Look {
        ground: Ground::Maze,
        arrival: Arrival::Slide,
        board: BoardColors {
            backdrop: Themed::new(0x0d_1030, 0x0a_0c20),
            ground: Themed::same(0x05_060f),
            alternate: Themed::same(0x0b_1140),
            frame: Themed::same(0x0b_1140),
            frame_text: Themed::same(0xc8_d0ff),
            line: Themed::same(0x4a_68ff),
            hole: Themed::same(0x05_060f),
            hint: Themed::same(0xff_ffff),
            last_move: Themed::same(0xff_df1b),
            last_move_rim: Themed::same(0xff_df1b),
            winning: Themed::same(0xff_df1b),
            winning_casing: Themed::same(0x05_060f),
        },
        pieces: vec![
            PieceLook {
                tint: Tint::Yellow,
                fill: Themed::same(0xff_df1b),
                rim: Themed::same(0xb8_9b00),
                detail: Themed::same(0x05_060f),
                emblem: Emblem::None,
            },
            PieceLook {
                tint: Tint::Red,
                fill: Themed::same(0xff_5a54),
                rim: Themed::same(0xa3_201b),
                detail: Themed::same(0xff_ffff),
                emblem: Emblem::None,
            },
            PieceLook {
                tint: Tint::Blue,
                fill: Themed::same(0x35_c8ff),
                rim: Themed::same(0x0f_7ba5),
                detail: Themed::same(0xff_ffff),
                emblem: Emblem::None,
            },
            PieceLook {
                tint: Tint::Green,
                fill: Themed::same(0x3d_dc84),
                rim: Themed::same(0x17_854a),
                detail: Themed::same(0xff_ffff),
                emblem: Emblem::None,
            },
            PieceLook {
                tint: Tint::Neutral,
                fill: Themed::same(0xff_c9a3),
                rim: Themed::same(0xcf_8dff),
                detail: Themed::same(0xcf_8dff),
                emblem: Emblem::None,
            },
        ],
    }
}
