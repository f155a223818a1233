//! The tree of a Monte-Carlo search: nodes in one array, the children of a node side by side.

use parlor_core::{Outcome, Player, Score, Value};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NodeId(u32);

impl NodeId {
    pub(crate) const ROOT: NodeId = NodeId(0);

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// What is proved of a node, for the side to move there. Plies are those of the proof: a win is there in at most
/// so many, and a loss can be forced in at most so many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Standing {
    Open,
    Won(u16),
    Drawn,
    Lost(u16),
}

impl Standing {
    /// Of a position where the game is over.
    pub(crate) fn of(outcome: Option<Outcome>, turn: Player) -> Standing {
        match outcome {
            Some(Outcome::Win(player)) if player == turn => Standing::Won(0),
            Some(Outcome::Win(_)) => Standing::Lost(0),
            Some(Outcome::Draw) | None => Standing::Drawn,
        }
    }

    pub(crate) fn outcome(self, turn: Player) -> Option<Outcome> {
        match self {
            Standing::Open => None,
            Standing::Won(_) => Some(Outcome::Win(turn)),
            Standing::Drawn => Some(Outcome::Draw),
            Standing::Lost(_) => Some(Outcome::Win(!turn)),
        }
    }

    pub(crate) fn value(self) -> Value {
        match self {
            Standing::Open => Value::estimate(Score::DRAW),
            Standing::Drawn => Value::exact(Score::DRAW),
            // Nothing is quicker than one ply; at two or more there may be a quicker way that was not found.
            Standing::Won(plies @ 0..=1) => Value::exact(Score::win_in(plies.into())),
            Standing::Lost(plies @ 0..=1) => Value::exact(Score::loss_in(plies.into())),
            Standing::Won(plies) => {
                let score = Score::win_in(plies.into());
                Value { at_least: score, ..Value::estimate(score) }
            }
            Standing::Lost(plies) => {
                let score = Score::loss_in(plies.into());
                Value { at_most: score, ..Value::estimate(score) }
            }
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Node<M> {
    /// `None` only at the root.
    m: Option<M>,
    standing: Standing,
    /// The side to move here can have a draw.
    has_draw: bool,
    visits: u32,
    /// For who moved here: two for a win, one for a draw.
    half_points: u32,
    first_child: u32,
    children: u32,
}

impl<M> Node<M> {
    fn new(m: Option<M>, standing: Standing) -> Node<M> {
        Node { m, standing, has_draw: false, visits: 0, half_points: 0, first_child: 0, children: 0 }
    }
}

#[derive(Debug)]
pub(crate) struct Tree<M> {
    nodes: Vec<Node<M>>,
    capacity: usize,
}

impl<M: Copy> Tree<M> {
    pub(crate) fn new(mib: u32) -> Tree<M> {
        let capacity = ((mib as usize) << 20) / size_of::<Node<M>>();
        Tree { nodes: vec![Node::new(None, Standing::Open)], capacity: capacity.min(u32::MAX as usize) }
    }

    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node::new(None, Standing::Open));
    }

    pub(crate) fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + use<M> {
        let Node { first_child, children, .. } = self.nodes[node.index()];
        (first_child..first_child + children).map(NodeId)
    }

    pub(crate) fn move_to(&self, node: NodeId) -> Option<M> {
        self.nodes[node.index()].m
    }

    pub(crate) fn standing(&self, node: NodeId) -> Standing {
        self.nodes[node.index()].standing
    }

    pub(crate) fn visits(&self, node: NodeId) -> u32 {
        self.nodes[node.index()].visits
    }

    pub(crate) fn is_expanded(&self, node: NodeId) -> bool {
        self.nodes[node.index()].children > 0
    }

    /// The mean result for who moved here; even before anything is known.
    #[expect(clippy::cast_precision_loss, reason = "a mean of so many needs no more digits")]
    pub(crate) fn mean(&self, node: NodeId) -> f32 {
        let Node { visits, half_points, .. } = self.nodes[node.index()];
        if visits == 0 { 0.5 } else { half_points as f32 / (2.0 * visits as f32) }
    }

    /// Adds children in an order drawn by `pick`, so that the order of the rules favours none. `false` where there
    /// is no room.
    pub(crate) fn expand(
        &mut self,
        node: NodeId,
        children: impl Iterator<Item = (M, Standing)>,
        mut pick: impl FnMut(usize) -> usize,
    ) -> bool {
        if self.nodes.len() >= self.capacity {
            return false;
        }
        let first = self.nodes.len();
        self.nodes.extend(children.map(|(m, standing)| Node::new(Some(m), standing)));
        let count = self.nodes.len() - first;
        for place in (1..count).rev() {
            self.nodes.swap(first + place, first + pick(place + 1));
        }
        let (Ok(first_child), Ok(children)) = (u32::try_from(first), u32::try_from(count)) else {
            self.nodes.truncate(first);
            return false;
        };
        self.nodes[node.index()] = Node { first_child, children, ..self.nodes[node.index()] };
        self.settle(node);
        true
    }

    /// What the children prove of a node.
    fn settle(&mut self, node: NodeId) {
        let mut best = Standing::Lost(0);
        let mut has_draw = false;
        for child in self.children(node) {
            has_draw |= self.standing(child) == Standing::Drawn;
            best = match (self.standing(child), best) {
                (Standing::Lost(plies), Standing::Won(least)) => Standing::Won(least.min(plies.saturating_add(1))),
                (Standing::Lost(plies), _) => Standing::Won(plies.saturating_add(1)),
                (_, Standing::Won(_)) => best,
                (Standing::Open, _) | (_, Standing::Open) => Standing::Open,
                (Standing::Drawn, _) | (_, Standing::Drawn) => Standing::Drawn,
                (Standing::Won(plies), Standing::Lost(most)) => Standing::Lost(most.max(plies.saturating_add(1))),
            };
        }
        let node = &mut self.nodes[node.index()];
        node.standing = best;
        node.has_draw = has_draw;
    }

    /// The child to look at next (UCB1): none of which everything is known, and each once before any twice.
    #[expect(clippy::cast_precision_loss, reason = "square roots of logarithms need no more digits")]
    pub(crate) fn select(&self, node: NodeId, explore: f32) -> NodeId {
        let Node { first_child, children, visits, .. } = self.nodes[node.index()];
        let children = &self.nodes[first_child as usize..(first_child + children) as usize];
        let spread = explore * explore * (visits.max(1) as f32).ln();
        let (mut best, mut highest) = (first_child, f32::NEG_INFINITY);
        for (id, child) in (first_child..).zip(children) {
            if child.standing != Standing::Open {
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

    /// Counts a result on the way up. Who could have had a draw would not have let it come to a loss, so from
    /// there on it counts as a draw (score bounded Monte-Carlo: Cazenave, Saffidine 2010).
    pub(crate) fn back_up(&mut self, path: &[NodeId], root_turn: Player, mut outcome: Outcome) {
        for (ply, &node) in path.iter().enumerate().rev() {
            let turn = if ply % 2 == 0 { root_turn } else { !root_turn };
            let node = &mut self.nodes[node.index()];
            if node.has_draw && outcome == Outcome::Win(!turn) {
                outcome = Outcome::Draw;
            }
            node.visits += 1;
            node.half_points += match outcome {
                Outcome::Win(player) if player == turn => 0,
                Outcome::Win(_) => 2,
                Outcome::Draw => 1,
            };
        }
        // A node that was proved may prove its parent, and so on up.
        for pair in path.windows(2).rev() {
            if self.standing(pair[1]) == Standing::Open {
                break;
            }
            self.settle(pair[0]);
        }
    }

    /// The move to make: the quickest win, or the most looked-at that does not lose, or the longest loss. A proved
    /// draw is taken where the others promise less.
    pub(crate) fn best(&self, node: NodeId) -> Option<NodeId> {
        let worth = |child: NodeId| match self.standing(child) {
            Standing::Lost(plies) => (3, u32::MAX - u32::from(plies)),
            Standing::Open if self.mean(child) < 0.5 => (1, self.visits(child)),
            Standing::Open => (2, self.visits(child)),
            // Better than what promises less than a draw, worse than any that promises more.
            Standing::Drawn => (2, 0),
            Standing::Won(plies) => (0, u32::from(plies)),
        };
        self.children(node).max_by_key(|&child| worth(child))
    }

    /// Makes a node the root. Of what is below it, nearest first, so much is kept as is copied within milliseconds.
    pub(crate) fn keep(&mut self, node: NodeId) {
        if node == NodeId::ROOT {
            return;
        }
        let room = self.capacity / 16;
        let mut kept = vec![Node { m: None, ..self.nodes[node.index()] }];
        // Children go to the end, so going through the array is going breadth first.
        let mut place = 0;
        while place < kept.len() {
            let Node { first_child, children, .. } = kept[place];
            let fits = kept.len() + children as usize <= room;
            kept[place].first_child = u32::try_from(kept.len()).unwrap_or(0);
            kept[place].children = if fits { children } else { 0 };
            if fits {
                let old = first_child as usize..(first_child + children) as usize;
                kept.extend_from_slice(&self.nodes[old]);
            }
            place += 1;
        }
        // Into the old memory: giving that back would take longer than the copy.
        self.nodes.clear();
        self.nodes.append(&mut kept);
        // A proof whose moves were left behind is no help: it is found again.
        if !self.is_expanded(NodeId::ROOT) {
            self.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// More children than are kept: what they proved must not stay without the move that proves it.
    #[test]
    fn a_proof_is_kept_with_its_moves_or_not_at_all() {
        let mut tree: Tree<u32> = Tree::new(1);
        let many = u32::try_from(tree.capacity / 16).unwrap();
        tree.expand(NodeId::ROOT, (0..2).map(|m| (m, Standing::Open)), |_| 0);
        let child = tree.children(NodeId::ROOT).next().unwrap();
        tree.expand(child, (0..many).map(|m| (m, Standing::Lost(0))), |_| 0);
        assert_eq!(tree.standing(child), Standing::Won(1));
        tree.keep(child);
        assert_eq!((tree.standing(NodeId::ROOT), tree.best(NodeId::ROOT)), (Standing::Open, None));
    }
}
