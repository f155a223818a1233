//! Boards of 36x36 and more, full of pellets with four ghosts, which have far too many chases for a graph.

#[path = "../../../benches/pacman/boards.rs"]
mod boards;

use parlor_core::Limits;
use parlor_games::pacman::{Algorithm, Board, Pacman, ReplayOutcome, Solver, replay};
use parlor_games::with_pellet_words;

use boards::{Start, generate};

use super::{GIB, seconds};

/// Steps for each pellet, in the plan that is found first.
fn steps_per_pellet(start: Start, walls: usize, seed: u64) -> usize {
    let board = generate(36, walls, start, seed);
    first_plan(&board, &seconds(600)).div_ceil(board.pellets())
}

/// Length of the plan that is found first.
fn first_plan(board: &Board, limits: &Limits) -> usize {
    let solver = Solver { algorithm: Algorithm::Best, memory: GIB };
    let found = with_pellet_words!(board, W => {
        solver.solve(&Pacman::<W>::new(board).unwrap(), limits, &mut |found| {
            if found.plan.is_some() {
                limits.stop.raise();
            }
        })
    });
    let steps = found.plan.unwrap_or_else(|| panic!("no plan after {} states", found.expanded));
    let letters: String = steps.iter().map(|step| step.letter()).collect();
    assert_eq!(replay(&board.codes(), &letters), Ok(ReplayOutcome::Success { steps: steps.len() }));
    steps.len()
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

/// Three alcoves in the top row have to be eaten before a ghost has come next to Pac-Man.
#[test]
fn alcoves_are_eaten_before_the_ghosts_come() {
    let board = generate(48, 10, Start::Corners, 2);
    let steps = first_plan(&board, &Limits::nodes(6_000_000));
    assert!(steps <= 3 * board.pellets(), "{steps} steps");
}
