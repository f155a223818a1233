//! Lanes as an array.

use std::array::from_fn;
use std::ops::{Add, BitAnd, BitOr, Not, Sub};

#[derive(Clone, Copy, Debug)]
pub(in crate::reversi) struct Lanes([u64; 4]);

/// All bits or none.
fn mask(is_set: bool) -> u64 {
    if is_set { u64::MAX } else { 0 }
}

/// The four parts of 16 bits.
fn parts(word: u64) -> [u16; 4] {
    from_fn(|part| (word >> (16 * part)) as u16)
}

impl Lanes {
    #[inline]
    pub(in crate::reversi) fn splat(word: u64) -> Lanes {
        Lanes([word; 4])
    }

    #[inline]
    pub(in crate::reversi) fn new(words: [u64; 4]) -> Lanes {
        Lanes(words)
    }

    #[inline]
    pub(in crate::reversi) fn words(self) -> [u64; 4] {
        self.0
    }

    #[inline]
    pub(in crate::reversi) fn shl<const BITS: i32>(self) -> Lanes {
        Lanes(self.0.map(|word| word << BITS))
    }

    #[inline]
    pub(in crate::reversi) fn shr<const BITS: i32>(self) -> Lanes {
        Lanes(self.0.map(|word| word >> BITS))
    }

    #[inline]
    pub(in crate::reversi) fn shr_each(self, bits: Lanes) -> Lanes {
        Lanes(from_fn(|lane| self.0[lane] >> (bits.0[lane] & 63)))
    }

    #[inline]
    pub(in crate::reversi) fn equal(self, other: Lanes) -> Lanes {
        Lanes(from_fn(|lane| mask(self.0[lane] == other.0[lane])))
    }

    #[inline]
    pub(in crate::reversi) fn above(self, other: Lanes) -> Lanes {
        Lanes(from_fn(|lane| mask(self.0[lane].cast_signed() > other.0[lane].cast_signed())))
    }

    #[inline]
    pub(in crate::reversi) fn union(self) -> u64 {
        let [a, b, c, d] = self.0;
        a | b | c | d
    }

    #[inline]
    pub(in crate::reversi) fn unions(four: [Lanes; 4]) -> Lanes {
        Lanes(four.map(Lanes::union))
    }

    #[inline]
    pub(in crate::reversi) fn has_zero(self) -> bool {
        self.0.contains(&0)
    }

    #[inline]
    pub(in crate::reversi) fn count_ones(self) -> Lanes {
        Lanes(self.0.map(|word| u64::from(word.count_ones())))
    }

    #[inline]
    pub(in crate::reversi) fn least_u16(self) -> u16 {
        self.0.into_iter().flat_map(parts).fold(u16::MAX, u16::min)
    }

    #[inline]
    pub(in crate::reversi) fn equal_u16(self, value: u16) -> Lanes {
        let equal = |part: u16| if part == value { 0xffff } else { 0 };
        Lanes(self.0.map(|word| parts(word).into_iter().rev().fold(0, |word, part| word << 16 | equal(part))))
    }
}

impl BitAnd for Lanes {
    type Output = Lanes;

    #[inline]
    fn bitand(self, other: Lanes) -> Lanes {
        Lanes(from_fn(|lane| self.0[lane] & other.0[lane]))
    }
}

impl BitOr for Lanes {
    type Output = Lanes;

    #[inline]
    fn bitor(self, other: Lanes) -> Lanes {
        Lanes(from_fn(|lane| self.0[lane] | other.0[lane]))
    }
}

impl Not for Lanes {
    type Output = Lanes;

    #[inline]
    fn not(self) -> Lanes {
        Lanes(self.0.map(|word| !word))
    }
}

impl Add for Lanes {
    type Output = Lanes;

    #[inline]
    fn add(self, other: Lanes) -> Lanes {
        Lanes(from_fn(|lane| self.0[lane].wrapping_add(other.0[lane])))
    }
}

impl Sub for Lanes {
    type Output = Lanes;

    #[inline]
    fn sub(self, other: Lanes) -> Lanes {
        Lanes(from_fn(|lane| self.0[lane].wrapping_sub(other.0[lane])))
    }
}
