//! Engine `mcts`: Monte Carlo tree search (UCT) with random play-outs. Proved wins and losses are backed up as such
//! (MCTS-Solver: Winands, Björnsson, Saito 2008). The tree is reused from move to move, and its memory is bounded.
//! One play-out counts as one node.

mod tree;

use parlor_core::{
    Engine, EngineEntry, EngineInfo, Game, Limits, NoMoves, OptionSpec, Options, Outcome, Report, Score,
    SearchObserver, SearchTrace, TraceChild, TraceError, TraceEvent, Value, perft,
};
use rand::rngs::SmallRng;
use rand::{RngCore, SeedableRng};

use crate::options::TABLE_MIB;
use crate::{Budget, Reporter};
use tree::{NodeId, ProvenResult, Tree};

pub const SEED: OptionSpec =
    OptionSpec::integer("seed", "random seed; the same seed and node limit play the same moves", 0, u32::MAX, 1);

pub const EXPLORE: OptionSpec = OptionSpec::integer("explore", "exploration constant of UCT, in percent", 1, 1000, 70);

const OPTIONS: &[OptionSpec] = &[EXPLORE, TABLE_MIB, SEED];

pub const INFO: EngineInfo =
    EngineInfo::new("mcts", "Monte Carlo tree search; 50,000 play-outs if no limit is set", OPTIONS);

/// Play-outs of a search that has no other limit.
pub const DEFAULT_PLAYOUTS: u64 = 50_000;

/// Maximum visit count: a visit adds up to two half points, which must fit into the counter.
const MAX_VISITS: u32 = u32::MAX / 2;

/// Play-outs between two reports of the best move.
const REPORT_INTERVAL: u64 = 512;

pub fn entry<G: Game>() -> EngineEntry<G> {
    EngineEntry::new(INFO, |options| Mcts::new(options))
}

/// Monte Carlo tree search.
#[derive(Debug)]
pub struct Mcts<G: Game> {
    seed: u32,
    explore: f32,
    rng: SmallRng,
    tree: Tree<G::Move>,
    /// The position of the tree's root.
    root: Option<G>,
    /// The nodes of the current iteration, from the root down.
    path: Vec<NodeId>,
}

impl<G: Game> Mcts<G> {
    pub fn new(options: &Options) -> Mcts<G> {
        let seed = options.integer(&SEED);
        #[expect(clippy::cast_precision_loss, reason = "a percentage of at most 1000")]
        let explore = options.integer(&EXPLORE) as f32 / 100.0;
        Mcts {
            seed,
            explore,
            rng: SmallRng::seed_from_u64(u64::from(seed)),
            tree: Tree::new(options.integer(&TABLE_MIB)),
            root: None,
            path: Vec::new(),
        }
    }

    /// Makes a position the root. Its subtree is reused if it is at most two plies below the previous root.
    fn set_root(&mut self, position: &G) {
        let node = self.root.as_ref().and_then(|root| self.find_node(root, position));
        match node {
            Some(node) => self.tree.reroot(node),
            None => self.tree.clear(),
        }
        self.root = Some(position.clone());
    }

    /// The node of a position at most two plies below the root.
    fn find_node(&self, root: &G, position: &G) -> Option<NodeId> {
        if root == position {
            return Some(NodeId::ROOT);
        }
        for child in self.tree.children(NodeId::ROOT) {
            let next = root.after(self.tree.incoming_move(child)?);
            if next == *position {
                return Some(child);
            }
            for grandchild in self.tree.children(child) {
                if next.after(self.tree.incoming_move(grandchild)?) == *position {
                    return Some(grandchild);
                }
            }
        }
        None
    }

