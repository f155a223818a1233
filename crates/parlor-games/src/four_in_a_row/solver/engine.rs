//! Engine `solver`: reports a heuristic move at once, then the exact score and a move that keeps it.

use parlor_core::{
    Engine, EngineEntry, EngineInfo, Game, Limits, NoMoves, OptionSpec, Options, Report, Resource, Score, Value,
};
use parlor_engines::options::{self, NO_LINE};
use parlor_engines::{Budget, Reporter};

use super::super::rules::{Column, FourInARow};
use super::analysis::{SiblingScores, columns_center_first};
use super::exact_solver::Solver;
use super::geometry::{BOARD, column_cells, completing, playable};
use super::node::Node;
use super::score::DiscScore;
use super::score_bounds::ScoreBounds;

/// The default of 16 MiB is enough for the far section of the empty board.
const TABLE_MIB: OptionSpec = options::table_mib(2, 4096, 16);
const THREADS: OptionSpec = OptionSpec::resource(Resource::Threads, "threads", "number of search threads", 1, 256, 1);
const NO_BOOK: OptionSpec = OptionSpec::switch("no-book", "search the opening too, without the opening book");

const OPTIONS: &[OptionSpec] = &[TABLE_MIB, THREADS, NO_BOOK, NO_LINE];

pub const INFO: EngineInfo =
    EngineInfo::new("solver", "perfect play: proves the shortest win or the longest loss", OPTIONS);

/// Nodes for the expected continuation under a limit, once the best move is known: some milliseconds.
const LINE_NODES: u64 = 50_000;

pub(in super::super) fn entry() -> EngineEntry<FourInARow> {
    EngineEntry::new(INFO, Solver::with_options)
}

impl Solver {
    fn with_options(options: &Options) -> Solver {
        let mut solver = Solver::new(options.integer(&TABLE_MIB)).with_threads(options.integer(&THREADS) as usize);
        solver.has_line = !options.is_on(&NO_LINE);
        if options.is_on(&NO_BOOK) { solver } else { solver.with_book() }
    }

    /// Narrows the bounds of a position's score as far as the budget allows, and reports each step. With a depth limit
    /// it first searches for a result within that depth, and stops if there is none.
    fn narrow_bounds(
        &mut self,
        position: &FourInARow,
        depth: Option<u32>,
        budget: &mut Budget,
        step: &mut dyn FnMut(&Solver, ScoreBounds, u64),
    ) -> ScoreBounds {
        let mut bounds = self.static_bounds(position);
        let node = self.prepare(position);
        if let Some(depth) = depth.filter(|_| !bounds.is_exact()) {
            let [win, loss] = DiscScore::decided_within(depth, node.discs).map(DiscScore::number);
            for beta in [win, loss + 1] {
                if (bounds.lower + 1..=bounds.upper).contains(&beta) {
                    let Some(value) = self.null_window(&node, beta, Some(budget)) else { return bounds };
                    bounds.narrow(beta, value);
                }
            }
            if bounds.lower < win && bounds.upper > loss {
                return bounds;
            }
        }
        while !bounds.is_exact() {
            if self.narrow_once(&node, &mut bounds, Some(budget)).is_none() {
                break;
            }
            step(self, bounds, budget.nodes());
        }
        bounds
    }

    /// The hash move: the column that the transposition table would try first.
    fn hash_move(&self, position: &FourInARow) -> Option<Column> {
        let node = Node::new(position);
        let (key, is_mirrored) = node.key();
        let table = self.table.for_worker(0);
        let index = table.get(table.slot(key, node.discs))?.column;
        let column = Column::new(if is_mirrored { 6_usize.checked_sub(index)? } else { index } as u8);
        position.is_legal(column).then_some(column)
    }
}

/// Best column without search: wins at once or prevents a loss if it can, else creates the most winning cells.
fn heuristic_move(position: &FourInARow) -> Option<Column> {
    let node = Node::new(position);
    let rank = |column: &Column| {
        let cell = playable(node.occupied) & column_cells(column.index());
        let wins = completing(node.mover | cell) & BOARD & !node.occupied;
        (cell & node.mover_wins != 0, cell & node.moves != 0, wins.count_ones())
    };
    // `max_by_key` takes the last of equals: with the order reversed, the one nearest to the center.
    columns_center_first(position).into_iter().rev().max_by_key(rank)
}

fn value(bounds: ScoreBounds, discs: u32) -> Value {
    let [at_least, at_most] = [bounds.lower, bounds.upper].map(|number| DiscScore::new(number).in_plies(discs));
    let estimate = Score::DRAW.clamp(at_least, at_most.max(at_least));
    Value { at_least, at_most, ..Value::estimate(estimate) }
}

impl Engine<FourInARow> for Solver {
    fn search(
        &mut self,
        position: &FourInARow,
        limits: &Limits,
        better: &mut dyn FnMut(Report<Column>),
    ) -> Result<(), NoMoves> {
        let mut best = heuristic_move(position).ok_or(NoMoves)?;
        let discs = position.plies();
        let mut report = Reporter::start(limits, best, better);
        let mut budget = Budget::new(limits);
        let bounds = self.narrow_bounds(position, limits.depth, &mut budget, &mut |solver, bounds, nodes| {
            best = solver.hash_move(position).unwrap_or(best);
            report.send(Report { best, value: value(bounds, discs), line: vec![best], depth: 0, nodes });
        });
        let score = DiscScore::new(bounds.lower);
        let depth = if bounds.is_exact() { score.plies_left(discs) } else { limits.depth.unwrap_or(0) };
        let mut line = Vec::new();
        if bounds.is_exact() && self.has_line && !budget.is_exhausted() {
            best = self.best_column(position, bounds.lower, Some(&mut budget)).unwrap_or(best);
            let remaining = budget.remaining(None);
            let most = if limits.is_unlimited() { remaining } else { remaining.at_most_nodes(LINE_NODES) };
            let mut line_budget = Budget::new(&most);
            line = self.line(&position.after(best), -bounds.lower, Some(&mut line_budget));
            budget.add_nodes(line_budget.nodes());
        }
        line.insert(0, best);
        report.send(Report { best, value: value(bounds, discs), line, depth, nodes: budget.nodes() });
        report.finish();
        Ok(())
    }

    fn analyze(&mut self, position: &FourInARow, limits: &Limits, report: &mut dyn FnMut(Column, Value)) -> u64 {
        let discs = position.plies();
        let mut budget = Budget::new(limits);
        let exact = |number: i32| Value::exact(DiscScore::new(number).in_plies(discs));
        let mut open = columns_center_first(position);
        // Columns that need no search are reported first, whatever the limits.
        open.retain(|column| {
            let bounds = self.static_bounds(&position.after(*column));
            if bounds.is_exact() {
                report(*column, exact(-bounds.lower));
            }
            !bounds.is_exact()
        });
        if open.is_empty() {
            return 0;
        }
        if let Some(depth) = limits.depth {
            for column in open {
                let next = position.after(column);
                let bounds = self.narrow_bounds(&next, Some(depth.saturating_sub(1)), &mut budget, &mut |_, _, _| {});
                report(column, value(bounds, discs + 1).backed_up());
            }
            return budget.nodes();
        }
        self.prepare(position);
        let Some(best) = self.solve(position, Some(&mut budget)) else { return budget.nodes() };
        let mut siblings = SiblingScores::new(best);
        for column in open {
            let Some(number) = self.column_score(position, column, &mut siblings, Some(&mut budget)) else { break };
            report(column, exact(number));
        }
        budget.nodes()
    }

    fn reset(&mut self) {
        Solver::reset(self);
    }
}
