//! Adapter from a single-agent [`Problem`] to [`AnyGame`]: one player, who is always to move. Reaching a goal is a
//! win for First, and failing is a loss. Planners become engines whose principal variation is the plan. Front ends,
//! records and undo therefore need no second code path. A problem is not a [`Game`](crate::Game): there the turn
//! passes after every move.

use std::any::Any;
use std::fmt::{self, Debug, Display};
use std::str::FromStr;
use std::sync::Arc;

use crate::erased::with_last;
use crate::{
    AnyEngine, AnyEngineEntry, AnyGame, AnyReport, Explore, IllegalMove, Limits, Outcome, Planner, PlannerEntry,
    Player, Problem, RecordedSearch, Report, Scene, Score, SearchError, SearchTrace, Setup, StopFlag, Unit, Value,
};

const MAX_PLAYOUT_ACTIONS: u32 = 1000;

/// A problem with all that [`ErasedProblem`] needs. `Display` and `FromStr` of an action are its canonical notation.
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

/// Adapter from a [`PlayableProblem`] to [`AnyGame`].
pub struct ErasedProblem<P: PlayableProblem> {
    setup: Arc<Setup>,
    problem: Arc<P>,
    state: P::State,
    actions: Vec<P::Action>,
}

impl<P: PlayableProblem> ErasedProblem<P> {
    pub fn boxed(setup: Setup, problem: P) -> Box<dyn AnyGame> {
        let state = problem.start();
        Box::new(ErasedProblem { setup: Arc::new(setup), problem: Arc::new(problem), state, actions: Vec::new() })
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

    fn parse(&self, notation: &str) -> Result<P::Action, IllegalMove> {
        let action = notation.parse().map_err(|_| IllegalMove)?;
        let is_legal = self.problem.actions(&self.state).any(|legal| legal == action);
        if is_legal { Ok(action) } else { Err(IllegalMove) }
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

impl<P: PlayableProblem> Explore for ErasedProblem<P> {
    fn perft(&self, depth: u32, stop: &StopFlag) -> Option<u64> {
        self.perft_from(&self.state, depth, stop)
    }

    /// Cut off after `MAX_PLAYOUT_ACTIONS`, since a random walk may never end.
    fn playout(&self, pick: &mut dyn FnMut(usize) -> usize) -> (u32, Option<Outcome>) {
        let mut state = self.state.clone();
        for step in 0..MAX_PLAYOUT_ACTIONS {
            let count = self.problem.actions(&state).count();
            let Some(action) = (count > 0).then(|| self.problem.actions(&state).nth(pick(count))).flatten() else {
                return (step, self.outcome_of(&state));
            };
            state = self.problem.result(&state, action);
        }
        (MAX_PLAYOUT_ACTIONS, self.outcome_of(&state))
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

    fn unit(&self) -> Unit {
        Unit::Plies
    }

    fn final_value(&self) -> Option<Value> {
        self.outcome().map(|outcome| Value::exact(Score::from_outcome(outcome, Player::First)))
    }

    fn legal_moves(&self) -> Vec<String> {
        self.problem.actions(&self.state).map(|action| action.to_string()).collect()
    }

    fn canonicalize(&self, notation: &str) -> Result<String, IllegalMove> {
        self.parse(notation).map(|action| action.to_string())
    }

    fn play(&mut self, notation: &str) -> Result<(), IllegalMove> {
        let action = self.parse(notation)?;
        self.state = self.problem.result(&self.state, action);
        self.actions.push(action);
        Ok(())
    }

    fn after(&self, notation: &str) -> Result<(String, Box<dyn AnyGame>), IllegalMove> {
        let action = self.parse(notation)?;
        let after = ErasedProblem {
            setup: Arc::clone(&self.setup),
            problem: Arc::clone(&self.problem),
            state: self.problem.result(&self.state, action),
            actions: with_last(&self.actions, action),
        };
        Ok((action.to_string(), Box::new(after)))
    }

    fn moves(&self) -> Vec<String> {
        self.actions.iter().map(ToString::to_string).collect()
    }

    fn scene(&self) -> Scene {
        let outcome = self.outcome();
        let turn = outcome.is_none().then_some(Player::First);
        Scene { turn, outcome, ..self.problem.scene(&self.state, self.actions.last().copied()) }
    }

    fn player_count(&self) -> u8 {
        1
    }

    fn engines(&self) -> Vec<AnyEngineEntry> {
        let erase = |PlannerEntry { info, build }: PlannerEntry<P>| AnyEngineEntry {
            info,
            build: Arc::new(move |_, options| Box::new(ErasedPlanner::<P>(build(options)))),
        };
        P::planners().into_iter().map(erase).collect()
    }

    fn clone_box(&self) -> Box<dyn AnyGame> {
        Box::new(ErasedProblem {
            setup: self.setup.clone(),
            problem: Arc::clone(&self.problem),
            state: self.state.clone(),
            actions: self.actions.clone(),
        })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Adapter from a [`Planner`] to [`AnyEngine`].
struct ErasedPlanner<P: PlayableProblem>(Box<dyn Planner<P>>);

impl<P: PlayableProblem> ErasedPlanner<P> {
    /// Value of an action that led to `next`, and the states expanded.
    fn next_value(&mut self, problem: &P, next: &P::State, limits: &Limits) -> (Value, u64) {
        if problem.is_goal(next) {
            return (Value::exact(Score::win_in(1)), 0);
        }
        let (mut value, mut expanded) = (Value::estimate(Score::DRAW), 0);
        let mut on_report = |report: Report<P::Action>| {
            // Negated: the player does not change.
            value = -report.value.backed_up();
            expanded = report.nodes;
        };
        if let Err(crate::NoMoves) = self.0.plan(problem, next, limits, &mut on_report) {
            value.at_most = Score::loss_in(u32::MAX);
        }
        (value, expanded)
    }
}

impl<P: PlayableProblem> AnyEngine for ErasedPlanner<P> {
    fn search(
        &mut self,
        game: &dyn AnyGame,
        limits: &Limits,
        on_report: &mut dyn FnMut(AnyReport),
    ) -> Result<(), SearchError> {
        let erased: &ErasedProblem<P> = game.as_any().downcast_ref().ok_or(SearchError::WrongGame)?;
        self.0.plan(&erased.problem, &erased.state, limits, &mut |report| on_report(report.into_notation()))?;
        Ok(())
    }

    fn analyze(
        &mut self,
        game: &dyn AnyGame,
        limits: &Limits,
        on_value: &mut dyn FnMut(String, Value),
    ) -> Result<u64, SearchError> {
        let erased: &ErasedProblem<P> = game.as_any().downcast_ref().ok_or(SearchError::WrongGame)?;
        let problem = &erased.problem;
        let actions: Vec<P::Action> = problem.actions(&erased.state).collect();
        let each = limits.split_among(actions.len());
        let mut nodes = 0;
        for action in actions {
            let next = problem.result(&erased.state, action);
            let (value, expanded) = self.next_value(problem, &next, &each);
            on_value(action.to_string(), value);
            nodes += expanded;
        }
        Ok(nodes)
    }

    fn trace(
        &mut self,
        game: &dyn AnyGame,
        limits: &Limits,
        max_events: usize,
    ) -> Result<RecordedSearch<String>, SearchError> {
        let erased: &ErasedProblem<P> = game.as_any().downcast_ref().ok_or(SearchError::WrongGame)?;
        if erased.problem.actions(&erased.state).next().is_none() {
            return Err(SearchError::NoMoves);
        }
        let trace = SearchTrace::new(max_events);
        self.0.trace(&erased.problem, &erased.state, limits, &trace)?;
        Ok(trace.finish(|action| action.to_string()))
    }

    fn reset(&mut self) {}
}
