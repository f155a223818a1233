//! Solver for exact scores: null-window searches that narrow bounds, and the opening book where it reaches.

use std::fmt::{self, Debug};

use parlor_core::{Game, Limits, Outcome};
use parlor_engines::Budget;

use super::super::rules::FourInARow;
use super::book::Book;
use super::node::Node;
use super::score::DiscScore;
use super::score_bounds::ScoreBounds;
use super::search::Search;
use super::search_control::{Limited, Unlimited};
use super::transposition_table::TranspositionTable;

/// Exact solver of 7x6 positions. Its transposition table lasts until [`Solver::reset`].
pub struct Solver {
    pub(super) table: TranspositionTable,
    mib: u32,
    pub(super) nodes: u64,
    pub(super) threads: usize,
    book: Option<&'static Book>,
    is_table_shared: bool,
}

/// Budget of a search; `None` lets it run to the end.
pub(super) type OptionalBudget<'a> = Option<&'a mut Budget>;

impl Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("nodes", &self.nodes).field("threads", &self.threads).finish_non_exhaustive()
    }
}

impl Solver {
    /// A solver with one thread, a table of at most `mib` MiB and no book.
    pub fn new(mib: u32) -> Solver {
        Solver { table: TranspositionTable::new(mib, 1), mib, nodes: 0, threads: 1, book: None, is_table_shared: false }
    }

    pub fn with_threads(mut self, threads: usize) -> Solver {
        self.threads = threads.max(1);
        self.table = TranspositionTable::new(self.mib, self.threads);
        self
    }

    /// Looks positions up in the built-in book before it searches.
    pub fn with_book(mut self) -> Solver {
        self.book = Book::built_in();
        self
    }

    /// Keeps one big table for many related positions, instead of sizing it for each.
    pub fn with_shared_table(mut self) -> Solver {
        self.is_table_shared = true;
        self
    }

    /// Clears the transposition table. Costs nothing: it starts a new generation.
    pub fn reset(&mut self) {
        self.table.clear();
    }

    /// Nodes visited since the solver was created.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    pub fn score(&mut self, position: &FourInARow) -> DiscScore {
        // A search without a budget always finds the score.
        self.solve(position, None).map_or_else(DiscScore::default, DiscScore::new)
    }

    /// The score; `None` out of budget.
    pub fn score_within(&mut self, position: &FourInARow, budget: &mut Budget) -> Option<DiscScore> {
        self.solve(position, Some(budget)).map(DiscScore::new)
    }

    /// The outcome with best play; cheaper than the score.
    pub fn outcome(&mut self, position: &FourInARow) -> Outcome {
        let mut bounds = self.static_bounds(position);
        if !bounds.is_outcome_known() {
            let node = self.prepare(position);
            while !bounds.is_outcome_known() {
                self.narrow_once(&node, &mut bounds, None);
            }
        }
        DiscScore::new(if bounds.lower > 0 { bounds.lower } else { bounds.upper }).outcome(position.turn())
    }

    /// The score, searched for from `guess` outwards. Cheaper than [`Solver::score`] if the guess is close.
    pub fn score_near(&mut self, position: &FourInARow, guess: DiscScore) -> DiscScore {
        let mut bounds = self.static_bounds(position);
        let node = self.prepare(position);
        // A search without a budget always finds the score.
        self.mtd_f(guess.number(), &node, &mut bounds, None);
        DiscScore::new(bounds.lower)
    }

    pub(super) fn solve(&mut self, position: &FourInARow, mut budget: OptionalBudget) -> Option<i32> {
        let mut bounds = self.static_bounds(position);
        if !bounds.is_exact() {
            let node = self.prepare(position);
            while !bounds.is_exact() {
                self.narrow_once(&node, &mut bounds, budget.as_deref_mut())?;
            }
        }
        Some(bounds.lower)
    }

    /// Bounds of a position's score without search: from the end of the game, the book, and the number of discs.
    pub(super) fn static_bounds(&self, position: &FourInARow) -> ScoreBounds {
        let exact = DiscScore::of_finished(position).or_else(|| self.book?.score(position));
        if let Some(score) = exact {
            return ScoreBounds::exact(score.number());
        }
        let mut bounds = ScoreBounds::of_node(&Node::new(position));
        if let Some(bound) = self.book.and_then(|book| book.lower_bound(position)) {
            bounds.lower = bounds.lower.max(bound.number());
        }
        bounds
    }

    /// Sizes the table for searches of a position, and converts the position to a search node.
    pub(super) fn prepare(&mut self, position: &FourInARow) -> Node {
        let node = Node::new(position);
        if self.is_table_shared {
            self.table.fit_all();
        } else {
            self.table.fit(node.discs);
        }
        node
    }

    /// Narrows the bounds by one null-window search. `None` out of budget.
    pub(super) fn narrow_once(&mut self, node: &Node, bounds: &mut ScoreBounds, budget: OptionalBudget) -> Option<()> {
        let beta = bounds.next_beta();
        bounds.narrow(beta, self.null_window(node, beta, budget)?);
        Some(())
    }

    /// MTD(f): narrows the bounds to the exact score with null windows that start at `guess`. `None` out of budget.
    pub(super) fn mtd_f(
        &mut self,
        guess: i32,
        node: &Node,
        bounds: &mut ScoreBounds,
        mut budget: OptionalBudget,
    ) -> Option<()> {
        let (mut wanted, mut step, mut was_higher) = (guess, 1, None);
        while !bounds.is_exact() {
            let beta = wanted.clamp(bounds.lower + 1, bounds.upper);
            let value = self.null_window(node, beta, budget.as_deref_mut())?;
            let is_higher = value >= beta;
            bounds.narrow(beta, value);
            // Steps grow as long as the direction stays the same.
            step = if was_higher == Some(is_higher) { step + 1 } else { 1 };
            was_higher = Some(is_higher);
            wanted = if is_higher { value + step } else { value + 1 - step };
        }
        Some(())
    }

    /// One null-window search on all threads; see [`Search::null_window`]. The next disc must not decide the game.
    /// `None` out of budget.
    pub(super) fn null_window(&mut self, node: &Node, beta: i32, budget: OptionalBudget) -> Option<i32> {
        if self.threads > 1 {
            return match budget {
                Some(budget) => self.parallel_null_window(node, beta, budget),
                None => self.parallel_null_window(node, beta, &mut Budget::new(&Limits::none())),
            };
        }
        let Some(budget) = budget else {
            let mut search = Search::new(self.table.for_worker(0), Unlimited::default());
            let value = search.null_window(node, beta);
            self.nodes += search.nodes();
            return value;
        };
        let before = budget.nodes();
        let mut search = Search::new(self.table.for_worker(0), Limited::new(budget));
        let value = search.null_window(node, beta);
        self.nodes += search.nodes() - before;
        value
    }
}
