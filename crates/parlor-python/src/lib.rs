//! Python extension module `parlor_games._parlor`. The Python side of the package is in `python/parlor_games`.
//!
//! | module | content |
//! |---|---|
//! | `position`, `engine`, `value` | rules, engines and exact values of every game of the catalog |
//! | `raster` | positions as arrays of pixels |
//! | `encoding`, `vector_env` | games as arrays, and many games stepped at once |
//! | `search` | textbook search algorithms over problems written in Python |
//! | `course_game`, `pacman` | what the courses' classes are built on |
//! | `bot` | what a process gives up before it runs somebody else's program |
//! | `command` | the `parlor` program |

#![allow(clippy::needless_pass_by_value, reason = "PyO3 passes arguments by value")]
#![allow(clippy::doc_link_with_quotes, reason = "doc comments are Python's docstrings")]

mod bot;
mod command;
mod course_game;
mod encoding;
mod engine;
mod interruptible;
mod pacman;
mod position;
mod raster;
mod search;
mod value;
mod vector_env;

use pyo3::pymodule;

#[pymodule]
mod _parlor {
    #[pymodule_export]
    use crate::bot::give_up_engines;
    #[pymodule_export]
    use crate::command::run_command;
    #[pymodule_export]
    use crate::course_game::CourseGame;
    #[pymodule_export]
    use crate::engine::{Engine, Report};
    #[pymodule_export]
    use crate::pacman::{PacmanRules, PacmanState};
    #[pymodule_export]
    use crate::position::{Position, engines, games, new};
    #[pymodule_export]
    use crate::search::{
        Node, astar_search, best_first_graph_search, breadth_first_graph_search, breadth_first_tree_search,
        depth_first_graph_search, depth_first_tree_search, depth_limited_search, iterative_deepening_search,
        uniform_cost_search,
    };
    #[pymodule_export]
    use crate::value::Value;
    #[pymodule_export]
    use crate::vector_env::VectorEnv;
}
