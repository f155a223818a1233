//! Check of puzzles: a game's solver confirms that each has the stated solution and no other.

use std::collections::HashMap;
use std::fmt::{self, Debug};

use parlor_core::{
    AnyEngine, AnyGame, Catalog, EngineSpec, GameEntry, Limits, Outcome, Player, Puzzle, PuzzleKind, Score, SetupError,
    Value,
};

/// Nodes of the analysis of one position. A limit on nodes, unlike one on time, gives the same result everywhere.
const NODES: u64 = 400_000;

/// Engine that proves shortest plans, where a game has it: on small boards it is faster than an anytime solver.
const PLAN_SOLVER: &str = "astar";

/// What is wrong with a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PuzzleError {
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error("no proof before move {number}")]
    NoProof { number: usize },
    #[error("move {number} is {stated}, but the solver finds {found:?}")]
    OtherSolution { number: usize, stated: String, found: Option<String> },
    #[error("{0} is not legal")]
    IllegalMove(String),
    #[error("the solution does not end with the goal")]
    NoGoal,
}

/// Checker of puzzles, with the solvers that it has built so far.
pub struct PuzzleChecker<'a> {
    catalog: &'a Catalog,
    /// By game and options: an engine is built for one type of game.
    solvers: HashMap<String, Box<dyn AnyEngine>>,
}

impl Debug for PuzzleChecker<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PuzzleChecker").field("solvers", &self.solvers.keys()).finish_non_exhaustive()
    }
}

impl<'a> PuzzleChecker<'a> {
    pub fn new(catalog: &'a Catalog) -> PuzzleChecker<'a> {
        PuzzleChecker { catalog, solvers: HashMap::new() }
    }

    /// Proved value of every legal move; `None` if the game has no solver, or one of them cannot be proved.
    pub fn move_values(&mut self, game: &dyn AnyGame) -> Option<Vec<(String, Value)>> {
        let entry = self.catalog.game(&game.setup().game).ok()?;
        let plan_solver = EngineSpec::new(PLAN_SOLVER);
        let has_plan_solver = self.catalog.check_engine(game, &plan_solver).is_ok();
        let spec = if has_plan_solver { &plan_solver } else { entry.solver.as_ref()? };
        let key = format!("{} {:?}", entry.name, game.setup().options);
        if !self.solvers.contains_key(&key) {
            self.solvers.insert(key.clone(), self.catalog.engine(game, spec).ok()?);
        }
        let solver = self.solvers.get_mut(&key)?;
        solver.reset();
        let mut values: Vec<(String, Value)> = Vec::new();
        let report = &mut |notation: String, value| match values.iter_mut().find(|(known, _)| *known == notation) {
            Some((_, known)) => *known = value,
            None => values.push((notation, value)),
        };
        solver.analyze(game, &Limits::nodes(NODES), report).ok()?;
        let is_complete =
            values.len() == game.legal_moves().len() && values.iter().all(|(_, value)| value.is_decided());
        is_complete.then_some(values)
    }

    /// Confirms that a puzzle has the stated solution and no other.
    pub fn check(&mut self, entry: &GameEntry, puzzle: &Puzzle) -> Result<(), PuzzleError> {
        let mut game = entry.start(puzzle.setup(&entry.name))?;
        let solver = game.turn();
        for (index, notation) in puzzle.solution.iter().enumerate() {
            if game.turn() == solver {
                let plies = puzzle.solution.len() - index;
                let values = self.move_values(&*game).ok_or(PuzzleError::NoProof { number: index + 1 })?;
                let found = only_solution(puzzle.kind, &values, plies);
                if found != Some(notation) {
                    let (number, stated, found) = (index + 1, notation.clone(), found.cloned());
                    return Err(PuzzleError::OtherSolution { number, stated, found });
                }
            }
            game.play(notation).map_err(|_| PuzzleError::IllegalMove(notation.clone()))?;
        }
        check_end(puzzle, &*game, solver)
    }
}

/// Whether the line ends where it should: with the goal, or after the one move that was asked for.
fn check_end(puzzle: &Puzzle, game: &dyn AnyGame, solver: Player) -> Result<(), PuzzleError> {
    let is_complete = match puzzle.kind {
        PuzzleKind::WinIn | PuzzleKind::ShortestPlan => game.outcome() == Some(Outcome::Win(solver)),
        PuzzleKind::OnlyMove | PuzzleKind::HoldDraw => puzzle.solution.len() == 1,
    };
    if is_complete { Ok(()) } else { Err(PuzzleError::NoGoal) }
}

/// The only move that solves a position, if there is exactly one. `plies` are those that are left to a win or a goal.
pub fn only_solution(kind: PuzzleKind, values: &[(String, Value)], plies: usize) -> Option<&String> {
    let win = Score::win_in(u32::try_from(plies).ok()?);
    let solves = |value: &Value| match kind {
        PuzzleKind::WinIn | PuzzleKind::ShortestPlan => *value == Value::exact(win),
        PuzzleKind::OnlyMove => value.at_least.is_win(),
        PuzzleKind::HoldDraw => *value == Value::exact(Score::DRAW),
    };
    let fails = |value: &Value| match kind {
        PuzzleKind::WinIn | PuzzleKind::ShortestPlan => value.at_most < win,
        PuzzleKind::OnlyMove => !value.at_most.is_win(),
        PuzzleKind::HoldDraw => value.at_most.is_loss(),
    };
    let mut solutions = values.iter().filter(|(_, value)| solves(value));
    let (notation, _) = solutions.next()?;
    values.iter().all(|(other, value)| other == notation || fails(value)).then_some(notation)
}