    /// One iteration: selection, expansion, play-out, backpropagation.
    fn run_iteration(&mut self, root: &G, max_depth: usize, observer: impl SearchObserver<G::Move>) {
        let mut position = root.clone();
        self.path.clear();
        self.path.push(NodeId::ROOT);
        let mut node = NodeId::ROOT;
        let (outcome, is_proved) = loop {
            if let Some(outcome) = self.tree.proven_result(node).outcome(position.turn()) {
                break (outcome, true);
            }
            if !self.tree.is_expanded(node) {
                let is_new = self.tree.visits(node) == 0 && node != NodeId::ROOT;
                observer.record(|| TraceEvent::Select { path: self.path_numbers() });
                if is_new || self.path.len() > max_depth || !self.expand(node, &position) {
                    break (self.play_out(&position), false);
                }
                observer.record(|| self.expansion(node));
                continue;
            }
            node = self.tree.select(node, self.explore);
            self.path.push(node);
            if let Some(m) = self.tree.incoming_move(node) {
                position.play_unchecked(m);
            }
        };
        let value = || Value::exact(Score::from_outcome(outcome, root.turn()));
        observer.record(|| TraceEvent::Playout { value: value().into(), is_proved });
        self.tree.backpropagate(&self.path, root.turn(), outcome);
        observer.record(|| TraceEvent::Backup { path: self.tree.path_statistics(&self.path) });
    }

    /// The numbers of the nodes of the current path, for a trace.
    fn path_numbers(&self) -> Vec<u32> {
        self.path.iter().map(|node| node.number()).collect()
    }

    /// The expansion of the last node of the path, for a trace.
    fn expansion(&self, node: NodeId) -> TraceEvent<G::Move> {
        let ply = self.path.len() - 1;
        let child = |child: NodeId| {
            let m = self.tree.incoming_move(child)?;
            Some(TraceChild { node: child.number(), m, proved: self.tree.proved_score(child, ply + 1) })
        };
        let children = self.tree.children(node).filter_map(child).collect();
        TraceEvent::Expand { node: node.number(), proved: self.tree.proved_score(node, ply), children }
    }

    /// Adds the children of a node and marks those that end the game. Returns `false` if the memory is full.
    fn expand(&mut self, node: NodeId, position: &G) -> bool {
        let rng = &mut self.rng;
        let children = position.legal_moves().map(|m| {
            let next = position.after(m);
            let is_over = next.legal_moves().next().is_none();
            (m, if is_over { ProvenResult::of(next.outcome(), next.turn()) } else { ProvenResult::Unproven })
        });
        self.tree.expand(node, children, |count| random_below(rng, count))
    }

    fn play_out(&mut self, position: &G) -> Outcome {
        let rng = &mut self.rng;
        let (_, end) = perft::playout(position, &mut |count| random_below(rng, count));
        end.outcome().unwrap_or(Outcome::Draw)
    }

    fn info(&self, nodes: u64) -> Option<Report<G::Move>> {
        let best = self.tree.best_child(NodeId::ROOT)?;
        let mut line = Vec::new();
        let mut node = Some(best);
        while let Some(m) = node.and_then(|node| self.tree.incoming_move(node)) {
            line.push(m);
            node = node.and_then(|node| self.tree.best_child(node));
        }
        let depth = u32::try_from(line.len()).unwrap_or(u32::MAX);
        Some(Report { best: line[0], value: self.root_value(best), line, depth, nodes })
    }

    fn root_value(&self, best: NodeId) -> Value {
        match self.tree.proven_result(NodeId::ROOT) {
            ProvenResult::Unproven => {
                let value = self.move_value(best);
                Value { at_most: Score::WON, ..value }
            }
            result => result.value(),
        }
    }

    /// The value of the move to a child, for the player who makes it.
    fn move_value(&self, child: NodeId) -> Value {
        match self.tree.proven_result(child) {
            ProvenResult::Unproven => Value::estimate(score_from_mean(self.tree.mean(child))),
            result => result.value().backed_up(),
        }
    }

