//! An estimate without looking ahead: discs on lines that can still become four, and cells that would complete
//! one, which are worth most on the rows that fall to their owner when the board fills up (zugzwang).

use parlor_core::{Evaluate, Game, Player, Score};

use super::rules::FourInARow;

/// Points for every disc on an open line, for a cell that completes four, and for such a cell on a good row.
const ON_OPEN_LINE: i32 = 2;
const THREAT: i32 = 20;
const THREAT_ON_GOOD_ROW: i32 = 40;

#[derive(Clone, Copy, Debug, Default)]
pub struct Evaluator;

impl<const COLUMNS: u32, const ROWS: u32> Evaluate<FourInARow<COLUMNS, ROWS>> for Evaluator {
    fn evaluate(&self, position: &FourInARow<COLUMNS, ROWS>) -> Score {
        let turn = position.turn();
        Score::points(prospects(position, turn) - prospects(position, !turn))
    }
}

fn prospects<const COLUMNS: u32, const ROWS: u32>(position: &FourInARow<COLUMNS, ROWS>, player: Player) -> i32 {
    let discs = position.discs(player);
    let reachable = FourInARow::<COLUMNS, ROWS>::BOARD & !position.discs(!player);
    let mut on_open_lines = 0;
    let mut threats = 0;
    for step in FourInARow::<COLUMNS, ROWS>::DIRECTIONS {
        // Lines of four, by their first cell, on which the other side has no disc.
        let open = (1..4).fold(reachable, |open, place| open & (reachable >> (place * step)));
        let at = |place: u32| open & (discs >> (place * step));
        on_open_lines += (0..4).map(|place| at(place).count_ones()).sum::<u32>();
        // Of each open line, the one cell that is missing when the other three are there.
        for missing in 0..4 {
            let others = (0..4).filter(|place| *place != missing).fold(open, |lines, place| lines & at(place));
            threats |= (others & !at(missing)) << (missing * step);
        }
    }
    // With both sides only answering, First gets the odd rows from the bottom and Second the even ones.
    let good_rows = FourInARow::<COLUMNS, ROWS>::rows_of_parity(player.index() as u32);
    let [all, good] = [threats, threats & good_rows].map(|cells| cells.count_ones().cast_signed());
    ON_OPEN_LINE * on_open_lines.cast_signed() + THREAT * (all - good) + THREAT_ON_GOOD_ROW * good
}
