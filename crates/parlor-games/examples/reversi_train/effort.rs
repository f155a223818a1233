//! Measures how much work each child of a node is in a search to the end of the game (`cargo xtask reversi effort`), and fits
//! the weights of the ordering to it. Nodes are reached as a search reaches them: from a position of a game, one side tries
//! any move, the other answers with the one that leaves fewest replies.

use std::path::Path;
use std::time::Instant;
use std::{fs, io, thread};

use parlor_games::reversi::Discs;
use parlor_games::reversi::patterns::{EFFORT_KNOTS, KNOTS, PatternWeights, effort_knot, pack, unpack};
use parlor_games::reversi::search::Searcher;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

use crate::label::in_parallel;
use crate::{Game, Plan, effort_fit, fit, wthor};

/// Empty cells of the positions of games, and of the nodes that are measured.
const ROOT_EMPTIES: std::ops::RangeInclusive<u32> = 21..=24;
const NODE_EMPTIES: std::ops::RangeInclusive<u32> = 13..=19;
/// Nodes that are measured below one position of a game, and positions whose nodes are one file.
const NODES: usize = 16;
const PART: usize = 500;

/// A child: the move to it, whether it cuts off, and the nodes that took.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measured {
    pub(crate) cell: u8,
    pub(crate) cuts: bool,
    pub(crate) nodes: u32,
}

/// A node that is cut off by at least one of its children.
#[derive(Clone, Debug)]
pub(crate) struct CutNode {
    pub(crate) discs: Discs<8>,
    pub(crate) children: Vec<Measured>,
}

pub(crate) fn train(plan: &Plan) -> io::Result<()> {
    fs::create_dir_all(&plan.work)?;
    let games = wthor::read_folder(&plan.wthor)?;
    let weights: &'static PatternWeights =
        Box::leak(Box::new(PatternWeights::new(&unpack(&fs::read(&plan.weights)?, KNOTS))));
    let mut nodes = Vec::new();
    for first in (0..plan.positions).step_by(PART) {
        nodes.extend(part(plan, first, &games, weights)?);
    }
    let mut by_knot = vec![Vec::new(); EFFORT_KNOTS];
    for node in nodes {
        by_knot[effort_knot(node.discs.empties())].push(node);
    }
    let parameters = fit::Parameters::new();
    let start = unpack(&fs::read(&plan.effort).unwrap_or_default(), EFFORT_KNOTS);
    let knots: Vec<_> = thread::scope(|scope| {
        let fits: Vec<_> = by_knot
            .iter()
            .zip(&start)
            .enumerate()
            .map(|(knot, (nodes, start))| {
                let parameters = &parameters;
                scope.spawn(move || effort_fit::fit(parameters, nodes, start, &format!("knot {knot}")))
            })
            .collect();
        fits.into_iter().filter_map(|fit| fit.join().ok()).collect()
    });
    fs::write(&plan.effort, pack(&knots))
}

/// The nodes below the positions from `first` on: read from their file, or measured and written to it.
fn part(plan: &Plan, first: usize, games: &[Game], weights: &'static PatternWeights) -> io::Result<Vec<CutNode>> {
    let file = plan.work.join(format!("effort-{}-{first}", plan.seed));
    if let Ok(bytes) = fs::read(&file) {
        return Ok(from_bytes(&bytes));
    }
    let begun = Instant::now();
    let count = PART.min(plan.positions - first);
    let nodes: Vec<CutNode> = in_parallel(count, plan.threads, weights, |searcher, number| {
        below_a_position(searcher, games, SmallRng::seed_from_u64(plan.seed << 32 | (first + number) as u64))
    })
    .into_iter()
    .flatten()
    .collect();
    println!("{}: {} nodes, {:.0} s", name(&file), nodes.len(), begun.elapsed().as_secs_f64());
    // Written under another name first: a file is whole or absent.
    let unfinished = plan.work.join("unfinished");
    fs::write(&unfinished, to_bytes(&nodes))?;
    fs::rename(&unfinished, &file)?;
    Ok(nodes)
}

fn name(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn below_a_position(searcher: &mut Searcher, games: &[Game], mut dice: SmallRng) -> Vec<CutNode> {
    let game = &games[dice.random_range(0..games.len())];
    let empties = dice.random_range(ROOT_EMPTIES);
    let Some(root) = game.iter().find(|discs| discs.empties() == empties) else { return Vec::new() };
    let Some(margin) = searcher.selective_margin(*root, 0) else { return Vec::new() };
    (0..NODES).filter_map(|_| node(searcher, *root, margin, &mut dice)).collect()
}

/// Goes down from the root to a node that should be cut off, and measures its children.
fn node(searcher: &mut Searcher, root: Discs<8>, margin: i32, dice: &mut SmallRng) -> Option<CutNode> {
    let empties = dice.random_range(NODE_EMPTIES);
    // With this window the nodes at an even distance from the node to measure are cut off, the others are not.
    let mut is_cut_node = (root.empties() - empties).is_multiple_of(2);
    let (mut discs, mut alpha) = (root, if is_cut_node { margin - 1 } else { margin });
    while discs.empties() > empties {
        let moves: Vec<u32> = discs.move_cells().collect();
        if moves.is_empty() {
            return None;
        }
        let cell = if is_cut_node {
            *moves.iter().min_by_key(|cell| discs.place(**cell).moves().count_ones())?
        } else {
            moves[dice.random_range(0..moves.len())]
        };
        (discs, alpha, is_cut_node) = (discs.place(cell), -alpha - 1, !is_cut_node);
    }
    let measured = |cell: u32| {
        searcher.clear();
        let (is_above, nodes) = searcher.is_above(discs.place(cell), -alpha - 1);
        Measured { cell: cell as u8, cuts: !is_above, nodes: u32::try_from(nodes).unwrap_or(u32::MAX) }
    };
    let children: Vec<Measured> = discs.move_cells().map(measured).collect();
    (children.len() > 1 && children.iter().any(|child| child.cuts)).then_some(CutNode { discs, children })
}

/// Per child 22 bytes: both bitboards of the node, the cell (with its highest bit where it cuts off), the number of children
/// that follow, and the nodes.
fn to_bytes(nodes: &[CutNode]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for CutNode { discs, children } in nodes {
        for (place, child) in children.iter().enumerate() {
            bytes.extend(discs.mover.to_le_bytes());
            bytes.extend(discs.other.to_le_bytes());
            bytes.push(child.cell | u8::from(child.cuts) << 7);
            bytes.push((children.len() - 1 - place) as u8);
            bytes.extend(child.nodes.to_le_bytes());
        }
    }
    bytes
}

fn from_bytes(bytes: &[u8]) -> Vec<CutNode> {
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
    let (mut nodes, mut children) = (Vec::new(), Vec::new());
    for bytes in bytes.chunks_exact(22) {
        children.push(Measured { cell: bytes[16] & 63, cuts: bytes[16] > 127, nodes: word(&bytes[18..22]) as u32 });
        if bytes[17] == 0 {
            let discs = Discs { mover: word(&bytes[..8]), other: word(&bytes[8..16]) };
            nodes.push(CutNode { discs, children: std::mem::take(&mut children) });
        }
    }
    nodes
}
