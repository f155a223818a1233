//! Seats a [`Problem`] at the table where games are played: one seat, the turn never passes, a goal is a
//! win for First and a failure a loss. Planners sit down as engines; the expected line is the plan. So
//! front ends, records and undo need no second path. It is not a [`Game`](crate::Game): there the turn passes.

use std::any::Any;
use std::fmt::{self, Debug, Display};
use std::str::FromStr;
use std::sync::Arc;

use crate::erased::{SearchError, choose};
use crate::problem::PlanStatus;
use crate::setup::EngineSpecError;
use crate::{
    AnyEngine, AnyGame, AnySearchInfo, EngineInfo, EngineSpec, IllegalMove, Limits, Outcome, Planner, PlannerEntry,
    Player, Problem, Scene, Score, SearchInfo, Setup, StopFlag, Value,
};

/// A problem that can sit at the table. `Display` and `FromStr` of an action are the canonical notation.
pub trait PlayableProblem:
    Problem<State: Debug + Send + Sync + 'static, Action: Display + FromStr + Send + Sync + 'static> + Send + Sync + 'static
{
    fn planners() -> Vec<PlannerEntry<Self>>
    where
        Self: Sized;
    /// The position notation of a state.
    fn write(&self, state: &Self::State) -> String;
    fn scene(&self, state: &Self::State, last: Option<Self::Action>) -> Scene;
}

/// The one adapter over every [`PlayableProblem`].
pub struct ErasedProblem<P: PlayableProblem> {
    setup: Arc<Setup>,
    problem: Arc<P>,
    state: P::State,
    last: Option<P::Action>,
}

impl<P: PlayableProblem> ErasedProblem<P> {
    pub fn boxed(setup: Setup, problem: P) -> Box<dyn AnyGame> {
        let state = problem.start();
        Box::new(ErasedProblem { setup: Arc::new(setup), problem: Arc::new(problem), state, last: None })
    }

    fn perft_from(&self, state: &P::State, depth: u32, stop: &StopFlag) -> Option<u64> {
        match depth {
            0 => Some(1),
            1 => Some(self.problem.actions(state).count() as u64),
            _ if stop.is_raised() => None,
            _ => {
                let next = |action| self.perft_from(&self.problem.result(state, action), depth - 1, stop);
                self.problem.actions(state).map(next).sum()
            }
        }
    }

    fn outcome_of(&self, state: &P::State) -> Option<Outcome> {
        if self.problem.is_goal(state) {
            Some(Outcome::Win(Player::First))
        } else if self.problem.actions(state).next().is_none() {
            Some(Outcome::Win(Player::Second))
        } else {
            None
        }
    }
}

impl<P: PlayableProblem> Debug for ErasedProblem<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ErasedProblem").field("setup", &self.setup).field("state", &self.state).finish_non_exhaustive()
    }
}

impl<P: PlayableProblem> AnyGame for ErasedProblem<P> {
    fn setup(&self) -> &Setup {
        &self.setup
    }

    fn position(&self) -> String {
        self.problem.write(&self.state)
    }

    fn turn(&self) -> Player {
        Player::First
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome_of(&self.state)
    }

    fn legal_moves(&self) -> Vec<String> {
        self.problem.actions(&self.state).map(|action| action.to_string()).collect()
    }

    fn canonical(&self, notation: &str) -> Result<String, IllegalMove> {
        let action: P::Action = notation.parse().map_err(|_| IllegalMove)?;
        let is_legal = self.problem.actions(&self.state).any(|legal| legal == action);
        if is_legal { Ok(action.to_string()) } else { Err(IllegalMove) }
    }

    fn play(&mut self, notation: &str) -> Result<(), IllegalMove> {
        let action: P::Action = notation.parse().map_err(|_| IllegalMove)?;
        if !self.problem.actions(&self.state).any(|legal| legal == action) {
            return Err(IllegalMove);
        }
        self.state = self.problem.result(&self.state, action);
        self.last = Some(action);
        Ok(())
    }

    fn scene(&self) -> Scene {
        self.problem.scene(&self.state, self.last)
    }

    fn seats(&self) -> u8 {
        1
    }

    fn engines(&self) -> Vec<EngineInfo> {
        P::planners().iter().map(|entry| entry.info).collect()
    }

