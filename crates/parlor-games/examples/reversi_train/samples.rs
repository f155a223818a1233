//! Labelled positions: 20 bytes each, both bitboards, the value for the side to move in 1/128 discs, and the number
//! of the game it comes from, which decides whether it is held out of training.

use std::path::Path;
use std::{fs, io};

use parlor_games::reversi::Discs;

const BYTES: usize = 20;
/// One game of so many is held out.
const HELD_OUT: u16 = 20;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    pub(crate) discs: Discs<8>,
    pub(crate) value: i16,
    pub(crate) game: u16,
}

impl Sample {
    pub(crate) fn is_held_out(&self) -> bool {
        self.game.is_multiple_of(HELD_OUT)
    }
}

pub(crate) fn to_bytes(samples: &[Sample]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(samples.len() * BYTES);
    for Sample { discs, value, game } in samples {
        bytes.extend(discs.mover.to_le_bytes());
        bytes.extend(discs.other.to_le_bytes());
        bytes.extend(value.to_le_bytes());
        bytes.extend(game.to_le_bytes());
    }
    bytes
}

pub(crate) fn read(path: &Path) -> io::Result<Vec<Sample>> {
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
    let sample = |bytes: &[u8]| Sample {
        discs: Discs { mover: word(&bytes[..8]), other: word(&bytes[8..16]) },
        value: (word(&bytes[16..18]) as u16).cast_signed(),
        game: word(&bytes[18..20]) as u16,
    };
    Ok(fs::read(path)?.chunks_exact(BYTES).map(sample).collect())
}
