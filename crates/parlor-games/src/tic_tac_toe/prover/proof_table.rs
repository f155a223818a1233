//! Transposition table of proof and disproof numbers. It has a fixed size, and its entries hold the whole position,
//! because equal keys are no proof. Memory is allocated in chunks as the table fills.

use parlor_engines::proof_numbers::ProofNumbers;

use super::proof_position::ProofPosition;

#[derive(Clone, Copy, Debug, Default)]
struct Slot<B> {
    position: ProofPosition<B>,
    numbers: ProofNumbers,
    /// 0 marks an empty slot.
    work: u32,
}

const SLOTS_PER_BUCKET: usize = 4;
const BUCKETS_PER_CHUNK: usize = 64;

/// Table from proof positions to their numbers and the work spent on them.
#[derive(Debug)]
pub(super) struct ProofTable<B> {
    /// A chunk is empty until its first entry is stored.
    chunks: Vec<Vec<[Slot<B>; SLOTS_PER_BUCKET]>>,
}

impl<B: Copy + Default + Eq> ProofTable<B> {
    pub(super) fn new(mib: u32) -> ProofTable<B> {
        let chunk_size = size_of::<Slot<B>>() * SLOTS_PER_BUCKET * BUCKETS_PER_CHUNK;
        ProofTable { chunks: vec![Vec::new(); (((mib as usize) << 20) / chunk_size).max(1)] }
    }

    pub(super) fn clear(&mut self) {
        self.chunks.iter_mut().for_each(Vec::clear);
    }

    /// The chunk of a key, and the bucket within it.
    fn locate(&self, key: u64) -> (usize, usize) {
        let buckets = (self.chunks.len() * BUCKETS_PER_CHUNK) as u128;
        let bucket = ((u128::from(key) * buckets) >> 64) as usize;
        (bucket / BUCKETS_PER_CHUNK, bucket % BUCKETS_PER_CHUNK)
    }

    #[inline]
    pub(super) fn find(&self, key: u64, position: &ProofPosition<B>) -> Option<(ProofNumbers, u32)> {
        let (chunk, bucket) = self.locate(key);
        let slot = self.chunks[chunk].get(bucket)?.iter().find(|slot| slot.work > 0 && slot.position == *position)?;
        Some((slot.numbers, slot.work))
    }

    /// Replaces the entry of the position, or else the entry of its bucket that took the least work.
    pub(super) fn store(&mut self, key: u64, position: &ProofPosition<B>, numbers: ProofNumbers, work: u32) {
        let (chunk, bucket) = self.locate(key);
        let chunk = &mut self.chunks[chunk];
        if chunk.is_empty() {
            chunk.resize(BUCKETS_PER_CHUNK, [Slot::default(); SLOTS_PER_BUCKET]);
        }
        let bucket = &mut chunk[bucket];
        let existing = bucket.iter().position(|slot| slot.work > 0 && slot.position == *position);
        let least_work = || (0..SLOTS_PER_BUCKET).min_by_key(|slot| bucket[*slot].work);
        let slot = existing.or_else(least_work).unwrap_or(0);
        bucket[slot] = Slot { position: *position, numbers, work: work.max(1) };
    }
}
