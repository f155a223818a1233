//! Bitboard types: `u64` where the board with its guard column fits (up to 7x7), `u128` for 8x8 and 9x9. Measured on
//! 9x9: choosing the type at compile time is 1.5 times as fast as at run time.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Shl, Shr};

use crate::bits::{Bits, WideBits};

/// Unsigned integer that holds a set of cells.
pub trait Bitboard:
    Copy
    + Eq
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    const ONE: Self;
    /// Truncates to the size of the type.
    fn from_u128(bits: u128) -> Self;
    fn to_u128(self) -> u128;
    fn count_ones(self) -> u32;
    /// The set bits in ascending order.
    fn ones(self) -> impl Iterator<Item = u32> + Clone + Debug;
}

macro_rules! bitboard {
    ($integer:ty, $bits:ident) => {
        impl Bitboard for $integer {
            const ONE: Self = 1;

            #[inline]
            #[allow(clippy::cast_lossless, reason = "one of the two types is u128 itself")]
            fn from_u128(bits: u128) -> Self {
                bits as $integer
            }

            #[inline]
            #[allow(clippy::cast_lossless, reason = "one of the two types is u128 itself")]
            fn to_u128(self) -> u128 {
                self as u128
            }

            #[inline]
            fn count_ones(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn ones(self) -> impl Iterator<Item = u32> + Clone + Debug {
                $bits(self)
            }
        }
    };
}

bitboard!(u64, Bits);
bitboard!(u128, WideBits);
