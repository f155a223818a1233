//! The three algorithms, for a board that is neither solved nor a dead end at the start.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use parlor_core::{Cost, Problem};
use parlor_engines::planning::{PlanLimits, SearchOutcome, SearchProgress, SearchResult, a_star, greedy_best_first};

use super::horizon::RollingHorizon;
use super::map::chase_graph::ChaseGraph;
use super::map::graph_problem::GraphProblem;
use super::repair::shortcuts::without_detours;
use super::search::anytime::AnytimeSearch;
use super::search::nearest_pellet::nearest_pellet_tour;
use super::search::pellet_guide::PelletLayout;
use super::search::rules_beam::{BeamSettings, RulesBeam};
use super::{Report, SolverProgress};
use crate::pacman::heuristics::{PelletCount, PlanHeuristic};
use crate::pacman::maze::Step;
use crate::pacman::rules::Pacman;

/// Maximum number of chases explored at first; more only if they contain no plan.
const FIRST_CHASES: u64 = 1_500_000;

/// Share of the limits for the anytime search as long as it finds no plan, in `best` and in the heuristic of `gbfs`. The
/// rest is for greedy search on the pellet count. With a plan, `gbfs` follows it at this point, and `best` continues:
/// so `best` does not have the longer plan, even if the machine is a quarter slower when it runs.
const PLAN_SHARE: (u32, u32) = (3, 4);

fn plan_limits(limits: &PlanLimits) -> PlanLimits {
    let (part, of) = PLAN_SHARE;
    let nodes = limits.nodes.map(|nodes| nodes / u64::from(of) * u64::from(part));
    limits.share(part, of).with_nodes(nodes)
}

pub(super) fn best<const W: usize>(problem: &Pacman<W>, limits: &PlanLimits, report: &Report<'_>) -> SolverProgress {
    let found = anytime_plan(problem, limits, &plan_limits(limits), report);
    if found.plan.is_some() || found.is_proved { found } else { follow_plan(problem, limits, &found, report) }
}

/// Textbook greedy best-first search. Its heuristic comes from a plan of the anytime search, made in most of the time.
pub(super) fn gbfs<const W: usize>(problem: &Pacman<W>, limits: &PlanLimits, report: &Report<'_>) -> SolverProgress {
    let found = plan_for_heuristic(problem, limits, report);
    // The estimate of the start would be `UNREACHABLE`, and nothing would be expanded.
    let is_unsolvable = found.plan.is_none() && found.is_proved;
    if is_unsolvable { found } else { follow_plan(problem, limits, &found, report) }
}

/// Plan for the plan-based heuristic of `gbfs`.
pub(super) fn plan_for_heuristic<const W: usize>(
    problem: &Pacman<W>,
    limits: &PlanLimits,
    report: &Report<'_>,
) -> SolverProgress {
    let plan_limits = plan_limits(limits);
    anytime_plan(problem, &plan_limits, &plan_limits, report)
}

/// Result of the anytime search within the limits, or within `first_plan_limits` as long as it has no plan. The chase
/// graph grows as long as it contains no plan.
fn anytime_plan<const W: usize>(
    problem: &Pacman<W>,
    limits: &PlanLimits,
    first_plan_limits: &PlanLimits,
    report: &Report<'_>,
) -> SolverProgress {
    let mut chases = FIRST_CHASES;
    // Planners for a first plan on a board whose chase graph is too large, in the order in which they are tried.
    let mut first_planners = [rolling_horizon::<W>, rules_beams::<W>].into_iter();
    let mut has_run_planners = false;
    let (plan, lower_bound) = (nearest_pellet_tour(problem), problem.start().pellets.len());
    let is_proved = plan.as_ref().is_some_and(|plan| plan.len() as Cost <= lower_bound);
    let mut progress = SolverProgress { plan, lower_bound, is_proved, expanded: 0 };
    loop {
        let plan = progress.plan.as_deref().filter(|_| has_run_planners).unwrap_or_default();
        let (graph_problem, is_complete) = explore(problem, plan, chases, first_plan_limits);
        if !is_complete && progress.plan.is_none() && !has_run_planners {
            has_run_planners = true;
            while progress.plan.is_none()
                && !progress.is_proved
                && let Some(planner) = first_planners.next()
            {
                progress = planner(problem, &first_plan_limits.share(1, 2), report, &progress);
            }
            if progress.plan.is_some() {
                // Once more, on a graph around the plan.
                continue;
            }
        }
        if let Some(graph_problem) = graph_problem {
            let layout = PelletLayout::new(problem);
            let search = AnytimeSearch::new(&graph_problem, layout, limits, first_plan_limits, report, progress);
            (progress, _) = search.run(workers(limits), usize::MAX);
        } else {
            progress.is_proved |= is_complete && progress.plan.is_none();
        }
        let is_settled = progress.is_proved || is_complete || progress.plan.is_some();
        let is_out_of_nodes = first_plan_limits.nodes.is_some_and(|most| progress.expanded >= most);
        if is_settled || first_plan_limits.is_over() || is_out_of_nodes || chases >= max_chases::<W>(limits) {
            return progress;
        }
        chases *= 4;
    }
}

