//! Look of Four in a Row: a blue board in front of falling red and yellow discs.

use parlor_core::{Arrival, BoardColors, Emblem, Ground, Look, PieceLook, Themed, Tint};

pub(super) fn look() -> Look {
    Look {
        ground: Ground::Holes,
        arrival: Arrival::Fall,
        board: BoardColors {
            backdrop: Themed::new(0xdf_e9fa, 0x14_213a),
            ground: Themed::new(0x1f_5fc4, 0x2f_6dd2),
            alternate: Themed::new(0x1f_5fc4, 0x2f_6dd2),
            frame: Themed::new(0x17_4a9c, 0x20_54a8),
            frame_text: Themed::same(0xff_ffff),
            line: Themed::new(0x17_4a9c, 0x20_54a8),
            hole: Themed::new(0xea_f1fb, 0x0b_152b),
            hint: Themed::new(0x1f_5fc4, 0x8d_b8ff),
            last_move: Themed::same(0xff_ffff),
            last_move_rim: Themed::same(0x0a_1f4d),
            winning: Themed::same(0xff_ffff),
            winning_casing: Themed::same(0x0a_1f4d),
        },
        pieces: vec![
            PieceLook {
                tint: Tint::First,
                fill: Themed::new(0xe2_3b32, 0xf2_564d),
                rim: Themed::new(0x86_1510, 0x8f_1812),
                detail: Themed::same(0xff_ffff),
                emblem: Emblem::Ring,
            },
            PieceLook {
                tint: Tint::Second,
                fill: Themed::same(0xff_d23f),
                rim: Themed::new(0x7a_5600, 0x6b_4b00),
                detail: Themed::same(0x6b_4b00),
                emblem: Emblem::Star,
            },
        ],
    }
}
