//! The three algorithms on one board that is neither solved nor hopeless.

use parlor_core::{Cost, Problem};
use parlor_engines::planning::{Ending, PlanLimits, Progress, Search, a_star, greedy_best_first};

use super::anytime::Anytime;
use super::chase_graph::ChaseGraph;
use super::loose_ends::PelletMap;
use super::mapped::MappedPacman;
use super::sweep::sweep;
use super::{Findings, Tell};
use crate::pacman::heuristics::{Foresight, PelletCount};
use crate::pacman::maze::Step;
use crate::pacman::rules::Pacman;

/// Chases explored at first; more only if no plan shows among them.
const CHASES: u64 = 1_500_000;

/// The planner's share, in gbfs' `h` and in `best`, if it finds no plan; what is left is for greedy search without
/// foresight. With a plan, gbfs follows it, and `best` goes on looking: so it is not the one with the longer plan, even
/// where it finds the machine a quarter slower.
const FORESIGHT: (u32, u32) = (3, 4);

fn foresight(limits: &PlanLimits) -> PlanLimits {
    let (part, of) = FORESIGHT;
    let nodes = limits.nodes.map(|nodes| nodes / u64::from(of) * u64::from(part));
    limits.share(part, of).with_nodes(nodes)
}

pub(super) fn best<const W: usize>(problem: &Pacman<W>, limits: &PlanLimits, tell: &Tell<'_>) -> Findings {
    let seen = planned(problem, limits, &foresight(limits), tell);
    if seen.plan.is_some() || seen.is_proved { seen } else { followed(problem, limits, &seen, tell) }
}

/// The search itself is the textbook's; its `h` sees as far as `best` does in most of the time.
pub(super) fn gbfs<const W: usize>(problem: &Pacman<W>, limits: &PlanLimits, tell: &Tell<'_>) -> Findings {
    let sight = foresight(limits);
    let seen = planned(problem, &sight, &sight, tell);
    // With h unreachable at the start nothing is ever expanded.
    let is_hopeless = seen.plan.is_none() && seen.is_proved;
    if is_hopeless { seen } else { followed(problem, limits, &seen, tell) }
}

/// What the planner finds within the limits, or within `patience` if that is nothing.
fn planned<const W: usize>(
    problem: &Pacman<W>,
    limits: &PlanLimits,
    patience: &PlanLimits,
    tell: &Tell<'_>,
) -> Findings {
    let mut chases = CHASES;
    let mut findings = Findings { plan: sweep(problem), ..Findings::default() };
    loop {
        let mapped = map(problem, chases, patience);
        let is_whole = mapped.is_whole();
        let planner = Anytime::new(&mapped, PelletMap::new(problem), limits, patience, tell, findings);
        (findings, _) = planner.run(workers(limits), usize::MAX);
        drop(mapped);
        let is_settled = findings.is_proved || is_whole || findings.plan.is_some();
        let is_out_of_nodes = patience.nodes.is_some_and(|most| findings.expanded >= most);
        if is_settled || patience.is_over() || is_out_of_nodes || chases >= most_chases::<W>(limits) {
            return findings;
        }
        chases *= 4;
    }
}

/// Greedy best-first search along the plan that was seen, or after pellets if none was.
fn followed<const W: usize>(problem: &Pacman<W>, limits: &PlanLimits, seen: &Findings, tell: &Tell<'_>) -> Findings {
    let plan = seen.plan.as_deref().unwrap_or_default();
    let h = Foresight::new(problem, plan);
    let limits = limits.with_nodes(limits.nodes.map(|nodes| nodes.saturating_sub(seen.expanded)));
    let search = greedy_best_first(problem, &problem.start(), &h, &limits, &mut |progress| {
        tell(Findings { expanded: seen.expanded + progress.expanded, ..seen.clone() });
    });
    let is_proved = match &search.ending {
        Ending::Plan(steps) => {
            let is_the_plan_seen = steps.len() == plan.len();
            seen.is_proved && is_the_plan_seen || steps.len() as Cost <= seen.at_least
        }
        Ending::NoPlan => true,
        Ending::OutOfBudget => false,
    };
    findings(search, is_proved, seen)
}

/// With a limit on states, which all workers count together, one alone gives the same answer every time.
fn workers(limits: &PlanLimits) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    if limits.nodes.is_some() { 1 } else { cores.min(2) }
}

fn map<const W: usize>(problem: &Pacman<W>, chases: u64, limits: &PlanLimits) -> MappedPacman<W> {
    let chases = chases.min(most_chases::<W>(limits));
    let exploring = limits.share(1, 3).with_nodes(Some(chases)).with_memory(limits.memory / 3);
    let graph = ChaseGraph::explore(&problem.rules, &exploring);
    MappedPacman::new(problem, &graph, limits)
}

/// The outlook takes two sets of pellets per component, and there may be as many components as chases.
fn most_chases<const W: usize>(limits: &PlanLimits) -> u64 {
    (limits.memory / 3 / (2 * size_of::<[u64; W]>())) as u64
}

pub(super) fn astar<const W: usize>(problem: &Pacman<W>, limits: &PlanLimits, tell: &Tell<'_>) -> Findings {
    /// A few narrow beams give the horizon for the bound.
    const NARROW: usize = 2700;
    let mapped = map(problem, CHASES, limits);
    if !mapped.is_whole() {
        let nothing = Findings { at_least: problem.start().pellets.len(), ..Findings::default() };
        let search = a_star(problem, &problem.start(), &PelletCount, limits, &mut progress(tell, &nothing));
        let is_proved = search.ending != Ending::OutOfBudget;
        return findings(search, is_proved, &nothing);
    }
    let quick = limits.share(1, 3);
    let beams = Anytime::new(&mapped, PelletMap::new(problem), &quick, &quick, tell, Findings::default());
    let (seen, bound) = beams.run(workers(limits), NARROW);
    if seen.plan.is_none() && seen.is_proved {
        return seen;
    }
    let limits = limits.with_nodes(limits.nodes.map(|nodes| nodes.saturating_sub(seen.expanded)));
    let search = a_star(&mapped, &mapped.start(), &bound, &limits, &mut progress(tell, &seen));
    let is_proved = search.ending != Ending::OutOfBudget;
    findings(search, is_proved, &seen)
}

/// Tells of A*'s own progress: the least cost plus estimate is a bound.
fn progress<'a>(tell: &'a Tell<'a>, before: &'a Findings) -> impl FnMut(Progress) + use<'a> {
    /// States expanded between reports, a multiple of those between calls.
    const REPORTED: u64 = 1 << 17;
    move |progress| {
        if progress.expanded.is_multiple_of(REPORTED) {
            let expanded = before.expanded + progress.expanded;
            tell(Findings { plan: None, at_least: before.at_least.max(progress.depth), is_proved: false, expanded });
        }
    }
}

/// A search that ran out of budget leaves what was found before it.
fn findings(search: Search<Step>, is_proved: bool, before: &Findings) -> Findings {
    let plan = if let Ending::Plan(steps) = search.ending { Some(steps) } else { before.plan.clone() };
    Findings { plan, at_least: before.at_least, is_proved, expanded: before.expanded + search.expanded }
}
