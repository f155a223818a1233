//! `SplitMix64`, the seeded random number generator of tests, hash keys and random choices that must repeat.

/// The pseudorandom generator of Steele, Lea and Flood (2014): 64 bits of state, every seed is valid.
///
/// ```
/// use parlor_core::random::SplitMix64;
///
/// let mut random = SplitMix64::new(7);
/// assert_eq!(random.next_u64(), 0x63cb_e1e4_5932_0dd7);
/// assert!(random.below(6) < 6);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    pub const fn new(seed: u64) -> SplitMix64 {
        SplitMix64 { state: seed }
    }

    /// The state: `SplitMix64::new(random.state())` continues the sequence.
    pub const fn state(&self) -> u64 {
        self.state
    }

    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.state)
    }

    /// A number below `bound`, by multiply and shift: no division, and a bias below 2^-32 for small bounds. 0 if
    /// `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next_u64()) * bound as u128) >> 64) as usize
    }

    /// An element of a slice; `None` if it is empty.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }
}

/// Mixes every bit of a key into all 64 bits: the finalizer of [`SplitMix64`].
#[inline]
pub const fn mix(key: u64) -> u64 {
    let key = (key ^ (key >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let key = (key ^ (key >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    key ^ (key >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of the reference implementation.
    #[test]
    fn gives_the_published_numbers() {
        let mut random = SplitMix64::new(1_234_567);
        let numbers = [(); 3].map(|()| random.next_u64());
        assert_eq!(numbers, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn below_covers_its_range_and_nothing_else() {
        let mut random = SplitMix64::new(1);
        let mut seen = [false; 7];
        (0..200).for_each(|_| seen[random.below(7)] = true);
        assert_eq!(seen, [true; 7]);
        assert_eq!((random.below(0), random.choose::<u8>(&[])), (0, None));
    }
}
