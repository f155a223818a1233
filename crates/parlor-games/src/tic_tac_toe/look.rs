//! Look of Tic-Tac-Toe: squared paper, two inks, one line through the winning row.

use parlor_core::{Arrival, BoardColors, Emblem, Ground, Look, PieceLook, Themed, Tint};

pub(super) fn look() -> Look {
    Look {
        ground: Ground::Paper,
        arrival: Arrival::Appear,
        board: BoardColors {
            backdrop: Themed::new(0xf4_edda, 0x1b_212b),
            ground: Themed::new(0xff_fdf4, 0x22_2a36),
            alternate: Themed::new(0xdb_e6f0, 0x2c_3746),
            frame: Themed::new(0xff_fdf4, 0x22_2a36),
            frame_text: Themed::new(0x3d_4a5f, 0xaa_b6c8),
            line: Themed::new(0x3d_4a5f, 0xaa_b6c8),
            hole: Themed::new(0xff_fdf4, 0x22_2a36),
            hint: Themed::new(0x6d_788a, 0x8d_9aad),
            last_move: Themed::new(0xff_f0b8, 0x3d_3a22),
            last_move_rim: Themed::new(0x8a_6a00, 0xd9_b945),
            winning: Themed::new(0x17_703f, 0x63_d397),
            winning_casing: Themed::new(0xff_fdf4, 0x22_2a36),
        },
        pieces: vec![
            PieceLook {
                tint: Tint::First,
                fill: Themed::new(0x1b_4fa8, 0x86_bdff),
                rim: Themed::new(0x1b_4fa8, 0x86_bdff),
                detail: Themed::new(0x1b_4fa8, 0x86_bdff),
                emblem: Emblem::None,
            },
            PieceLook {
                tint: Tint::Second,
                fill: Themed::new(0xb8_322a, 0xff_9c8f),
                rim: Themed::new(0xb8_322a, 0xff_9c8f),
                detail: Themed::new(0xb8_322a, 0xff_9c8f),
                emblem: Emblem::None,
            },
        ],
    }
}
