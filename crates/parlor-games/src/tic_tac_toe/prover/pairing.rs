//! Pairing strategies (Hales and Jewett): whoever answers each move in a pair with its other half stops every line
//! that holds a whole pair. One pair may stop several lines, and what the pairs leave over may be so little that the
//! Erdős-Selfridge strategy stops it.

use crate::tic_tac_toe::Word;

use super::siege::danger;

/// More than this many times what the Erdős-Selfridge strategy stops, pairs are not tried: they hardly ever do.
const HOPELESS: u32 = 4;

/// Whether pairs, chosen greedily, stop the attacker who moves first. `lines` are the cells each live line needs.
pub(super) fn holds<W: Word>(lines: &[W], streak: u32) -> bool {
    let enough = 1 << (streak - 1);
    if danger(lines, streak) >= enough * HOPELESS {
        return false;
    }
    let mut left: Vec<Uncovered<W>> =
        lines.iter().map(|needs| Uncovered { whole: *needs, needs: *needs, lost: 0 }).collect();
    loop {
        // The attacker gets at most one cell of each pair, so a line loses at most one of its needs to a pair.
        let (mut danger, mut stuck) = (0, 0);
        for line in &left {
            let weight = 1 << (streak + line.lost - line.whole.count_ones());
            danger += weight;
            // No pair will stop this line any more, nor does its danger ever shrink.
            if line.needs.count_ones() < 2 {
                stuck += weight;
            }
        }
        if danger < enough {
            return true;
        }
        if stuck >= enough {
            return false;
        }
        let Some(pair) = best_pair(&left) else { return false };
        left.retain(|line| line.needs & pair != pair);
        for line in &mut left {
            if line.needs & pair != W::default() {
                line.needs = line.needs & !pair;
                line.lost += 1;
            }
        }
    }
}

/// A line that holds no pair yet.
struct Uncovered<W> {
    whole: W,
    /// Its cells that belong to no pair.
    needs: W,
    /// How many pairs it shares a cell with.
    lost: u32,
}

/// A pair in the line with the fewest cells left, stopping as much as possible.
fn best_pair<W: Word>(left: &[Uncovered<W>]) -> Option<W> {
    let narrowest = left
        .iter()
        .filter(|line| line.needs.count_ones() >= 2)
        .min_by_key(|line| (line.needs.count_ones(), line.whole.count_ones() - line.lost))?;
    let mut best = (0, None);
    let mut firsts = narrowest.needs.ones();
    while let Some(first) = firsts.next() {
        for second in firsts.clone() {
            let pair = W::ONE << first | W::ONE << second;
            let stopped = |line: &&Uncovered<W>| line.needs & pair == pair;
            let worth = |line: &Uncovered<W>| 1 << (16 - line.whole.count_ones() + line.lost);
            let gain: u32 = left.iter().filter(stopped).map(worth).sum();
            if gain > best.0 {
                best = (gain, Some(pair));
            }
        }
    }
    best.1
}
