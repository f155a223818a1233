//! Strongly connected components of a chase graph.

use std::ops::Range;

use super::chase_graph::ChaseId;

/// Component of each chase that can be reached from one of the roots, and the number of components (Tarjan's algorithm,
/// without recursion). Components are numbered in reverse topological order: steps lead to equal or smaller numbers.
/// Unreachable chases get `u32::MAX`.
pub(crate) fn strong_components(
    count: usize,
    roots: Range<u32>,
    successors: impl Fn(ChaseId) -> [ChaseId; 4],
) -> (Vec<u32>, u32) {
    const UNVISITED: u32 = u32::MAX;
    let mut component = vec![UNVISITED; count];
    let mut order = vec![UNVISITED; count];
    let mut low_link = vec![0; count];
    let mut stack: Vec<u32> = Vec::new();
    let mut components = 0;
    let mut visited = 0;
    // The first root is visited first.
    let mut calls: Vec<(u32, u8)> = roots.rev().map(|root| (root, 0)).collect();
    while let Some((id, step)) = calls.pop() {
        let at = id as usize;
        if step == 0 {
            // A root that was reached from an earlier one.
            if order[at] != UNVISITED {
                continue;
            }
            order[at] = visited;
            low_link[at] = visited;
            visited += 1;
            stack.push(id);
        } else {
            // Return from the previous successor.
            let child = successors(ChaseId(id))[usize::from(step) - 1];
            if child != ChaseId::FAILURE && component[child.index()] == UNVISITED {
                low_link[at] = low_link[at].min(low_link[child.index()]);
            }
        }
        let mut next = usize::from(step);
        while next < 4 {
            let child = successors(ChaseId(id))[next];
            next += 1;
            if child == ChaseId::FAILURE || component[child.index()] != UNVISITED {
                continue;
            }
            if order[child.index()] == UNVISITED {
                calls.push((id, next as u8));
                calls.push((child.0, 0));
                next = 5;
            } else {
                low_link[at] = low_link[at].min(order[child.index()]);
            }
        }
        if next == 4 && low_link[at] == order[at] {
            while let Some(member) = stack.pop() {
                component[member as usize] = components;
                if member == id {
                    break;
                }
            }
            components += 1;
        }
    }
    (component, components)
}
