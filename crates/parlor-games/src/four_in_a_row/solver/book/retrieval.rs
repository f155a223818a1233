//! Ribbon retrieval: a static function (retrieval data structure) from keys to small values. It does not store the
//! keys: it is correct for every key it was built from and returns arbitrary values for others. It takes about 1.03
//! times the entropy of the values.
//!
//! A value is stored as its Huffman code. Every bit of a codeword is one linear equation over GF(2): a hash of the key
//! and of the bit's index selects a window of 128 unknown bits, whose masked sum must equal the bit. Keys are
//! distributed over shards, which are solved one by one, each with its own size and seed.

use super::huffman::HuffmanCode;
use crate::bits::mix;

const WIDTH: usize = 128;
/// Approximate number of equations per shard: larger shards need more slack, smaller ones have more overhead.
const SHARD_EQUATIONS: usize = 12_000;
const MAGIC: &[u8; 8] = b"4inarow1";
const DIRECTORY_ENTRY: usize = 5;

/// Static function over serialized bytes: magic, number of shards, code lengths, directory (begin and seed of each
/// shard, and one more entry for the end), bits.
#[derive(Debug)]
pub(super) struct Retrieval<B> {
    bytes: B,
    code: HuffmanCode,
    shards: usize,
    directory_at: usize,
    bits_at: usize,
}

impl<B: AsRef<[u8]>> Retrieval<B> {
    /// Reads the output of `build` from this byte on. `None` if the bytes are too few or the header is wrong.
    pub(super) fn new(bytes: B, from: usize) -> Option<Self> {
        let header = bytes.as_ref().get(from..)?.strip_prefix(MAGIC)?;
        let (count, rest) = header.split_first_chunk::<4>()?;
        let (lengths, _) = rest.split_first_chunk::<{ HuffmanCode::SYMBOLS }>()?;
        let shards = u32::from_le_bytes(*count) as usize;
        let code = HuffmanCode::from_lengths(*lengths)?;
        let directory_at = from + MAGIC.len() + 4 + HuffmanCode::SYMBOLS;
        let bits_at = directory_at + (shards + 1) * DIRECTORY_ENTRY;
        let retrieval = Self { bytes, code, shards, directory_at, bits_at };
        let (end, _) = retrieval.shard(shards);
        let is_whole = shards > 0 && retrieval.bytes.as_ref().len() * 8 >= bits_at * 8 + end;
        is_whole.then_some(retrieval)
    }

    /// The value of a key; arbitrary for a key that was not built in.
    pub(super) fn get(&self, key: u64) -> u8 {
        let shard = shard_of(key, self.shards);
        let ((begin, seed), (end, _)) = (self.shard(shard), self.shard(shard + 1));
        let size = end.saturating_sub(begin).max(WIDTH);
        self.code.decode(|index| {
            let (start, window) = equation(key, index, seed, size);
            let solution = self.window(self.bits_at * 8 + begin + start);
            (solution & window).count_ones() % 2 == 1
        })
    }

    /// The first bit of a shard, and its seed.
    fn shard(&self, shard: usize) -> (usize, u8) {
        let at = self.directory_at + shard * DIRECTORY_ENTRY;
        match self.bytes.as_ref().get(at..at + DIRECTORY_ENTRY) {
            Some(&[a, b, c, d, seed]) => (u32::from_le_bytes([a, b, c, d]) as usize, seed),
            _ => (0, 0),
        }
    }

    /// 128 bits from this bit on, zeros beyond the end.
    fn window(&self, bit: usize) -> u128 {
        let mut buffer = [0; 17];
        let bytes = self.bytes.as_ref().get(bit / 8..).unwrap_or_default();
        let count = bytes.len().min(17);
        buffer[..count].copy_from_slice(&bytes[..count]);
        let (low, high) = buffer.split_at(16);
        let low = u128::from_le_bytes(low.try_into().unwrap_or_default());
        let shift = bit % 8;
        if shift == 0 { low } else { low >> shift | u128::from(high[0]) << (128 - shift) }
    }
}

/// Serializes the function from the keys to their values, all below `HuffmanCode::SYMBOLS`. `None` if a key has two
/// values.
pub(super) fn build(entries: &[(u64, u8)]) -> Option<Vec<u8>> {
    let code = HuffmanCode::for_values(entries.iter().map(|&(_, value)| value));
    let equations: usize = entries.iter().map(|&(_, value)| code.codeword(value).1 as usize).sum();
    let shards = equations.div_ceil(SHARD_EQUATIONS).max(1);
    let mut by_shard = vec![Vec::new(); shards];
    for &(key, value) in entries {
        by_shard[shard_of(key, shards)].push((key, value));
    }
    let mut bytes = MAGIC.to_vec();
    bytes.extend(u32::try_from(shards).ok()?.to_le_bytes());
    bytes.extend(code.lengths());
    let mut solution = Vec::new();
    for entries in &by_shard {
        let begin = u32::try_from(solution.len()).ok()?;
        let (seed, bits) = solve_shard(entries, &code)?;
        bytes.extend(begin.to_le_bytes());
        bytes.push(seed);
        solution.extend(bits);
    }
    bytes.extend(u32::try_from(solution.len()).ok()?.to_le_bytes());
    bytes.push(0);
    bytes.extend(solution.chunks(8).map(|bits| bits.iter().rev().fold(0, |byte, &bit| byte << 1 | u8::from(bit))));
    Some(bytes)
}

