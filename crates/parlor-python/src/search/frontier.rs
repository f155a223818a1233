//! Priority queue of a best-first search: lowest value first, equal values in the order of insertion.
//!
//! Values are Python objects, whose comparison may fail, so the heap of the standard library does not fit.

use std::cmp::Ordering;

use pyo3::prelude::*;

use super::node::Node;

/// A value that nodes are ordered by.
#[derive(Debug)]
pub(super) enum Priority {
    /// A float, or an integer that a float represents exactly.
    Number(f64),
    Object(Py<PyAny>),
}

/// Integers up to this size are exact as floats.
const EXACT: f64 = 9_007_199_254_740_992.0;

impl Priority {
    pub(super) fn new(value: &Bound<'_, PyAny>) -> Priority {
        match value.extract::<f64>() {
            Ok(number) if number.abs() < EXACT || number.is_infinite() => Priority::Number(number),
            _ => Priority::Object(value.clone().unbind()),
        }
    }

    pub(super) fn compare(&self, other: &Priority, py: Python<'_>) -> PyResult<Ordering> {
        if let (Priority::Number(one), Priority::Number(other)) = (self, other) {
            return Ok(one.partial_cmp(other).unwrap_or(Ordering::Equal));
        }
        let (one, other) = (self.object(py)?, other.object(py)?);
        if one.eq(&other)? {
            return Ok(Ordering::Equal);
        }
        Ok(if one.lt(&other)? { Ordering::Less } else { Ordering::Greater })
    }

    fn object<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Priority::Number(number) => Ok(number.into_pyobject(py)?.into_any()),
            Priority::Object(object) => Ok(object.bind(py).clone()),
        }
    }
}

/// A node with its priority. The node is taken when it is popped.
struct Entry<'py> {
    priority: Priority,
    node: Option<Bound<'py, Node>>,
}

/// Binary heap of nodes with a comparison that may fail. A node is named by the number of its insertion.
#[derive(Default)]
pub(super) struct Frontier<'py> {
    /// Every node ever inserted.
    entries: Vec<Entry<'py>>,
    heap: Vec<usize>,
}

impl<'py> Frontier<'py> {
    /// Inserts a node and returns its number.
    pub(super) fn push(&mut self, priority: Priority, node: Bound<'py, Node>) -> PyResult<usize> {
        let py = node.py();
        let number = self.entries.len();
        self.entries.push(Entry { priority, node: Some(node) });
        self.heap.push(number);
        let mut index = self.heap.len() - 1;
        while index > 0 {
            let parent = (index - 1) / 2;
            if !self.is_before(index, parent, py)? {
                break;
            }
            self.heap.swap(index, parent);
            index = parent;
        }
        Ok(number)
    }

    /// Takes the first node out, with its number.
    pub(super) fn pop(&mut self, py: Python<'_>) -> PyResult<Option<(usize, Bound<'py, Node>)>> {
        let Some(last) = self.heap.len().checked_sub(1) else { return Ok(None) };
        let number = self.heap.swap_remove(0);
        let mut index = 0;
        while index < last {
            let mut first = index;
            for below in [2 * index + 1, 2 * index + 2] {
                if below < last && self.is_before(below, first, py)? {
                    first = below;
                }
            }
            if first == index {
                break;
            }
            self.heap.swap(index, first);
            index = first;
        }
        Ok(self.entries[number].node.take().map(|node| (number, node)))
    }

    pub(super) fn priority(&self, number: usize) -> &Priority {
        &self.entries[number].priority
    }

    fn is_before(&self, one: usize, other: usize, py: Python<'_>) -> PyResult<bool> {
        let (one, other) = (self.heap[one], self.heap[other]);
        let order = self.entries[one].priority.compare(&self.entries[other].priority, py)?;
        Ok(order.then(one.cmp(&other)) == Ordering::Less)
    }
}
