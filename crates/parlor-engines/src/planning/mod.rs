//! Single-agent search, generic over any [`Problem`](parlor_core::Problem): textbook planners, and a beam search for
//! planners with problem-specific heuristics.

pub mod beam;
pub mod best_first;
pub mod breadth_first;
pub mod limits;
pub mod node_arena;
pub mod plan_report;

pub use beam::{BeamSearch, IncrementalHeuristic, beam};
pub use best_first::{BestFirstOrder, a_star, best_first, greedy_best_first};
pub use breadth_first::{BreadthFirst, breadth_first};
pub use limits::{MEMORY_MIB, PlanLimits};
pub use plan_report::PlanReport;

#[cfg(test)]
mod tests {
    use parlor_core::problem::UNREACHABLE;
    use parlor_core::{Cost, Heuristic, Limits, Problem};

    use super::*;

    /// Problem of reaching a number from 1 by doubling and adding one, without exceeding ten times that number.
    struct ReachNumber(u32);

    #[derive(Clone, Copy, PartialEq, Debug)]
    enum Operation {
        AddOne,
        Double,
    }

    impl Problem for ReachNumber {
        type State = u32;
        type Action = Operation;

        fn start(&self) -> u32 {
            1
        }

        fn actions(&self, _: &u32) -> impl Iterator<Item = Operation> {
            [Operation::AddOne, Operation::Double].into_iter()
        }

        fn result(&self, number: &u32, operation: Operation) -> u32 {
            if operation == Operation::Double { number * 2 } else { number + 1 }
        }

        fn is_goal(&self, number: &u32) -> bool {
            *number == self.0
        }

        fn is_dead_end(&self, number: &u32) -> bool {
            *number > self.0 * 10
        }
    }

    /// Number of doublings still needed: an admissible heuristic.
    struct Doublings;

    impl Heuristic<ReachNumber> for Doublings {
        fn estimate(&self, problem: &ReachNumber, number: &u32) -> Cost {
            if *number > problem.0 { UNREACHABLE } else { (problem.0 / number).ilog2() }
        }
    }

    impl IncrementalHeuristic<ReachNumber> for Doublings {
        type Accumulator = ();

        fn initial(&self, _: &ReachNumber, _: &u32) {}

        fn update(&self, _: &ReachNumber, _: (&u32, ()), _: &u32) {}

        fn estimate(&self, problem: &ReachNumber, number: &u32, (): ()) -> Cost {
            Heuristic::estimate(self, problem, number)
        }
    }

    fn length<A>(found: &PlanReport<A>) -> Option<usize> {
        found.plan.as_ref().map(Vec::len)
    }

    #[test]
    fn optimal_searches_find_shortest_plans_and_greedy_finds_a_plan() {
        let limits = PlanLimits::new(&Limits::none(), 1 << 24);
        let mut expanded = [0, 0];
        for goal in 1..300 {
            let problem = ReachNumber(goal);
            // The length of the binary method: one doubling per bit, one addition per set bit.
            let shortest = (goal.ilog2() + goal.count_ones() - 1) as usize;
            let breadth = breadth_first(&problem, &1, &limits, &mut |_| ());
            let star = a_star(&problem, &1, &Doublings, &limits, &mut |_| ());
            let greedy = greedy_best_first(&problem, &1, &Doublings, &limits, &mut |_| ());
            let uncut = beam(&problem, &Doublings, &Doublings, usize::MAX, 1000, &limits, &mut |_| ());
            assert_eq!(length(&breadth), Some(shortest), "{goal}");
            assert_eq!(length(&star), Some(shortest), "{goal}");
            assert!(length(&greedy) >= Some(shortest), "{goal}");
            expanded = [expanded[0] + star.expanded, expanded[1] + breadth.expanded];
            assert!(uncut.is_complete && uncut.plan.is_some_and(|plan| plan.len() == shortest), "{goal}");
        }
        assert!(expanded[0] < expanded[1], "A* expands fewer states: {expanded:?}");
    }

    #[test]
    fn proves_unreachable_goals_but_proves_nothing_under_limits() {
        let limits = PlanLimits::new(&Limits::none(), 1 << 24);
        let problem = ReachNumber(20);
        assert!(breadth_first(&problem, &21, &limits, &mut |_| ()).is_unsolvable());
        assert!(a_star(&problem, &21, &Doublings, &limits, &mut |_| ()).is_unsolvable());
        let few = PlanLimits::new(&Limits::nodes(2), 1 << 24);
        let little = PlanLimits::new(&Limits::none(), 0);
        for limits in [few, little] {
            let searches = [
                breadth_first(&problem, &1, &limits, &mut |_| ()),
                a_star(&problem, &1, &Doublings, &limits, &mut |_| ()),
            ];
            assert!(searches.iter().all(|found| found.plan.is_none() && !found.is_proved()), "{searches:?}");
        }
        let little = PlanLimits::new(&Limits::none(), 0);
        let cut = beam(&problem, &Doublings, &Doublings, 5, 1000, &little, &mut |_| ());
        assert!(cut.plan.is_none() && !cut.is_complete);
    }
}
