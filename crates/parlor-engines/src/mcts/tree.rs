//! Tree of a Monte Carlo search. All nodes are in one array, and the children of a node are contiguous.

use parlor_core::{NodeStatistics, Outcome, Player, Score, TraceScore, Value};

/// Index of a node in the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NodeId(u32);

impl NodeId {
    pub(super) const ROOT: NodeId = NodeId(0);

    fn index(self) -> usize {
        self.0 as usize
    }

    /// The number of the node in a trace; the root is 0.
    pub(super) fn number(self) -> u32 {
        self.0
    }
}

/// Proved game-theoretic result of a node, for the side to move there. The number of plies is an upper bound: a win or
/// a loss can be forced within that many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ProvenResult {
    Unproven,
    Won(u16),
    Drawn,
    Lost(u16),
}

impl ProvenResult {
    /// The result of a position where the game is over.
    pub(super) fn of(outcome: Option<Outcome>, turn: Player) -> ProvenResult {
        match outcome {
            Some(Outcome::Win(player)) if player == turn => ProvenResult::Won(0),
            Some(Outcome::Win(_)) => ProvenResult::Lost(0),
            Some(Outcome::Draw) | None => ProvenResult::Drawn,
        }
    }

    pub(super) fn outcome(self, turn: Player) -> Option<Outcome> {
        match self {
            ProvenResult::Unproven => None,
            ProvenResult::Won(_) => Some(Outcome::Win(turn)),
            ProvenResult::Drawn => Some(Outcome::Draw),
            ProvenResult::Lost(_) => Some(Outcome::Win(!turn)),
        }
    }

    pub(super) fn value(self) -> Value {
        match self {
            ProvenResult::Unproven => Value::estimate(Score::DRAW),
            ProvenResult::Drawn => Value::exact(Score::DRAW),
            // Within one ply the distance is exact; beyond that a quicker win may exist that was not found.
            ProvenResult::Won(plies @ 0..=1) => Value::exact(Score::win_in(plies.into())),
            ProvenResult::Lost(plies @ 0..=1) => Value::exact(Score::loss_in(plies.into())),
            ProvenResult::Won(plies) => {
                let score = Score::win_in(plies.into());
                Value { at_least: score, ..Value::estimate(score) }
            }
            ProvenResult::Lost(plies) => {
                let score = Score::loss_in(plies.into());
                Value { at_most: score, ..Value::estimate(score) }
            }
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Node<M> {
    /// The move that leads here; `None` only at the root.
    m: Option<M>,
    result: ProvenResult,
    /// Whether the side to move has a move to a proved draw.
    can_draw: bool,
    visits: u32,
    /// Sum of the results for the player who moved here: two for a win, one for a draw.
    half_points: u32,
    first_child: u32,
    children: u32,
}

impl<M> Node<M> {
    fn new(m: Option<M>, result: ProvenResult) -> Node<M> {
        Node { m, result, can_draw: false, visits: 0, half_points: 0, first_child: 0, children: 0 }
    }
}

/// Search tree with bounded memory.
#[derive(Debug)]
pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
    capacity: usize,
}

impl<M: Copy> Tree<M> {
    pub(super) fn new(mib: u32) -> Tree<M> {
        let capacity = ((mib as usize) << 20) / size_of::<Node<M>>();
        Tree { nodes: vec![Node::new(None, ProvenResult::Unproven)], capacity: capacity.min(u32::MAX as usize) }
    }

    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node::new(None, ProvenResult::Unproven));
    }

    pub(super) fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + use<M> {
        let Node { first_child, children, .. } = self.nodes[node.index()];
        (first_child..first_child + children).map(NodeId)
    }

    pub(super) fn incoming_move(&self, node: NodeId) -> Option<M> {
        self.nodes[node.index()].m
    }

    pub(super) fn proven_result(&self, node: NodeId) -> ProvenResult {
        self.nodes[node.index()].result
    }

    pub(super) fn visits(&self, node: NodeId) -> u32 {
        self.nodes[node.index()].visits
    }

    pub(super) fn is_expanded(&self, node: NodeId) -> bool {
        self.nodes[node.index()].children > 0
    }

