//! Boards of 36x36 full of pellets with four ghosts, which have far too many chases for a graph.

#[path = "../../benches/pacman/boards.rs"]
mod boards;

use parlor_games::pacman::{Algorithm, ReplayOutcome, Solution, Solver, SolverProgress, replay};

use boards::{Start, generate};

use crate::{GIB, seconds};

/// Steps for each pellet, in the plan that is found first.
fn steps_per_pellet(start: Start, walls: usize, seed: u64) -> usize {
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
    steps.len().div_ceil(board.pellets())
}

#[test]
fn large_halls_full_of_pellets_are_solved() {
    assert_eq!(steps_per_pellet(Start::Opposite, 0, 1), 2);
}

#[test]
fn large_boards_with_walls_are_solved() {
    for walls in [10, 25] {
        let steps = steps_per_pellet(Start::Corners, walls, 2);
        assert!(steps <= 6, "{steps} steps for each pellet with {walls} % walls");
    }
}
