//! Canonical Huffman code for small numbers. Only the code lengths have to be stored.

/// Canonical Huffman code: codewords of equal length are consecutive numbers in the order of their values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct HuffmanCode {
    lengths: [u8; Self::SYMBOLS],
    codewords: [u32; Self::SYMBOLS],
}

impl HuffmanCode {
    /// Number of values: scores plus an offset.
    pub(super) const SYMBOLS: usize = 43;
    const MAX_LENGTH: u8 = 31;

    /// The optimal code for the frequencies of these values.
    pub(super) fn for_values(values: impl Iterator<Item = u8>) -> Self {
        let mut counts = [0_u64; Self::SYMBOLS];
        for value in values {
            counts[usize::from(value) % Self::SYMBOLS] += 1;
        }
        // Each group holds the values under one node of the tree; the two rarest are joined until one is left.
        let mut groups: Vec<(u64, Vec<usize>)> =
            (0..Self::SYMBOLS).filter(|&value| counts[value] > 0).map(|value| (counts[value], vec![value])).collect();
        let mut lengths = [0; Self::SYMBOLS];
        if let [(_, lone)] = groups.as_slice() {
            lengths[lone[0]] = 1;
        }
        while groups.len() > 1 {
            groups.sort_by(|a, b| b.cmp(a));
            let (Some(a), Some(b)) = (groups.pop(), groups.pop()) else { break };
            let joined: Vec<usize> = a.1.into_iter().chain(b.1).collect();
            for &value in &joined {
                lengths[value] += 1;
            }
            groups.push((a.0 + b.0, joined));
        }
        Self::with_lengths(lengths)
    }

    /// The code with these lengths; `None` if they violate Kraft's inequality or are too long.
    pub(super) fn from_lengths(lengths: [u8; Self::SYMBOLS]) -> Option<Self> {
        let room: u64 = lengths.iter().filter(|&&l| l > 0).map(|&l| 1_u64 << (32 - l.min(32))).sum();
        let is_code = lengths.iter().all(|&length| length <= Self::MAX_LENGTH) && room <= 1 << 32;
        is_code.then(|| Self::with_lengths(lengths))
    }

    /// The code lengths; 0 for values without a codeword.
    pub(super) fn lengths(&self) -> [u8; Self::SYMBOLS] {
        self.lengths
    }

    /// The codeword of a value, first bit highest, and its length.
    pub(super) fn codeword(&self, value: u8) -> (u32, u32) {
        let value = usize::from(value) % Self::SYMBOLS;
        (self.codewords[value], u32::from(self.lengths[value]))
    }

    /// Reads bits by index until they form the codeword of a value; 0 if they never do.
    pub(super) fn decode(&self, mut bit: impl FnMut(u32) -> bool) -> u8 {
        let mut codeword = 0;
        for length in 1..=Self::MAX_LENGTH {
            codeword = codeword << 1 | u32::from(bit(u32::from(length) - 1));
            let found =
                (0..Self::SYMBOLS).find(|&value| self.lengths[value] == length && self.codewords[value] == codeword);
            if let Some(value) = found {
                return value as u8;
            }
        }
        0
    }

    /// Assigns codewords to valid lengths, shorter ones first.
    fn with_lengths(lengths: [u8; Self::SYMBOLS]) -> Self {
        let mut codewords = [0; Self::SYMBOLS];
        let mut next = 0_u32;
        for length in 1..=Self::MAX_LENGTH {
            next = next.wrapping_shl(1);
            for value in 0..Self::SYMBOLS {
                if lengths[value] == length {
                    codewords[value] = next;
                    next = next.wrapping_add(1);
                }
            }
        }
        Self { lengths, codewords }
    }
}
