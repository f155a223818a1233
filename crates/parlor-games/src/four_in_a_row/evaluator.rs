//! Static evaluation: counts discs on lines that can still become four, and threats (cells that complete a four). A
//! threat counts double on the rows that its owner gets when the board fills up (zugzwang).

use parlor_core::{Evaluate, Game, Player, Score};

use super::rules::FourInARow;

/// Points for each disc on each open line.
const ON_OPEN_LINE: i32 = 2;
/// Points for each cell that completes four.
const THREAT: i32 = 20;
/// Points for a threat on a row that its owner gets by zugzwang.
const THREAT_ON_GOOD_ROW: i32 = 40;

/// Static evaluator by open lines and threats.
#[derive(Clone, Copy, Debug, Default)]
pub struct Evaluator;

impl<const COLUMNS: u32, const ROWS: u32> Evaluate<FourInARow<COLUMNS, ROWS>> for Evaluator {
    fn evaluate(&self, position: &FourInARow<COLUMNS, ROWS>) -> Score {
        let turn = position.turn();
        Score::points(potential(position, turn) - potential(position, !turn))
    }
}

fn potential<const COLUMNS: u32, const ROWS: u32>(position: &FourInARow<COLUMNS, ROWS>, player: Player) -> i32 {
    let discs = position.discs(player);
    let reachable = FourInARow::<COLUMNS, ROWS>::BOARD & !position.discs(!player);
    let mut on_open_lines = 0;
    let mut threats = 0;
    for step in FourInARow::<COLUMNS, ROWS>::DIRECTIONS {
        // First cells of the lines of four on which the other side has no disc.
        let open = (1..4).fold(reachable, |open, offset| open & (reachable >> (offset * step)));
        let at = |offset: u32| open & (discs >> (offset * step));
        on_open_lines += (0..4).map(|offset| at(offset).count_ones()).sum::<u32>();
        // The missing cell of each open line that holds three discs.
        for missing in 0..4 {
            let others = (0..4).filter(|offset| *offset != missing).fold(open, |lines, offset| lines & at(offset));
            threats |= (others & !at(missing)) << (missing * step);
        }
    }
    // When both sides only follow up, First gets the odd rows from the bottom and Second the even ones.
    let good_rows = FourInARow::<COLUMNS, ROWS>::rows_of_parity(player.index() as u32);
    let [all, good] = [threats, threats & good_rows].map(|cells| cells.count_ones().cast_signed());
    ON_OPEN_LINE * on_open_lines.cast_signed() + THREAT * (all - good) + THREAT_ON_GOOD_ROW * good
}
