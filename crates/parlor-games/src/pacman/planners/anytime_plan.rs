//! The anytime search on one board, with a first plan from elsewhere where the chase graph is too large.

use parlor_core::Problem;
use parlor_engines::planning::{PlanLimits, PlanReport};

use super::OnReport;
use super::first_plan::{FirstPlan, workers};
use super::map::chase_graph::ChaseGraph;
use super::map::graph_problem::GraphProblem;
use super::repair::replay_repair::ReplayRepair;
use super::search::anytime::AnytimeSearch;
use super::search::nearest_pellet::nearest_pellet_tour;
use super::search::pellet_guide::PelletLayout;
use crate::pacman::maze::Step;
use crate::pacman::rules::Pacman;

/// Maximum number of chases explored at first; more only if they contain no plan. Where there are many pellets the board is
/// large, and more chases would not be all of them either.
pub(super) const fn first_chases<const W: usize>() -> u64 {
    if W <= 4 { 4_000_000 } else { 1_500_000 }
}

/// Result of the anytime search within the limits, or within `first_plan_limits` as long as it has no plan.
///
/// As long as there is no plan, an incomplete chase graph grows, and attempts at a first plan take half of the time that
/// is left; all of it, once the graph fills its memory. Their plan is repaired on the rules, and then in a graph around
/// it.
pub(super) fn anytime_plan<const W: usize>(
    problem: &Pacman<W>,
    limits: &PlanLimits,
    first_plan_limits: &PlanLimits,
    report: &OnReport<'_>,
) -> PlanReport<Step> {
    let mut chases = first_chases::<W>().min(max_chases::<W>(limits));
    let at_least = problem.start().pellets.len();
    let mut progress = PlanReport { plan: nearest_pellet_tour(problem), at_least, expanded: 0 };
    let first_plan = FirstPlan::new(problem);
    loop {
        let is_largest = chases == max_chases::<W>(limits);
        let mut graph = explore(problem, &[], chases, first_plan_limits);
        if !graph.is_complete() && progress.plan.is_none() {
            let attempts = if is_largest { limits.clone() } else { first_plan_limits.share(1, 2) };
            progress = first_plan.run(&attempts, report, &progress);
            // A graph that memory keeps small holds hardly more than the plan.
            let is_small = chases < first_chases::<W>();
            let repair_limits = if is_small { limits.clone() } else { limits.share(1, 4) };
            if let Some(repair) = ReplayRepair::new(problem, &repair_limits, report, progress.clone()) {
                progress = repair.run();
                if is_small || progress.is_proved() {
                    return progress;
                }
                graph = explore(problem, progress.plan.as_deref().unwrap_or_default(), chases, limits);
            }
            if attempts.is_over() && is_largest {
                return progress;
            }
        }
        if let Some(graph_problem) = GraphProblem::new(problem, &graph, first_plan_limits) {
            let layout = PelletLayout::new(problem);
            let search = AnytimeSearch::new(&graph_problem, layout, limits, first_plan_limits, report, progress);
            (progress, _) = search.run(workers(limits), usize::MAX);
        } else if graph.is_complete() && progress.plan.is_none() {
            progress = progress.proved();
        }
        let is_settled = progress.is_proved() || graph.is_complete() || progress.plan.is_some();
        let is_out_of_nodes = first_plan_limits.nodes.is_some_and(|most| progress.expanded >= most);
        if is_settled || is_largest || first_plan_limits.is_over() || is_out_of_nodes {
            return progress;
        }
        chases = (chases * 4).min(max_chases::<W>(limits));
    }
}

/// Chase graph of at most this number of chases, those along the plan first.
pub(super) fn explore<const W: usize>(
    problem: &Pacman<W>,
    plan: &[Step],
    chases: u64,
    limits: &PlanLimits,
) -> ChaseGraph {
    let chases = chases.min(max_chases::<W>(limits));
    let graph_limits = limits.share(1, 3).with_nodes(Some(chases)).with_memory(limits.memory / 2);
    ChaseGraph::explore(&problem.rules, plan, &graph_limits)
}

/// Maximum number of chases in memory: two sets of pellets per component, with as many components as chases.
fn max_chases<const W: usize>(limits: &PlanLimits) -> u64 {
    (limits.memory / 3 / (2 * size_of::<[u64; W]>())) as u64
}
