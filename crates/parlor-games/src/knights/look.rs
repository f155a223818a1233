//! Look of Knights: light and dark wood, an ivory and an ebony knight, burnt squares.

use parlor_core::{Arrival, BoardColors, Emblem, Ground, Look, PieceLook, Themed, Tint};

pub(super) fn look() -> Look {
    Look {
        ground: Ground::Checkered,
        arrival: Arrival::Slide,
        board: BoardColors {
            backdrop: Themed::new(0xf1_e6d5, 0x2a_2018),
            ground: Themed::new(0xf0_d9b5, 0xdc_c298),
            alternate: Themed::new(0xb5_8863, 0xa8_7b57),
            frame: Themed::new(0x6b_4527, 0x4b_2f1a),
            frame_text: Themed::same(0xf6_e6cc),
            line: Themed::new(0x6b_4527, 0x4b_2f1a),
            hole: Themed::new(0x3a_2e27, 0x2b_211b),
            hint: Themed::same(0x0d_3b21),
            last_move: Themed::same(0xf7_cf46),
            last_move_rim: Themed::same(0x54_330f),
            winning: Themed::same(0x0d_3b21),
            winning_casing: Themed::same(0xff_ffff),
        },
        pieces: vec![
            PieceLook {
                tint: Tint::First,
                fill: Themed::same(0xff_faf0),
                rim: Themed::same(0x33_241a),
                detail: Themed::same(0x33_241a),
                emblem: Emblem::None,
            },
            PieceLook {
                tint: Tint::Second,
                fill: Themed::same(0x26_211d),
                rim: Themed::same(0x0f_0c0a),
                detail: Themed::same(0xd9_c6a8),
                emblem: Emblem::None,
            },
            PieceLook {
                tint: Tint::Neutral,
                fill: Themed::new(0x3a_2e27, 0x2b_211b),
                rim: Themed::same(0x0f_0c0a),
                detail: Themed::same(0xe8_763a),
                emblem: Emblem::None,
            },
        ],
    }
}
