//! Boards of 36x36 full of pellets with four ghosts, which have far too many chases for a graph.

#[path = "../../benches/pacman/boards.rs"]
mod boards;

use parlor_games::pacman::{Algorithm, ReplayOutcome, Solution, Solver, SolverProgress, replay};

use boards::{Start, generate};

use crate::{GIB, seconds};

/// The first plan ends the search.
fn assert_solved(start: Start, walls: usize, seed: u64) {
    let board = generate(36, walls, start, seed);
    let limits = seconds(600);
    let mut stop_at_first = |progress: &SolverProgress| {
        if progress.plan.is_some() {
            limits.stop.raise();
        }
    };
    let output = Solver { algorithm: Algorithm::Best, memory: GIB }.solve(&board, &limits, &mut stop_at_first);
    let Solution::Plan { steps, .. } = output.solution else { panic!("no plan after {} states", output.expanded) };
    let letters: String = steps.iter().map(|step| step.letter()).collect();
    assert_eq!(replay(&board.codes(), &letters), Ok(ReplayOutcome::Success { steps: steps.len() }));
    assert!(steps.len() < 2 * board.pellets(), "{} steps", steps.len());
}

#[test]
fn large_halls_full_of_pellets_are_solved() {
    assert_solved(Start::Opposite, 0, 1);
}

#[test]
fn large_boards_with_walls_are_solved() {
    assert_solved(Start::Corners, 25, 2);
    assert_solved(Start::Corners, 10, 2);
}
