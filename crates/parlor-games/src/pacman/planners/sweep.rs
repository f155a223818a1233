//! A plan at a glance where there are no ghosts: to the nearest pellet, and of equally near ones to that with the fewest
//! others around it (Warnsdorff's rule for knight's tours), so that few are left behind. On open boards it is a spiral.

use std::collections::VecDeque;

use parlor_core::Problem;

use crate::pacman::maze::{Cell, Step};
use crate::pacman::pellets::Pellets;
use crate::pacman::rules::Pacman;

pub(super) fn sweep<const W: usize>(problem: &Pacman<W>) -> Option<Vec<Step>> {
    let start = problem.start();
    if start.chase.ghosts_left() > 0 {
        return None;
    }
    let (mut here, mut left) = (start.chase.pacman, start.pellets);
    let mut plan = Vec::new();
    while !left.is_empty() {
        let way = way_to_next(problem, here, &left)?;
        here = way.iter().fold(here, |cell, &step| problem.rules.maze.after(cell, step));
        left.remove(problem.pellet_on(here)?);
        plan.extend(way);
    }
    Some(plan)
}

/// The shortest way to the next pellet; `None` where none can be reached.
fn way_to_next<const W: usize>(problem: &Pacman<W>, here: Cell, left: &Pellets<W>) -> Option<Vec<Step>> {
    let rules = &problem.rules;
    let chase = rules.start();
    let has_pellet = |cell: Cell| problem.pellet_on(cell).is_some_and(|pellet| left.contains(pellet));
    let neighbours = |cell: Cell| rules.maze.neighbours(cell).into_iter().filter(|&there| there != Cell::NOWHERE);
    let others = |cell: Cell| neighbours(cell).filter(|&there| has_pellet(there)).count();
    let mut came_by: Vec<Option<(Cell, Step)>> = vec![None; rules.maze.cell_count()];
    let mut frontier = VecDeque::from([(here, 0)]);
    let mut next: Option<(usize, Cell)> = None;
    let mut nearest = usize::MAX;
    while let Some((cell, distance)) = frontier.pop_front() {
        if distance > nearest {
            break;
        }
        if has_pellet(cell) {
            nearest = distance;
            let rival = (others(cell), cell);
            // The first of equals: steps have an order.
            next = Some(next.filter(|best| best.0 <= rival.0).unwrap_or(rival));
            continue;
        }
        for step in Step::ALL {
            let there = rules.maze.after(cell, step);
            if there != here && came_by[there.index()].is_none() && !rules.is_poison(&chase, there) {
                came_by[there.index()] = Some((cell, step));
                frontier.push_back((there, distance + 1));
            }
        }
    }
    let mut way = Vec::new();
    let (_, mut cell) = next?;
    while let Some((before, step)) = came_by[cell.index()] {
        way.push(step);
        cell = before;
    }
    way.reverse();
    Some(way)
}
