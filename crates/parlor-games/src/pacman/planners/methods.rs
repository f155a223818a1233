//! The three algorithms on one board that is neither solved nor hopeless.

use parlor_core::{Limits, Problem};
use parlor_engines::planning::{Ending, PlanLimits, Progress, Search, a_star, greedy_best_first};

use super::anytime::Anytime;
use super::chase_graph::ChaseGraph;
use super::loose_ends::PelletMap;
use super::mapped::MappedPacman;
use super::{Findings, Tell};
use crate::pacman::heuristics::{Foresight, PelletCount};
use crate::pacman::maze::Step;
use crate::pacman::rules::Pacman;

/// Chases explored at first; more only if no plan shows among them.
const CHASES: u64 = 1_500_000;

/// What gbfs spends on its `h`, the rest being for the search itself. `best` has all of it, so that it is not the
/// one with the longer plan.
const FORESIGHT: (u32, u32) = (4, 5);

pub(super) fn best<const W: usize>(problem: &Pacman<W>, limits: &PlanLimits, tell: &Tell<'_>) -> Findings {
    // With a limit on states, the answer should be the same every time.
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let workers = if limits.nodes.is_some() { 1 } else { cores.min(2) };
    let mut chases = CHASES;
    let mut findings = Findings::default();
    loop {
        let mapped = map(problem, chases, limits);
        let is_whole = mapped.is_whole();
        findings = Anytime::new(&mapped, PelletMap::new(problem), limits, tell, findings).run(workers, usize::MAX);
        drop(mapped);
        let is_settled = findings.is_proved || is_whole || findings.plan.is_some();
        let is_out_of_nodes = limits.nodes.is_some_and(|most| findings.expanded >= most);
        if is_settled || limits.is_over() || is_out_of_nodes || chases >= most_chases::<W>(limits) {
            break;
        }
        chases *= 4;
    }
    findings.plan = findings.plan.map(|plan| without_detours(problem, plan));
    findings
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

/// Greedy best-first search along the plan takes every short cut between its states.
fn without_detours<const W: usize>(problem: &Pacman<W>, plan: Vec<Step>) -> Vec<Step> {
    let nodes = plan.len() as u64 * 2;
    let room = PlanLimits::new(&Limits::nodes(nodes), 256 << 20);
    match greedy_best_first(problem, &problem.start(), &Foresight::new(problem, &plan), &room, &mut |_| ()).ending {
        Ending::Plan(shorter) if shorter.len() < plan.len() => shorter,
        _ => plan,
    }
}

/// The search itself is the textbook's; its `h` sees as far as `best` does in most of the time.
pub(super) fn gbfs<const W: usize>(problem: &Pacman<W>, limits: &PlanLimits, tell: &Tell<'_>) -> Findings {
    let (part, of) = FORESIGHT;
    let nodes = limits.nodes.map(|nodes| nodes / u64::from(of) * u64::from(part));
    let seen = best(problem, &limits.share(part, of).with_nodes(nodes), tell);
    if seen.plan.is_none() && seen.is_proved {
        // With h unreachable at the start nothing is ever expanded.
        return seen;
    }
    let plan = seen.plan.as_deref().unwrap_or_default();
    let h = Foresight::new(problem, plan);
    let limits = limits.with_nodes(limits.nodes.map(|nodes| nodes.saturating_sub(seen.expanded)));
    let search = greedy_best_first(problem, &problem.start(), &h, &limits, &mut |progress| {
        tell(Findings { expanded: seen.expanded + progress.expanded, ..seen.clone() });
    });
    let is_proved = match &search.ending {
        Ending::Plan(steps) => seen.is_proved && steps.len() == plan.len(),
        Ending::NoPlan => true,
        Ending::OutOfBudget => false,
    };
    findings(search, is_proved, &seen)
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
    let beams = Anytime::new(&mapped, PelletMap::new(problem), &quick, tell, Findings::default());
    let seen = beams.run(1, NARROW);
    if seen.plan.is_none() && seen.is_proved {
        return seen;
    }
    let limits = limits.with_nodes(limits.nodes.map(|nodes| nodes.saturating_sub(seen.expanded)));
    let search = a_star(&mapped, &mapped.start(), &beams.bound(), &limits, &mut progress(tell, &seen));
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
