//! Bitboards as ordered sets of cells. [`Bits`] iterates from the lowest bit up; `count` and `nth` are overridden,
//! because perft and play-outs use them most.

pub(crate) use parlor_core::random::mix;

/// Defines an iterator over the set bits of a word.
macro_rules! ordered_set {
    ($name:ident, $word:ty) => {
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub(crate) struct $name(pub(crate) $word);

        impl $name {
            #[inline]
            pub(crate) fn len(&self) -> usize {
                self.0.count_ones() as usize
            }
        }

        impl Iterator for $name {
            type Item = u32;

            #[inline]
            fn next(&mut self) -> Option<u32> {
                let lowest = (self.0 != 0).then(|| self.0.trailing_zeros());
                self.0 &= self.0.wrapping_sub(1);
                lowest
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                (self.len(), Some(self.len()))
            }

            #[inline]
            fn count(self) -> usize {
                self.len()
            }

            #[inline]
            fn nth(&mut self, n: usize) -> Option<u32> {
                for _ in 0..n {
                    self.0 &= self.0.wrapping_sub(1);
                }
                self.next()
            }
        }
    };
}

ordered_set!(Bits, u64);
ordered_set!(WideBits, u128);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iteration_count_and_nth_agree() {
        for word in [0, 1, 1 << 63, 0b1011_0100, u64::MAX] {
            let cells: Vec<u32> = Bits(word).collect();
            assert_eq!(cells, (0..64).filter(|bit| word >> bit & 1 == 1).collect::<Vec<_>>());
            assert_eq!(Bits(word).count(), cells.len());
            for n in 0..=cells.len() {
                assert_eq!(Bits(word).nth(n), cells.get(n).copied());
                assert_eq!(WideBits(u128::from(word) << 40).nth(n), cells.get(n).map(|bit| bit + 40));
            }
        }
    }
}
