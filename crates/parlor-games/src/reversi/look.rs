//! Look of Reversi: green felt with fine lines and star points, black and white discs.

use parlor_core::{Arrival, BoardColors, Emblem, Ground, Look, PieceLook, Themed, Tint};

pub(super) fn look() -> Look {
    Look {
        ground: Ground::Felt,
        arrival: Arrival::Flip,
        board: BoardColors {
            backdrop: Themed::new(0xdc_ece2, 0x12_271c),
            ground: Themed::new(0x2c_7a4d, 0x2a_7549),
            alternate: Themed::new(0x2c_7a4d, 0x2a_7549),
            frame: Themed::new(0x15_402a, 0x10_301f),
            frame_text: Themed::same(0xdc_efe3),
            line: Themed::new(0x15_402a, 0x0f_3321),
            hole: Themed::new(0x2c_7a4d, 0x2a_7549),
            hint: Themed::same(0x04_120a),
            last_move: Themed::same(0xff_d84d),
            last_move_rim: Themed::same(0x04_120a),
            winning: Themed::same(0xff_ffff),
            winning_casing: Themed::same(0x04_120a),
        },
        pieces: vec![
            PieceLook {
                tint: Tint::Dark,
                fill: Themed::same(0x15_181b),
                rim: Themed::same(0x00_0000),
                detail: Themed::same(0x4a_5057),
                emblem: Emblem::None,
            },
            PieceLook {
                tint: Tint::Light,
                fill: Themed::same(0xf7_f5ee),
                rim: Themed::same(0x8d_8878),
                detail: Themed::same(0xc9_c4b4),
                emblem: Emblem::None,
            },
        ],
    }
}
