//! Removal of detours from a plan: where a later state can be reached at once, the steps between are cut.

use std::collections::HashMap;

use parlor_core::Problem;

/// The plan with every such shortcut taken: no longer than before, and with the same final state.
pub(crate) fn without_detours<P: Problem>(problem: &P, plan: &[P::Action]) -> Vec<P::Action> {
    let mut states = vec![problem.start()];
    for &step in plan {
        let next = problem.result(&states[states.len() - 1], step);
        states.push(next);
    }
    let latest: HashMap<&P::State, usize> = states.iter().zip(0..).collect();
    let mut here = latest[&states[0]];
    let mut shorter = Vec::with_capacity(plan.len());
    while here < plan.len() {
        let along = (plan[here], latest[&states[here + 1]]);
        let shortcuts = problem.actions(&states[here]).filter_map(|step| {
            let there = latest.get(&problem.result(&states[here], step))?;
            Some((step, *there))
        });
        let (step, there) = shortcuts.fold(along, |best, other| if other.1 > best.1 { other } else { best });
        shorter.push(step);
        here = there;
    }
    shorter
}