    fn engine(&self, spec: &EngineSpec) -> Result<Box<dyn AnyEngine>, EngineSpecError> {
        let entries = P::planners();
        let infos: Vec<EngineInfo> = entries.iter().map(|entry| entry.info).collect();
        let (index, options) = choose(&infos, spec)?;
        Ok(Box::new(ErasedPlanner::<P>((entries[index].build)(&options))))
    }

    fn perft(&self, depth: u32, stop: &StopFlag) -> Option<u64> {
        self.perft_from(&self.state, depth, stop)
    }

    /// A random walk need not end by itself, so it is cut off after a thousand actions.
    fn playout(&self, pick: &mut dyn FnMut(usize) -> usize) -> (u32, Option<Outcome>) {
        let mut state = self.state.clone();
        for step in 0..1000 {
            let count = self.problem.actions(&state).count();
            let Some(action) = (count > 0).then(|| self.problem.actions(&state).nth(pick(count))).flatten() else {
                return (step, self.outcome_of(&state));
            };
            state = self.problem.result(&state, action);
        }
        (1000, self.outcome_of(&state))
    }

    fn clone_box(&self) -> Box<dyn AnyGame> {
        Box::new(ErasedProblem {
            setup: self.setup.clone(),
            problem: Arc::clone(&self.problem),
            state: self.state.clone(),
            last: self.last,
        })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

struct ErasedPlanner<P: PlayableProblem>(Box<dyn Planner<P>>);

impl<P: PlayableProblem> ErasedPlanner<P> {
    /// Plans from a state; the callback gets thoughts whose line is the whole plan.
    fn think(
        &mut self,
        problem: &P,
        state: &P::State,
        limits: &Limits,
        better: &mut dyn FnMut(SearchInfo<P::Action>),
    ) -> PlanStatus {
        self.0.plan(problem, state, limits, &mut |plan| {
            let Some(&best) = plan.actions.first() else { return };
            let length = u32::try_from(plan.actions.len()).unwrap_or(u32::MAX);
            let reached = Score::win_in(length);
            let value = Value { estimate: reached, at_least: reached, at_most: Score::win_in(plan.at_least) };
            better(SearchInfo { best, value, line: plan.actions, depth: length, nodes: plan.expanded });
        })
    }
}

impl<P: PlayableProblem> AnyEngine for ErasedPlanner<P> {
    fn search(
        &mut self,
        game: &dyn AnyGame,
        limits: &Limits,
        better: &mut dyn FnMut(AnySearchInfo),
    ) -> Result<(), SearchError> {
        let seated: &ErasedProblem<P> = game.as_any().downcast_ref().ok_or(SearchError::WrongGame)?;
        let first = seated.problem.actions(&seated.state).next().ok_or(SearchError::NoMoves)?;
        let mut answered = false;
        let ended = self.think(&seated.problem, &seated.state, limits, &mut |thought| {
            answered = true;
            better(thought.into_text());
        });
        if !answered {
            // Some move has to be made, even in a lost position.
            let value = match ended {
                PlanStatus::NoPlan => Value { at_most: Score::loss_in(u32::MAX), ..Value::estimate(Score::DRAW) },
                PlanStatus::Done | PlanStatus::OutOfBudget => Value::estimate(Score::DRAW),
            };
            better(SearchInfo { best: first, value, line: vec![first], depth: 0, nodes: 0 }.into_text());
        }
        Ok(())
    }

    fn analyze(
        &mut self,
        game: &dyn AnyGame,
        limits: &Limits,
        report: &mut dyn FnMut(String, Value),
    ) -> Result<u64, SearchError> {
        let seated: &ErasedProblem<P> = game.as_any().downcast_ref().ok_or(SearchError::WrongGame)?;
        let problem = &seated.problem;
        let actions: Vec<P::Action> = problem.actions(&seated.state).collect();
        let each = limits.shared_among(actions.len());
        let mut nodes = 0;
        for action in actions {
            let next = problem.result(&seated.state, action);
            let (mut value, mut expanded) = (Value::estimate(Score::DRAW), 0);
            let mut learn = |thought: SearchInfo<P::Action>| {
                value = -thought.value.one_ply_before();
                expanded = thought.nodes;
            };
            if problem.is_goal(&next) {
                value = Value::exact(Score::win_in(1));
            } else if self.think(problem, &next, &each, &mut learn) == PlanStatus::NoPlan {
                value = Value { at_most: Score::loss_in(u32::MAX), ..value };
            }
            report(action.to_string(), value);
            nodes += expanded;
        }
        Ok(nodes)
    }

    fn forget(&mut self) {}
}
