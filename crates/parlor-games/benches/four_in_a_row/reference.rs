//! The textbook solver that the fast one is compared with: alpha-beta, a table of one entry a place, bisection.

use parlor_core::{Game, Outcome};
use parlor_games::four_in_a_row::{Column, FourInARow};

const CENTRE_FIRST: [u8; 7] = [3, 2, 4, 1, 5, 0, 6];
/// A prime, so that the remainder depends on the whole key.
const PLACES: u64 = 8_388_593;
const BOTTOM: u64 = 0x0408_1020_4081;

#[derive(Debug)]
pub(crate) struct Reference {
    /// Key and upper bound.
    table: Vec<(u64, i8)>,
    nodes: u64,
}

impl Reference {
    pub(crate) fn new() -> Reference {
        Reference { table: vec![(0, 0); PLACES as usize], nodes: 0 }
    }

    pub(crate) fn forget(&mut self) {
        self.table.fill((0, 0));
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// For the side to move of a game that is not over: how many discs before its last one it wins, negative for
    /// a loss.
    pub(crate) fn score(&mut self, position: &FourInARow) -> i32 {
        let discs = position.plies().cast_signed();
        if wins_at_once(position) {
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

    /// The side to move cannot win at once.
    fn search(&mut self, position: &FourInARow, mut alpha: i32, mut beta: i32) -> i32 {
        self.nodes += 1;
        let discs = position.plies().cast_signed();
        if discs == 42 {
            return 0;
        }
        let children = CENTRE_FIRST.map(|column| child(position, column));
        if children.iter().flatten().all(wins_at_once) {
            return if discs == 41 { 0 } else { -(42 - discs) / 2 };
        }
        alpha = alpha.max(-(40 - discs) / 2);
        if alpha >= beta {
            return alpha;
        }
        let key = position.mover() + position.occupied() + BOTTOM;
        let place = (key % PLACES) as usize;
        let (known, bound) = self.table[place];
        beta = beta.min(if known == key { i32::from(bound) } else { (41 - discs) / 2 });
        if alpha >= beta {
            return beta;
        }
        for child in children.iter().flatten().filter(|child| !wins_at_once(child)) {
            let value = -self.search(child, -beta, -alpha);
            if value >= beta {
                return value;
            }
            alpha = alpha.max(value);
        }
        self.table[place] = (key, alpha as i8);
        alpha
    }
}

fn child(position: &FourInARow, column: u8) -> Option<FourInARow> {
    let column = Column::new(column);
    position.is_legal(column).then(|| position.after(column))
}

fn wins_at_once(position: &FourInARow) -> bool {
    position.legal_moves().any(|column| matches!(position.after(column).outcome(), Some(Outcome::Win(_))))
}
