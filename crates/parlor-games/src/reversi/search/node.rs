//! A position in the midgame search with what its parent has already found out about it.

use super::children::Child;
use super::endgame::ENDGAME_EMPTIES;
use crate::reversi::discs::Discs;
use crate::reversi::patterns::Features;

#[derive(Clone, Copy, Debug)]
pub(super) struct Node<'a> {
    pub(super) discs: Discs<8>,
    pub(super) features: &'a Features,
    /// The cells where the side to move can place a disc.
    pub(super) moves: u64,
    pub(super) empties: u32,
    /// The evaluator's value, where the ordering of the parent has asked for it.
    pub(super) estimate: Option<i32>,
    /// Whether this is probably a cut node (some move exceeds the null window), not an all node (none does). The first child
    /// of a cut node is an all node; all other children, and those of all nodes, are cut nodes.
    pub(super) expects_cutoff: bool,
}

/// What the midgame search keeps of a move. Features are not kept: they are made when the child is searched, because a
/// cutoff often comes before.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Turn {
    pub(super) turned: u64,
    /// The opponent's moves after it, once the child has a rank.
    pub(super) replies: u64,
    pub(super) estimate: Option<i32>,
}

pub(super) type MidgameChild = Child<8, Turn>;

impl<'a> Node<'a> {
    pub(super) fn new(discs: Discs<8>, features: &'a Features) -> Node<'a> {
        Node { discs, features, moves: discs.moves(), empties: discs.empties(), estimate: None, expects_cutoff: true }
    }

    /// The position after a move, with its features.
    #[inline]
    pub(super) fn after(&self, child: &MidgameChild, features: &'a Features) -> Node<'a> {
        let Turn { replies, estimate, .. } = child.kept;
        let empties = self.empties - 1;
        Node { discs: child.discs, features, moves: replies, empties, estimate, expects_cutoff: true }
    }

    /// Whether the table that all threads share may contain the children, in a search of this node to a depth.
    #[inline]
    pub(super) fn children_are_in_table(&self, depth: u32) -> bool {
        depth < self.empties || self.empties > ENDGAME_EMPTIES + 1
    }

    #[inline]
    pub(super) fn features_after(&self, child: &MidgameChild) -> Features {
        self.features.after(u32::from(child.cell), child.kept.turned)
    }
}
