//! Fits the weights of one knot to samples: least squares with a small ridge, by conjugate gradients with a diagonal
//! preconditioner. Samples between two knots count for both, in proportion to their distance.

use parlor_games::reversi::patterns::{FIRST_KNOT, Features, INSTANCES, KNOT_STEP, KnotWeights, SHAPES, UNIT};

use crate::samples::Sample;

/// Holds the weights of rare fillings at those they started from, like so many samples that agree with them.
const RIDGE: f32 = 4.0;

/// Numbers the parameters: a filling and its mirror image are one.
pub(crate) struct Parameters {
    /// By shape and filling.
    ids: Vec<Vec<u32>>,
    /// By lane: the shape, and where its fillings begin in its table of weights.
    lanes: Vec<(usize, u16)>,
    count: usize,
}

impl Parameters {
    pub(crate) fn new() -> Parameters {
        // The first two are the biases for an even and an odd number of empty cells.
        let mut count = 2;
        let ids = SHAPES.iter().map(|shape| {
            let mirror = shape.mirror();
            let mut ids = vec![u32::MAX; shape.fillings()];
            for filling in 0..ids.len() {
                let twin = mirror.as_ref().map_or(filling, |mirror| mirror[filling]);
                if ids[filling] == u32::MAX {
                    (ids[filling], ids[twin]) = (count, count);
                    count += 1;
                }
            }
            ids
        });
        let ids = ids.collect();
        Parameters { ids, lanes: parlor_games::reversi::patterns::lanes(), count: count as usize }
    }

    fn of(&self, sample: &Sample) -> [u32; INSTANCES + 1] {
        let mut ids = [sample.discs.empties() % 2; INSTANCES + 1];
        ids[..INSTANCES].copy_from_slice(&self.of_patterns(&Features::new(sample.discs)));
        ids
    }

    pub(crate) fn of_patterns(&self, features: &Features) -> [u32; INSTANCES] {
        let indices = features.indices();
        let mut ids = [0; INSTANCES];
        for (lane, (shape, start)) in self.lanes.iter().enumerate() {
            ids[lane] = self.ids[*shape][usize::from(indices[lane] - start)];
        }
        ids
    }

    pub(crate) fn flatten(&self, knot: &KnotWeights) -> Vec<f32> {
        let mut flat = vec![0.0; self.count];
        flat[..2].copy_from_slice(&knot.bias);
        for (ids, weights) in self.ids.iter().zip(&knot.shapes) {
            ids.iter().zip(weights).for_each(|(id, weight)| flat[*id as usize] = *weight);
        }
        flat
    }

    pub(crate) fn unflatten(&self, flat: &[f32]) -> KnotWeights {
        let shapes = self.ids.iter().map(|ids| ids.iter().map(|id| flat[*id as usize]).collect()).collect();
        KnotWeights { bias: [flat[0], flat[1]], shapes }
    }
}

/// New weights, and the root of the mean squared error of samples.
pub(crate) struct Fit {
    pub(crate) weights: KnotWeights,
    pub(crate) samples: usize,
    /// Error of the initial weights on held-out samples.
    pub(crate) before: f32,
    pub(crate) trained: f32,
    pub(crate) held_out: f32,
}

struct Row {
    ids: [u32; INSTANCES + 1],
    value: f32,
    importance: f32,
}

#[expect(clippy::cast_precision_loss, reason = "counts and discs are small enough")]
fn rows(parameters: &Parameters, samples: &[Sample], knot: usize, held_out: bool) -> Vec<Row> {
    let centre = FIRST_KNOT + knot * KNOT_STEP;
    let row = |sample: &Sample| {
        let distance = (64 - sample.discs.empties() as usize).abs_diff(centre);
        (distance < KNOT_STEP && sample.is_held_out() == held_out).then(|| Row {
            ids: parameters.of(sample),
            value: f32::from(sample.value) / UNIT as f32,
            importance: 1.0 - distance as f32 / KNOT_STEP as f32,
        })
    };
    samples.iter().filter_map(row).collect()
}

fn predict(row: &Row, weights: &[f32]) -> f32 {
    row.ids.iter().map(|id| weights[*id as usize]).sum()
}

fn error(rows: &[Row], weights: &[f32]) -> f32 {
    let (mut sum, mut total) = (0.0f64, 1e-9f64);
    for row in rows {
        let difference = f64::from((predict(row, weights) - row.value) * row.importance.sqrt());
        sum += difference * difference;
        total += f64::from(row.importance);
    }
    (sum / total).sqrt() as f32
}

fn dot(one: &[f32], two: &[f32]) -> f64 {
    one.iter().zip(two).map(|(one, two)| f64::from(*one) * f64::from(*two)).sum()
}

/// Conjugate gradients on the normal equations, from the weights given.
pub(crate) fn fit(parameters: &Parameters, samples: &[Sample], knot: usize, start: &KnotWeights, rounds: usize) -> Fit {
    let mut data = rows(parameters, samples, knot, false);
    let start = parameters.flatten(start);
    // The correction to the weights is fitted, so that fillings without samples keep theirs.
    let mut weights = vec![0.0; start.len()];
    for row in &mut data {
        row.value -= predict(row, &start);
    }
    let mut diagonal = vec![RIDGE; parameters.count];
    for row in &data {
        row.ids.iter().for_each(|id| diagonal[*id as usize] += row.importance);
    }
    // Applies the transposed design matrix to one number per row.
    let gather = |number: &dyn Fn(&Row) -> f32, vector: &[f32]| {
        let mut sums: Vec<f32> = vector.iter().map(|entry| -RIDGE * entry).collect();
        for row in &data {
            let share = number(row) * row.importance;
            row.ids.iter().for_each(|id| sums[*id as usize] += share);
        }
        sums
    };
    let mut residual = gather(&|row| row.value - predict(row, &weights), &weights);
    let precondition =
        |vector: &[f32]| -> Vec<f32> { vector.iter().zip(&diagonal).map(|(one, two)| one / two).collect() };
    let mut direction = precondition(&residual);
    let mut size = dot(&residual, &direction);
    for _ in 0..rounds {
        if size < 1e-6 {
            break;
        }
        let image = gather(&|row| -predict(row, &direction), &direction);
        let step = (size / -dot(&direction, &image)) as f32;
        for index in 0..weights.len() {
            weights[index] += step * direction[index];
            residual[index] += step * image[index];
        }
        let next = precondition(&residual);
        let next_size = dot(&residual, &next);
        let share = (next_size / size) as f32;
        direction.iter_mut().zip(&next).for_each(|(old, new)| *old = new + share * *old);
        size = next_size;
    }
    let trained = error(&data, &weights);
    weights.iter_mut().zip(&start).for_each(|(weight, start)| *weight += start);
    let held_out = rows(parameters, samples, knot, true);
    Fit {
        samples: data.len(),
        before: error(&held_out, &start),
        trained,
        held_out: error(&held_out, &weights),
        weights: parameters.unflatten(&weights),
    }
}
