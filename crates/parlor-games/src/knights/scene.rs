//! Scene of Knights: two knights, and scorched cells behind them.

use parlor_core::{Axes, Cell, Choice, Depict, Game, Mark, Piece, Player, Scene, Shape, Side, Tint};

use super::rules::{Knights, Move, Way};
use crate::caption::caption;
use crate::square::cells;

const NAMES: [&str; 2] = ["X", "O"];
/// Ids 0 and 1 are the knights.
const FIRST_SCORCHED_ID: u32 = 2;

impl Knights {
    fn knight_piece(&self, player: Player) -> Piece {
        let (tint, letter) = match player {
            Player::First => (Tint::First, 'X'),
            Player::Second => (Tint::Second, 'O'),
        };
        Piece { id: player as u32, cell: self.knight(player).into(), shape: Shape::Knight, tint, letter }
    }

    fn choice(&self, m: Move) -> Choice {
        let place = format!("row {}, column {}", m.to.row() + 1, m.to.column() + 1);
        let label = match m.way {
            None => format!("To {place}"),
            Some(Way::TwoOne) => format!("To {place}, two straight then one"),
            Some(Way::OneTwo) => format!("To {place}, one straight then two"),
        };
        let closed = self.knight(self.turn()).bit() | self.path_closed_by(m);
        let changes: Vec<Cell> = cells(closed | m.to.bit()).collect();
        Choice { notation: m.to_string(), label, steps: vec![vec![m.to.into()]], key: None, changes }
    }
}

impl Depict for Knights {
    fn scene(&self, last: Option<Move>) -> Scene {
        let size = self.rules().size();
        let inside = !self.rules().cells_outside();
        let scorched = cells(self.closed() & inside).map(|cell| Piece {
            id: FIRST_SCORCHED_ID + u32::from(cell.row) * 8 + u32::from(cell.column),
            cell,
            shape: Shape::Scorched,
            tint: Tint::Neutral,
            letter: '*',
        });
        let mut marks: Vec<(Cell, Mark)> = last.map(|m| (m.to.into(), Mark::LastMove)).into_iter().collect();
        if self.outcome().is_some() {
            marks.push((self.knight(self.turn()).into(), Mark::Fatal));
        }
        let numbers: Vec<String> = (1..=size).map(|number| number.to_string()).collect();
        Scene {
            columns: size,
            rows: size,
            pieces: scorched.chain(Player::BOTH.map(|player| self.knight_piece(player))).collect(),
            choices: self.legal_moves().map(|m| self.choice(m)).collect(),
            marks,
            axes: Axes { columns: numbers.clone(), rows: numbers },
            sides: NAMES.map(|name| Side { name: name.to_owned(), count: None }),
            caption: caption(self, NAMES, "choose where your knight goes"),
            pieces_fall: false,
        }
    }
}
