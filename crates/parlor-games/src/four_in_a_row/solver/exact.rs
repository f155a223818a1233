//! Exact scores, by null-window searches that narrow a range, and from the book where it reaches.

use std::fmt::{self, Debug};

use parlor_core::{Game, Limits, Outcome};
use parlor_engines::Budget;

use super::super::rules::FourInARow;
use super::book::Book;
use super::node::Node;
use super::range::Range;
use super::score::DiscScore;
use super::search::Search;
use super::table::Table;
use super::watch::{Nobody, Watched};

/// Solves positions; remembers what it found until told to forget.
pub struct Solver {
    pub(super) table: Table,
    mib: u32,
    pub(super) nodes: u64,
    pub(super) threads: usize,
    book: Option<&'static Book>,
    is_sharing: bool,
}

/// `None` for a search without end.
pub(super) type Allowance<'a> = Option<&'a mut Budget>;

impl Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("nodes", &self.nodes).field("threads", &self.threads).finish_non_exhaustive()
    }
}

impl Solver {
    /// With a table of `mib` MiB at most, and without the book.
    pub fn new(mib: u32) -> Solver {
        Solver { table: Table::new(mib, 1), mib, nodes: 0, threads: 1, book: None, is_sharing: false }
    }

    pub fn with_threads(mut self, threads: usize) -> Solver {
        self.threads = threads.max(1);
        self.table = Table::new(self.mib, self.threads);
        self
    }

    /// Asks the book that is built in before it searches.
    pub fn with_book(mut self) -> Solver {
        self.book = Book::built_in();
        self
    }

    /// Keeps one big table for many related positions from now on, instead of one that suits each.
    pub fn sharing(mut self) -> Solver {
        self.is_sharing = true;
        self
    }

    /// By table generation: costs nothing.
    pub fn forget(&mut self) {
        self.table.forget();
    }

    /// Positions visited since the solver was made.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    pub fn score(&mut self, position: &FourInARow) -> DiscScore {
        // Without a budget the range is narrowed to the end.
        self.solve(position, None).map_or_else(DiscScore::default, DiscScore::new)
    }

    /// The score, unless the budget ends first.
    pub fn score_within(&mut self, position: &FourInARow, budget: &mut Budget) -> Option<DiscScore> {
        self.solve(position, Some(budget)).map(DiscScore::new)
    }

    /// Who wins; cheaper than the score.
    pub fn outcome(&mut self, position: &FourInARow) -> Outcome {
        let mut range = self.known(position);
        if !range.has_sign() {
            let node = self.prepared(position);
            while !range.has_sign() {
                self.ask(&node, &mut range, None);
            }
        }
        DiscScore::new(if range.lower > 0 { range.lower } else { range.upper }).outcome(position.turn())
    }

    /// The score, if it is thought to be near `guess`. Cheaper for positions that look alike.
    pub fn score_near(&mut self, position: &FourInARow, guess: DiscScore) -> DiscScore {
        let mut range = self.known(position);
        let node = self.prepared(position);
        // Without a budget the range is narrowed to the end.
        self.settle_near(guess.number(), &node, &mut range, None);
        DiscScore::new(range.lower)
    }

    pub(super) fn solve(&mut self, position: &FourInARow, mut allowance: Allowance) -> Option<i32> {
        let mut range = self.known(position);
        if !range.is_exact() {
            let node = self.prepared(position);
            while !range.is_exact() {
                self.ask(&node, &mut range, allowance.as_deref_mut())?;
            }
        }
        Some(range.lower)
    }

    /// What is known of a position without searching.
    pub(super) fn known(&self, position: &FourInARow) -> Range {
        let told = DiscScore::of_end(position).or_else(|| self.book?.score(position));
        if let Some(score) = told {
            return Range::exactly(score.number());
        }
        let mut range = Range::of(&Node::new(position));
        if let Some(bound) = self.book.and_then(|book| book.at_least(position)) {
            range.lower = range.lower.max(bound.number());
        }
        range
    }

    /// The position as the search wants it, with a table that fits it.
    pub(super) fn prepared(&mut self, position: &FourInARow) -> Node {
        let node = Node::new(position);
        if self.is_sharing {
            self.table.fit_all();
        } else {
            self.table.fit(node.discs);
        }
        node
    }

    /// Narrows the range by one search. `None` out of budget.
    pub(super) fn ask(&mut self, node: &Node, range: &mut Range, allowance: Allowance) -> Option<()> {
        let beta = range.probe();
        range.narrow(beta, self.at_least(node, beta, allowance)?);
        Some(())
    }

    /// Narrows the range to the end, from `guess` on: "MTD(f)". `None` out of budget.
    pub(super) fn settle_near(
        &mut self,
        guess: i32,
        node: &Node,
        range: &mut Range,
        mut allowance: Allowance,
    ) -> Option<()> {
        let (mut wanted, mut step, mut was_higher) = (guess, 1, None);
        while !range.is_exact() {
            let beta = wanted.clamp(range.lower + 1, range.upper);
            let value = self.at_least(node, beta, allowance.as_deref_mut())?;
            let is_higher = value >= beta;
            range.narrow(beta, value);
            // Longer steps as long as the answer stays the same.
            step = if was_higher == Some(is_higher) { step + 1 } else { 1 };
            was_higher = Some(is_higher);
            wanted = if is_higher { value + step } else { value + 1 - step };
        }
        Some(())
    }

    /// One null-window search, on all threads. The next disc must not decide the game. `None` out of budget.
    pub(super) fn at_least(&mut self, node: &Node, beta: i32, allowance: Allowance) -> Option<i32> {
        if self.threads > 1 {
            return match allowance {
                Some(budget) => self.at_least_parallel(node, beta, budget),
                None => self.at_least_parallel(node, beta, &mut Budget::new(&Limits::none())),
            };
        }
        let Some(budget) = allowance else {
            let mut search = Search::new(self.table.of_worker(0), Nobody::default());
            let value = search.at_least(node, beta);
            self.nodes += search.nodes();
            return value;
        };
        let before = budget.nodes();
        let mut search = Search::new(self.table.of_worker(0), Watched::by(budget));
        let value = search.at_least(node, beta);
        self.nodes += search.nodes() - before;
        value
    }
}
