//! The three algorithms, for a board that is neither solved nor a dead end at the start.

use parlor_core::Problem;
use parlor_engines::planning::{PlanLimits, PlanReport, a_star, greedy_best_first};

use super::OnReport;
use super::anytime_plan::{anytime_plan, explore, first_chases};
use super::first_plan::workers;
use super::map::graph_problem::GraphProblem;
use super::search::anytime::AnytimeSearch;
use super::search::pellet_guide::PelletLayout;
use crate::pacman::heuristics::{PelletCount, PlanHeuristic};
use crate::pacman::maze::Step;
use crate::pacman::rules::Pacman;

/// Share of the limits for the anytime search as long as it finds no plan, in `best` and in the heuristic of `gbfs`. The
/// rest is for greedy search on the pellet count. With a plan, `gbfs` follows it at this point, and `best` continues:
/// so `best` does not have the longer plan, even if the machine is a quarter slower when it runs.
const PLAN_SHARE: (u32, u32) = (3, 4);

fn plan_limits(limits: &PlanLimits) -> PlanLimits {
    let (part, of) = PLAN_SHARE;
    let nodes = limits.nodes.map(|nodes| nodes / u64::from(of) * u64::from(part));
    limits.share(part, of).with_nodes(nodes)
}

pub(super) fn best<const W: usize>(
    problem: &Pacman<W>,
    limits: &PlanLimits,
    report: &OnReport<'_>,
) -> PlanReport<Step> {
    let found = anytime_plan(problem, limits, &plan_limits(limits), report);
    if found.plan.is_some() || found.is_proved() { found } else { follow_plan(problem, limits, &found, report) }
}

/// Textbook greedy best-first search. Its heuristic comes from a plan of the anytime search, made in most of the time.
pub(super) fn gbfs<const W: usize>(
    problem: &Pacman<W>,
    limits: &PlanLimits,
    report: &OnReport<'_>,
) -> PlanReport<Step> {
    let found = plan_for_heuristic(problem, limits, report);
    // The estimate of the start would be `UNREACHABLE`, and nothing would be expanded.
    if found.is_unsolvable() { found } else { follow_plan(problem, limits, &found, report) }
}

/// Plan for the plan-based heuristic of `gbfs`.
pub(super) fn plan_for_heuristic<const W: usize>(
    problem: &Pacman<W>,
    limits: &PlanLimits,
    report: &OnReport<'_>,
) -> PlanReport<Step> {
    let plan_limits = plan_limits(limits);
    anytime_plan(problem, &plan_limits, &plan_limits, report)
}

/// Greedy best-first search with the plan-based heuristic; without a plan, with the number of pellets left.
fn follow_plan<const W: usize>(
    problem: &Pacman<W>,
    limits: &PlanLimits,
    found: &PlanReport<Step>,
    report: &OnReport<'_>,
) -> PlanReport<Step> {
    let plan = found.plan.as_deref().unwrap_or_default();
    let h = PlanHeuristic::new(problem, plan);
    let limits = limits.with_nodes(limits.nodes.map(|nodes| nodes.saturating_sub(found.expanded)));
    let search = greedy_best_first(problem, &problem.start(), &h, &limits, &mut |progress| {
        report(PlanReport { expanded: found.expanded + progress.expanded, ..found.clone() });
    });
    combine(search, found)
}

pub(super) fn astar<const W: usize>(
    problem: &Pacman<W>,
    limits: &PlanLimits,
    report: &OnReport<'_>,
) -> PlanReport<Step> {
    /// Maximum width of the beams that give the horizon of the bound.
    const MAX_WIDTH: usize = 2700;
    let none = PlanReport { at_least: problem.start().pellets.len(), ..PlanReport::default() };
    let graph = explore(problem, &[], first_chases::<W>(), limits);
    if !graph.is_complete() {
        let search = a_star(problem, &problem.start(), &PelletCount, limits, &mut report_progress(report, &none));
        return combine(prove_plan(search), &none);
    }
    let Some(graph_problem) = GraphProblem::new(problem, &graph, limits) else {
        return none.proved();
    };
    let (beam_limits, layout) = (limits.share(1, 3), PelletLayout::new(problem));
    let beams = AnytimeSearch::new(&graph_problem, layout, &beam_limits, &beam_limits, report, none);
    let (found, bound) = beams.run(workers(limits), MAX_WIDTH);
    if found.is_unsolvable() {
        return found;
    }
    let limits = limits.with_nodes(limits.nodes.map(|nodes| nodes.saturating_sub(found.expanded)));
    let search = a_star(&graph_problem, &graph_problem.start(), &bound, &limits, &mut report_progress(report, &found));
    combine(prove_plan(search), &found)
}

/// The plan of A* with an admissible heuristic is a shortest one.
fn prove_plan(search: PlanReport<Step>) -> PlanReport<Step> {
    if search.plan.is_some() { search.proved() } else { search }
}

/// Callback that reports the progress of A*: the least cost plus estimate is a lower bound.
fn report_progress<'a>(
    report: &'a OnReport<'a>,
    before: &'a PlanReport<Step>,
) -> impl FnMut(PlanReport<Step>) + use<'a> {
    /// States expanded between reports, a multiple of those between calls.
    const REPORT_INTERVAL: u64 = 1 << 17;
    move |progress| {
        if progress.expanded.is_multiple_of(REPORT_INTERVAL) {
            let expanded = before.expanded + progress.expanded;
            report(PlanReport { plan: None, at_least: before.at_least.max(progress.at_least), expanded });
        }
    }
}

/// What is known after another search. One that ran out of budget leaves the plan found before it.
fn combine(search: PlanReport<Step>, before: &PlanReport<Step>) -> PlanReport<Step> {
    let plan = if search.is_unsolvable() { None } else { search.plan.or_else(|| before.plan.clone()) };
    let at_least = search.at_least.max(before.at_least);
    PlanReport { plan, at_least, expanded: before.expanded + search.expanded }
}
