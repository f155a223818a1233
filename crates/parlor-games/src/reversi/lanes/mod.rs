//! Four bitboards in one vector. Near the leaves of an endgame the speed depends on vector code, and the compiler does not
//! make it of every loop over an array. So this type names the instructions where the processor has them (AVX2);
//! elsewhere it is an array.

#[cfg(target_feature = "avx2")]
mod avx2;
#[cfg(any(test, not(target_feature = "avx2")))]
mod portable;

#[cfg(target_feature = "avx2")]
pub(super) use avx2::Lanes;
#[cfg(not(target_feature = "avx2"))]
pub(super) use portable::Lanes;

#[cfg(test)]
mod tests {
    use super::{Lanes, portable};
    use crate::bits::mix;

    /// The results of all operations, for one of the two types.
    macro_rules! results {
        ($lanes:ty, $words:expr) => {{
            let [a, b, c, d]: [$lanes; 4] = $words.map(<$lanes>::new);
            let low = c & <$lanes>::splat(63);
            [
                a | b & !c,
                a + b,
                a - b,
                a.shl::<9>(),
                b.shr::<7>(),
                a.shr_each(low),
                a.equal(<$lanes>::new([$words[0][0], 0, $words[0][2], 1])),
                a.above(b),
                <$lanes>::unions([a, b, c, d]),
                <$lanes>::splat(a.union()),
                a.count_ones(),
                <$lanes>::splat(u64::from(a.has_zero())),
                <$lanes>::splat(u64::from((a & <$lanes>::new([1, 2, 3, 4])).has_zero())),
                <$lanes>::splat(u64::from(a.least_u16())),
                a.equal_u16(a.least_u16()),
            ]
            .map(<$lanes>::words)
        }};
    }

    #[test]
    fn vector_code_computes_what_arrays_do() {
        for seed in 0..2_000 {
            let words = [0, 4, 8, 12].map(|start: u64| [0, 1, 2, 3].map(|lane: u64| mix(16 * seed + start + lane)));
            assert_eq!(results!(Lanes, words), results!(portable::Lanes, words), "{words:x?}");
        }
    }
}
