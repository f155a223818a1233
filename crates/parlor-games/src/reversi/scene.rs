//! The scene of Reversi: dark and light discs that turn over in place, and their numbers.

use parlor_core::{Axes, Choice, Depict, Game, Mark, Message, PieceKind, Player, Scene, Shape, Side, Tint};

use super::messages;
use super::rules::{Move, SizedReversi};
use crate::caption::caption;
use crate::square::cells;

const PIECES: [PieceKind; 2] =
    [PieceKind::new(Shape::DISC, Tint::Dark, 'X'), PieceKind::new(Shape::DISC, Tint::Light, 'O')];

impl<const SIZE: u32> SizedReversi<SIZE> {
    fn choice(&self, m: Move) -> Choice {
        let (label, steps, changes) = match m {
            Move::Place(square) => {
                let changes = std::iter::once(square.into()).chain(cells(self.turned_by(square)));
                (Message::verbatim(square.to_string()), vec![vec![square.into()]], changes.collect())
            }
            Move::Pass => (messages::PASS.message(), Vec::new(), Vec::new()),
        };
        Choice { steps, changes, ..Choice::new(m.to_string(), label) }
    }
}

impl<const SIZE: u32> Depict for SizedReversi<SIZE> {
    fn scene(&self, last: Option<Move>) -> Scene {
        let pieces = Self::squares().filter_map(|square| {
            Some(PIECES[self.disc_at(square)?.index()].at(u32::from(square.index()), square.into()))
        });
        let last_placed = match last {
            Some(Move::Place(square)) => Some((square.into(), Mark::LastMove)),
            Some(Move::Pass) | None => None,
        };
        let hint = if self.can_place() { messages::ENCLOSE } else { messages::MUST_PASS }.message();
        let names = [messages::BLACK, messages::WHITE].map(|name| name.message());
        Scene {
            columns: SIZE as u8,
            rows: SIZE as u8,
            pieces: pieces.collect(),
            choices: self.legal_moves().map(|m| self.choice(m)).collect(),
            marks: last_placed.into_iter().collect(),
            axes: Axes {
                columns: ('A'..='H').take(SIZE as usize).map(String::from).collect(),
                rows: (1..=SIZE).map(|row| row.to_string()).collect(),
            },
            sides: Player::BOTH.map(|player| Side {
                name: names[player.index()].clone(),
                piece: Some(PIECES[player.index()]),
                count: Some(self.discs(player).count_ones()),
            }),
            caption: caption(self, &names, hint),
            ..Scene::default()
        }
    }
}