    /// Runs until a limit is reached or the root is proved. Calls `on_progress` at intervals; returns the play-outs.
    fn run(
        &mut self,
        position: &G,
        limits: &Limits,
        on_progress: &mut dyn FnMut(&Self, u64),
        observer: impl SearchObserver<G::Move>,
    ) -> u64 {
        let mut limits = limits.clone();
        if limits.time.is_none() && limits.nodes.is_none() {
            limits.nodes = Some(DEFAULT_PLAYOUTS);
        }
        let mut budget = Budget::new(&limits);
        self.set_root(position);
        let max_depth = limits.depth.map_or(usize::MAX, |depth| depth.max(1) as usize);
        while self.tree.proven_result(NodeId::ROOT) == ProvenResult::Unproven
            && self.tree.visits(NodeId::ROOT) < MAX_VISITS
            && budget.spend()
        {
            self.run_iteration(position, max_depth, observer);
            if budget.nodes().is_multiple_of(REPORT_INTERVAL) {
                on_progress(self, budget.nodes());
            }
        }
        budget.nodes()
    }

    fn search_observed(
        &mut self,
        position: &G,
        limits: &Limits,
        on_report: &mut dyn FnMut(Report<G::Move>),
        observer: impl SearchObserver<G::Move>,
    ) -> Result<(), NoMoves> {
        let mut last_best = position.legal_moves().next().ok_or(NoMoves)?;
        let mut reporter = Reporter::start(limits, last_best, on_report);
        let mut on_progress = |engine: &Self, nodes: u64| {
            if let Some(info) = engine.info(nodes).filter(|info| info.best != last_best) {
                last_best = info.best;
                reporter.send(info);
            }
        };
        let nodes = self.run(position, limits, &mut on_progress, observer);
        if let Some(info) = self.info(nodes) {
            observer.record(|| TraceEvent::Report { depth: info.depth, nodes, value: info.value.into() });
            reporter.send(info);
        }
        reporter.finish();
        Ok(())
    }
}

/// A random number below `count`, by multiply and shift: no division, and a bias too small to affect play-outs.
fn random_below(rng: &mut SmallRng, count: usize) -> usize {
    ((u64::from(rng.next_u32()) * count as u64) >> 32) as usize
}

/// Converts a mean result, from 0 to 1, into hundredths from -1 to 1.
fn score_from_mean(mean: f32) -> Score {
    #[expect(clippy::cast_possible_truncation, reason = "a mean lies between 0 and 1")]
    Score::points(((mean - 0.5) * 200.0).round() as i32)
}

impl<G: Game> Engine<G> for Mcts<G> {
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        on_report: &mut dyn FnMut(Report<G::Move>),
    ) -> Result<(), NoMoves> {
        self.search_observed(position, limits, on_report, ())
    }

    fn analyze(&mut self, position: &G, limits: &Limits, report: &mut dyn FnMut(G::Move, Value)) -> u64 {
        if position.legal_moves().next().is_none() {
            return 0;
        }
        let nodes = self.run(position, limits, &mut |_, _| {}, ());
        for m in position.legal_moves() {
            let child = self.tree.children(NodeId::ROOT).find(|&child| self.tree.incoming_move(child) == Some(m));
            report(m, child.map_or(Value::estimate(Score::DRAW), |child| self.move_value(child)));
        }
        nodes
    }

    fn trace(&mut self, position: &G, limits: &Limits, trace: &SearchTrace<G::Move>) -> Result<(), TraceError> {
        Ok(self.search_observed(position, limits, &mut |_| (), trace)?)
    }

    fn reset(&mut self) {
        self.tree.clear();
        self.root = None;
        self.rng = SmallRng::seed_from_u64(u64::from(self.seed));
    }
}

#[cfg(test)]
mod tests {
    use parlor_core::Player;

    use super::*;

    #[test]
    fn mean_of_one_half_is_a_draw_score() {
        assert_eq!(score_from_mean(0.5), Score::DRAW);
        assert_eq!(score_from_mean(1.0), Score::points(100));
        assert_eq!(ProvenResult::of(Some(Outcome::Draw), Player::First), ProvenResult::Drawn);
    }
}
