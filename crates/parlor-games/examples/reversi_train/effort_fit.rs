//! Fits the weights of the ordering: those that make the expected number of nodes least where the first child is drawn by
//! its rank (a softmax), by gradient descent with adaptive steps (Adam).

use parlor_games::reversi::patterns::{Features, INSTANCES, KnotWeights, UNIT, effort_of_replies};

use crate::effort::CutNode;
use crate::fit::Parameters;

const EPOCHS: usize = 16;
const BATCH: usize = 8_192;
const STEP: f32 = 0.004;
/// The greater, the surer the child of the lowest rank comes first.
const SHARPNESS: f32 = 20.0;
/// Large nodes weigh more than small ones, but not in proportion to their nodes, which a few would decide.
const DAMPING: f32 = 0.3;
/// Holds the weights of rare fillings where they started.
const RIDGE: f32 = 1e-5;
/// One node of so many is held out.
const HELD_OUT: usize = 20;

struct Row {
    ids: [u32; INSTANCES],
    /// The part of the rank that is not fitted.
    base: f32,
    /// Nodes if this child comes first: if it does not cut off, one that does follows.
    cost: f32,
    weight: f32,
}

impl Row {
    fn rank(&self, weights: &[f32]) -> f32 {
        self.base + self.ids.iter().map(|id| weights[*id as usize]).sum::<f32>()
    }
}

#[expect(clippy::cast_precision_loss, reason = "nodes are counted roughly")]
fn rows(parameters: &Parameters, node: &CutNode) -> Vec<Row> {
    let cutting: Vec<f32> = node.children.iter().filter(|child| child.cuts).map(|child| child.nodes as f32).collect();
    let later = cutting.iter().sum::<f32>() / cutting.len() as f32;
    let cost = |cuts: bool, nodes: u32| 1.0 + nodes as f32 + if cuts { 0.0 } else { later };
    let all: f32 = node.children.iter().map(|child| cost(child.cuts, child.nodes)).sum();
    let damped = (all / node.children.len() as f32).powf(DAMPING);
    let row = |child: &crate::effort::Measured| {
        let discs = node.discs.place(u32::from(child.cell));
        let cost = cost(child.cuts, child.nodes);
        Row {
            ids: parameters.of_patterns(&Features::new(discs)),
            base: effort_of_replies(discs, discs.moves(), child.cell) as f32 / UNIT as f32,
            cost,
            weight: cost / damped,
        }
    };
    node.children.iter().map(row).collect()
}

/// Nodes of all held-out nodes with the child of the lowest rank first.
fn cost(nodes: &[Vec<Row>], rank: impl Fn(&Row) -> f32) -> f32 {
    let first =
        |rows: &Vec<Row>| rows.iter().min_by(|one, two| rank(one).total_cmp(&rank(two))).map_or(0.0, |row| row.cost);
    nodes.iter().map(first).sum()
}

/// New weights, starting from those given.
#[expect(clippy::cast_precision_loss, reason = "counts are small enough")]
pub(crate) fn fit(parameters: &Parameters, nodes: &[CutNode], start: &KnotWeights, name: &str) -> KnotWeights {
    let start = parameters.flatten(start);
    let mut weights = start.clone();
    let (mut held_out, mut trained) = (Vec::new(), Vec::new());
    for (number, node) in nodes.iter().enumerate() {
        let set = if number.is_multiple_of(HELD_OUT) { &mut held_out } else { &mut trained };
        set.push(rows(parameters, node));
    }
    let mean =
        trained.iter().flatten().map(|row| row.weight).sum::<f32>() / trained.iter().flatten().count().max(1) as f32;
    trained.iter_mut().flatten().for_each(|row| row.weight /= mean);
    let least = cost(&held_out, |row| row.cost);
    let by_replies = cost(&held_out, |row| row.base);
    let before = cost(&held_out, |row| row.rank(&weights));
    let mut adam = Adam { mean: vec![0.0; weights.len()], square: vec![0.0; weights.len()], steps: 0 };
    let batches = trained.len().div_ceil(BATCH);
    for epoch in 0..EPOCHS {
        for batch in 0..batches {
            // Each batch has nodes of all games.
            let rows: Vec<&Vec<Row>> = trained.iter().skip(batch).step_by(batches).collect();
            let mut gradient: Vec<f32> =
                weights.iter().zip(&start).map(|(one, two)| 2.0 * RIDGE * (one - two)).collect();
            for node in &rows {
                add_gradient(node, &weights, rows.len() as f32, &mut gradient);
            }
            let done = (epoch * batches + batch) as f32 / (EPOCHS * batches) as f32;
            adam.step(&mut weights, &gradient, STEP * (1.0 - done).max(0.02));
        }
    }
    let after = cost(&held_out, |row| row.rank(&weights));
    println!(
        "{name}: {} nodes; held out, in parts of the order by replies: {:.3} before, {:.3} fitted, {:.3} at best",
        nodes.len(),
        before / by_replies,
        after / by_replies,
        least / by_replies
    );
    parameters.unflatten(&weights)
}

/// The gradient of the expected cost of one node.
fn add_gradient(rows: &[Row], weights: &[f32], count: f32, gradient: &mut [f32]) {
    let ranks: Vec<f32> = rows.iter().map(|row| row.rank(weights)).collect();
    let lowest = ranks.iter().copied().fold(f32::INFINITY, f32::min);
    let shares: Vec<f32> = ranks.iter().map(|rank| (SHARPNESS * (lowest - rank)).exp()).collect();
    let total: f32 = shares.iter().sum();
    let expected: f32 = rows.iter().zip(&shares).map(|(row, share)| row.weight * share / total).sum();
    for (row, share) in rows.iter().zip(&shares) {
        let slope = -SHARPNESS * share / total * (row.weight - expected) / count;
        row.ids.iter().for_each(|id| gradient[*id as usize] += slope);
    }
}

struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

impl Adam {
    fn step(&mut self, weights: &mut [f32], gradient: &[f32], step: f32) {
        const MEAN: f32 = 0.9;
        const SQUARE: f32 = 0.99;
        self.steps += 1;
        let corrections = (1.0 - MEAN.powi(self.steps), 1.0 - SQUARE.powi(self.steps));
        for index in 0..weights.len() {
            let slope = gradient[index];
            self.mean[index] = MEAN * self.mean[index] + (1.0 - MEAN) * slope;
            self.square[index] = SQUARE * self.square[index] + (1.0 - SQUARE) * slope * slope;
            weights[index] -=
                step * (self.mean[index] / corrections.0) / ((self.square[index] / corrections.1).sqrt() + 1e-7);
        }
    }
}
