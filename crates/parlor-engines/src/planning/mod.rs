//! Single-agent search: textbook planners, generic over any [`Problem`](parlor_core::Problem), and a beam search for
//! planners that know more of their problem.

pub mod beam;
pub mod best_first;
pub mod breadth_first;
pub mod limits;
pub mod nodes;

pub use beam::{BeamSearch, Guide, beam};
pub use best_first::{a_star, greedy_best_first};
pub use breadth_first::{BreadthFirst, breadth_first};
pub use limits::{Ending, MEMORY_MIB, PlanLimits, Progress, Search};

#[cfg(test)]
mod tests {
    use parlor_core::problem::UNREACHABLE;
    use parlor_core::{Cost, Heuristic, Limits, Problem};

    use super::*;

    /// From 1 by doubling and adding one to a number, which must not grow beyond ten times that.
    struct Reach(u32);

    #[derive(Clone, Copy, PartialEq, Debug)]
    enum Sum {
        AddOne,
        Double,
    }

    impl Problem for Reach {
        type State = u32;
        type Action = Sum;

        fn start(&self) -> u32 {
            1
        }

        fn actions(&self, _: &u32) -> impl Iterator<Item = Sum> {
            [Sum::AddOne, Sum::Double].into_iter()
        }

        fn result(&self, number: &u32, sum: Sum) -> u32 {
            if sum == Sum::Double { number * 2 } else { number + 1 }
        }

        fn is_goal(&self, number: &u32) -> bool {
            *number == self.0
        }

        fn is_dead(&self, number: &u32) -> bool {
            *number > self.0 * 10
        }
    }

    /// Doublings to go, which never overestimate.
    struct Doublings;

    impl Heuristic<Reach> for Doublings {
        fn estimate(&self, problem: &Reach, number: &u32) -> Cost {
            if *number > problem.0 { UNREACHABLE } else { (problem.0 / number).ilog2() }
        }
    }

    impl Guide<Reach> for Doublings {
        type Carried = ();

        fn at_start(&self, _: &Reach, _: &u32) {}

        fn carry(&self, _: &Reach, _: (&u32, ()), _: &u32) {}

        fn estimate(&self, problem: &Reach, number: &u32, (): ()) -> Cost {
            Heuristic::estimate(self, problem, number)
        }
    }

    fn length<A>(ending: &Ending<A>) -> Option<usize> {
        if let Ending::Plan(plan) = ending { Some(plan.len()) } else { None }
    }

    #[test]
    fn the_optimal_searches_agree_and_the_greedy_one_finds_a_way() {
        let limits = PlanLimits::new(&Limits::none(), 1 << 24);
        let mut expanded = [0, 0];
        for goal in 1..300 {
            let problem = Reach(goal);
            // The bits and the ones of a number are the steps of the binary method.
            let shortest = (goal.ilog2() + goal.count_ones() - 1) as usize;
            let breadth = breadth_first(&problem, &1, &limits, &mut |_| ());
            let star = a_star(&problem, &1, &Doublings, &limits, &mut |_| ());
            let greedy = greedy_best_first(&problem, &1, &Doublings, &limits, &mut |_| ());
            let uncut = beam(&problem, &Doublings, &Doublings, usize::MAX, 1000, &limits, &mut |_| ());
            assert_eq!(length(&breadth.ending), Some(shortest), "{goal}");
            assert_eq!(length(&star.ending), Some(shortest), "{goal}");
            assert!(length(&greedy.ending) >= Some(shortest), "{goal}");
            expanded = [expanded[0] + star.expanded, expanded[1] + breadth.expanded];
            assert!(uncut.is_complete && uncut.plan.is_some_and(|plan| plan.len() == shortest), "{goal}");
        }
        assert!(expanded[0] < expanded[1], "A* looks at fewer states: {expanded:?}");
    }

    #[test]
    fn what_cannot_be_reached_is_proved_so_and_limits_prove_nothing() {
        let limits = PlanLimits::new(&Limits::none(), 1 << 24);
        let problem = Reach(20);
        assert_eq!(breadth_first(&problem, &21, &limits, &mut |_| ()).ending, Ending::NoPlan);
        assert_eq!(a_star(&problem, &21, &Doublings, &limits, &mut |_| ()).ending, Ending::NoPlan);
        let few = PlanLimits::new(&Limits::nodes(2), 1 << 24);
        let little = PlanLimits::new(&Limits::none(), 0);
        for limits in [few, little] {
            assert_eq!(breadth_first(&problem, &1, &limits, &mut |_| ()).ending, Ending::OutOfBudget);
            assert_eq!(a_star(&problem, &1, &Doublings, &limits, &mut |_| ()).ending, Ending::OutOfBudget);
        }
        let little = PlanLimits::new(&Limits::none(), 0);
        let cut = beam(&problem, &Doublings, &Doublings, 5, 1000, &little, &mut |_| ());
        assert!(cut.plan.is_none() && !cut.is_complete);
    }
}
