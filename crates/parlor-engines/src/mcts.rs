//! Monte-Carlo tree search: UCT with random play-outs, wins and losses that are proved backed up as such
//! (MCTS-Solver: Winands, Björnsson, Saito 2008), the tree kept from move to move, its memory bounded.
//! A node, for the limits, is one play-out.

use parlor_core::{
    Engine, EngineEntry, EngineInfo, Game, Limits, NoMoves, OptionKind, OptionSpec, Options, Outcome, Score,
    SearchInfo, Value, perft,
};
use rand::rngs::SmallRng;
use rand::{RngCore, SeedableRng};

use crate::options::TABLE_MIB;
use crate::tree::{NodeId, Standing, Tree};
use crate::{Budget, Report};

pub const SEED: OptionSpec = OptionSpec {
    name: "seed",
    about: "the same seed and number of nodes play the same moves",
    kind: OptionKind::Whole { min: 0, max: u32::MAX, default: 1 },
};

pub const EXPLORE: OptionSpec = OptionSpec {
    name: "explore",
    about: "how much it looks at moves that did badly so far, in percent",
    kind: OptionKind::Whole { min: 1, max: 1000, default: 70 },
};

pub const INFO: EngineInfo = EngineInfo {
    name: "mcts",
    about: "random play-outs, more of them where it matters; without a limit, 50,000",
    options: &[EXPLORE, TABLE_MIB, SEED],
};

pub const PLAYOUTS_WITHOUT_LIMIT: u64 = 50_000;

/// As many as the counters hold.
const MOST_VISITS: u32 = u32::MAX / 2;

/// Play-outs between two looks at which move is best now.
const BETWEEN_REPORTS: u64 = 512;

pub fn entry<G: Game>() -> EngineEntry<G> {
    EngineEntry { info: INFO, build: |options| Box::new(Mcts::new(options)) }
}

#[derive(Debug)]
pub struct Mcts<G: Game> {
    seed: u32,
    explore: f32,
    rng: SmallRng,
    /// The root's position, and the tree below it.
    tree: Tree<G::Move>,
    root: Option<G>,
    path: Vec<NodeId>,
}

impl<G: Game> Mcts<G> {
    pub fn new(options: &Options) -> Mcts<G> {
        let seed = options.whole(&SEED);
        #[expect(clippy::cast_precision_loss, reason = "a percentage of at most 1000")]
        let explore = options.whole(&EXPLORE) as f32 / 100.0;
        Mcts {
            seed,
            explore,
            rng: SmallRng::seed_from_u64(u64::from(seed)),
            tree: Tree::new(options.whole(&TABLE_MIB)),
            root: None,
            path: Vec::new(),
        }
    }

    /// Makes a position the root, with what is known of it if it is at most two moves on from the last one.
    fn move_to(&mut self, position: &G) {
        let kept = self.root.as_ref().and_then(|root| self.find(root, position));
        match kept {
            Some(node) => self.tree.keep(node),
            None => self.tree.clear(),
        }
        self.root = Some(position.clone());
    }

    fn find(&self, root: &G, position: &G) -> Option<NodeId> {
        if root == position {
            return Some(NodeId::ROOT);
        }
        for child in self.tree.children(NodeId::ROOT) {
            let next = root.after(self.tree.move_to(child)?);
            if next == *position {
                return Some(child);
            }
            for grandchild in self.tree.children(child) {
                if next.after(self.tree.move_to(grandchild)?) == *position {
                    return Some(grandchild);
                }
            }
        }
        None
    }

    /// One descent: select, expand, play out, back up.
    fn descend(&mut self, root: &G, deepest: usize) {
        let mut position = root.clone();
        self.path.clear();
        self.path.push(NodeId::ROOT);
        let mut node = NodeId::ROOT;
        let outcome = loop {
            if let Some(outcome) = self.tree.standing(node).outcome(position.turn()) {
                break outcome;
            }
            if !self.tree.is_expanded(node) {
                let is_new = self.tree.visits(node) == 0 && node != NodeId::ROOT;
                if is_new || self.path.len() > deepest || !self.expand(node, &position) {
                    break self.play_out(&position);
                }
                continue;
            }
            node = self.tree.select(node, self.explore);
            self.path.push(node);
            if let Some(m) = self.tree.move_to(node) {
                position.play_unchecked(m);
            }
        };
        self.tree.back_up(&self.path, root.turn(), outcome);
    }

