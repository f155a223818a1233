//! Textbook solver as the reference for the fast one: alpha-beta, a transposition table with one entry per index, and
//! bisection of the score.

use parlor_core::{Game, Outcome};
use parlor_games::four_in_a_row::{Column, FourInARow};

const CENTER_FIRST: [u8; 7] = [3, 2, 4, 1, 5, 0, 6];
/// Table size; a prime, so that the remainder depends on the whole key.
const TABLE_SIZE: u64 = 8_388_593;
const BOTTOM: u64 = 0x0408_1020_4081;

/// Plain alpha-beta solver.
#[derive(Debug)]
pub(crate) struct ReferenceSolver {
    /// Key and upper bound of each entry.
    table: Vec<(u64, i8)>,
    nodes: u64,
}

impl ReferenceSolver {
    pub(crate) fn new() -> ReferenceSolver {
        ReferenceSolver { table: vec![(0, 0); TABLE_SIZE as usize], nodes: 0 }
    }

    pub(crate) fn reset(&mut self) {
        self.table.fill((0, 0));
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The score for the side to move of a game that is not over: 22 minus the winner's discs at the end, negative for
    /// a loss.
    pub(crate) fn score(&mut self, position: &FourInARow) -> i32 {
        let discs = position.plies().cast_signed();
        if has_winning_move(position) {
            return (43 - discs) / 2;
        }
        let (mut lower, mut upper) = (-(42 - discs) / 2, (43 - discs) / 2);
        while lower < upper {
            let mut middle = lower + (upper - lower) / 2;
            if middle <= 0 && lower / 2 < middle {
                middle = lower / 2;
            } else if middle >= 0 && upper / 2 > middle {
                middle = upper / 2;
            }
            let value = self.search(position, middle, middle + 1);
            if value <= middle {
                upper = value;
            } else {
                lower = value;
            }
        }
        lower
    }

    /// Fail-soft alpha-beta. The side to move must not be able to win at once.
    fn search(&mut self, position: &FourInARow, mut alpha: i32, mut beta: i32) -> i32 {
        self.nodes += 1;
        let discs = position.plies().cast_signed();
        if discs == 42 {
            return 0;
        }
        let children = CENTER_FIRST.map(|column| child(position, column));
        if children.iter().flatten().all(has_winning_move) {
            return if discs == 41 { 0 } else { -(42 - discs) / 2 };
        }
        alpha = alpha.max(-(40 - discs) / 2);
        if alpha >= beta {
            return alpha;
        }
        let key = position.mover() + position.occupied() + BOTTOM;
        let index = (key % TABLE_SIZE) as usize;
        let (stored_key, bound) = self.table[index];
        beta = beta.min(if stored_key == key { i32::from(bound) } else { (41 - discs) / 2 });
        if alpha >= beta {
            return beta;
        }
        for child in children.iter().flatten().filter(|child| !has_winning_move(child)) {
            let value = -self.search(child, -beta, -alpha);
            if value >= beta {
                return value;
            }
            alpha = alpha.max(value);
        }
        self.table[index] = (key, alpha as i8);
        alpha
    }
}

fn child(position: &FourInARow, column: u8) -> Option<FourInARow> {
    let column = Column::new(column);
    position.is_legal(column).then(|| position.after(column))
}

fn has_winning_move(position: &FourInARow) -> bool {
    position.legal_moves().any(|column| matches!(position.after(column).outcome(), Some(Outcome::Win(_))))
}
