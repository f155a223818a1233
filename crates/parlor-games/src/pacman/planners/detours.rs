//! A plan that passes by a state which it only reaches later can go there at once.

use std::collections::HashMap;

use parlor_core::Problem;

/// The plan with every such short cut taken: no longer than before, and it ends in the same state.
pub(super) fn without_detours<P: Problem>(problem: &P, plan: &[P::Action]) -> Vec<P::Action> {
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
        let cuts = problem.actions(&states[here]).filter_map(|step| {
            let there = latest.get(&problem.result(&states[here], step))?;
            Some((step, *there))
        });
        let (step, there) = cuts.fold(along, |best, cut| if cut.1 > best.1 { cut } else { best });
        shorter.push(step);
        here = there;
    }
    shorter
}
