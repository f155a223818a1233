//! A board as text: one letter per cell, in upper case for a ghost or poison on a pellet.

use parlor_games::pacman::ReplayBoard;

pub(super) fn picture(state: &ReplayBoard) -> String {
    let line = |codes: &Vec<u8>| {
        let letters: Vec<String> = codes.iter().map(|&code| letter(code).to_string()).collect();
        letters.join(" ").trim_end().to_owned() + "\n"
    };
    state.codes.iter().map(line).collect()
}

fn letter(code: u8) -> char {
    match code {
        99 => '#',
        77 => 'x',
        71 => 'X',
        66 => '@',
        88 => '+',
        50 => 'r',
        51 => 'R',
        40 => 'g',
        41 => 'G',
        30 => 'y',
        31 => 'Y',
        20 => 'b',
        21 => 'B',
        11 => '.',
        _ => ' ',
    }
}
