//! Lesson about graph search: small boards, and the searches with the heuristics that a student can follow.

use parlor_core::{LessonAlgorithm, LessonLimit, LessonPosition, SearchLesson, Setup};

/// A wall between Pac-Man and the only pellet.
const DETOUR: &str = "10 10 10 10 10 10 10/10 10 10 99 10 10 10/10 66 10 99 10 11 10/10 10 10 99 10 10 10/\
                      10 10 10 10 10 10 10";
/// A dead end next to the only pellet, which draws a greedy search in.
const DEAD_END: &str = "10 10 10 10 10 10 10/10 99 99 99 99 99 10/66 10 10 10 10 99 11/10 99 99 99 99 99 10/\
                        10 10 10 10 10 10 10";

pub(super) fn search_lesson() -> SearchLesson {
    let board = |title, text: &str| LessonPosition::new(title, Setup::new("pacman").with_position(text), 0);
    let algorithm = |title, engine| LessonAlgorithm::new(title, engine, LessonLimit::Goal);
    SearchLesson {
        algorithms: vec![
            algorithm("Breadth-first search", "breadth-first"),
            algorithm("Greedy best-first search, pellets left", "gbfs:heuristic=pellets"),
            algorithm("Greedy best-first search, farthest pellet", "gbfs:heuristic=farthest"),
            algorithm("Greedy best-first search, spanning tree", "gbfs:heuristic=tree"),
            algorithm("A*, pellets left", "astar:heuristic=pellets"),
            algorithm("A*, farthest pellet", "astar:heuristic=farthest"),
            algorithm("A*, spanning tree", "astar:heuristic=tree"),
        ],
        positions: vec![
            board("One pellet behind a wall", DETOUR),
            board("A dead end", DEAD_END),
            board("Four corners", "11 10 11/10 66 10/11 10 11"),
            board("Six pellets", "11 10 99 11/10 66 10 10/11 10 99 11/10 11 10 11"),
            LessonPosition::new("A ghost behind you", Setup::new("pacman").with_option("board", "wait"), 0),
        ],
    }
}
