//! Set of pellets as a bit set.

/// Bit set of pellets, numbered in reading order. `W` words of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pellets<const W: usize>([u64; W]);

impl<const W: usize> Pellets<W> {
    pub const NONE: Pellets<W> = Pellets([0; W]);

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Number of pellets from this one on, in reading order.
    pub fn count_from(&self, first: usize) -> u32 {
        let Some((&word, rest)) = self.0.get(first / 64..).and_then(<[u64]>::split_first) else { return 0 };
        (word >> (first % 64)).count_ones() + rest.iter().map(|word| word.count_ones()).sum::<u32>()
    }

    pub fn contains(&self, pellet: usize) -> bool {
        self.0[pellet / 64] >> (pellet % 64) & 1 == 1
    }

    pub fn insert(&mut self, pellet: usize) {
        self.0[pellet / 64] |= 1 << (pellet % 64);
    }

    pub fn remove(&mut self, pellet: usize) {
        self.0[pellet / 64] &= !(1 << (pellet % 64));
    }

    pub fn is_subset(&self, other: &Pellets<W>) -> bool {
        self.0.iter().zip(&other.0).all(|(mine, theirs)| mine & !theirs == 0)
    }

    pub fn unite(&mut self, other: &Pellets<W>) {
        self.0.iter_mut().zip(&other.0).for_each(|(mine, theirs)| *mine |= theirs);
    }

    pub fn subtract(&mut self, other: &Pellets<W>) {
        self.0.iter_mut().zip(&other.0).for_each(|(mine, theirs)| *mine &= !theirs);
    }

    pub fn words(&self) -> &[u64; W] {
        &self.0
    }

    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(index, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let lowest = rest.trailing_zeros() as usize;
                // `rest & rest - 1` drops the lowest bit.
                (rest != 0).then(|| {
                    rest &= rest - 1;
                    index * 64 + lowest
                })
            })
        })
    }
}
