//! Which chases lead to each other and back.

use super::chase_graph::ChaseId;

/// Strongly connected components (Tarjan's algorithm, without recursion): for each chase that can be reached from
/// chase 0 the number of its component, and how many there are. Steps lead to equal or smaller numbers.
pub(super) fn components(count: usize, after: impl Fn(ChaseId) -> [ChaseId; 4]) -> (Vec<u32>, u32) {
    const UNSEEN: u32 = u32::MAX;
    if count == 0 {
        return (Vec::new(), 0);
    }
    let mut component = vec![UNSEEN; count];
    let mut order = vec![UNSEEN; count];
    let mut lowest = vec![0; count];
    let mut waiting: Vec<u32> = Vec::new();
    let mut components = 0;
    let mut met = 0;
    let mut calls: Vec<(u32, u8)> = vec![(0, 0)];
    while let Some((id, step)) = calls.pop() {
        let at = id as usize;
        if step == 0 {
            order[at] = met;
            lowest[at] = met;
            met += 1;
            waiting.push(id);
        } else {
            // Back from the successor looked at before.
            let child = after(ChaseId(id))[usize::from(step) - 1];
            if child != ChaseId::FAILURE && component[child.index()] == UNSEEN {
                lowest[at] = lowest[at].min(lowest[child.index()]);
            }
        }
        let mut next = usize::from(step);
        while next < 4 {
            let child = after(ChaseId(id))[next];
            next += 1;
            if child == ChaseId::FAILURE || component[child.index()] != UNSEEN {
                continue;
            }
            if order[child.index()] == UNSEEN {
                calls.push((id, next as u8));
                calls.push((child.0, 0));
                next = 5;
            } else {
                lowest[at] = lowest[at].min(order[child.index()]);
            }
        }
        if next == 4 && lowest[at] == order[at] {
            while let Some(member) = waiting.pop() {
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
