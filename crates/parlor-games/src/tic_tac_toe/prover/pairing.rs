//! Pairing strategies (Hales and Jewett): a defender who answers each move in a pair with its other half stops every
//! line that contains a whole pair. One pair may stop several lines, and the Erdős-Selfridge strategy may stop the
//! lines that no pair covers.

use crate::tic_tac_toe::Bitboard;

use super::proof_position::potential;

/// Pairs are not tried if the potential exceeds the Erdős-Selfridge bound by this factor: they hardly ever suffice
/// then.
const MAX_POTENTIAL_FACTOR: u32 = 4;

/// Whether pairs, chosen greedily, stop an attacker who moves first. `lines` are the missing cells of each live line.
pub(super) fn stops_attacker<B: Bitboard>(lines: &[B], streak: u32) -> bool {
    let bound = 1 << (streak - 1);
    if potential(lines, streak) >= bound * MAX_POTENTIAL_FACTOR {
        return false;
    }
    let mut uncovered: Vec<UncoveredLine<B>> =
        lines.iter().map(|missing| UncoveredLine { missing: *missing, unpaired: *missing, shared_pairs: 0 }).collect();
    loop {
        // The attacker gets at most one cell of each pair, so a pair supplies at most one missing cell of a line.
        let (mut potential, mut uncoverable) = (0, 0);
        for line in &uncovered {
            let weight = 1 << (streak + line.shared_pairs - line.missing.count_ones());
            potential += weight;
            // No further pair can cover this line, and its weight never shrinks.
            if line.unpaired.count_ones() < 2 {
                uncoverable += weight;
            }
        }
        if potential < bound {
            return true;
        }
        if uncoverable >= bound {
            return false;
        }
        let Some(pair) = best_pair(&uncovered) else { return false };
        uncovered.retain(|line| line.unpaired & pair != pair);
        for line in &mut uncovered {
            if line.unpaired & pair != B::default() {
                line.unpaired = line.unpaired & !pair;
                line.shared_pairs += 1;
            }
        }
    }
}

/// Line that contains no whole pair yet.
struct UncoveredLine<B> {
    missing: B,
    /// The missing cells that belong to no pair.
    unpaired: B,
    /// The number of pairs that it shares a cell with.
    shared_pairs: u32,
}

/// A pair in the line with the fewest unpaired cells that covers as much weight as possible.
fn best_pair<B: Bitboard>(uncovered: &[UncoveredLine<B>]) -> Option<B> {
    let narrowest = uncovered
        .iter()
        .filter(|line| line.unpaired.count_ones() >= 2)
        .min_by_key(|line| (line.unpaired.count_ones(), line.missing.count_ones() - line.shared_pairs))?;
    let mut best = (0, None);
    let mut firsts = narrowest.unpaired.ones();
    while let Some(first) = firsts.next() {
        for second in firsts.clone() {
            let pair = B::ONE << first | B::ONE << second;
            let is_covered = |line: &&UncoveredLine<B>| line.unpaired & pair == pair;
            let weight = |line: &UncoveredLine<B>| 1 << (16 - line.missing.count_ones() + line.shared_pairs);
            let gain: u32 = uncovered.iter().filter(is_covered).map(weight).sum();
            if gain > best.0 {
                best = (gain, Some(pair));
            }
        }
    }
    best.1
}
