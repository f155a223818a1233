//! The weights of the patterns: packed in the program as one byte each, with one scale per knot and shape, and
//! unpacked once into one table per number of discs. Between two knots (numbers of discs for which weights were
//! fitted) weights are interpolated.

use std::sync::LazyLock;

use super::features::{Features, TABLE_OF};
use super::shapes::{INSTANCES, SHAPES, Shape, TABLES};

static PACKED: &[u8] = include_bytes!("weights.bin");

/// Discs at the first knot, and from one knot to the next.
pub const FIRST_KNOT: usize = 8;
pub const KNOT_STEP: usize = 4;
pub const KNOTS: usize = 14;

/// Parts of a disc in which weights are counted.
pub const UNIT: i32 = 128;
const UNIT_F32: f32 = 128.0;

type Table = Box<[i16; 1 << 16]>;

/// Weights ready for use, for one number of discs.
pub(super) struct Stage {
    bias: i32,
    tables: [Table; TABLES],
}

impl std::fmt::Debug for Stage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stage").finish_non_exhaustive()
    }
}

/// The weights of one knot: of each shape one per filling, mirrored fillings included; and one number added to
/// every position with an even, and with an odd number of empty cells.
#[derive(Clone, Debug, PartialEq)]
pub struct KnotWeights {
    pub bias: [f32; 2],
    pub shapes: Vec<Vec<f32>>,
}

impl KnotWeights {
    pub fn zero() -> KnotWeights {
        KnotWeights { bias: [0.0; 2], shapes: SHAPES.iter().map(|shape| vec![0.0; shape.fillings()]).collect() }
    }
}

/// Fillings that stand for themselves and their mirror images.
fn canonical(shape: &Shape, mirror: Option<&[usize]>) -> Vec<usize> {
    (0..shape.fillings()).filter(|filling| mirror.is_none_or(|mirror| *filling <= mirror[*filling])).collect()
}

/// The packed form: for each knot the bias (two times two bytes, in units), then for each shape a scale (two bytes, in
/// 1/256 units per step) and one signed byte per canonical filling.
#[expect(clippy::cast_sign_loss, reason = "scales are positive")]
pub fn pack(knots: &[KnotWeights]) -> Vec<u8> {
    let canonical: Vec<_> = SHAPES.iter().map(|shape| canonical(shape, shape.mirror().as_deref())).collect();
    let mut bytes = Vec::new();
    for knot in knots {
        for bias in knot.bias {
            bytes.extend(((bias * UNIT_F32).round() as i16).to_le_bytes());
        }
        for (weights, fillings) in knot.shapes.iter().zip(&canonical) {
            let largest = fillings.iter().map(|filling| weights[*filling].abs()).fold(0.0, f32::max);
            let scale = ((largest * UNIT_F32 * 256.0 / 127.0).ceil() as u16).max(1);
            bytes.extend(scale.to_le_bytes());
            bytes.extend(fillings.iter().map(|filling| {
                ((weights[*filling] * UNIT_F32 * 256.0 / f32::from(scale)).round() as i8).cast_unsigned()
            }));
        }
    }
    bytes
}

/// The inverse of [`pack`] for so many knots, with what quantisation lost. Missing bytes read as zero weights.
pub fn unpack(bytes: &[u8], knots: usize) -> Vec<KnotWeights> {
    let mirrors = SHAPES.map(|shape| shape.mirror());
    let pairs = SHAPES.iter().zip(&mirrors);
    let canonical: Vec<_> = pairs.map(|(shape, mirror)| canonical(shape, mirror.as_deref())).collect();
    let mut bytes = bytes.iter().copied();
    let mut byte = || bytes.next().unwrap_or(0);
    let mut unpacked = Vec::new();
    for _ in 0..knots {
        let mut knot = KnotWeights::zero();
        for bias in &mut knot.bias {
            *bias = f32::from(i16::from_le_bytes([byte(), byte()])) / UNIT_F32;
        }
        for ((weights, fillings), mirror) in knot.shapes.iter_mut().zip(&canonical).zip(&mirrors) {
            let step = f32::from(u16::from_le_bytes([byte(), byte()])) / 256.0 / UNIT_F32;
            for filling in fillings {
                weights[*filling] = f32::from(byte().cast_signed()) * step;
                if let Some(mirror) = mirror {
                    weights[mirror[*filling]] = weights[*filling];
                }
            }
        }
        unpacked.push(knot);
    }
    unpacked
}

/// The two knots around a number of discs, and the share of the second.
#[expect(clippy::cast_precision_loss, reason = "less than 64")]
pub fn knots_around(discs: usize) -> (usize, usize, f32) {
    let from_first = discs.saturating_sub(FIRST_KNOT);
    let lower = (from_first / KNOT_STEP).min(KNOTS - 1);
    let share = (from_first as f32 / KNOT_STEP as f32 - lower as f32).min(1.0);
    (lower, (lower + 1).min(KNOTS - 1), share)
}

/// Evaluates positions by their patterns.
#[derive(Debug)]
pub struct PatternWeights {
    stages: Vec<Stage>,
}

/// The weights that the program carries.
pub fn built_in() -> &'static PatternWeights {
    static BUILT_IN: LazyLock<PatternWeights> = LazyLock::new(|| PatternWeights::new(&unpack(PACKED, KNOTS)));
    &BUILT_IN
}

impl PatternWeights {
    pub fn new(knots: &[KnotWeights]) -> PatternWeights {
        let stage = |discs: usize| {
            let (lower, upper, share) = knots_around(discs);
            Stage::between([&knots[lower], &knots[upper]], share, (64 - discs) % 2)
        };
        PatternWeights { stages: (0..=64).map(stage).collect() }
    }

    /// The estimate for the side to move, in discs, given the number of discs on the board.
    #[inline]
    pub fn evaluate(&self, features: &Features, discs: u32) -> i32 {
        let sum = self.sum(features, discs);
        // Rounded to the nearest disc, and never as good as a wiped out opponent.
        ((sum + UNIT / 2 + 64 * UNIT) / UNIT - 64).clamp(-63, 63)
    }

    /// The estimate in units.
    #[inline]
    pub fn sum(&self, features: &Features, discs: u32) -> i32 {
        self.stages.get(discs as usize).map_or(0, |stage| stage.sum(features))
    }
}

impl Stage {
    /// Between two knots, with the share of the second; `odd` is 1 for an odd number of empty cells.
    pub(super) fn between([lower, upper]: [&KnotWeights; 2], share: f32, odd: usize) -> Stage {
        let mix = |one: f32, two: f32| ((one + (two - one) * share) * UNIT_F32).round();
        let mut tables: [Table; TABLES] = std::array::from_fn(|_| {
            vec![0; 1 << 16].into_boxed_slice().try_into().unwrap_or_else(|_| unreachable!("it has that length"))
        });
        for (index, shape) in SHAPES.iter().enumerate() {
            let pairs = lower.shapes[index].iter().zip(&upper.shapes[index]);
            for (slot, (one, two)) in tables[shape.table][shape.start..].iter_mut().zip(pairs) {
                *slot = mix(*one, *two) as i16;
            }
        }
        Stage { bias: mix(lower.bias[odd], upper.bias[odd]) as i32, tables }
    }

    #[inline]
    pub(super) fn sum(&self, features: &Features) -> i32 {
        let indices = features.indices();
        let mut sum = self.bias;
        for lane in 0..INSTANCES {
            sum += i32::from(self.tables[TABLE_OF[lane]][usize::from(indices[lane])]);
        }
        sum
    }
}
