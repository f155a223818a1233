//! Class `Node` of a search tree, with the interface of aima-python.

use pyo3::exceptions::PyAttributeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyList;

/// A node of a search tree: a state, the node and the action that led to it, and the cost of the path.
///
/// Nodes with equal states are equal. After a best-first search, `f` of a node is the value it was ordered by.
#[pyclass(subclass, dict, weakref, module = "parlor_games.search")]
pub(crate) struct Node {
    #[pyo3(get, set)]
    pub(crate) state: Py<PyAny>,
    #[pyo3(get, set)]
    pub(crate) parent: Option<Py<Node>>,
    #[pyo3(get, set)]
    pub(crate) action: Py<PyAny>,
    #[pyo3(get, set)]
    pub(crate) path_cost: Py<PyAny>,
    #[pyo3(get, set)]
    pub(crate) depth: usize,
    /// Cached by best-first searches, as in aima-python.
    pub(crate) f: Option<Py<PyAny>>,
}

#[pymethods]
impl Node {
    #[new]
    #[pyo3(signature = (state, parent=None, action=None, path_cost=None))]
    pub(crate) fn new(
        py: Python<'_>,
        state: Py<PyAny>,
        parent: Option<Py<Node>>,
        action: Option<Py<PyAny>>,
        path_cost: Option<Py<PyAny>>,
    ) -> PyResult<Node> {
        let depth = parent.as_ref().map_or(0, |parent| parent.borrow(py).depth + 1);
        let path_cost = match path_cost {
            Some(path_cost) => path_cost,
            None => 0u8.into_pyobject(py)?.into_any().unbind(),
        };
        Ok(Node { state, parent, action: action.unwrap_or_else(|| py.None()), path_cost, depth, f: None })
    }

    #[getter]
    fn f(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let missing = || PyAttributeError::new_err("the node was not part of a best-first search, so it has no f");
        self.f.as_ref().map(|f| f.clone_ref(py)).ok_or_else(missing)
    }

    #[setter]
    fn set_f(&mut self, f: Py<PyAny>) {
        self.f = Some(f);
    }

    /// The nodes that one action leads to.
    fn expand<'py>(slf: &Bound<'py, Self>, problem: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, Node>>> {
        expand(slf, problem)
    }

    /// The node that an action leads to.
    fn child_node<'py>(
        slf: &Bound<'py, Self>,
        problem: &Bound<'py, PyAny>,
        action: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, Node>> {
        let state = slf.borrow().state.clone_ref(slf.py());
        let next = problem.call_method1(intern!(slf.py(), "result"), (state, action))?;
        child(slf, problem, action, next)
    }

    /// The actions from the root to this node.
    fn solution(slf: &Bound<'_, Self>) -> Vec<Py<PyAny>> {
        let py = slf.py();
        path(slf).iter().skip(1).map(|node| node.borrow().action.clone_ref(py)).collect()
    }

    /// The nodes from the root to this node.
    fn path<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(slf.py(), path(slf))
    }

    /// The states from the root to this node.
    fn path_states(slf: &Bound<'_, Self>) -> Vec<Py<PyAny>> {
        let py = slf.py();
        path(slf).iter().map(|node| node.borrow().state.clone_ref(py)).collect()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Node {}>", self.state.bind(py).str()?))
    }

    fn __lt__(&self, py: Python<'_>, other: &Bound<'_, Node>) -> PyResult<bool> {
        self.state.bind(py).lt(&other.borrow().state)
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        match other.cast::<Node>() {
            Ok(other) => self.state.bind(py).eq(&other.borrow().state),
            Err(_) => Ok(false),
        }
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.state.bind(py).hash()
    }
}

/// The node of the initial state of a problem.
pub(super) fn root<'py>(problem: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Node>> {
    let py = problem.py();
    let initial = problem.getattr(intern!(py, "initial"))?;
    Bound::new(py, Node::new(py, initial.unbind(), None, None, None)?)
}

/// The children of a node. A problem of the older kind has `successor(state)`, which gives pairs of action and state.
pub(super) fn expand<'py>(node: &Bound<'py, Node>, problem: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, Node>>> {
    let py = node.py();
    let state = node.borrow().state.clone_ref(py);
    let Some(actions) = problem.getattr_opt(intern!(py, "actions"))? else {
        let pairs = problem.call_method1(intern!(py, "successor"), (state,))?;
        return pairs
            .try_iter()?
            .map(|pair| {
                let (action, next): (Bound<'py, PyAny>, Bound<'py, PyAny>) = pair?.extract()?;
                child(node, problem, &action, next)
            })
            .collect();
    };
    let result = problem.getattr(intern!(py, "result"))?;
    actions
        .call1((&state,))?
        .try_iter()?
        .map(|action| {
            let action = action?;
            let next = result.call1((&state, &action))?;
            child(node, problem, &action, next)
        })
        .collect()
}

fn child<'py>(
    node: &Bound<'py, Node>,
    problem: &Bound<'py, PyAny>,
    action: &Bound<'py, PyAny>,
    next: Bound<'py, PyAny>,
) -> PyResult<Bound<'py, Node>> {
    let py = node.py();
    let (cost, state, depth) = {
        let node = node.borrow();
        (node.path_cost.clone_ref(py), node.state.clone_ref(py), node.depth)
    };
    let path_cost = problem.call_method1(intern!(py, "path_cost"), (cost, state, action, &next))?;
    let child = Node {
        state: next.unbind(),
        parent: Some(node.clone().unbind()),
        action: action.clone().unbind(),
        path_cost: path_cost.unbind(),
        depth: depth + 1,
        f: None,
    };
    Bound::new(py, child)
}

fn path<'py>(node: &Bound<'py, Node>) -> Vec<Bound<'py, Node>> {
    let py = node.py();
    let mut path = vec![node.clone()];
    let mut parent = node.borrow().parent.as_ref().map(|parent| parent.clone_ref(py));
    while let Some(node) = parent {
        let node = node.into_bound(py);
        parent = node.borrow().parent.as_ref().map(|parent| parent.clone_ref(py));
        path.push(node);
    }
    path.reverse();
    path
}
