//! WTHOR files: the binary format of Reversi databases.
//!
//! A header of 16 bytes has the number of games at offset 4. Then follow 68 bytes per game: the numbers of the
//! tournament and of the two players, black's discs at the end, its theoretical score, and 60 bytes for the moves,
//! `10 * row + column`, both from 1, with 0 after the last. Numbers are little-endian. Passes are not written.

use parlor_core::{Player, Setup};
use parlor_games::catalog;
use parlor_games::reversi::{self, Reversi, Square};
use parlor_match::{Match, Terms};

use super::move_list::{play, play_forced_pass};
use super::source::LoadedMatch;

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
pub(super) fn read(bytes: &[u8]) -> impl Iterator<Item = LoadedMatch> {
    (1..).zip(bytes[HEADER_SIZE..].chunks_exact(GAME_SIZE)).map(|(number, game)| {
        let [tournament, black, white] = [0, 2, 4].map(|at| u16::from_le_bytes([game[at], game[at + 1]]));
        let discs = game[BLACK_DISCS_OFFSET];
        let note = format!("WTHOR: tournament {tournament}, black {black}, white {white}, {discs} discs for black");
        LoadedMatch { number, line: None, note: Some(note), game_match: replay(game) }
    })
}

fn replay(game: &[u8]) -> Result<Match, String> {
    let start = catalog::start(Setup::new(reversi::ENTRY.name)).map_err(|error| error.to_string())?;
    let mut game_match = Match::new(start, Terms::default());
    for &byte in game[MOVES_OFFSET..].iter().take_while(|byte| **byte != 0) {
        let square = byte.checked_sub(11).and_then(|byte| Square::at(byte / 10, byte % 10));
        let square = square.ok_or_else(|| format!("move {}: {byte} is not a square", game_match.ply() + 1))?;
        play_forced_pass(&mut game_match)?;
        play(&mut game_match, &square.to_string())?;
    }
    if game_match.result().is_some() {
        check_score(&game_match, game[BLACK_DISCS_OFFSET])?;
    }
    Ok(game_match)
}

/// Compares black's discs at the end, with the empty squares for the winner, with those of the file.
fn check_score(game_match: &Match, expected: u8) -> Result<(), String> {
    let position: Reversi = game_match.game().position().parse().map_err(|_| "the final position is invalid")?;
    let [black, white] = Player::BOTH.map(|player| position.discs(player).count_ones());
    let empty = 64 - black - white;
    let score = match black.cmp(&white) {
        std::cmp::Ordering::Greater => black + empty,
        std::cmp::Ordering::Equal => black + empty / 2,
        std::cmp::Ordering::Less => black,
    };
    if score == u32::from(expected) {
        return Ok(());
    }
    Err(format!("black ends with {score} discs, but the file says {expected}"))
}
