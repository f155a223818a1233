//! Classification of candidates: which puzzle a position is, if any, and how hard it is.

use parlor_core::{AnyGame, Catalog, Difficulty, EngineSpec, GameEntry, Limits, Puzzle, PuzzleKind, Score, Value};
use parlor_games::puzzles::{PuzzleChecker, only_solution};

/// Fewer legal moves are no puzzle.
const LEAST_MOVES: usize = 3;
/// Shortest and longest line of a puzzle, in plies, and shortest plan.
const LEAST_PLIES: usize = 3;
const LEAST_STEPS: usize = 6;
const MOST_PLIES: usize = 40;
/// Deepest search that is tried to see how far one has to look ahead.
const MAX_LOOKAHEAD: u32 = 6;

pub(crate) struct Classifier<'a> {
    catalog: &'a Catalog,
    entry: &'a GameEntry,
    checker: PuzzleChecker<'a>,
}

impl<'a> Classifier<'a> {
    pub(crate) fn new(catalog: &'a Catalog, entry: &'a GameEntry) -> Classifier<'a> {
        Classifier { catalog, entry, checker: PuzzleChecker::new(catalog) }
    }

    /// The puzzles that a position is, of the given kinds.
    pub(crate) fn puzzles(&mut self, game: &dyn AnyGame, kinds: &[PuzzleKind]) -> Vec<Puzzle> {
        if game.legal_moves().len() < LEAST_MOVES {
            return Vec::new();
        }
        let Some(values) = self.checker.move_values(game) else { return Vec::new() };
        let solution = |kind: &PuzzleKind| Some((*kind, self.solution(game, *kind, &values)?));
        let solved: Vec<(PuzzleKind, Vec<String>)> = kinds.iter().filter_map(solution).collect();
        solved.into_iter().map(|(kind, solution)| self.puzzle(game, kind, solution)).collect()
    }

    fn puzzle(&self, game: &dyn AnyGame, kind: PuzzleKind, solution: Vec<String>) -> Puzzle {
        let difficulty = self.difficulty(game, kind, &solution);
        let mut options = game.setup().options.clone();
        if !self.entry.boards.is_empty() {
            // The options name a board, which a position replaces.
            options.clear();
        }
        Puzzle { kind, difficulty, options, position: game.position(), solution }
    }

    /// The line that solves a position, with the longest defense of the opponent.
    fn solution(&mut self, game: &dyn AnyGame, kind: PuzzleKind, values: &[(String, Value)]) -> Option<Vec<String>> {
        let best = values.iter().map(|(_, value)| value.ranking()).max()?;
        if matches!(kind, PuzzleKind::OnlyMove | PuzzleKind::HoldDraw) {
            // A win at once is no puzzle.
            let is_obvious = best == Score::win_in(1);
            return only_solution(kind, values, 0).filter(|_| !is_obvious).map(|notation| vec![notation.clone()]);
        }
        let plies = best.plies().filter(|_| best.is_win())? as usize;
        let least = if kind == PuzzleKind::ShortestPlan { LEAST_STEPS } else { LEAST_PLIES };
        if !(least..=MOST_PLIES).contains(&plies) {
            return None;
        }
        let (mut game, solver) = (game.clone_box(), game.turn());
        let (mut values, mut line) = (values.to_vec(), Vec::new());
        for left in (1..=plies).rev() {
            let notation = if game.turn() == solver {
                only_solution(kind, &values, left)?
            } else {
                &values.iter().max_by_key(|(_, value)| value.ranking())?.0
            };
            game.play(notation).ok()?;
            line.push(notation.clone());
            if left > 1 {
                values = self.checker.move_values(&*game)?;
            }
        }
        Some(line)
    }

    fn difficulty(&self, game: &dyn AnyGame, kind: PuzzleKind, solution: &[String]) -> Difficulty {
        let [easy, medium] = match kind {
            PuzzleKind::WinIn => [3, 5],
            PuzzleKind::OnlyMove | PuzzleKind::HoldDraw => [2, 4],
            PuzzleKind::ShortestPlan => [11, 18],
        };
        let effort = match kind {
            PuzzleKind::WinIn | PuzzleKind::ShortestPlan => solution.len(),
            PuzzleKind::OnlyMove | PuzzleKind::HoldDraw => self.lookahead(game, &solution[0]),
        };
        match effort {
            effort if effort <= easy => Difficulty::Easy,
            effort if effort <= medium => Difficulty::Medium,
            _ => Difficulty::Hard,
        }
    }

    /// Plies that a search has to look ahead to choose a move, and keep it when it looks farther.
    fn lookahead(&self, game: &dyn AnyGame, solution: &str) -> usize {
        let chooses = |depth: u32| {
            let mut best = String::new();
            let engine = self.catalog.engine(game, &EngineSpec::new("alphabeta"));
            let found = engine.is_ok_and(|mut engine| {
                engine.search(game, &Limits::depth(depth), &mut |info| best = info.best).is_ok()
            });
            found && best == solution
        };
        let misses = (1..=MAX_LOOKAHEAD).rev().find(|depth| !chooses(*depth));
        misses.map_or(1, |depth| depth as usize + 1)
    }
}
