//! The root of a search: iterative deepening, then rising selectivity up to an exact result.

use parlor_core::Limits;

use super::node::Node;
use super::table::NO_MOVE;
use super::worker::Worker;
use super::{FULL, Found};
use crate::reversi::discs::Discs;
use crate::reversi::patterns::Features;

/// From a depth with so many plies left to the end on, the search goes to the end.
const JUMP: u32 = 10;

/// The selectivity of searches that do not reach the end.
const MIDGAME_SELECTIVITY: u8 = 0;
/// With so many empty cells or fewer an exact search needs no selective one before it.
const EXACT_AT_ONCE: u32 = 14;

/// The depths and selectivities to search one after the other, to the end of the game no further than `most_selectivity`.
fn stages(empties: u32, most_depth: Option<u32>, most_selectivity: u8) -> Vec<(u32, u8)> {
    let most = most_depth.unwrap_or(empties).min(empties);
    let mut stages = Vec::new();
    if most_depth.is_some_and(|depth| depth < empties) {
        stages.extend((1..=most).map(|depth| (depth, MIDGAME_SELECTIVITY)));
        return stages;
    }
    let last = empties.saturating_sub(JUMP);
    stages.extend((1..=last).map(|depth| (depth, MIDGAME_SELECTIVITY)));
    if empties > EXACT_AT_ONCE {
        // Every second level: all of them take 7 % more nodes with 20 empty cells.
        stages.extend((0..most_selectivity).step_by(2).map(|selectivity| (empties, selectivity)));
    }
    stages.push((empties, most_selectivity));
    stages
}

/// What an exact search looks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Goal {
    /// The margin in discs.
    Margin,
    /// Win, draw or loss: searches to the end have a window around the draw, and margins are bounds of the right sign.
    Outcome,
    /// The margin as a search to the end with this selectivity finds it.
    Selective(u8),
}

impl Worker<'_> {
    pub(super) fn deepen(
        &mut self,
        discs: Discs<8>,
        goal: Goal,
        limits: &Limits,
        report: &mut dyn FnMut(&Found),
    ) -> Option<Found> {
        let features = Features::new(discs);
        let root = Node::new(discs, &features);
        let mut last: Option<Found> = None;
        let most_selectivity = if let Goal::Selective(selectivity) = goal { selectivity } else { FULL };
        for (depth, selectivity) in stages(root.empties, limits.depth, most_selectivity) {
            let guess = last.as_ref().map(|found| found.margin);
            let found = if goal == Goal::Outcome && depth == root.empties {
                self.root(&root, [-1, 1], depth, selectivity)
            } else {
                self.aspire(&root, depth, selectivity, guess)
            };
            let Some(found) = found else {
                last = last.map(|last| self.interrupted(last, report));
                break;
            };
            report(&found);
            last = Some(found);
        }
        last
    }

    /// A deeper search that was interrupted may have found a better move than the last one that was not.
    fn interrupted(&mut self, last: Found, report: &mut dyn FnMut(&Found)) -> Found {
        if self.last_best == NO_MOVE || self.last_best == last.best {
            return last;
        }
        let better = Found { best: self.last_best, margin: self.last_margin, nodes: self.total_nodes(), ..last };
        report(&better);
        better
    }

    /// Aspiration windows around the value of the search before.
    fn aspire(&mut self, root: &Node<'_>, depth: u32, selectivity: u8, guess: Option<i32>) -> Option<Found> {
        let (mut alpha, mut beta) = guess.map_or((-65, 65), |guess| {
            // An exact margin is even.
            let half = if depth == root.empties { 1 } else { 2 };
            (guess - half, guess + half)
        });
        // An exact search never contradicts itself, so a failed bound is kept; a selective one may.
        let is_exact = depth == root.empties && selectivity == FULL;
        let mut width = 4;
        loop {
            let found = self.root(root, [alpha, beta], depth, selectivity)?;
            if found.margin <= alpha && alpha > -64 {
                beta = if is_exact { found.margin + 1 } else { beta };
                alpha = (found.margin - width).max(-65);
            } else if found.margin >= beta && beta < 64 {
                alpha = if is_exact { found.margin - 1 } else { alpha };
                beta = (found.margin + width).min(65);
            } else {
                return Some(found);
            }
            width *= 4;
        }
    }

    fn root(&mut self, root: &Node<'_>, window: [i32; 2], depth: u32, selectivity: u8) -> Option<Found> {
        let margin = self.pv(root, window, depth, selectivity);
        if self.is_stopped {
            self.last_margin = margin;
            return None;
        }
        let nodes = self.total_nodes();
        Some(Found { best: self.last_best, margin, depth, selectivity, nodes })
    }
}
