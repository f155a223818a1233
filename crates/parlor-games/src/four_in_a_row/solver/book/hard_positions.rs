//! Exact scores of some positions of a ply: those that take long to search. Two static functions tell whether a
//! position is among them, in little more space than the entropy and without keys.
//!
//! The first one is a filter: it returns a fingerprint of every stored position, and the fingerprint of another one
//! only by chance. The second one returns the score, or [`NOT_STORED`] for each position of the ply that passes the
//! filter by chance. That makes membership exact for all reachable positions of the ply.

use super::super::score::DiscScore;
use super::OFFSET;
use super::huffman::HuffmanCode;
use super::retrieval::{Retrieval, build};
use crate::bits::mix;

/// Value of positions that pass the filter by chance; no score has it.
const NOT_STORED: u8 = HuffmanCode::SYMBOLS as u8 - 1;
/// Length of the longest fingerprints in bits: values have to be below [`HuffmanCode::SYMBOLS`].
const MAX_FINGERPRINT_BITS: u32 = 5;
/// Length of the fingerprints in bits, and of the filter in bytes.
const HEADER: usize = 5;

/// Exact scores of the hard positions of a ply.
#[derive(Debug)]
pub(super) struct HardPositions<B> {
    pub(super) ply: u32,
    fingerprint_bits: u32,
    filter: Retrieval<B>,
    scores: Retrieval<B>,
}

impl<B: AsRef<[u8]> + Clone> HardPositions<B> {
    /// Reads the output of [`build_hard_positions`] from this byte on. `None` if the bytes are too few or wrong.
    pub(super) fn new(bytes: &B, from: usize, ply: u8) -> Option<Self> {
        let (&[bits, ref length @ ..], _) = bytes.as_ref().get(from..)?.split_first_chunk::<HEADER>()?;
        let filter_at = from + HEADER;
        let scores_at = filter_at + u32::from_le_bytes(*length) as usize;
        let filter = Retrieval::new(bytes.clone(), filter_at)?;
        let scores = Retrieval::new(bytes.clone(), scores_at)?;
        let is_valid = u32::from(bits) <= MAX_FINGERPRINT_BITS;
        is_valid.then_some(HardPositions { ply: ply.into(), fingerprint_bits: bits.into(), filter, scores })
    }
}

impl<B: AsRef<[u8]>> HardPositions<B> {
    /// The score, if the position is stored. It must be reachable, and the next disc must not decide the game.
    pub(super) fn get(&self, key: u64) -> Option<i32> {
        let is_candidate = self.filter.get(key) == fingerprint(key, self.fingerprint_bits);
        let value = is_candidate.then(|| self.scores.get(key)).filter(|value| *value != NOT_STORED);
        value.map(|value| i32::from(value) - OFFSET)
    }
}

/// Serializes the scores of those keys that have one. The keys are those of all reachable positions of a ply that the
/// next disc does not decide. `None` if a key has two scores.
pub(super) fn build_hard_positions(entries: &[(u64, Option<DiscScore>)]) -> Option<Vec<u8>> {
    let stored = || entries.iter().filter(|(_, score)| score.is_some());
    let bits = best_fingerprint_bits(entries.len(), stored().count());
    let fingerprints: Vec<(u64, u8)> = stored().map(|&(key, _)| (key, fingerprint(key, bits))).collect();
    let filter_bytes = build(&fingerprints)?;
    let filter = Retrieval::new(filter_bytes.as_slice(), 0)?;
    let candidates = entries.iter().filter(|(key, _)| filter.get(*key) == fingerprint(*key, bits));
    let value = |score: DiscScore| (score.number() + OFFSET).cast_unsigned() as u8;
    let values: Vec<(u64, u8)> = candidates.map(|&(key, score)| (key, score.map_or(NOT_STORED, value))).collect();
    let mut bytes = vec![bits as u8];
    bytes.extend(u32::try_from(filter_bytes.len()).ok()?.to_le_bytes());
    bytes.extend(&filter_bytes);
    bytes.extend(build(&values)?);
    Some(bytes)
}

/// The length that takes the least space: a bit more costs one bit per stored position, and saves one for half of the
/// others that would pass.
fn best_fingerprint_bits(all: usize, stored: usize) -> u32 {
    let size = |bits: u32| stored * bits as usize + (all - stored) / (1 << bits);
    (1..=MAX_FINGERPRINT_BITS).min_by_key(|&bits| size(bits)).unwrap_or(1)
}

fn fingerprint(key: u64, bits: u32) -> u8 {
    (mix(key.rotate_left(29)) as u8) & ((1 << bits) - 1)
}

#[cfg(test)]
mod tests {
    use rand::rngs::SmallRng;
    use rand::{Rng, SeedableRng};

    use super::*;

    #[test]
    fn stores_some_keys_and_no_others_in_little_space() {
        let mut rng = SmallRng::seed_from_u64(5);
        for (all, share) in [(0, 1), (1, 1), (300, 1), (40_000, 2), (40_000, 10), (40_000, 400)] {
            let entries: Vec<(u64, Option<DiscScore>)> = (0..all)
                .map(|key| (key * 7919, rng.random_ratio(1, share).then(|| DiscScore::new(rng.random_range(-18..=18)))))
                .collect();
            let mut bytes = vec![0; 3];
            bytes.extend(build_hard_positions(&entries).unwrap());
            let hard = HardPositions::new(&bytes.as_slice(), 3, 14).unwrap();
            for &(key, score) in &entries {
                assert_eq!(hard.get(key), score.map(DiscScore::number), "{key} of {all}, one in {share}");
            }
            if share == 10 {
                // 4.7 bits tell which key is stored, and 5.2 bits its score.
                let stored = entries.iter().filter(|(_, score)| score.is_some()).count();
                assert!(bytes.len() * 8 < stored * 13, "{} bits for {stored} positions", bytes.len() * 8);
            }
        }
    }

    #[test]
    fn rejects_truncated_bytes_and_a_key_with_two_scores() {
        let [one, two] = [1, 2].map(|number| Some(DiscScore::new(number)));
        let bytes = build_hard_positions(&[(1, one), (2, None), (3, two)]).unwrap();
        for length in 0..bytes.len() - 1 {
            assert!(HardPositions::new(&&bytes[..length], 0, 14).is_none(), "{length}");
        }
        assert!(build_hard_positions(&[(1, one), (1, two)]).is_none());
    }
}
