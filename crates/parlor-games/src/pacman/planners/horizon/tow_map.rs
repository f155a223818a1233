//! Pellets that Pac-Man cannot eat with a ghost in tow, and which of them he can still eat when a ghost has come near.
//!
//! A ghost next to Pac-Man stays next to him: it can always follow to the cell that he left. So from some moment on a
//! ghost is next to him for the rest of the plan. What he can eat then is a small question, as such a ghost has four
//! places at most: the largest strongly connected component of these chases is where he can go on eating forever. The
//! pellets outside are guarded: mostly those of alcoves that are open below, where the ghost takes the place below him, as
//! ghosts break ties in the order right, down, left, up. They have to be eaten before a ghost has come next to him.

use parlor_core::Problem;

use super::ghost_pairs::{GhostPairs, is_near, pacman_of, pair};
use crate::pacman::chase::Chase;
use crate::pacman::maze::{Cell, Maze};
use crate::pacman::pellets::Pellets;
use crate::pacman::rules::Pacman;
use crate::pacman::tile::Tile;

/// Set of guarded pellets, by their index among them.
pub(super) type GuardedSet = Pellets<4>;

/// Maximum number of guarded pellets. Where there are more, as in a hall, nearly everything is guarded. None count as
/// guarded where there is poison either, as it frees Pac-Man from a ghost in tow.
const MAX_GUARDED: usize = 256;

/// What Pac-Man can do with one ghost near.
pub(crate) struct TowMap {
    columns: usize,
    /// Cells of the guarded pellets.
    pub(super) guarded: Vec<Cell>,
    /// By pair: see `GhostPairs::edible`.
    edible: Vec<Option<GuardedSet>>,
}

impl TowMap {
    pub(crate) fn new<const W: usize>(problem: &Pacman<W>) -> TowMap {
        let pairs = GhostPairs::new(problem);
        let in_tow = pairs.largest_component_in_tow();
        let mut guarded = problem.start().pellets;
        for pellet in in_tow.iter().filter_map(|&pair| problem.pellet_on(pacman_of(pair))) {
            guarded.remove(pellet);
        }
        let cells = problem.pellet_cells();
        let has_poison = problem.board().tiles().iter().any(|tile| matches!(tile, Tile::Poison { .. }));
        let is_known = !has_poison && guarded.len() as usize <= MAX_GUARDED.min(cells.len() / 2);
        let guarded: Vec<Cell> = guarded.iter().filter(|_| is_known).map(|pellet| cells[pellet]).collect();
        let edible = pairs.edible(&in_tow, &guarded);
        TowMap { columns: problem.board().columns(), guarded, edible }
    }

    /// The guarded pellets left after Pac-Man enters a cell.
    pub(super) fn left_after(&self, mut left: GuardedSet, cell: Cell) -> GuardedSet {
        if let Ok(index) = self.guarded.binary_search(&cell) {
            left.remove(index);
        }
        left
    }

    /// Whether no near ghost by itself keeps Pac-Man from eating these pellets and getting away.
    pub(super) fn can_eat(&self, maze: &Maze, chase: &Chase, left: &GuardedSet) -> bool {
        let mut near = chase.ghosts.iter().filter(|&&ghost| is_near(maze, chase.pacman, ghost));
        near.all(|&ghost| {
            let edible = &self.edible[pair(self.columns, chase.pacman, ghost).index()];
            edible.as_ref().is_some_and(|edible| left.is_subset(edible))
        })
    }
}

/// All of this number of guarded pellets.
pub(super) fn all_guarded(count: usize) -> GuardedSet {
    let mut all = GuardedSet::NONE;
    (0..count).for_each(|index| all.insert(index));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A ring with an alcove above and one below. In the upper one a ghost stays below Pac-Man; in the lower one it comes
    /// down beside him, when he goes left, and he gets out.
    const ALCOVES: &str = "99 99 99 11 11 99 99 99/\
                           66 11 11 11 11 11 11 11/\
                           11 99 99 99 99 99 99 11/\
                           11 11 11 11 11 11 11 11/\
                           99 99 99 11 11 99 99 99";

    fn problem(board: &str) -> Pacman<1> {
        Pacman::new(&board.parse().expect("a board")).expect("few pellets")
    }

    fn chase(pacman: u16, ghost: u16) -> Chase {
        let ghosts = [Cell(ghost), Cell::NOWHERE, Cell::NOWHERE, Cell::NOWHERE];
        Chase { pacman: Cell(pacman), ghosts, cleared: [Cell::NOWHERE; 4] }
    }

    #[test]
    fn alcoves_that_are_open_below_are_guarded() {
        assert_eq!(TowMap::new(&problem(ALCOVES)).guarded, [Cell(3), Cell(4)]);
    }

    #[test]
    fn poison_frees_pacman_from_a_ghost_in_tow() {
        let with_poison = ALCOVES.replacen("66 11", "66 71", 1);
        assert_eq!(TowMap::new(&problem(&with_poison)).guarded, []);
    }

    #[test]
    fn guarded_pellets_are_lost_when_a_ghost_is_next_to_pacman() {
        let (problem, nothing) = (problem(ALCOVES), GuardedSet::NONE);
        let (map, maze, all) = (TowMap::new(&problem), &problem.rules.maze, all_guarded(2));
        // On the ring with a ghost behind, and with a ghost on the other side of the ring.
        assert!(map.can_eat(maze, &chase(11, 10), &nothing) && !map.can_eat(maze, &chase(11, 10), &all));
        assert!(map.can_eat(maze, &chase(11, 31), &all));
        // In the upper alcove with a ghost below.
        assert!(!map.can_eat(maze, &chase(3, 11), &nothing));
    }
}