    /// The mean result for the player who moved here, from 0 to 1; one half before the first visit.
    #[expect(clippy::cast_precision_loss, reason = "a mean needs no more digits")]
    pub(super) fn mean(&self, node: NodeId) -> f32 {
        let Node { visits, half_points, .. } = self.nodes[node.index()];
        if visits == 0 { 0.5 } else { half_points as f32 / (2.0 * visits as f32) }
    }

    /// Adds children, shuffled by `pick` so that the move generator's order favors none. Returns `false` if the memory
    /// is full.
    pub(super) fn expand(
        &mut self,
        node: NodeId,
        children: impl Iterator<Item = (M, ProvenResult)>,
        mut pick: impl FnMut(usize) -> usize,
    ) -> bool {
        if self.nodes.len() >= self.capacity {
            return false;
        }
        let first = self.nodes.len();
        self.nodes.extend(children.map(|(m, result)| Node::new(Some(m), result)));
        let count = self.nodes.len() - first;
        for index in (1..count).rev() {
            self.nodes.swap(first + index, first + pick(index + 1));
        }
        let (Ok(first_child), Ok(children)) = (u32::try_from(first), u32::try_from(count)) else {
            self.nodes.truncate(first);
            return false;
        };
        self.nodes[node.index()] = Node { first_child, children, ..self.nodes[node.index()] };
        self.update_result(node);
        true
    }

    /// Derives a node's proved result from its children (MCTS-Solver).
    fn update_result(&mut self, node: NodeId) {
        let mut best = ProvenResult::Lost(0);
        let mut can_draw = false;
        for child in self.children(node) {
            can_draw |= self.proven_result(child) == ProvenResult::Drawn;
            best = match (self.proven_result(child), best) {
                (ProvenResult::Lost(plies), ProvenResult::Won(least)) => {
                    ProvenResult::Won(least.min(plies.saturating_add(1)))
                }
                (ProvenResult::Lost(plies), _) => ProvenResult::Won(plies.saturating_add(1)),
                (_, ProvenResult::Won(_)) => best,
                (ProvenResult::Unproven, _) | (_, ProvenResult::Unproven) => ProvenResult::Unproven,
                (ProvenResult::Drawn, _) | (_, ProvenResult::Drawn) => ProvenResult::Drawn,
                (ProvenResult::Won(plies), ProvenResult::Lost(most)) => {
                    ProvenResult::Lost(most.max(plies.saturating_add(1)))
                }
            };
        }
        let node = &mut self.nodes[node.index()];
        node.result = best;
        node.can_draw = can_draw;
    }

    /// Selects a child by UCB1. Proved children are skipped, and every child is visited once before any is visited twice.
    #[expect(clippy::cast_precision_loss, reason = "square roots of logarithms need no more digits")]
    pub(super) fn select(&self, node: NodeId, explore: f32) -> NodeId {
        let Node { first_child, children, visits, .. } = self.nodes[node.index()];
        let children = &self.nodes[first_child as usize..(first_child + children) as usize];
        let spread = explore * explore * (visits.max(1) as f32).ln();
        let (mut best, mut highest) = (first_child, f32::NEG_INFINITY);
        for (id, child) in (first_child..).zip(children) {
            if child.result != ProvenResult::Unproven {
                continue;
            }
            if child.visits == 0 {
                return NodeId(id);
            }
            let visits = child.visits as f32;
            let bound = child.half_points as f32 / (2.0 * visits) + (spread / visits).sqrt();
            if bound > highest {
                (best, highest) = (id, bound);
            }
        }
        NodeId(best)
    }

    /// Adds a play-out result to the nodes of a path. At a node where the side to move can draw, a loss counts as a draw
    /// from there up (score bounded MCTS: Cazenave, Saffidine 2010).
    pub(super) fn backpropagate(&mut self, path: &[NodeId], root_turn: Player, mut outcome: Outcome) {
        for (ply, &node) in path.iter().enumerate().rev() {
            let turn = if ply % 2 == 0 { root_turn } else { !root_turn };
            let node = &mut self.nodes[node.index()];
            if node.can_draw && outcome == Outcome::Win(!turn) {
                outcome = Outcome::Draw;
            }
            node.visits += 1;
            node.half_points += match outcome {
                Outcome::Win(player) if player == turn => 0,
                Outcome::Win(_) => 2,
                Outcome::Draw => 1,
            };
        }
        // A proved node may prove its parent, and so on up.
        for pair in path.windows(2).rev() {
            if self.proven_result(pair[1]) == ProvenResult::Unproven {
                break;
            }
            self.update_result(pair[0]);
        }
    }

