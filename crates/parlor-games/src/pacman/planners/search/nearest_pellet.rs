//! Nearest-neighbor tour for boards without ghosts: always to the nearest pellet, and among equally near ones to that
//! with the fewest adjacent pellets (Warnsdorff's rule for knight's tours), so that few are left behind. On open boards
//! the tour is a spiral.

use std::collections::VecDeque;

use parlor_core::Problem;

use crate::pacman::maze::{Cell, Step};
use crate::pacman::pellets::Pellets;
use crate::pacman::rules::Pacman;

/// The tour as a plan; `None` where there are ghosts, or a pellet is unreachable.
pub(crate) fn nearest_pellet_tour<const W: usize>(problem: &Pacman<W>) -> Option<Vec<Step>> {
    let start = problem.start();
    if start.chase.ghosts_left() > 0 {
        return None;
    }
    let (mut here, mut left) = (start.chase.pacman, start.pellets);
    let mut plan = Vec::new();
    while !left.is_empty() {
        let path = path_to_next(problem, here, &left)?;
        here = path.iter().fold(here, |cell, &step| problem.rules.maze.destination(cell, step));
        left.remove(problem.pellet_on(here)?);
        plan.extend(path);
    }
    Some(plan)
}

/// Shortest path to the next pellet; `None` if no pellet is reachable.
fn path_to_next<const W: usize>(problem: &Pacman<W>, here: Cell, left: &Pellets<W>) -> Option<Vec<Step>> {
    let rules = &problem.rules;
    let chase = rules.start();
    let has_pellet = |cell: Cell| problem.pellet_on(cell).is_some_and(|pellet| left.contains(pellet));
    let neighbors = |cell: Cell| rules.maze.neighbors(cell).into_iter().filter(|&there| there != Cell::NOWHERE);
    let adjacent_pellets = |cell: Cell| neighbors(cell).filter(|&there| has_pellet(there)).count();
    let mut parent: Vec<Option<(Cell, Step)>> = vec![None; rules.maze.cell_count()];
    let mut frontier = VecDeque::from([(here, 0)]);
    let mut next: Option<(usize, Cell)> = None;
    let mut nearest = usize::MAX;
    while let Some((cell, distance)) = frontier.pop_front() {
        if distance > nearest {
            break;
        }
        if has_pellet(cell) {
            nearest = distance;
            let rival = (adjacent_pellets(cell), cell);
            // The first of equals, in the order of the steps.
            next = Some(next.filter(|best| best.0 <= rival.0).unwrap_or(rival));
            continue;
        }
        for step in Step::ALL {
            let there = rules.maze.destination(cell, step);
            if there != here && parent[there.index()].is_none() && !rules.is_poison(&chase, there) {
                parent[there.index()] = Some((cell, step));
                frontier.push_back((there, distance + 1));
            }
        }
    }
    let mut path = Vec::new();
    let (_, mut cell) = next?;
    while let Some((before, step)) = parent[cell.index()] {
        path.push(step);
        cell = before;
    }
    path.reverse();
    Some(path)
}
