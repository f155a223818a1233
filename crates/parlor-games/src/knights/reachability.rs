//! Reachability by flood fill: cells a knight can reach, separated positions, territories, and the parity bound.

use parlor_core::{Game, Player};

use super::knight_moves::{leap, one_two, two_one, with_neighbors};
use super::rules::{Knights, Path, Rules, Trail};

/// The dark cells of the checkerboard.
const DARK: u64 = 0xaa55_aa55_aa55_aa55;

/// The cells one move away from any of these cells.
#[inline]
fn destinations_from(rules: Rules, from: u64, free: u64) -> u64 {
    match rules.path() {
        Path::TwoOne => two_one(from, free),
        Path::OneTwo => one_two(from, free),
        Path::Either => two_one(from, free) | one_two(from, free),
        Path::Leap => leap(from, free),
    }
}

/// Flood fill: all cells reachable in any number of moves. Free cells only become fewer, so the set never grows later.
#[inline]
fn reachable(rules: Rules, from: u64, free: u64) -> u64 {
    let (mut reached, mut frontier) = (from, from);
    while frontier != 0 {
        frontier = destinations_from(rules, frontier, free) & !reached;
        reached |= frontier;
    }
    reached & !from
}

/// Upper bound on the moves a knight can make alone (parity bound). Every move changes the color of the cell, so the
/// knight visits cells of both colors in turn, and the scarcer color limits the walk.
pub(super) fn max_walk_length(rules: Rules, from: u64, free: u64) -> u32 {
    let reached = reachable(rules, from, free);
    let other_color = if from & DARK == 0 { DARK } else { !DARK };
    let (other, same) = ((reached & other_color).count_ones(), (reached & !other_color).count_ones());
    let by_parity = if other > same { 2 * same + 1 } else { 2 * other };
    match rules.trail() {
        Trail::Origin => by_parity,
        // Every move closes three cells.
        Trail::Path => by_parity.min((dependencies(rules, from, reached) & free).count_ones() / 3),
    }
}

/// The cells on which a knight's moves depend: the cells it may stand on and the cells it may pass.
fn dependencies(rules: Rules, from: u64, reached: u64) -> u64 {
    match rules.path() {
        Path::Leap => reached,
        // A passed cell is at most two steps from the start of the move.
        _ => reached | with_neighbors(with_neighbors(from | reached)),
    }
}

/// Whether neither knight can ever reach a cell on which the other's moves depend. Each then walks alone, and the player
/// with the longer walk wins.
#[inline]
pub(super) fn is_separated(position: &Knights) -> bool {
    let (rules, free) = (position.rules(), position.free());
    let from = Player::BOTH.map(|player| position.knight(player).bit());
    let (mut reached, mut frontier) = (from, from);
    // Both fills grow in step, because in an open position they soon overlap.
    while frontier != [0, 0] {
        for side in 0..2 {
            frontier[side] = destinations_from(rules, frontier[side], free) & !reached[side];
            reached[side] |= frontier[side];
        }
        if reached[0] & reached[1] != 0 {
            return false;
        }
    }
    let needed = [0, 1].map(|side| dependencies(rules, from[side], reached[side]) & free);
    match rules.trail() {
        Trail::Origin => needed[0] & reached[1] | needed[1] & reached[0] == 0,
        Trail::Path => needed[0] & needed[1] == 0,
    }
}

/// Voronoi territories: the cells each side reaches first, for the side to move and for the opponent. The side to move
/// has the first step.
pub(super) fn territories(position: &Knights) -> [u64; 2] {
    let (rules, turn) = (position.rules(), position.turn());
    let mut frontier = [turn, !turn].map(|player| position.knight(player).bit());
    let mut taken = [0, 0];
    let mut free = position.free();
    // A path may cross the other side's territory: those cells are still free.
    let passable = free;
    while frontier != [0, 0] {
        for side in 0..2 {
            frontier[side] = destinations_from(rules, frontier[side], passable) & free;
            taken[side] |= frontier[side];
            free &= !frontier[side];
        }
    }
    taken
}
