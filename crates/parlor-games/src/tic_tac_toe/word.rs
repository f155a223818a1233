//! The machine word that holds a board: `u64` where the board with its guard column fits (up to 7x7), `u128`
//! for 8x8 and 9x9. Measured on 9x9: choosing the word by type is half again as fast as at run time.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Shl, Shr};

use crate::bits::{Bits, WideBits};

pub trait Word:
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
    /// Drops what does not fit.
    fn low(wide: u128) -> Self;
    fn wide(self) -> u128;
    fn count_ones(self) -> u32;
    /// The set bits in ascending order.
    fn ones(self) -> impl Iterator<Item = u32> + Clone + Debug;
}

macro_rules! word {
    ($word:ty, $bits:ident) => {
        impl Word for $word {
            const ONE: Self = 1;

            #[inline]
            #[allow(clippy::cast_lossless, reason = "one of the two words is u128 itself")]
            fn low(wide: u128) -> Self {
                wide as $word
            }

            #[inline]
            #[allow(clippy::cast_lossless, reason = "one of the two words is u128 itself")]
            fn wide(self) -> u128 {
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

word!(u64, Bits);
word!(u128, WideBits);
