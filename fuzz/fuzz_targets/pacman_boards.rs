//! Boards of Pac-Man as rows, JSON or Python, lists of boards, algorithms, and plans. Lines after the first empty one
//! are a plan.

#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_games::pacman::{Algorithm, Board, read_boards, replay};

fuzz_target!(|data: &str| {
    let (board, plan) = data.split_once("\n\n").unwrap_or((data, "RDLU"));
    let _ = (read_boards(board), plan.parse::<Algorithm>());
    let Ok(board) = board.parse::<Board>() else { return };
    let written: Board = board.to_string().parse().expect("a written board parses");
    assert_eq!(written.codes(), board.codes());
    let _ = replay(&board.codes(), plan);
});