    /// Adds the children, and sees at once which of them end the game. `false` where there is no room.
    fn expand(&mut self, node: NodeId, position: &G) -> bool {
        let rng = &mut self.rng;
        let children = position.legal_moves().map(|m| {
            let next = position.after(m);
            let is_over = next.legal_moves().next().is_none();
            (m, if is_over { Standing::of(next.outcome(), next.turn()) } else { Standing::Open })
        });
        self.tree.expand(node, children, |count| below(rng, count))
    }

    fn play_out(&mut self, position: &G) -> Outcome {
        let rng = &mut self.rng;
        let (_, end) = perft::playout(position, &mut |count| below(rng, count));
        end.outcome().unwrap_or(Outcome::Draw)
    }

    fn thought(&self, nodes: u64) -> Option<SearchInfo<G::Move>> {
        let best = self.tree.best(NodeId::ROOT)?;
        let mut line = Vec::new();
        let mut node = Some(best);
        while let Some(m) = node.and_then(|node| self.tree.move_to(node)) {
            line.push(m);
            node = node.and_then(|node| self.tree.best(node));
        }
        let depth = u32::try_from(line.len()).unwrap_or(u32::MAX);
        Some(SearchInfo { best: line[0], value: self.root_value(best), line, depth, nodes })
    }

    fn root_value(&self, best: NodeId) -> Value {
        match self.tree.standing(NodeId::ROOT) {
            Standing::Open => {
                let value = self.value_of(best);
                Value { at_most: Score::WON, ..value }
            }
            standing => standing.value(),
        }
    }

    /// What a child is worth to who moves there.
    fn value_of(&self, child: NodeId) -> Value {
        match self.tree.standing(child) {
            Standing::Open => Value::estimate(points(self.tree.mean(child))),
            standing => standing.value().one_ply_before(),
        }
    }

    /// Runs until a limit or a proof; `at_times` is asked to look every now and then.
    fn run(&mut self, position: &G, limits: &Limits, at_times: &mut dyn FnMut(&Self, u64)) -> u64 {
        let mut limits = limits.clone();
        if limits.time.is_none() && limits.nodes.is_none() {
            limits.nodes = Some(PLAYOUTS_WITHOUT_LIMIT);
        }
        let mut budget = Budget::new(&limits);
        self.move_to(position);
        let deepest = limits.depth.map_or(usize::MAX, |depth| depth.max(1) as usize);
        while self.tree.standing(NodeId::ROOT) == Standing::Open
            && self.tree.visits(NodeId::ROOT) < MOST_VISITS
            && budget.spend()
        {
            self.descend(position, deepest);
            if budget.nodes().is_multiple_of(BETWEEN_REPORTS) {
                at_times(self, budget.nodes());
            }
        }
        budget.nodes()
    }
}

/// A number below `count`, by multiply and shift: no division, and a bias far below what play-outs can show.
fn below(rng: &mut SmallRng, count: usize) -> usize {
    ((u64::from(rng.next_u32()) * count as u64) >> 32) as usize
}

/// The expected result, from 0 to 1, as hundredths from -1 to 1.
fn points(mean: f32) -> Score {
    #[expect(clippy::cast_possible_truncation, reason = "a mean lies between 0 and 1")]
    Score::points(((mean - 0.5) * 200.0).round() as i32)
}

impl<G: Game> Engine<G> for Mcts<G> {
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        better: &mut dyn FnMut(SearchInfo<G::Move>),
    ) -> Result<(), NoMoves> {
        let mut reported = position.legal_moves().next().ok_or(NoMoves)?;
        let mut report = Report::begin(limits, reported, better);
        let nodes = self.run(position, limits, &mut |engine, nodes| {
            if let Some(thought) = engine.thought(nodes).filter(|thought| thought.best != reported) {
                reported = thought.best;
                report.say(thought);
            }
        });
        if let Some(thought) = self.thought(nodes) {
            report.say(thought);
        }
        report.end();
        Ok(())
    }

    fn analyze(&mut self, position: &G, limits: &Limits, report: &mut dyn FnMut(G::Move, Value)) -> u64 {
        if position.legal_moves().next().is_none() {
            return 0;
        }
        let nodes = self.run(position, limits, &mut |_, _| {});
        for m in position.legal_moves() {
            let child = self.tree.children(NodeId::ROOT).find(|&child| self.tree.move_to(child) == Some(m));
            report(m, child.map_or(Value::estimate(Score::DRAW), |child| self.value_of(child)));
        }
        nodes
    }

    fn forget(&mut self) {
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
    fn even_chances_are_an_even_score() {
        assert_eq!(points(0.5), Score::DRAW);
        assert_eq!(points(1.0), Score::points(100));
        assert_eq!(Standing::of(Some(Outcome::Draw), Player::First), Standing::Drawn);
    }
}
