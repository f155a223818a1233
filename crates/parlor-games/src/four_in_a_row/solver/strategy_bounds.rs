//! Bounds of a score without search, proved by follow-up strategies: claimeven for the second player, an odd threat for
//! the first (Allis, A Knowledge-Based Approach of Connect-Four, 1988).

use super::geometry::{BOARD, EVEN_ROWS, ODD_ROWS, fours, has_four, playable};
use super::node::{Children, LANE_OF_CELL, Node};

/// Upper bound of the score by the opponent's follow-up strategy, if that proves one.
#[inline]
pub(super) fn strategy_upper_bound(node: &Node) -> Option<i32> {
    if node.discs.is_multiple_of(2) { claimeven(node) } else { odd_threat(node) }
}

/// Upper bound by claimeven: the second player answers every disc with the one above it, and a disc on an unpaired cell
/// (the lowest free cell of a column of odd height) with one on another. So the first player gets at best the free odd
/// cells and the unpaired cells, and nothing above an even winning cell of the second player, who gets to play there.
fn claimeven(node: &Node) -> Option<i32> {
    let free = BOARD & !node.occupied;
    let unpaired = playable(node.occupied) & EVEN_ROWS;
    let wins = node.opponent_wins & EVEN_ROWS & !unpaired;
    let odd = free & ODD_ROWS & !(wins << 1 | wins << 3);
    // The first player can delay the loss until only the pairs from the winning cells upwards are left.
    (!has_four(node.mover | odd | unpaired))
        .then(|| -((wins | wins << 2 | wins << 4) & EVEN_ROWS & BOARD).count_ones().cast_signed())
}

/// Upper bound by an odd threat: the first player has an odd winning cell in a column of odd height and follows up
/// in all others. The second player runs out of moves there (zugzwang) and has to play below the winning cell.
fn odd_threat(node: &Node) -> Option<i32> {
    let free = BOARD & !node.occupied;
    let unpaired = playable(node.occupied) & EVEN_ROWS;
    // Odd free cells of the columns of odd height: one or three rows up from the lowest free cell.
    let mut threats = node.opponent_wins & (unpaired << 1 | unpaired << 3) & ODD_ROWS;
    if threats == 0 {
        return None;
    }
    let even_wins = node.opponent_wins & EVEN_ROWS & !unpaired;
    let mut best = None;
    while threats != 0 {
        let threat = threats & threats.wrapping_neg();
        threats ^= threat;
        let shift = threat.trailing_zeros();
        let column = 0x3f_u64 << (shift / 7 * 7);
        threats &= !column;
        let wins = even_wins & !column;
        let odd = free & ODD_ROWS & !column & !(wins << 1 | wins << 3);
        let below = free & EVEN_ROWS & column & (threat - 1);
        if !has_four(node.mover | odd | unpaired & !column | below) {
            let row = (shift % 7 + 1).cast_signed();
            let pairs = ((wins | wins << 2 | wins << 4) & EVEN_ROWS & BOARD).count_ones().cast_signed();
            let score = -((7 - row) / 2 + pairs);
            best = Some(best.map_or(score, |b: i32| b.min(score)));
        }
    }
    best
}

/// Lower bound of the score by the same strategies, followed by the side to move after one of its moves.
#[inline]
pub(super) fn strategy_lower_bound(node: &Node, children: &Children) -> Option<i32> {
    if node.discs % 2 == 1 { claimeven_after(node, children) } else { odd_threat_after(node, children) }
}

/// Lower bound by claimeven of the second player, computed for all children at once.
fn claimeven_after(node: &Node, children: &Children) -> Option<i32> {
    let free_odd = BOARD & !node.occupied & ODD_ROWS;
    let (open, opponent) = (playable(node.occupied), node.opponent());
    let (mut rest, mut pairs) = ([0; 8], [0; 8]);
    for lane in 0..8 {
        let cell = children.cell[lane];
        let unpaired = ((open ^ cell) | cell << 1) & EVEN_ROWS;
        let wins = children.wins[lane] & EVEN_ROWS & !unpaired;
        let odd = free_odd & !cell & !(wins << 1 | wins << 3);
        rest[lane] = fours(opponent | odd | unpaired);
        pairs[lane] = (wins | wins << 2 | wins << 4) & EVEN_ROWS & BOARD;
    }
    let safe = children.cell.iter().zip(rest).fold(0, |safe, (&cell, rest)| safe | if rest == 0 { cell } else { 0 });
    if safe & node.moves == 0 {
        return None;
    }
    let lanes = children.cell.iter().zip(rest).zip(pairs);
    let safe = lanes.filter(|&((cell, rest), _)| cell & node.moves != 0 && rest == 0);
    safe.map(|(_, pairs)| pairs.count_ones().cast_signed()).max()
}

/// Lower bound by an odd threat of the first player, or 0 where the second player cannot make a four any more.
fn odd_threat_after(node: &Node, children: &Children) -> Option<i32> {
    let free = BOARD & !node.occupied;
    let (open, opponent) = (playable(node.occupied), node.opponent());
    let (mut rest, mut threats) = ([0; 8], [0; 8]);
    for lane in 0..8 {
        let cell = children.cell[lane];
        let unpaired = ((open ^ cell) | cell << 1) & EVEN_ROWS;
        threats[lane] = children.wins[lane] & (unpaired << 1 | unpaired << 3) & ODD_ROWS;
        // If the second player cannot make a four even with all free cells, the first player does not lose.
        rest[lane] = fours(opponent | free & !cell);
    }
    let (mut safe, mut threatening) = (0, 0);
    for lane in 0..8 {
        safe |= if rest[lane] == 0 { children.cell[lane] } else { 0 };
        threatening |= if threats[lane] == 0 { 0 } else { children.cell[lane] };
    }
    let mut best = (safe & node.moves != 0).then_some(0);
    let mut left = threatening & node.moves;
    while left != 0 {
        let lane = LANE_OF_CELL[left.trailing_zeros() as usize];
        left &= left - 1;
        best = best.max(odd_threat(&node.child(children, lane)).map(|bound| -bound));
    }
    best
}
