//! Scene of a state: the maze from above. The player selects a step by its destination cell, a bump by the wall that
//! stops it, and a bump at the edge, where there is no cell, by a button.

use parlor_core::{Axes, Cell as SceneCell, Choice, Key, Mark, Piece, Problem, Scene, Shape, Side, Tint};

use super::maze::{Cell, Step};
use super::rules::{Pacman, State, StateStatus};
use super::tile::{Ghost, Tile};

const EATER_ID: u32 = 0;
const FIRST_GHOST_ID: u32 = 1;
/// Two identifiers per cell: one for the pellet, one for what covers it.
const FIRST_CELL_ID: u32 = 8;

impl Step {
    fn name(self) -> &'static str {
        match self {
            Step::Right => "right",
            Step::Down => "down",
            Step::Left => "left",
            Step::Up => "up",
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
    fn tint(self) -> Tint {
        match self {
            Ghost::Red => Tint::Red,
            Ghost::Blue => Tint::Blue,
            Ghost::Yellow => Tint::Yellow,
            Ghost::Green => Tint::Green,
        }
    }

    fn letter(self) -> char {
        match self {
            Ghost::Red => 'R',
            Ghost::Blue => 'B',
            Ghost::Yellow => 'Y',
            Ghost::Green => 'G',
        }
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
    let side = |name: &str, count| Side { name: name.to_owned(), count: Some(count) };
    Scene {
        columns: board.columns() as u8,
        rows: board.rows() as u8,
        pieces: pieces(problem, state),
        choices: problem.actions(state).map(|step| choice(problem, state, step)).collect(),
        marks,
        axes: Axes::default(),
        sides: [side("Pac-Man", state.pellets.len()), side("Ghosts", state.chase.ghosts_left() as u32)],
        caption: caption(problem, state).to_owned(),
        pieces_fall: false,
    }
}

fn caption<const W: usize>(problem: &Pacman<W>, state: &State<W>) -> &'static str {
    match state.status {
        StateStatus::Failed => "Pac-Man did not survive.",
        _ if problem.is_goal(state) => "Pac-Man has eaten every pellet.",
        StateStatus::DeadEnd => "A pellet can no longer be reached.",
        StateStatus::Alive => "Pac-Man to move: eat every pellet and survive.",
    }
}

fn scene_cell<const W: usize>(problem: &Pacman<W>, cell: Cell) -> SceneCell {
    let columns = problem.board().columns();
    SceneCell { column: (cell.index() % columns) as u8, row: (cell.index() / columns) as u8 }
}

/// Pieces from bottom to top: walls and pellets, poison, ghosts, Pac-Man.
fn pieces<const W: usize>(problem: &Pacman<W>, state: &State<W>) -> Vec<Piece> {
    let (mut floor, mut above) = (Vec::new(), Vec::new());
    for (index, tile) in problem.board_at(state).tiles().iter().enumerate() {
        let cell = scene_cell(problem, Cell(index as u16));
        let id = FIRST_CELL_ID + 2 * index as u32;
        if tile.has_pellet() {
            floor.push(Piece { id: id + 1, cell, shape: Shape::Pellet, tint: Tint::Neutral, letter: 'o' });
        }
        match *tile {
            Tile::Wall => floor.push(Piece { id, cell, shape: Shape::Wall, tint: Tint::Neutral, letter: '#' }),
            Tile::Poison { .. } => {
                above.push(Piece { id, cell, shape: Shape::Poison, tint: Tint::Neutral, letter: 'x' });
            }
            Tile::Ghost { ghost, .. } => above.push(Piece {
                id: FIRST_GHOST_ID + ghost as u32,
                cell,
                shape: Shape::Ghost,
                tint: ghost.tint(),
                letter: ghost.letter(),
            }),
            Tile::PacMan | Tile::Eaten => {
                above.push(Piece { id: EATER_ID, cell, shape: Shape::Eater, tint: Tint::Yellow, letter: 'P' });
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
    let label = match there {
        Some(_) if !is_bump => format!("Go {}", step.name()),
        Some(_) => format!("Bump into the wall, {}", step.name()),
        None => format!("Bump into the edge, {}", step.name()),
    };
    Choice {
        notation: step.to_string(),
        label,
        steps: there.map(|cell| vec![cell]).into_iter().collect(),
        key: Some(step.key()),
        changes: if is_bump { vec![] } else { [Some(here), there].into_iter().flatten().collect() },
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
