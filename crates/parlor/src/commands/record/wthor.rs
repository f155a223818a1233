//! WTHOR files: the binary format of Reversi databases.
//!
//! A header of 16 bytes has the number of games at offset 4. Then follow 68 bytes per game: the numbers of the
//! tournament and of the two players, black's discs at the end, its theoretical score, and 60 bytes for the moves,
//! `10 * row + column`, both from 1, with 0 after the last. Numbers are little-endian. Passes are not written.

use parlor_core::{Catalog, Setup};
use parlor_match::{Match, Terms};

use super::load_error::LoadError;
use super::move_list::{play, play_forced_pass};
use super::source::LoadedMatch;

/// The game of these files, and of move lists without a name whose moves are cells such as `F5`.
pub(super) const GAME: &str = "reversi";

const HEADER_SIZE: usize = 16;
const GAME_SIZE: usize = 68;
const BLACK_DISCS_OFFSET: usize = 6;
const MOVES_OFFSET: usize = 8;

/// Whether the number of games in the header agrees with the length.
pub(super) fn is_wthor(bytes: &[u8]) -> bool {
    let Some(&[a, b, c, d]) = bytes.get(4..8) else { return false };
    let games = u32::from_le_bytes([a, b, c, d]) as usize;
    games > 0 && Some(bytes.len()) == games.checked_mul(GAME_SIZE).and_then(|size| size.checked_add(HEADER_SIZE))
}

/// Reads and replays the games of a file that [`is_wthor`] accepts.
pub(super) fn read<'a>(bytes: &'a [u8], catalog: &'a Catalog) -> impl Iterator<Item = LoadedMatch> + 'a {
    (1..).zip(bytes[HEADER_SIZE..].chunks_exact(GAME_SIZE)).map(move |(number, game)| {
        let [tournament, black, white] = [0, 2, 4].map(|at| u16::from_le_bytes([game[at], game[at + 1]]));
        let discs = game[BLACK_DISCS_OFFSET];
        let note = format!("WTHOR: tournament {tournament}, black {black}, white {white}, {discs} discs for black");
        LoadedMatch { number, line: None, note: Some(note), game_match: replay(game, catalog) }
    })
}

fn replay(game: &[u8], catalog: &Catalog) -> Result<Match, LoadError> {
    let start = catalog.start(Setup::new(GAME))?;
    let mut game_match = Match::new(start, Terms::default());
    for &byte in game[MOVES_OFFSET..].iter().take_while(|byte| **byte != 0) {
        let square = square(byte).ok_or(LoadError::Square { ply: game_match.ply() + 1, byte })?;
        play_forced_pass(&mut game_match)?;
        play(&mut game_match, &square)?;
    }
    if game_match.result().is_some() {
        check_score(&game_match, game[BLACK_DISCS_OFFSET])?;
    }
    Ok(game_match)
}

/// A square as the game writes it, such as `F5`.
fn square(byte: u8) -> Option<String> {
    let (row, column) = (byte / 10, byte % 10);
    let is_on_board = (1..=8).contains(&row) && (1..=8).contains(&column);
    is_on_board.then(|| format!("{}{row}", char::from(b'A' + column - 1)))
}

/// Compares black's discs at the end, with the empty squares for the winner, with those of the file.
fn check_score(game_match: &Match, stated: u8) -> Result<(), LoadError> {
    let [black, white] = game_match.scene().sides.map(|side| side.count.unwrap_or_default());
    let empty = 64_u32.saturating_sub(black + white);
    let score = match black.cmp(&white) {
        std::cmp::Ordering::Greater => black + empty,
        std::cmp::Ordering::Equal => black + empty / 2,
        std::cmp::Ordering::Less => black,
    };
    if score == u32::from(stated) { Ok(()) } else { Err(LoadError::Score { score, stated }) }
}
