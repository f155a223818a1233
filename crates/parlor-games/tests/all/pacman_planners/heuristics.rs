//! Heuristics of Pac-Man: admissibility, and optimal plans with the admissible ones.

use parlor_core::{Heuristic, Problem, SplitMix64};
use parlor_engines::planning::PlanReport;
use parlor_games::pacman::{
    Algorithm, BestFirst, Board, FarthestPellet, HeuristicKind, HeuristicSearch, HeuristicWork, MazeDistances, Pacman,
    PelletCount, SpanningTree, Step,
};
use parlor_games::with_pellet_words;

use super::{GIB, example, optimal_length, random_board, seconds, solve};

fn heuristic_search(
    board: &Board,
    algorithm: BestFirst,
    heuristic: HeuristicKind,
) -> (PlanReport<Step>, HeuristicWork) {
    let search = HeuristicSearch { algorithm, heuristic, memory: GIB };
    with_pellet_words!(board, W => search.solve(&Pacman::<W>::new(board).unwrap(), &seconds(60)))
}

#[test]
fn astar_is_optimal_with_every_admissible_heuristic() {
    let mut rng = SplitMix64::new(99);
    for _ in 0..40 {
        let board = random_board(&mut rng);
        let best = solve(&board, Algorithm::Best, &seconds(60));
        for heuristic in HeuristicKind::ALL {
            let [(gbfs, _), (astar, work)] =
                BestFirst::ALL.map(|algorithm| heuristic_search(&board, algorithm, heuristic));
            let shortest = optimal_length(&best);
            match &astar.plan {
                Some(steps) => {
                    assert!(shortest.is_some_and(|shortest| steps.len() >= shortest), "{heuristic} {board}");
                    assert!(!astar.is_optimal() || Some(steps.len()) == shortest, "{heuristic} {board}");
                    assert!(astar.is_optimal() || !heuristic.is_admissible(), "{heuristic} {board}");
                }
                None => assert!(astar.is_unsolvable() && best.is_unsolvable(), "{heuristic} {board}"),
            }
            assert_eq!(gbfs.plan.is_some(), shortest.is_some(), "{heuristic} {board}");
            assert!(astar.expanded == 0 || work.estimates > 0 && work.steps > 0);
        }
    }
}

/// No estimate along an optimal plan exceeds the steps to go.
#[test]
fn distance_heuristics_are_admissible() {
    for name in ["lure", "wait", "no-ghosts", "open-edge", "four-ghosts"] {
        let board = example(name);
        let steps = solve(&board, Algorithm::Best, &seconds(60)).plan.expect(name);
        let problem = Pacman::<2>::new(&board).unwrap();
        let distances = MazeDistances::new(&problem);
        let (farthest, tree) = (FarthestPellet(distances.clone()), SpanningTree(distances));
        let mut state = problem.start();
        for (to_go, &step) in (1..=steps.len()).rev().zip(&steps) {
            let weight = tree.estimate(&problem, &state);
            assert!(farthest.estimate(&problem, &state) as usize <= to_go, "{name} {to_go}");
            assert!(weight as usize <= to_go && weight >= PelletCount.estimate(&problem, &state), "{name} {to_go}");
            state = problem.result(&state, step);
        }
    }
}

#[test]
fn heuristics_are_found_by_name() {
    for kind in HeuristicKind::ALL {
        assert_eq!(kind.name().parse(), Ok(kind));
        assert!(!kind.about().is_empty() && !kind.work_unit().is_empty());
    }
    let error = "random".parse::<HeuristicKind>().unwrap_err().to_string();
    assert_eq!(error, "the heuristics are pellets, farthest, tree, lagrangian, plan");
}
