//! Lanes as a vector register.

use std::ops::{Add, BitAnd, BitOr, Not, Sub};

use safe_arch::{
    add_i8_m256i, add_i64_m256i, bitand_m256i, bitor_m128i, bitor_m256i, bitxor_m256i, cast_to_m128i_from_m256i,
    cmp_eq_mask_i16_m256i, cmp_eq_mask_i64_m256i, cmp_gt_mask_i64_m256i, extract_m128i_m256i, get_i32_from_m128i_s,
    get_i64_from_m128i_s, m256i, min_position_u16_m128i, min_u16_m128i, set_splat_i8_m256i, set_splat_i16_m256i,
    set_splat_i64_m256i, shl_imm_u64_m256i, shr_each_u64_m256i, shr_imm_u64_m256i, shuffle_abi_i128z_all_m256i,
    shuffle_av_i8z_half_m256i, sub_i64_m256i, sum_of_u8_abs_diff_m256i, testz_m256i, unpack_high_i64_m128i,
    unpack_high_i64_m256i, unpack_low_i64_m256i, zeroed_m256i,
};

#[derive(Clone, Copy, Debug)]
pub(in crate::reversi) struct Lanes(m256i);

impl Lanes {
    #[inline]
    pub(in crate::reversi) fn splat(word: u64) -> Lanes {
        Lanes(set_splat_i64_m256i(word.cast_signed()))
    }

    #[inline]
    pub(in crate::reversi) fn new(words: [u64; 4]) -> Lanes {
        Lanes(m256i::from(words))
    }

    #[inline]
    pub(in crate::reversi) fn words(self) -> [u64; 4] {
        self.0.into()
    }

    #[inline]
    pub(in crate::reversi) fn shl<const BITS: i32>(self) -> Lanes {
        Lanes(shl_imm_u64_m256i::<BITS>(self.0))
    }

    #[inline]
    pub(in crate::reversi) fn shr<const BITS: i32>(self) -> Lanes {
        Lanes(shr_imm_u64_m256i::<BITS>(self.0))
    }

    /// Each lane shifted by a number of its own, below 64.
    #[inline]
    pub(in crate::reversi) fn shr_each(self, bits: Lanes) -> Lanes {
        Lanes(shr_each_u64_m256i(self.0, bits.0))
    }

    /// All bits of the lanes that are equal.
    #[inline]
    pub(in crate::reversi) fn equal(self, other: Lanes) -> Lanes {
        Lanes(cmp_eq_mask_i64_m256i(self.0, other.0))
    }

    /// All bits of the lanes that are greater, as signed numbers.
    #[inline]
    pub(in crate::reversi) fn above(self, other: Lanes) -> Lanes {
        Lanes(cmp_gt_mask_i64_m256i(self.0, other.0))
    }

    /// The union of the four lanes.
    #[inline]
    pub(in crate::reversi) fn union(self) -> u64 {
        let half = bitor_m128i(cast_to_m128i_from_m256i(self.0), extract_m128i_m256i::<1>(self.0));
        get_i64_from_m128i_s(bitor_m128i(half, unpack_high_i64_m128i(half, half))).cast_unsigned()
    }

    /// The union of the lanes of each of the four.
    #[inline]
    pub(in crate::reversi) fn unions([a, b, c, d]: [Lanes; 4]) -> Lanes {
        let halves = |one: Lanes, two: Lanes| {
            bitor_m256i(unpack_low_i64_m256i(one.0, two.0), unpack_high_i64_m256i(one.0, two.0))
        };
        let (first, second) = (halves(a, b), halves(c, d));
        Lanes(bitor_m256i(
            shuffle_abi_i128z_all_m256i::<0x20>(first, second),
            shuffle_abi_i128z_all_m256i::<0x31>(first, second),
        ))
    }

    /// Whether some lane is zero.
    #[inline]
    pub(in crate::reversi) fn has_zero(self) -> bool {
        let is_zero = cmp_eq_mask_i64_m256i(self.0, zeroed_m256i());
        testz_m256i(is_zero, is_zero) == 0
    }

    /// The number of bits in each lane.
    #[inline]
    pub(in crate::reversi) fn count_ones(self) -> Lanes {
        const BITS_OF: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];
        let counts = m256i::from([u128::from_le_bytes(BITS_OF); 2]);
        let nibble = set_splat_i8_m256i(15);
        let low = shuffle_av_i8z_half_m256i(counts, bitand_m256i(self.0, nibble));
        let high = shuffle_av_i8z_half_m256i(counts, bitand_m256i(shr_imm_u64_m256i::<4>(self.0), nibble));
        Lanes(sum_of_u8_abs_diff_m256i(add_i8_m256i(low, high), zeroed_m256i()))
    }

    /// The least of the sixteen parts of 16 bits.
    #[inline]
    pub(in crate::reversi) fn least_u16(self) -> u16 {
        let least = min_u16_m128i(cast_to_m128i_from_m256i(self.0), extract_m128i_m256i::<1>(self.0));
        get_i32_from_m128i_s(min_position_u16_m128i(least)).cast_unsigned() as u16
    }

    /// All bits of the parts of 16 bits that have this value.
    #[inline]
    pub(in crate::reversi) fn equal_u16(self, value: u16) -> Lanes {
        Lanes(cmp_eq_mask_i16_m256i(self.0, set_splat_i16_m256i(value.cast_signed())))
    }
}

impl BitAnd for Lanes {
    type Output = Lanes;

    #[inline]
    fn bitand(self, other: Lanes) -> Lanes {
        Lanes(bitand_m256i(self.0, other.0))
    }
}

impl BitOr for Lanes {
    type Output = Lanes;

    #[inline]
    fn bitor(self, other: Lanes) -> Lanes {
        Lanes(bitor_m256i(self.0, other.0))
    }
}

impl Not for Lanes {
    type Output = Lanes;

    #[inline]
    fn not(self) -> Lanes {
        Lanes(bitxor_m256i(self.0, set_splat_i64_m256i(-1)))
    }
}

impl Add for Lanes {
    type Output = Lanes;

    #[inline]
    fn add(self, other: Lanes) -> Lanes {
        Lanes(add_i64_m256i(self.0, other.0))
    }
}

impl Sub for Lanes {
    type Output = Lanes;

    #[inline]
    fn sub(self, other: Lanes) -> Lanes {
        Lanes(sub_i64_m256i(self.0, other.0))
    }
}
