//! Scene of a state: the maze from above. The player selects a step by its destination cell, a bump by the wall that
//! stops it, and a bump at the edge, where there is no cell, by a button.

use parlor_core::{
    Axes, Cell as SceneCell, Choice, Facing, Key, Mark, Message, Piece, PieceKind, Problem, Scene, Shape, Side,
    Template, Tint,
};

use super::maze::{Cell, Step};
use super::messages;
use super::rules::{Pacman, State, StateStatus};
use super::tile::{Ghost, Tile};

pub(super) const PAC_MAN: PieceKind = PieceKind::new(Shape::EATER, Tint::Yellow, 'P');
pub(super) const WALL: PieceKind = PieceKind::new(Shape::WALL, Tint::Neutral, '#');
pub(super) const PELLET: PieceKind = PieceKind::new(Shape::PELLET, Tint::Neutral, 'o');
pub(super) const POISON: PieceKind = PieceKind::new(Shape::POISON, Tint::Neutral, 'x');
const EATER_ID: u32 = 0;
const FIRST_GHOST_ID: u32 = 1;
/// Two identifiers per cell: one for the pellet, one for what covers it.
const FIRST_CELL_ID: u32 = 8;

impl Step {
    fn name(self) -> Message {
        match self {
            Step::Right => messages::RIGHT,
            Step::Down => messages::DOWN,
            Step::Left => messages::LEFT,
            Step::Up => messages::UP,
        }
        .message()
    }

    fn facing(self) -> Facing {
        match self {
            Step::Right => Facing::Right,
            Step::Down => Facing::Down,
            Step::Left => Facing::Left,
            Step::Up => Facing::Up,
        }
    }

    fn key(self) -> Key {
        match self {
            Step::Right => Key::Right,
            Step::Down => Key::Down,
            Step::Left => Key::Left,
            Step::Up => Key::Up,
        }
    }
}

impl Ghost {
    pub(super) fn piece(self) -> PieceKind {
        let (tint, letter) = match self {
            Ghost::Red => (Tint::Red, 'R'),
            Ghost::Blue => (Tint::Blue, 'B'),
            Ghost::Yellow => (Tint::Yellow, 'Y'),
            Ghost::Green => (Tint::Green, 'G'),
        };
        PieceKind::new(Shape::GHOST, tint, letter)
    }
}

pub(super) fn scene<const W: usize>(problem: &Pacman<W>, state: &State<W>, last: Option<Step>) -> Scene {
    let board = problem.board();
    let pacman = scene_cell(problem, state.chase.pacman);
    let mut marks = Vec::new();
    if last.is_some() {
        marks.push((pacman, Mark::LastMove));
    }
    if state.status == StateStatus::Failed {
        marks.push((pacman, Mark::Fatal));
    }
    let side = |name: Template, piece, count| Side { name: name.message(), piece: Some(piece), count: Some(count) };
    Scene {
        columns: board.columns() as u8,
        rows: board.rows() as u8,
        pieces: pieces(problem, state, last),
        choices: problem.actions(state).map(|step| choice(problem, state, step)).collect(),
        marks,
        axes: Axes::default(),
        sides: [
            side(messages::PAC_MAN, PAC_MAN.facing(Facing::Right), state.pellets.len()),
            side(messages::GHOSTS, Ghost::Red.piece(), state.chase.ghosts_left() as u32),
        ],
        caption: caption(problem, state).message(),
        ..Scene::default()
    }
}

fn caption<const W: usize>(problem: &Pacman<W>, state: &State<W>) -> Template {
    match state.status {
        StateStatus::Failed => messages::FAILED,
        _ if problem.is_goal(state) => messages::SOLVED,
        StateStatus::DeadEnd => messages::DEAD_END,
        StateStatus::Alive => messages::TURN,
    }
}

fn scene_cell<const W: usize>(problem: &Pacman<W>, cell: Cell) -> SceneCell {
    let columns = problem.board().columns();
    SceneCell { column: (cell.index() % columns) as u8, row: (cell.index() / columns) as u8 }
}

/// Pieces from bottom to top: walls and pellets, poison, ghosts, Pac-Man.
fn pieces<const W: usize>(problem: &Pacman<W>, state: &State<W>, last: Option<Step>) -> Vec<Piece> {
    let (mut floor, mut above) = (Vec::new(), Vec::new());
    for (index, tile) in problem.board_at(state).tiles().iter().enumerate() {
        let cell = scene_cell(problem, Cell(index as u16));
        let id = FIRST_CELL_ID + 2 * index as u32;
        if tile.has_pellet() {
            floor.push(PELLET.at(id + 1, cell));
        }
        match *tile {
            Tile::Wall => floor.push(WALL.at(id, cell)),
            Tile::Poison { .. } => above.push(POISON.at(id, cell)),
            Tile::Ghost { ghost, .. } => above.push(ghost.piece().at(FIRST_GHOST_ID + ghost as u32, cell)),
            Tile::PacMan | Tile::Eaten => {
                let facing = last.map_or(Facing::Right, Step::facing);
                above.push(PAC_MAN.facing(facing).at(EATER_ID, cell));
            }
            Tile::Empty | Tile::Pellet => {}
        }
    }
    floor.extend(above);
    floor
}

fn choice<const W: usize>(problem: &Pacman<W>, state: &State<W>, step: Step) -> Choice {
    let here = scene_cell(problem, state.chase.pacman);
    let there = adjacent(problem, here, step);
    let is_bump = problem.rules.maze.destination(state.chase.pacman, step) == state.chase.pacman;
    let template = match there {
        Some(_) if !is_bump => messages::GO,
        Some(_) => messages::BUMP_WALL,
        None => messages::BUMP_EDGE,
    };
    let label = template.with([("direction", step.name().into())]);
    Choice {
        notation: step.to_string(),
        label,
        steps: there.map(|cell| vec![cell]).into_iter().collect(),
        key: Some(step.key()),
        changes: if is_bump { vec![] } else { [Some(here), there].into_iter().flatten().collect() },
        can_queue: true,
    }
}

/// Next cell in that direction, even a wall; `None` beyond the edge.
fn adjacent<const W: usize>(problem: &Pacman<W>, here: SceneCell, step: Step) -> Option<SceneCell> {
    let SceneCell { column, row } = here;
    let (column, row) = match step {
        Step::Right => (column + 1, row),
        Step::Down => (column, row + 1),
        Step::Left => (column.checked_sub(1)?, row),
        Step::Up => (column, row.checked_sub(1)?),
    };
    let is_inside = usize::from(column) < problem.board().columns() && usize::from(row) < problem.board().rows();
    is_inside.then_some(SceneCell { column, row })
}