    /// The proved result of a node this many plies below the root, for the side to move there.
    pub(super) fn proved_score(&self, node: NodeId, ply: usize) -> Option<TraceScore> {
        let result = self.proven_result(node);
        (result != ProvenResult::Unproven).then(|| TraceScore::from(result.value()).for_root(ply))
    }

    /// Statistics of the nodes of a path from the root, for the side to move there.
    pub(super) fn path_statistics(&self, path: &[NodeId]) -> Vec<NodeStatistics> {
        let statistics = |(ply, &id): (usize, &NodeId)| {
            let Node { visits, half_points, .. } = self.nodes[id.index()];
            // The player who moves at the root has made the move to every odd ply.
            let half_points = if ply % 2 == 1 { half_points } else { 2 * visits - half_points };
            NodeStatistics { node: id.number(), visits, half_points, proved: self.proved_score(id, ply) }
        };
        path.iter().enumerate().map(statistics).collect()
    }

    /// The best child: the quickest win, else the most visited child that does not lose, else the longest loss. A proved
    /// draw is preferred to children whose mean is below a draw.
    pub(super) fn best_child(&self, node: NodeId) -> Option<NodeId> {
        let preference = |child: NodeId| match self.proven_result(child) {
            ProvenResult::Lost(plies) => (3, u32::MAX - u32::from(plies)),
            ProvenResult::Unproven if self.mean(child) < 0.5 => (1, self.visits(child)),
            ProvenResult::Unproven => (2, self.visits(child)),
            ProvenResult::Drawn => (2, 0),
            ProvenResult::Won(plies) => (0, u32::from(plies)),
        };
        self.children(node).max_by_key(|&child| preference(child))
    }

    /// Makes a node the root. Its subtree is kept breadth first, up to a size that is copied within milliseconds.
    pub(super) fn reroot(&mut self, node: NodeId) {
        if node == NodeId::ROOT {
            return;
        }
        let max_kept = self.capacity / 16;
        let mut kept = vec![Node { m: None, ..self.nodes[node.index()] }];
        // Children are appended, so the array is in breadth-first order.
        let mut index = 0;
        while index < kept.len() {
            let Node { first_child, children, .. } = kept[index];
            let fits = kept.len() + children as usize <= max_kept;
            kept[index].first_child = u32::try_from(kept.len()).unwrap_or(0);
            kept[index].children = if fits { children } else { 0 };
            if fits {
                let children = first_child as usize..(first_child + children) as usize;
                kept.extend_from_slice(&self.nodes[children]);
            }
            index += 1;
        }
        // Reuse the allocation: freeing it would take longer than the copy.
        self.nodes.clear();
        self.nodes.append(&mut kept);
        // If the root's children were not kept, its proved result has no move to play. Search it again.
        if !self.is_expanded(NodeId::ROOT) {
            self.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A node with more children than `reroot` keeps: its proved result must not outlive the move that proves it.
    #[test]
    fn reroot_keeps_a_proved_result_only_with_its_moves() {
        let mut tree: Tree<u32> = Tree::new(1);
        let many = u32::try_from(tree.capacity / 16).unwrap();
        tree.expand(NodeId::ROOT, (0..2).map(|m| (m, ProvenResult::Unproven)), |_| 0);
        let child = tree.children(NodeId::ROOT).next().unwrap();
        tree.expand(child, (0..many).map(|m| (m, ProvenResult::Lost(0))), |_| 0);
        assert_eq!(tree.proven_result(child), ProvenResult::Won(1));
        tree.reroot(child);
        assert_eq!((tree.proven_result(NodeId::ROOT), tree.best_child(NodeId::ROOT)), (ProvenResult::Unproven, None));
    }
}
