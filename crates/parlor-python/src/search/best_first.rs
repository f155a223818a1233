//! Best-first graph search: uniform cost, greedy and A*.

use std::cmp::Ordering;

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::frontier::{Frontier, Priority};
use super::is_goal;
use super::node::{Node, expand, root};

/// The function that nodes are ordered by.
enum Order<'py> {
    PathCost,
    /// `f(node)`.
    Function(Bound<'py, PyAny>),
    /// Path cost and `h(node)`.
    AStar(Bound<'py, PyAny>),
}

impl<'py> Order<'py> {
    /// The value of a node, which is also stored in it as `f`.
    fn value(&self, node: &Bound<'py, Node>) -> PyResult<Bound<'py, PyAny>> {
        let py = node.py();
        let value = match self {
            Order::PathCost => node.borrow().path_cost.bind(py).clone(),
            Order::Function(f) => f.call1((node,))?,
            Order::AStar(h) => {
                let estimate = h.call1((node,))?;
                let cost = node.borrow().path_cost.clone_ref(py);
                node.setattr(intern!(py, "h"), &estimate)?;
                cost.bind(py).add(estimate)?
            }
        };
        node.borrow_mut().f = Some(value.clone().unbind());
        Ok(value)
    }
}

/// Searches the nodes with the lowest `f(node)` first; of equal ones, the first that was generated. A state is expanded
/// once, and a cheaper path to a state of the frontier replaces the other. With a heuristic for `f` this is greedy
/// best-first search.
///
/// >>> from parlor_games.search import Problem, best_first_graph_search
/// >>> class Count(Problem):
/// ...     def actions(self, state):
/// ...         return [1, 2]
/// ...     def result(self, state, action):
/// ...         return state + action
/// >>> best_first_graph_search(Count(0, 5), lambda node: abs(5 - node.state)).solution()
/// [2, 2, 1]
#[pyfunction]
#[pyo3(signature = (problem, f, display=false))]
pub(crate) fn best_first_graph_search<'py>(
    problem: &Bound<'py, PyAny>,
    f: Bound<'py, PyAny>,
    display: bool,
) -> PyResult<Option<Bound<'py, Node>>> {
    search(problem, &Order::Function(f), display)
}

/// Searches the nodes with the lowest path cost first.
#[pyfunction]
#[pyo3(signature = (problem, display=false))]
pub(crate) fn uniform_cost_search<'py>(
    problem: &Bound<'py, PyAny>,
    display: bool,
) -> PyResult<Option<Bound<'py, Node>>> {
    search(problem, &Order::PathCost, display)
}

/// A* search: the nodes with the lowest sum of path cost and `h(node)` first. Without `h`, that of the problem.
#[pyfunction]
#[pyo3(signature = (problem, h=None, display=false))]
pub(crate) fn astar_search<'py>(
    problem: &Bound<'py, PyAny>,
    h: Option<Bound<'py, PyAny>>,
    display: bool,
) -> PyResult<Option<Bound<'py, Node>>> {
    let h = match h {
        Some(h) => h,
        None => problem.getattr(intern!(problem.py(), "h"))?,
    };
    search(problem, &Order::AStar(h), display)
}

/// In place of the number of a state's node once the state is explored.
const EXPLORED: usize = usize::MAX;

fn search<'py>(problem: &Bound<'py, PyAny>, order: &Order<'py>, display: bool) -> PyResult<Option<Bound<'py, Node>>> {
    let py = problem.py();
    // By state: the number of its node in the frontier. A node with another number was replaced by a better one.
    let reached = PyDict::new(py);
    let mut frontier = Frontier::default();
    let (mut waiting, mut explored) = (1, 0);
    let first = root(problem)?;
    let state = first.borrow().state.clone_ref(py);
    let priority = Priority::new(&order.value(&first)?);
    reached.set_item(state, frontier.push(priority, first)?)?;
    while let Some((number, node)) = frontier.pop(py)? {
        let state = node.borrow().state.clone_ref(py);
        if number_of(&reached, &state)? != Some(number) {
            continue;
        }
        waiting -= 1;
        if is_goal(problem, &node)? {
            if display {
                print(py, explored, waiting)?;
            }
            return Ok(Some(node));
        }
        reached.set_item(&state, EXPLORED)?;
        explored += 1;
        for child in expand(&node, problem)? {
            let state = child.borrow().state.clone_ref(py);
            let known = number_of(&reached, &state)?;
            if known == Some(EXPLORED) {
                continue;
            }
            let priority = Priority::new(&order.value(&child)?);
            match known {
                Some(known) if priority.compare(frontier.priority(known), py)? != Ordering::Less => continue,
                Some(_) => {}
                None => waiting += 1,
            }
            reached.set_item(&state, frontier.push(priority, child)?)?;
        }
    }
    Ok(None)
}

fn number_of(reached: &Bound<'_, PyDict>, state: &Py<PyAny>) -> PyResult<Option<usize>> {
    reached.get_item(state)?.map(|number| number.extract()).transpose()
}

/// The line that aima-python prints.
fn print(py: Python<'_>, explored: u64, waiting: u64) -> PyResult<()> {
    let line = format!("{explored} paths have been expanded and {waiting} paths remain in the frontier");
    py.import("builtins")?.call_method1("print", (line,)).map(drop)
}
