//! The engine `solver`: a sensible move at once, and then the exact score and the move for it.

use parlor_core::{
    Engine, EngineEntry, EngineInfo, Game, Limits, NoMoves, OptionKind, OptionSpec, Options, Score, SearchInfo, Value,
};
use parlor_engines::{Budget, Report, options};

use super::super::rules::{Column, FourInARow};
use super::analysis::{Outlook, columns_of};
use super::exact::Solver;
use super::geometry::{BOARD, column_cells, completing, playable};
use super::node::Node;
use super::range::Range;
use super::score::DiscScore;

/// The far section that suits the empty board fits into 16 MiB.
const TABLE_MIB: OptionSpec =
    OptionSpec { kind: OptionKind::Whole { min: 2, max: 4096, default: 16 }, ..options::TABLE_MIB };
const THREADS: OptionSpec = OptionSpec {
    name: "threads",
    about: "threads that search together",
    kind: OptionKind::Whole { min: 1, max: 256, default: 1 },
};
const NO_BOOK: OptionSpec =
    OptionSpec { name: "no-book", about: "work everything out, the opening too", kind: OptionKind::Switch };

pub const INFO: EngineInfo = EngineInfo {
    name: "solver",
    about: "perfect play: the shortest win, the longest loss; proved",
    options: &[TABLE_MIB, THREADS, NO_BOOK],
};

/// What the expected continuation may cost once the move is known: some milliseconds.
const NODES_FOR_LINE: u64 = 50_000;

pub(in super::super) fn entry() -> EngineEntry<FourInARow> {
    EngineEntry { info: INFO, build: |options| Box::new(Solver::with_options(options)) }
}

impl Solver {
    fn with_options(options: &Options) -> Solver {
        let solver = Solver::new(options.whole(&TABLE_MIB)).with_threads(options.whole(&THREADS) as usize);
        if options.is_on(&NO_BOOK) { solver } else { solver.with_book() }
    }

    /// Narrows what is known of a position as far as the limits allow, and tells each step. With a limit of depth it
    /// finds out what is decided within that depth.
    fn narrow(
        &mut self,
        position: &FourInARow,
        depth: Option<u32>,
        budget: &mut Budget,
        step: &mut dyn FnMut(&Solver, Range, u64),
    ) -> Range {
        let mut range = self.known(position);
        let node = self.prepared(position);
        if let Some(depth) = depth.filter(|_| !range.is_exact()) {
            let [win, loss] = DiscScore::decided_within(depth, node.discs).map(DiscScore::number);
            for beta in [win, loss + 1] {
                if (range.lower + 1..=range.upper).contains(&beta) {
                    let Some(value) = self.at_least(&node, beta, Some(budget)) else { return range };
                    range.narrow(beta, value);
                }
            }
            if range.lower < win && range.upper > loss {
                return range;
            }
        }
        while !range.is_exact() {
            if self.ask(&node, &mut range, Some(budget)).is_none() {
                break;
            }
            step(self, range, budget.nodes());
        }
        range
    }

    /// The column that the table would try first.
    fn promising_column(&self, position: &FourInARow) -> Option<Column> {
        let node = Node::new(position);
        let (key, is_mirrored) = node.key();
        let table = self.table.of_worker(0);
        let index = table.get(table.slot(key, node.discs))?.column;
        let column = Column::new(if is_mirrored { 6_usize.checked_sub(index)? } else { index } as u8);
        position.is_legal(column).then_some(column)
    }
}

/// Wins at once or prevents a loss if it can, and otherwise makes the most winning cells.
fn sensible_column(position: &FourInARow) -> Option<Column> {
    let node = Node::new(position);
    let merit = |column: &Column| {
        let cell = playable(node.occupied) & column_cells(column.index());
        let wins = completing(node.mover | cell) & BOARD & !node.occupied;
        (cell & node.mover_wins != 0, cell & node.moves != 0, wins.count_ones())
    };
    // The last of equals is taken: with the order turned around, the one nearest to the centre.
    columns_of(position).into_iter().rev().max_by_key(merit)
}

fn value(range: Range, discs: u32) -> Value {
    let [at_least, at_most] = [range.lower, range.upper].map(|number| DiscScore::new(number).in_plies(discs));
    let estimate = Score::DRAW.clamp(at_least, at_most.max(at_least));
    Value { estimate, at_least, at_most }
}

impl Engine<FourInARow> for Solver {
    fn search(
        &mut self,
        position: &FourInARow,
        limits: &Limits,
        better: &mut dyn FnMut(SearchInfo<Column>),
    ) -> Result<(), NoMoves> {
        let mut best = sensible_column(position).ok_or(NoMoves)?;
        let discs = position.plies();
        let mut report = Report::begin(limits, best, better);
        let mut budget = Budget::new(limits);
        let range = self.narrow(position, limits.depth, &mut budget, &mut |solver, range, nodes| {
            best = solver.promising_column(position).unwrap_or(best);
            report.say(SearchInfo { best, value: value(range, discs), line: vec![best], depth: 0, nodes });
        });
        let score = DiscScore::new(range.lower);
        let depth = if range.is_exact() { score.plies_left(discs) } else { limits.depth.unwrap_or(0) };
        let mut line = Vec::new();
        if range.is_exact() && !budget.is_spent() {
            best = self.best_column(position, range.lower, Some(&mut budget)).unwrap_or(best);
            let mut for_line = Budget::new(&budget.rest(None).at_most_nodes(NODES_FOR_LINE));
            line = self.line(&position.after(best), -range.lower, Some(&mut for_line));
            budget.charge(for_line.nodes());
        }
        line.insert(0, best);
        report.say(SearchInfo { best, value: value(range, discs), line, depth, nodes: budget.nodes() });
        report.end();
        Ok(())
    }

    fn analyze(&mut self, position: &FourInARow, limits: &Limits, report: &mut dyn FnMut(Column, Value)) -> u64 {
        let discs = position.plies();
        let mut budget = Budget::new(limits);
        let exact = |number: i32| Value::exact(DiscScore::new(number).in_plies(discs));
        let mut open = columns_of(position);
        // What needs no search comes first, whatever the limits.
        open.retain(|column| {
            let range = self.known(&position.after(*column));
            if range.is_exact() {
                report(*column, exact(-range.lower));
            }
            !range.is_exact()
        });
        if open.is_empty() {
            return 0;
        }
        if let Some(depth) = limits.depth {
            for column in open {
                let next = position.after(column);
                let range = self.narrow(&next, Some(depth.saturating_sub(1)), &mut budget, &mut |_, _, _| {});
                report(column, value(range, discs + 1).one_ply_before());
            }
            return budget.nodes();
        }
        self.prepared(position);
        let Some(best) = self.solve(position, Some(&mut budget)) else { return budget.nodes() };
        let mut outlook = Outlook::new(best);
        for column in open {
            let Some(number) = self.column_score(position, column, &mut outlook, Some(&mut budget)) else { break };
            report(column, exact(number));
        }
        budget.nodes()
    }

    fn forget(&mut self) {
        Solver::forget(self);
    }
}
