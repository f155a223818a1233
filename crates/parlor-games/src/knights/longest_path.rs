//! Longest path of a knight that the opponent cannot disturb: depth-first branch and bound with Warnsdorff's rule (the
//! cell with the fewest exits first) and the parity bound.

use parlor_core::{Game, Player};
use parlor_engines::Budget;

use super::reachability::max_walk_length;
use super::rules::{Knights, Move};

/// Maximum number of legal moves: eight destinations, each by two ways.
pub(super) const MAX_MOVES: usize = 16;

/// Whether the side to move wins a separated position; `None` if the budget ran out.
pub(super) fn wins_separated(position: &Knights, budget: &mut Budget) -> Option<bool> {
    let (me, other) = (position.turn(), !position.turn());
    let max = max_walk_length(position.rules(), position.knight(me).bit(), position.free());
    let theirs = longest_path(position, other, 0, max, budget)?;
    // The side to move needs one move more than the opponent.
    Some(theirs < max && longest_path(position, me, theirs, theirs + 1, budget)? > theirs)
}

/// The length of the longest path, exact only between `floor` and `enough`: a path not above `floor` may be returned as
/// anything up to `floor`, one of at least `enough` as anything from `enough` on. `None` if the budget ran out.
fn longest_path(position: &Knights, walker: Player, floor: u32, enough: u32, budget: &mut Budget) -> Option<u32> {
    if !budget.spend() {
        return None;
    }
    let walker_to_move = position.with_turn(walker);
    let mut successors: Vec<(u32, Knights)> = Vec::with_capacity(MAX_MOVES);
    successors.extend(walker_to_move.legal_moves().map(|m: Move| {
        let next = walker_to_move.after(m);
        (next.mobility(walker), next)
    }));
    let max = max_walk_length(position.rules(), position.knight(walker).bit(), position.free());
    if successors.is_empty() || max <= floor {
        return Some(0);
    }
    successors.sort_by_key(|(exits, _)| *exits);
    let enough = enough.min(max);
    let mut best = 0;
    for (_, next) in successors {
        let rest = longest_path(&next, walker, floor.max(best).saturating_sub(1), enough.saturating_sub(1), budget)?;
        best = best.max(rest + 1);
        if best >= enough {
            break;
        }
    }
    Some(best)
}
