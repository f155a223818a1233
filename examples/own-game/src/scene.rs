//! Scene and look: pawns on a checkered board. A move is picked in two steps, the pawn and then where it goes.

use parlor_core::{
    Axes, Cell, Choice, Depict, Emblem, Game, Ground, Look, Mark, Message, Outcome, Piece, PieceKind, PieceLook,
    Player, Scene, Shape, Side, Template, Themed, Tint,
};

use crate::rules::{Breakthrough, SIZE, Square, Step};

/// A shape that no front end knows: it is drawn as its letter.
pub const PAWN: Shape = Shape("pawn");

const PIECES: [PieceKind; 2] = [PieceKind::new(PAWN, Tint::First, 'X'), PieceKind::new(PAWN, Tint::Second, 'O')];

const TURN: Template = Template::new("breakthrough-turn", "{side} to move.");
const WIN: Template = Template::new("breakthrough-win", "{side} breaks through and wins.");
const LAST_PAWN: Template = Template::new("breakthrough-last-pawn", "{side} captures every pawn and wins.");
const STEP: Template = Template::new("breakthrough-step", "{from} to {to}");

/// All messages, for the catalog entry.
pub(crate) const MESSAGES: [Template; 4] = [TURN, WIN, LAST_PAWN, STEP];

impl From<Square> for Cell {
    fn from(square: Square) -> Cell {
        Cell { column: square.column(), row: square.row() }
    }
}

fn side_name(player: Player) -> Message {
    Message::verbatim(if player == Player::First { "X" } else { "O" })
}

/// A position does not tell pawns apart, so the id of a pawn is its cell.
fn piece(square: Square, player: Player) -> Piece {
    PIECES[player.index()].at(u32::from(square.0), square.into())
}

fn choice(step: Step) -> Choice {
    let label = STEP.with([("from", step.from.to_string().into()), ("to", step.to.to_string().into())]);
    Choice {
        steps: vec![vec![step.from.into()], vec![step.to.into()]],
        changes: vec![step.from.into(), step.to.into()],
        ..Choice::new(step.to_string(), label)
    }
}

impl Depict for Breakthrough {
    fn scene(&self, last: Option<Step>) -> Scene {
        let squares = || (0..SIZE * SIZE).map(Square);
        let caption = match self.outcome() {
            Some(Outcome::Win(winner)) => {
                let template = if self.has_reached_far_row(winner) { WIN } else { LAST_PAWN };
                template.with([("side", side_name(winner).into())])
            }
            _ => TURN.with([("side", side_name(self.turn()).into())]),
        };
        Scene {
            columns: SIZE,
            rows: SIZE,
            pieces: squares().filter_map(|square| Some(piece(square, self.pawn_at(square)?))).collect(),
            choices: self.legal_moves().map(choice).collect(),
            marks: last
                .map_or_else(Vec::new, |step| vec![(step.from.into(), Mark::Origin), (step.to.into(), Mark::LastMove)]),
            axes: Axes {
                columns: ('a'..='f').map(String::from).collect(),
                rows: (1..=SIZE).rev().map(|row| row.to_string()).collect(),
            },
            sides: Player::BOTH.map(|player| Side {
                name: side_name(player),
                piece: Some(PIECES[player.index()]),
                count: Some(self.pawns[player.index()].count_ones()),
            }),
            caption,
            ..Scene::default()
        }
    }
}

/// Checkered like a chess board, blue against orange.
pub(crate) fn look() -> Look {
    let plain = Look::default();
    let pawn = |tint, fill, rim| PieceLook {
        tint,
        fill: Themed::same(fill),
        rim: Themed::same(rim),
        detail: Themed::same(0xff_ffff),
        emblem: Emblem::None,
    };
    Look {
        ground: Ground::Checkered,
        pieces: vec![pawn(Tint::First, 0x1b_4fa8, 0x0a_1f4d), pawn(Tint::Second, 0xb8_4a00, 0x54_2200)],
        ..plain
    }
}