/// First plan by attempts of the rolling-horizon planner.
fn rolling_horizon<const W: usize>(
    problem: &Pacman<W>,
    limits: &PlanLimits,
    report: &Report<'_>,
    before: &SolverProgress,
) -> SolverProgress {
    let memory = limits.memory / 4 / workers(limits);
    let layout = PelletLayout::new(problem);
    first_plan(problem, limits, report, before, &|next, count| {
        let mut planner = RollingHorizon::new(problem, &layout, memory);
        while count(0) {
            if let Some(plan) = planner.run(next.fetch_add(1, Relaxed), count) {
                return Some(plan);
            }
            report(before.clone());
        }
        None
    })
}

/// First plan by a portfolio of beams on the rules.
fn rules_beams<const W: usize>(
    problem: &Pacman<W>,
    limits: &PlanLimits,
    report: &Report<'_>,
    before: &SolverProgress,
) -> SolverProgress {
    let memory = limits.memory / 4 / workers(limits);
    let layout = PelletLayout::new(problem);
    first_plan(problem, limits, report, before, &|next, count| {
        let mut beam = RulesBeam::new(problem, &layout, memory);
        while count(0) {
            let settings = BeamSettings::nth(next.fetch_add(1, Relaxed));
            if !settings.fits::<W>(memory) {
                break;
            }
            if let Some(plan) = beam.run(settings, limits, count) {
                return Some(plan);
            }
            report(before.clone());
        }
        None
    })
}

/// Work of one worker on a first plan. It takes numbers of its portfolio from the counter, and calls the callback with
/// the states expanded, which returns whether to go on.
type FindPlan<'a> = dyn Fn(&AtomicUsize, &dyn Fn(u64) -> bool) -> Option<Vec<Step>> + Sync + 'a;

/// Runs workers until one of them finds a plan.
fn first_plan<const W: usize>(
    problem: &Pacman<W>,
    limits: &PlanLimits,
    report: &Report<'_>,
    before: &SolverProgress,
    find: &FindPlan<'_>,
) -> SolverProgress {
    let (next, expanded) = (AtomicUsize::new(0), AtomicU64::new(before.expanded));
    let found: Mutex<Option<Vec<Step>>> = Mutex::new(None);
    let has_plan = || found.lock().unwrap_or_else(PoisonError::into_inner).is_some();
    let count = |states: u64| {
        let expanded = expanded.fetch_add(states, Relaxed) + states;
        !has_plan() && !limits.is_over() && limits.nodes.is_none_or(|most| expanded < most)
    };
    let work = || {
        if let Some(plan) = find(&next, &count) {
            let plan = without_detours(problem, &plan);
            found.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(plan);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..workers(limits) {
            scope.spawn(work);
        }
        work();
    });
    let plan = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    let progress = SolverProgress { plan, expanded: expanded.into_inner(), ..before.clone() };
    report(progress.clone());
    progress
}

