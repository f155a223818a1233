//! Textbook search algorithms over problems written in Python, with the names, signatures and order of aima-python.
//!
//! States are kept in Python sets and dictionaries, since only Python can hash and compare them.

mod best_first;
mod frontier;
mod node;
mod uninformed;

pub(crate) use best_first::{astar_search, best_first_graph_search, uniform_cost_search};
pub(crate) use node::Node;
pub(crate) use uninformed::{
    breadth_first_graph_search, breadth_first_tree_search, depth_first_graph_search, depth_first_tree_search,
    depth_limited_search, iterative_deepening_search,
};

use pyo3::intern;
use pyo3::prelude::*;

/// The problem's test, applied to the state of a node.
fn is_goal(problem: &Bound<'_, PyAny>, node: &Bound<'_, Node>) -> PyResult<bool> {
    let py = problem.py();
    let state = node.borrow().state.clone_ref(py);
    problem.call_method1(intern!(py, "goal_test"), (state,))?.is_truthy()
}
