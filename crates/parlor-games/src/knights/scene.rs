//! Scene of Knights: two knights, and scorched cells behind them.

use parlor_core::{Axes, Cell, Choice, Depict, Facing, Game, Mark, Piece, PieceKind, Player, Scene, Shape, Tint};

use super::knight_moves::leap;
use super::messages;
use super::rules::{Knights, Move, Way};
use crate::caption::{caption, sides, x_and_o};
use crate::square::cells;

const PIECES: [PieceKind; 2] = [
    PieceKind::new(Shape::KNIGHT, Tint::First, 'X').facing(Facing::Right),
    PieceKind::new(Shape::KNIGHT, Tint::Second, 'O').facing(Facing::Left),
];
/// Ids 0 and 1 are the knights.
const FIRST_SCORCHED_ID: u32 = 2;

impl Knights {
    fn knight_piece(&self, player: Player) -> Piece {
        PIECES[player.index()].at(player as u32, self.knight(player).into())
    }

    fn choice(&self, m: Move) -> Choice {
        let template = match m.way {
            None => messages::MOVE,
            Some(Way::TwoOne) => messages::MOVE_TWO_ONE,
            Some(Way::OneTwo) => messages::MOVE_ONE_TWO,
        };
        let number = |index: u8| (u32::from(index) + 1).into();
        let label = template.with([("row", number(m.to.row())), ("column", number(m.to.column()))]);
        let closed = self.knight(self.turn()).bit() | self.path_closed_by(m);
        let changes: Vec<Cell> = cells(closed | m.to.bit()).collect();
        Choice { steps: vec![vec![m.to.into()]], changes, ..Choice::new(m.to_string(), label) }
    }
}

impl Depict for Knights {
    fn scene(&self, last: Option<Move>) -> Scene {
        let size = self.rules().size();
        let inside = !self.rules().cells_outside();
        let scorched = cells(self.closed() & inside).map(|cell| {
            let id = FIRST_SCORCHED_ID + u32::from(cell.row) * 8 + u32::from(cell.column);
            Piece::new(id, cell, Shape::SCORCHED, Tint::Neutral, '*')
        });
        let mut marks: Vec<(Cell, Mark)> = last.map(|m| (m.to.into(), Mark::LastMove)).into_iter().collect();
        if self.outcome().is_some() {
            let stuck = self.knight(self.turn());
            marks.push((stuck.into(), Mark::Fatal));
            marks.extend(cells(leap(stuck.bit(), inside)).map(|cell| (cell, Mark::Blocked)));
        }
        let numbers: Vec<String> = (1..=size).map(|number| number.to_string()).collect();
        Scene {
            columns: size,
            rows: size,
            pieces: scorched.chain(Player::BOTH.map(|player| self.knight_piece(player))).collect(),
            choices: self.legal_moves().map(|m| self.choice(m)).collect(),
            marks,
            axes: Axes { columns: numbers.clone(), rows: numbers },
            sides: sides(x_and_o(), PIECES),
            caption: caption(self, &x_and_o(), messages::CHOOSE.message()),
            ..Scene::default()
        }
    }
}
