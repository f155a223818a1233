//! A board of codes as a picture: a letter for every cell, in capitals what stands on a pellet.

use parlor_games::pacman::Table;

pub(super) fn picture(table: &Table) -> String {
    let line = |codes: &Vec<u8>| {
        let letters: Vec<String> = codes.iter().map(|&code| letter(code).to_string()).collect();
        letters.join(" ").trim_end().to_owned() + "\n"
    };
    table.codes.iter().map(line).collect()
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
