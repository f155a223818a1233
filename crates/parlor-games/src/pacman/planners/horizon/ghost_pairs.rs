//! Graph of the chases of Pac-Man and a single ghost that is near.

use parlor_core::Problem;

use super::tow_map::{GuardedSet, all_guarded};
use crate::pacman::chase::Chase;
use crate::pacman::maze::{Cell, Maze, Step};
use crate::pacman::planners::map::chase_graph::ChaseId;
use crate::pacman::planners::map::strong_components::strong_components;
use crate::pacman::rules::Pacman;

/// Ghosts up to this far away are near.
const RADIUS: usize = 4;
/// Rows and columns that near ghosts can have, and the number of their places.
const SPAN: usize = 2 * RADIUS + 1;
const PLACES: usize = SPAN * SPAN;
/// Successor after which the ghost is not near.
const AWAY: ChaseId = ChaseId(u32::MAX - 1);

pub(super) fn is_near(maze: &Maze, pacman: Cell, ghost: Cell) -> bool {
    ghost != Cell::NOWHERE && usize::from(maze.manhattan(pacman, ghost)) <= RADIUS
}

/// Number of the pair of Pac-Man's cell and that of a near ghost.
pub(super) fn pair(columns: usize, pacman: Cell, ghost: Cell) -> ChaseId {
    let row = ghost.index() / columns + RADIUS - pacman.index() / columns;
    let column = ghost.index() % columns + RADIUS - pacman.index() % columns;
    ChaseId((pacman.index() * PLACES + row * SPAN + column) as u32)
}

/// Pac-Man's cell of a pair.
pub(super) fn pacman_of(pair: ChaseId) -> Cell {
    Cell((pair.index() / PLACES) as u16)
}

/// Cell of the ghost by the cell of Pac-Man and its place around him; `None` if it is off the board.
fn ghost_at(columns: usize, pacman: usize, place: usize) -> Option<usize> {
    let row = (pacman / columns + place / SPAN).checked_sub(RADIUS)?;
    let column = (pacman % columns + place % SPAN).checked_sub(RADIUS)?;
    (column < columns).then_some(row * columns + column)
}

/// Pairs with their successors.
pub(super) struct GhostPairs {
    /// None for numbers that are not those of a pair. Pairs with a wall are nobody's successors, and do no harm.
    successors: Vec<[ChaseId; 4]>,
}

impl GhostPairs {
    pub(super) fn new<const W: usize>(problem: &Pacman<W>) -> GhostPairs {
        let (rules, maze, columns) = (&problem.rules, &problem.rules.maze, problem.board().columns());
        let number = |chase: Chase| match chase.ghosts[0] {
            ghost if is_near(maze, chase.pacman, ghost) => pair(columns, chase.pacman, ghost),
            _ => AWAY,
        };
        let mut successors = vec![[ChaseId::FAILURE; 4]; maze.cell_count() * PLACES];
        for (index, successors) in successors.iter_mut().enumerate() {
            let pacman = Cell((index / PLACES) as u16);
            let ghost = ghost_at(columns, index / PLACES, index % PLACES).filter(|&ghost| ghost < maze.cell_count());
            let ghost = ghost.map_or(Cell::NOWHERE, |ghost| Cell(ghost as u16));
            if ghost != pacman && is_near(maze, pacman, ghost) {
                let ghosts = [ghost, Cell::NOWHERE, Cell::NOWHERE, Cell::NOWHERE];
                let chase = Chase { pacman, ghosts, ..problem.start().chase };
                *successors = Step::ALL.map(|step| rules.successor(&chase, step).map_or(ChaseId::FAILURE, number));
            }
        }
        GhostPairs { successors }
    }

    /// The largest component of the pairs with the ghost next to Pac-Man.
    pub(super) fn largest_component_in_tow(&self) -> Vec<ChaseId> {
        let in_tow = |pair: ChaseId| {
            let place = pair.index() % PLACES;
            let is_adjacent = (place / SPAN).abs_diff(RADIUS) + (place % SPAN).abs_diff(RADIUS) == 1;
            if is_adjacent && pair != AWAY { pair } else { ChaseId::FAILURE }
        };
        let count = self.successors.len();
        let successors = |pair: ChaseId| self.successors[pair.index()].map(in_tow);
        let (component, components) = strong_components(count, 0..count as u32, successors);
        let mut sizes = vec![0; components as usize];
        for &component in &component {
            sizes[component as usize] += 1;
        }
        let largest = (0..components).max_by_key(|&component| sizes[component as usize]);
        let pairs = (0..).map(ChaseId).zip(component);
        pairs.filter(|&(_, component)| Some(component) == largest).map(|(pair, _)| pair).collect()
    }

    /// By pair: the guarded pellets that Pac-Man can eat before the ghost is away or he reaches a pair `in_tow`, each by
    /// itself; `None` if he can do neither. `guarded` holds their cells in ascending order.
    pub(super) fn edible(&self, in_tow: &[ChaseId], guarded: &[Cell]) -> Vec<Option<GuardedSet>> {
        let mut edible = vec![None; self.successors.len()];
        for pair in in_tow {
            edible[pair.index()] = Some(GuardedSet::NONE);
        }
        let all = all_guarded(guarded.len());
        let after = |edible: &[Option<GuardedSet>], next: ChaseId| match next {
            ChaseId::FAILURE => None,
            AWAY => Some(all),
            pair => edible[pair.index()].map(|mut then| {
                if let Ok(index) = guarded.binary_search(&pacman_of(pair)) {
                    then.insert(index);
                }
                then
            }),
        };
        // Sweeps in turns forward and backward, until nothing changes.
        let (mut has_changed, mut is_forward) = (true, false);
        while has_changed {
            has_changed = false;
            is_forward = !is_forward;
            for index in 0..edible.len() {
                let pair = if is_forward { index } else { edible.len() - 1 - index };
                let mut here = edible[pair];
                for then in self.successors[pair].into_iter().filter_map(|next| after(&edible, next)) {
                    here.get_or_insert(GuardedSet::NONE).unite(&then);
                }
                has_changed |= here != edible[pair];
                edible[pair] = here;
            }
        }
        edible
    }
}
