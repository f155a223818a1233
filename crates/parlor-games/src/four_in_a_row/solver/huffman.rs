//! A canonical Huffman code for small numbers: the code lengths are all that has to be stored.

/// See the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Code {
    lengths: [u8; Self::SYMBOLS],
    words: [u32; Self::SYMBOLS],
}

impl Code {
    /// Values are below this: all scores, offset.
    pub(super) const SYMBOLS: usize = 43;
    const LONGEST: u8 = 31;

    /// The best code for values that come up as often as these.
    pub(super) fn for_values(values: impl Iterator<Item = u8>) -> Self {
        let mut counts = [0_u64; Self::SYMBOLS];
        for value in values {
            counts[usize::from(value) % Self::SYMBOLS] += 1;
        }
        // Groups of values under one node of the tree; the two rarest are joined until one is left.
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
        Self::assigned(lengths)
    }

    /// The code with these lengths; `None` if there is none.
    pub(super) fn from_lengths(lengths: [u8; Self::SYMBOLS]) -> Option<Self> {
        let room: u64 = lengths.iter().filter(|&&l| l > 0).map(|&l| 1_u64 << (32 - l.min(32))).sum();
        let is_code = lengths.iter().all(|&length| length <= Self::LONGEST) && room <= 1 << 32;
        is_code.then(|| Self::assigned(lengths))
    }

    /// The lengths, 0 for values without a word.
    pub(super) fn lengths(&self) -> [u8; Self::SYMBOLS] {
        self.lengths
    }

    /// The word of a value and its length, first bit highest.
    pub(super) fn word(&self, value: u8) -> (u32, u32) {
        let value = usize::from(value) % Self::SYMBOLS;
        (self.words[value], u32::from(self.lengths[value]))
    }

    /// Asks for bits by their places until they are the word of a value; 0 if they never are.
    pub(super) fn decode(&self, mut bit: impl FnMut(u32) -> bool) -> u8 {
        let mut word = 0;
        for length in 1..=Self::LONGEST {
            word = word << 1 | u32::from(bit(u32::from(length) - 1));
            let found = (0..Self::SYMBOLS).find(|&value| self.lengths[value] == length && self.words[value] == word);
            if let Some(value) = found {
                return value as u8;
            }
        }
        0
    }

    /// Words of equal length in order of their values, shorter ones first.
    fn assigned(lengths: [u8; Self::SYMBOLS]) -> Self {
        let mut words = [0; Self::SYMBOLS];
        let mut next = 0_u32;
        for length in 1..=Self::LONGEST {
            next = next.wrapping_shl(1);
            for value in 0..Self::SYMBOLS {
                if lengths[value] == length {
                    words[value] = next;
                    next = next.wrapping_add(1);
                }
            }
        }
        Self { lengths, words }
    }
}
