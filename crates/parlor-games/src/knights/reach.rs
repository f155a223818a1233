//! Which cells a knight can still get to, and when the two can no longer get into each other's way.

use parlor_core::{Game, Player};

use super::rules::{Knights, Path, Rules, Trail};
use super::steps::{beside, leap, one_two, two_one};

const DARK: u64 = 0xaa55_aa55_aa55_aa55;

/// One move from any of these cells.
#[inline]
pub(super) fn spread(rules: Rules, from: u64, free: u64) -> u64 {
    match rules.path() {
        Path::TwoOne => two_one(from, free),
        Path::OneTwo => one_two(from, free),
        Path::Either => two_one(from, free) | one_two(from, free),
        Path::Leap => leap(from, free),
    }
}

/// Every cell that any number of moves lead to; free cells only become fewer, so there will never be more.
#[inline]
fn flood(rules: Rules, from: u64, free: u64) -> u64 {
    let (mut reached, mut edge) = (from, from);
    while edge != 0 {
        edge = spread(rules, edge, free) & !reached;
        reached |= edge;
    }
    reached & !from
}

/// The most moves that a knight alone could make from here. Every move changes the colour of the cell, so of
/// the colour it starts on at most one less can be visited than of the other (parity bound).
pub(super) fn most_moves(rules: Rules, from: u64, free: u64) -> u32 {
    let reached = flood(rules, from, free);
    let other_colour = if from & DARK == 0 { DARK } else { !DARK };
    let (other, same) = ((reached & other_colour).count_ones(), (reached & !other_colour).count_ones());
    let by_parity = if other > same { 2 * same + 1 } else { 2 * other };
    match rules.trail() {
        Trail::Origin => by_parity,
        // A move takes three cells, none of them again.
        Trail::Path => by_parity.min((touched(rules, from, reached) & free).count_ones() / 3),
    }
}

/// The cells on which a knight's moves depend: those it may stand on and those it may pass.
fn touched(rules: Rules, from: u64, reached: u64) -> u64 {
    match rules.path() {
        Path::Leap => reached,
        // On the way from one cell to another nothing is more than two steps off.
        _ => reached | beside(beside(from | reached)),
    }
}

/// Whether neither knight can ever reach a cell that the other's moves depend on: each then walks alone, and
/// who can walk longer wins.
#[inline]
pub(super) fn is_split(position: &Knights) -> bool {
    let (rules, free) = (position.rules(), position.free());
    let from = Player::BOTH.map(|player| position.knight(player).bit());
    let (mut reached, mut edge) = (from, from);
    // Both floods grow together, because in an open position they soon meet.
    while edge != [0, 0] {
        for side in 0..2 {
            edge[side] = spread(rules, edge[side], free) & !reached[side];
            reached[side] |= edge[side];
        }
        if reached[0] & reached[1] != 0 {
            return false;
        }
    }
    let needed = [0, 1].map(|side| touched(rules, from[side], reached[side]) & free);
    match rules.trail() {
        Trail::Origin => needed[0] & reached[1] | needed[1] & reached[0] == 0,
        Trail::Path => needed[0] & needed[1] == 0,
    }
}

/// The cells that each side gets to first, the side to move having the first step, for the side to move and
/// for the other.
pub(super) fn territories(position: &Knights) -> [u64; 2] {
    let (rules, turn) = (position.rules(), position.turn());
    let mut edge = [turn, !turn].map(|player| position.knight(player).bit());
    let mut taken = [0, 0];
    let mut free = position.free();
    // The way may lead over cells that are taken: they are only spoken for.
    let passable = free;
    while edge != [0, 0] {
        for side in 0..2 {
            edge[side] = spread(rules, edge[side], passable) & free;
            taken[side] |= edge[side];
            free &= !edge[side];
        }
    }
    taken
}
