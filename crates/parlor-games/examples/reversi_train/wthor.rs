//! Reads games of the WTHOR database: a header of 16 bytes with the number of games at offset 4, then 68 bytes a
//! game, of which the last 60 are its moves as ten times the row plus the column, both from 1.

use std::path::Path;
use std::{fs, io};

use parlor_games::reversi::Discs;

const HEADER: usize = 16;
const GAME: usize = 68;
const MOVES_AT: usize = 8;

/// The positions of each game of all files of a folder, in order; games that break the rules are left out.
pub(crate) fn read_folder(folder: &Path) -> io::Result<Vec<Vec<Discs<8>>>> {
    let mut files: Vec<_> = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    files.retain(|path| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("wtb")));
    files.sort();
    let mut games = Vec::new();
    for file in files {
        let bytes = fs::read(file)?;
        games.extend(
            bytes.get(HEADER..).unwrap_or_default().chunks_exact(GAME).filter_map(|game| replay(&game[MOVES_AT..])),
        );
    }
    Ok(games)
}

/// Passes are not written: a side without a move passes.
fn replay(moves: &[u8]) -> Option<Vec<Discs<8>>> {
    let mut discs = Discs { mover: 0x0000_0008_1000_0000, other: 0x0000_0010_0800_0000 };
    let mut positions = vec![discs];
    for code in moves.iter().take_while(|code| **code != 0) {
        let (row, column) = (code / 10, code % 10);
        let cell =
            ((1..=8).contains(&row) && (1..=8).contains(&column)).then(|| u32::from(8 * (row - 1) + column - 1))?;
        if discs.moves() == 0 {
            discs = discs.passed();
        }
        if discs.moves() >> cell & 1 == 0 {
            return None;
        }
        discs = discs.place(cell);
        positions.push(discs);
    }
    Some(positions)
}
