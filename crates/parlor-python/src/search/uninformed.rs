//! Uninformed search: breadth-first, depth-first, depth-limited and iterative deepening.

use std::collections::VecDeque;

use pyo3::prelude::*;
use pyo3::types::PySet;

use super::is_goal;
use super::node::{Node, expand, root};

/// Searches the shallowest nodes first, without a memory of states. Never ends on a graph with loops and no goal.
#[pyfunction]
pub(crate) fn breadth_first_tree_search<'py>(problem: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, Node>>> {
    let mut frontier = VecDeque::from([root(problem)?]);
    while let Some(node) = frontier.pop_front() {
        if is_goal(problem, &node)? {
            return Ok(Some(node));
        }
        frontier.extend(expand(&node, problem)?);
    }
    Ok(None)
}

/// Searches the deepest nodes first, without a memory of states. Never ends on a graph with loops and no goal.
#[pyfunction]
pub(crate) fn depth_first_tree_search<'py>(problem: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, Node>>> {
    let mut frontier = vec![root(problem)?];
    while let Some(node) = frontier.pop() {
        if is_goal(problem, &node)? {
            return Ok(Some(node));
        }
        frontier.extend(expand(&node, problem)?);
    }
    Ok(None)
}

/// Searches the deepest nodes first. Of several paths to a state only the first one is used.
#[pyfunction]
pub(crate) fn depth_first_graph_search<'py>(problem: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, Node>>> {
    let first = root(problem)?;
    // A state is in the frontier or explored from when it is first reached.
    let reached = PySet::new(problem.py(), [&first.borrow().state])?;
    let mut frontier = vec![first];
    while let Some(node) = frontier.pop() {
        if is_goal(problem, &node)? {
            return Ok(Some(node));
        }
        for child in expand(&node, problem)? {
            if is_new(&reached, &child)? {
                frontier.push(child);
            }
        }
    }
    Ok(None)
}

/// Searches the shallowest nodes first, and tests for the goal when a node is generated.
#[pyfunction]
pub(crate) fn breadth_first_graph_search<'py>(problem: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, Node>>> {
    let first = root(problem)?;
    if is_goal(problem, &first)? {
        return Ok(Some(first));
    }
    let reached = PySet::new(problem.py(), [&first.borrow().state])?;
    let mut frontier = VecDeque::from([first]);
    while let Some(node) = frontier.pop_front() {
        for child in expand(&node, problem)? {
            if is_new(&reached, &child)? {
                if is_goal(problem, &child)? {
                    return Ok(Some(child));
                }
                frontier.push_back(child);
            }
        }
    }
    Ok(None)
}

/// Adds the state of a node to a set; false if it was there.
fn is_new(reached: &Bound<'_, PySet>, node: &Bound<'_, Node>) -> PyResult<bool> {
    let state = node.borrow().state.clone_ref(node.py());
    let before = reached.len();
    reached.add(state)?;
    Ok(reached.len() > before)
}

/// Result of a depth-limited search.
enum Limited<'py> {
    Found(Bound<'py, Node>),
    /// There are nodes beyond the limit.
    Cutoff,
    NotFound,
}

impl<'py> IntoPyObject<'py> for Limited<'py> {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Limited::Found(node) => Ok(node.into_any()),
            Limited::Cutoff => Ok("cutoff".into_pyobject(py)?.into_any()),
            Limited::NotFound => Ok(py.None().into_bound(py)),
        }
    }
}

/// Depth-first search down to a depth. Returns a node, `"cutoff"` if there are nodes beyond the limit, or `None`.
#[pyfunction]
#[pyo3(signature = (problem, limit=50))]
pub(crate) fn depth_limited_search<'py>(problem: &Bound<'py, PyAny>, limit: i64) -> PyResult<Bound<'py, PyAny>> {
    limited(problem, limit)?.into_pyobject(problem.py())
}

/// Depth-limited search with the limits 0, 1, 2 and so on.
#[pyfunction]
pub(crate) fn iterative_deepening_search<'py>(problem: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, Node>>> {
    for limit in 0.. {
        match limited(problem, limit)? {
            Limited::Found(node) => return Ok(Some(node)),
            Limited::NotFound => return Ok(None),
            Limited::Cutoff => {}
        }
    }
    Ok(None)
}

/// The recursion as a stack, so that depth is limited by memory only. A negative limit is no limit, as in aima-python.
fn limited<'py>(problem: &Bound<'py, PyAny>, limit: i64) -> PyResult<Limited<'py>> {
    let mut stack = vec![(root(problem)?, limit)];
    let mut has_cutoff = false;
    while let Some((node, limit)) = stack.pop() {
        if is_goal(problem, &node)? {
            return Ok(Limited::Found(node));
        }
        if limit == 0 {
            has_cutoff = true;
            continue;
        }
        // Reversed, so that the first child is searched first.
        stack.extend(expand(&node, problem)?.into_iter().rev().map(|child| (child, limit - 1)));
    }
    Ok(if has_cutoff { Limited::Cutoff } else { Limited::NotFound })
}
