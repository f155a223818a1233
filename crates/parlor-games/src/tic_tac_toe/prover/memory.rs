//! What was found about each siege: a table of fixed size whose entries keep the whole position, because equal keys
//! are no proof. Its memory is taken piece by piece as it fills.

use parlor_engines::proof_numbers::Numbers;

use super::siege::Siege;

#[derive(Clone, Copy, Debug, Default)]
struct Slot<W> {
    siege: Siege<W>,
    numbers: Numbers,
    /// 0 marks a slot never written.
    work: u32,
}

const SLOTS_A_BUCKET: usize = 4;
const BUCKETS_A_PIECE: usize = 64;

#[derive(Debug)]
pub(super) struct Memory<W> {
    pieces: Vec<Vec<[Slot<W>; SLOTS_A_BUCKET]>>,
}

impl<W: Copy + Default + Eq> Memory<W> {
    pub(super) fn new(mib: u32) -> Memory<W> {
        let piece = size_of::<Slot<W>>() * SLOTS_A_BUCKET * BUCKETS_A_PIECE;
        Memory { pieces: vec![Vec::new(); (((mib as usize) << 20) / piece).max(1)] }
    }

    pub(super) fn clear(&mut self) {
        self.pieces.iter_mut().for_each(Vec::clear);
    }

    fn place(&self, key: u64) -> (usize, usize) {
        let buckets = (self.pieces.len() * BUCKETS_A_PIECE) as u128;
        let bucket = ((u128::from(key) * buckets) >> 64) as usize;
        (bucket / BUCKETS_A_PIECE, bucket % BUCKETS_A_PIECE)
    }

    #[inline]
    pub(super) fn find(&self, key: u64, siege: &Siege<W>) -> Option<(Numbers, u32)> {
        let (piece, bucket) = self.place(key);
        let slot = self.pieces[piece].get(bucket)?.iter().find(|slot| slot.work > 0 && slot.siege == *siege)?;
        Some((slot.numbers, slot.work))
    }

    /// Replaces what is known of the siege, or else what took the least work.
    pub(super) fn store(&mut self, key: u64, siege: &Siege<W>, numbers: Numbers, work: u32) {
        let (piece, bucket) = self.place(key);
        let piece = &mut self.pieces[piece];
        if piece.is_empty() {
            piece.resize(BUCKETS_A_PIECE, [Slot::default(); SLOTS_A_BUCKET]);
        }
        let bucket = &mut piece[bucket];
        let known = bucket.iter().position(|slot| slot.work > 0 && slot.siege == *siege);
        let cheapest = || (0..SLOTS_A_BUCKET).min_by_key(|slot| bucket[*slot].work);
        let slot = known.or_else(cheapest).unwrap_or(0);
        bucket[slot] = Slot { siege: *siege, numbers, work: work.max(1) };
    }
}
