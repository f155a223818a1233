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
    pub(super) book: Option<&'static Book>,
    is_table_shared: bool,
    /// Whether the engine looks for the best move and the line after the proof.
    pub(super) has_line: bool,
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
        let table = TranspositionTable::new(mib, 1);
        Solver { table, mib, nodes: 0, threads: 1, book: None, is_table_shared: false, has_line: true }
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
            let mut search = Search::new(self.table.for_worker(0), Unlimited::default(), self.book);
            let value = search.null_window(node, beta);
            self.nodes += search.nodes();
            return value;
        };
        let before = budget.nodes();
        let mut search = Search::new(self.table.for_worker(0), Limited::new(budget), self.book);
        let value = search.null_window(node, beta);
        self.nodes += search.nodes() - before;
        value
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::SmallRng;
    use rand::{Rng, SeedableRng};

    use super::super::book::{add_hard_positions, write_book};
    use super::super::openings::canonical_key;
    use super::*;

    /// A book that stores every other one of these positions of a ply, and knows no other positions of it.
    fn book_of_every_other(positions: &[FourInARow], ply: u8) -> &'static Book {
        let mut solver = Solver::new(2);
        let score =
            |(index, position): (usize, &FourInARow)| (*position, (index % 2 == 0).then(|| solver.score(position)));
        let scored: Vec<_> = positions.iter().enumerate().map(score).collect();
        let empty_board = write_book(0, &[DiscScore::new(1)]).unwrap();
        let bytes = add_hard_positions(&empty_board, ply, scored).unwrap();
        Box::leak(Box::new(Book::new(bytes.leak() as &[u8]).unwrap()))
    }

    fn is_quiet(position: &FourInARow) -> bool {
        position.outcome().is_none() && !ScoreBounds::of_node(&Node::new(position)).is_exact()
    }

    fn quiet_children(positions: &[FourInARow]) -> Vec<FourInARow> {
        let children =
            positions.iter().flat_map(|position| position.legal_moves().map(|column| position.after(column)));
        let mut children: Vec<FourInARow> = children.filter(is_quiet).collect();
        children.sort_by_key(canonical_key);
        children.dedup_by_key(|child| canonical_key(child));
        children
    }

    fn quiet_positions(plies: u32, count: usize) -> Vec<FourInARow> {
        let mut rng = SmallRng::seed_from_u64(3);
        let games = std::iter::repeat_with(|| {
            let mut position = FourInARow::default();
            while position.plies() < plies {
                let columns: Vec<_> = position.legal_moves().collect();
                position.play_unchecked(*columns.get(rng.random_range(0..columns.len().max(1)))?);
            }
            Some(position)
        });
        games.flatten().filter(is_quiet).take(count).collect()
    }

    #[test]
    fn hard_positions_of_the_book_save_nodes_and_do_not_change_scores() {
        let (mut nodes, mut plain) = (0, Solver::new(4));
        for root in quiet_positions(17, 12) {
            let expected = plain.column_scores(&root);
            let children = quiet_children(&[root]);
            let grandchildren = quiet_children(&children);
            // The columns themselves, and positions that only the search meets.
            for (stored, ply) in [(&children, 18), (&grandchildren, 19)] {
                let mut solver = Solver::new(4);
                solver.book = Some(book_of_every_other(stored, ply));
                assert_eq!(solver.column_scores(&root), expected, "{root}");
                nodes += solver.nodes();
            }
        }
        assert!(nodes < 2 * plain.nodes() * 3 / 4, "{nodes} nodes, twice {} without a book", plain.nodes());
    }
}
