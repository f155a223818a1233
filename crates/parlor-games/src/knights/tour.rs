//! The longest walk of a knight that nobody disturbs. Depth first, the cell with the fewest exits next
//! (Warnsdorff's rule), cut off by the parity bound.

use parlor_core::{Game, Player};
use parlor_engines::Budget;

use super::reach::most_moves;
use super::rules::{Knights, Move};

/// No knight has more moves: eight destinations, each on two ways.
pub(super) const MOST_MOVES: usize = 16;

/// Where the players can no longer meet: whether the side to move wins. `None` out of budget.
pub(super) fn walks_longer(position: &Knights, budget: &mut Budget) -> Option<bool> {
    let (me, other) = (position.turn(), !position.turn());
    let most = most_moves(position.rules(), position.knight(me).bit(), position.free());
    let theirs = longest(position, other, 0, most, budget)?;
    // Who is to move needs one move more.
    Some(theirs < most && longest(position, me, theirs, theirs + 1, budget)? > theirs)
}

/// The length of the longest walk; where it is not above `floor` anything up to `floor`, where it is at least
/// `enough` anything from `enough` on.
fn longest(position: &Knights, walker: Player, floor: u32, enough: u32, budget: &mut Budget) -> Option<u32> {
    if !budget.spend() {
        return None;
    }
    let walker_moves = position.as_if_turn_of(walker);
    let mut steps: Vec<(u32, Knights)> = Vec::with_capacity(MOST_MOVES);
    steps.extend(walker_moves.legal_moves().map(|m: Move| {
        let next = walker_moves.after(m);
        (next.mobility(walker), next)
    }));
    let most = most_moves(position.rules(), position.knight(walker).bit(), position.free());
    if steps.is_empty() || most <= floor {
        return Some(0);
    }
    steps.sort_by_key(|(exits, _)| *exits);
    let enough = enough.min(most);
    let mut best = 0;
    for (_, next) in steps {
        let rest = longest(&next, walker, floor.max(best).saturating_sub(1), enough.saturating_sub(1), budget)?;
        best = best.max(rest + 1);
        if best >= enough {
            break;
        }
    }
    Some(best)
}