fn solve_shard(entries: &[(u64, u8)], code: &HuffmanCode) -> Option<(u8, Vec<bool>)> {
    let equations: usize = entries.iter().map(|&(_, value)| code.codeword(value).1 as usize).sum();
    for seed in 0..=u8::MAX {
        // Tries several seeds for every size: retrying is cheaper than a larger shard.
        let size = equations + equations * usize::from(seed / 8) / 200 + WIDTH;
        if let Some(bits) = try_shard(entries, code, seed, size) {
            return Some((seed, bits));
        }
    }
    None
}

/// Gaussian elimination with back substitution: every row is stored at the index of its lowest unknown. `None` if the
/// equations contradict each other.
fn try_shard(entries: &[(u64, u8)], code: &HuffmanCode, seed: u8, size: usize) -> Option<Vec<bool>> {
    let mut rows = vec![(0_u128, false); size];
    for &(key, value) in entries {
        let (codeword, length) = code.codeword(value);
        for index in 0..length {
            let mut sum = codeword >> (length - 1 - index) & 1 == 1;
            let (mut at, mut window) = equation(key, index, seed, size);
            loop {
                let row = &mut rows[at];
                if row.0 == 0 {
                    *row = (window, sum);
                    break;
                }
                window ^= row.0;
                sum ^= row.1;
                if window == 0 {
                    if sum {
                        return None;
                    }
                    break;
                }
                let skip = window.trailing_zeros();
                window >>= skip;
                at += skip as usize;
            }
        }
    }
    let mut bits = vec![false; size];
    let mut window = 0_u128;
    for at in (0..size).rev() {
        window <<= 1;
        let (row, sum) = rows[at];
        let bit = sum ^ ((window & row).count_ones() % 2 == 1);
        bits[at] = bit;
        window |= u128::from(bit);
    }
    Some(bits)
}

/// The first unknown of an equation's window, and the mask of the unknowns in it; the first one always takes part.
fn equation(key: u64, index: u32, seed: u8, size: usize) -> (usize, u128) {
    let a = mix(key ^ u64::from(index) << 50 ^ u64::from(seed) << 56);
    let (b, c) = (mix(a ^ 0x5851_F42D_4C95_7F2D), mix(a.rotate_left(32)));
    let start = ((u128::from(a) * (size - WIDTH + 1) as u128) >> 64) as usize;
    (start, u128::from(b) << 64 | u128::from(c) | 1)
}

fn shard_of(key: u64, shards: usize) -> usize {
    ((u128::from(mix(!key)) * shards as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use rand::rngs::SmallRng;
    use rand::{Rng, SeedableRng};

    use super::*;

    #[test]
    fn returns_every_value_in_little_space() {
        let mut rng = SmallRng::seed_from_u64(1);
        for count in [0, 1, 2, 100, 30_000] {
            let value = |rng: &mut SmallRng| rng.random_range(0..9) * rng.random_range(0..4);
            let entries: Vec<(u64, u8)> = (0..count).map(|key| (key * 977, value(&mut rng))).collect();
            let bytes = build(&entries).unwrap();
            let retrieval = Retrieval::new(bytes.as_slice(), 0).unwrap();
            assert!(entries.iter().all(|&(key, value)| retrieval.get(key) == value));
            assert_eq!(build(&entries).unwrap(), bytes, "building is deterministic");
            if count > 1000 {
                let code = HuffmanCode::for_values(entries.iter().map(|entry| entry.1));
                let bits: usize = entries.iter().map(|entry| code.codeword(entry.1).1 as usize).sum();
                assert!(bytes.len() * 8 < bits * 106 / 100, "{} bytes for {bits} bits", bytes.len());
            }
        }
    }

    #[test]
    fn rejects_truncated_bytes_and_never_panics() {
        let bytes = build(&[(1, 2), (3, 4)]).unwrap();
        for length in 0..bytes.len() - 1 {
            assert!(Retrieval::new(&bytes[..length], 0).is_none(), "{length}");
        }
        for index in 0..bytes.len() {
            let mut other = bytes.clone();
            other[index] ^= 0xff;
            let _ = Retrieval::new(other, 0).map(|map| map.get(1));
        }
    }

    #[test]
    fn rejects_a_key_with_two_values() {
        assert!(build(&[(1, 2), (1, 3)]).is_none());
    }
}