/// Greedy best-first search with the plan-based heuristic; without a plan, with the number of pellets left.
fn follow_plan<const W: usize>(
    problem: &Pacman<W>,
    limits: &PlanLimits,
    found: &SolverProgress,
    report: &Report<'_>,
) -> SolverProgress {
    let plan = found.plan.as_deref().unwrap_or_default();
    let h = PlanHeuristic::new(problem, plan);
    let limits = limits.with_nodes(limits.nodes.map(|nodes| nodes.saturating_sub(found.expanded)));
    let search = greedy_best_first(problem, &problem.start(), &h, &limits, &mut |progress| {
        report(SolverProgress { expanded: found.expanded + progress.expanded, ..found.clone() });
    });
    let is_proved = match &search.outcome {
        SearchOutcome::Plan(steps) => {
            let is_same_length = steps.len() == plan.len();
            found.is_proved && is_same_length || steps.len() as Cost <= found.lower_bound
        }
        SearchOutcome::NoPlan => true,
        SearchOutcome::OutOfBudget => false,
    };
    combine(search, is_proved, found)
}

/// Number of workers. One with a node limit, which workers share: so the result is deterministic.
fn workers(limits: &PlanLimits) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    if limits.nodes.is_some() { 1 } else { cores.min(2) }
}

/// Problem over the chases, if they contain a plan, and whether all chases were explored.
fn explore<const W: usize>(
    problem: &Pacman<W>,
    plan: &[Step],
    chases: u64,
    limits: &PlanLimits,
) -> (Option<GraphProblem<W>>, bool) {
    let chases = chases.min(max_chases::<W>(limits));
    let graph_limits = limits.share(1, 3).with_nodes(Some(chases)).with_memory(limits.memory / 3);
    let graph = ChaseGraph::explore(&problem.rules, plan, &graph_limits);
    (GraphProblem::new(problem, &graph, limits), graph.is_complete())
}

/// Maximum number of chases in memory: two sets of pellets per component, with as many components as chases.
fn max_chases<const W: usize>(limits: &PlanLimits) -> u64 {
    (limits.memory / 3 / (2 * size_of::<[u64; W]>())) as u64
}

pub(super) fn astar<const W: usize>(problem: &Pacman<W>, limits: &PlanLimits, report: &Report<'_>) -> SolverProgress {
    /// Maximum width of the beams that give the horizon of the bound.
    const MAX_WIDTH: usize = 2700;
    let none = SolverProgress { lower_bound: problem.start().pellets.len(), ..SolverProgress::default() };
    let (graph_problem, is_complete) = explore(problem, &[], FIRST_CHASES, limits);
    if !is_complete {
        let search = a_star(problem, &problem.start(), &PelletCount, limits, &mut report_progress(report, &none));
        let is_proved = search.outcome != SearchOutcome::OutOfBudget;
        return combine(search, is_proved, &none);
    }
    let Some(graph_problem) = graph_problem else { return SolverProgress { is_proved: true, ..none } };
    let (beam_limits, layout) = (limits.share(1, 3), PelletLayout::new(problem));
    let beams = AnytimeSearch::new(&graph_problem, layout, &beam_limits, &beam_limits, report, none);
    let (found, bound) = beams.run(workers(limits), MAX_WIDTH);
    if found.plan.is_none() && found.is_proved {
        return found;
    }
    let limits = limits.with_nodes(limits.nodes.map(|nodes| nodes.saturating_sub(found.expanded)));
    let search = a_star(&graph_problem, &graph_problem.start(), &bound, &limits, &mut report_progress(report, &found));
    let is_proved = search.outcome != SearchOutcome::OutOfBudget;
    combine(search, is_proved, &found)
}

/// Callback that reports the progress of A*: the least cost plus estimate is a lower bound.
fn report_progress<'a>(report: &'a Report<'a>, before: &'a SolverProgress) -> impl FnMut(SearchProgress) + use<'a> {
    /// States expanded between reports, a multiple of those between calls.
    const REPORT_INTERVAL: u64 = 1 << 17;
    move |progress| {
        if progress.expanded.is_multiple_of(REPORT_INTERVAL) {
            let expanded = before.expanded + progress.expanded;
            let lower_bound = before.lower_bound.max(progress.depth);
            report(SolverProgress { plan: None, lower_bound, is_proved: false, expanded });
        }
    }
}

/// Progress after a search. A search that ran out of budget leaves the plan found before it.
fn combine(search: SearchResult<Step>, is_proved: bool, before: &SolverProgress) -> SolverProgress {
    let plan = if let SearchOutcome::Plan(steps) = search.outcome { Some(steps) } else { before.plan.clone() };
    SolverProgress { plan, lower_bound: before.lower_bound, is_proved, expanded: before.expanded + search.expanded }
}
