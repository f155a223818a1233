//! Engine `strong` for Reversi: a selective search with pattern evaluation, and near the end of the game the exact
//! result, which plays for the most discs.

use parlor_core::{
    Engine, EngineEntry, EngineInfo, Game, Limits, NoMoves, OptionSpec, Options, Report, Resource, Score, Text, Value,
};
use parlor_engines::Reporter;
use parlor_engines::fallible::fallible;
use parlor_engines::options::TABLE_MIB;

use super::book::Book;
use super::discs::Discs;
use super::patterns::UNIT;
use super::rules::{Move, Reversi};
use super::search::{Found, NO_MOVE, PERCENT, Searcher};
use crate::square::Square;

pub(super) const THREADS: OptionSpec = OptionSpec::resource(
    Resource::Threads,
    "threads",
    "number of search threads; with one, a node limit always gives the same result",
    1,
    256,
    1,
);

const BOOK: OptionSpec = OptionSpec::one_of(
    "book",
    "play known openings at once, without search",
    &[Text::Borrowed("yes"), Text::Borrowed("no")],
);

const OPTIONS: &[OptionSpec] = &[TABLE_MIB, THREADS, BOOK];

pub(super) const INFO: EngineInfo =
    EngineInfo::new("strong", "pattern evaluation and selective search; exact near the end", OPTIONS);

/// Without limits, positions with at most this many empty cells are solved exactly.
pub const EXACT_EMPTIES: u32 = 20;
/// Node limit of all other positions when the caller gives no limit.
const NODES_WITHOUT_LIMIT: u64 = 2_000_000;
/// Node limit where only one move is legal and the limit is a time: there is nothing to choose.
const NODES_OF_FORCED_MOVE: u64 = 10_000;
/// Points per disc of an estimate.
const POINTS: i32 = 100;

pub(super) fn entry() -> EngineEntry<Reversi> {
    fallible(EngineEntry::new(INFO, Strong::new))
}

/// Engine for 8x8: pattern evaluation, multi-ProbCut and an exact endgame.
#[derive(Debug)]
pub struct Strong {
    searcher: Searcher,
    book: Option<Book<'static>>,
}

/// Exact result of a position: the margin of the side to move in discs, empty cells counted for the winner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Margin {
    pub discs: i32,
    pub best: Move,
    /// Best play to the end of the game.
    pub line: Vec<Move>,
    pub nodes: u64,
}

pub(super) fn move_of(cell: u8) -> Move {
    if cell == NO_MOVE { Move::Pass } else { Move::Place(Square::from_index(u32::from(cell))) }
}

impl Strong {
    pub fn new(options: &Options) -> Strong {
        let searcher = Searcher::new(options.integer(&TABLE_MIB), options.integer(&THREADS) as usize);
        Strong { searcher, book: (options.one_of(&BOOK) == "yes").then(Book::built_in) }
    }

    /// Without a book.
    pub fn with_table(table_mib: u32, threads: usize) -> Strong {
        Strong { searcher: Searcher::new(table_mib, threads), book: None }
    }

    /// The exact result with best play. `None` out of limits, and where the game is over.
    pub fn solve(&mut self, position: &Reversi, limits: &Limits) -> Option<Margin> {
        position.legal_moves().next()?;
        let discs = position.position();
        let found = self.searcher.search(discs, limits, &mut |_| {}).filter(|found| found.is_exact(discs.empties()))?;
        let line = self.searcher.line(discs, &found).into_iter().map(move_of).collect();
        Some(Margin { discs: found.margin, best: move_of(found.best), line, nodes: found.nodes })
    }

    /// Win (1), draw (0) or loss (-1) of the side to move, a move that reaches it in notation, and the nodes: cheaper than
    /// the margin.
    pub fn solve_outcome(&mut self, position: &Reversi) -> (i32, String, u64) {
        let discs = position.position();
        let found = position.legal_moves().next().and_then(|_| self.searcher.search_outcome(discs, &Limits::none()));
        found.map_or((discs.margin().signum(), "-".to_owned(), 0), |found| {
            (found.margin.signum(), move_of(found.best).to_string(), found.nodes)
        })
    }

    /// The exact margin, the best move in notation and the nodes, without the rest of the line.
    pub fn solve_margin(&mut self, position: &Reversi) -> (i32, String, u64) {
        let discs = position.position();
        let found =
            position.legal_moves().next().and_then(|_| self.searcher.search(discs, &Limits::none(), &mut |_| {}));
        found.map_or((discs.margin(), "-".to_owned(), 0), |found| {
            (found.margin, move_of(found.best).to_string(), found.nodes)
        })
    }

    /// Clears all tables.
    pub fn clear(&mut self) {
        self.searcher.clear();
    }

    /// The value of a search, an estimate with its fraction of a disc.
    fn fine_value(&self, discs: Discs<8>, found: &Found) -> Value {
        let value = value(found, discs.empties());
        match self.searcher.fine_margin(discs, found) {
            Some(margin) if !value.is_exact() => Value { estimate: Score::points(margin * POINTS / UNIT), ..value },
            _ => value,
        }
    }

    fn info(&mut self, discs: Discs<8>, found: &Found) -> Report<Move> {
        let best = move_of(found.best);
        let mut line: Vec<Move> = self.searcher.remembered_line(discs, found).into_iter().map(move_of).collect();
        if line.is_empty() {
            line.push(best);
        }
        let value = self.fine_value(discs, found);
        Report { best, value, line, depth: found.depth, nodes: found.nodes }
    }
}

/// Value of a search with so many empty cells, for the side to move.
fn value(found: &Found, empties: u32) -> Value {
    if found.is_exact(empties) {
        return proved(found.margin);
    }
    let confidence = PERCENT[usize::from(found.selectivity) % PERCENT.len()];
    estimated(found.margin).with_confidence(confidence)
}

fn estimated(discs: i32) -> Value {
    Value::estimate(Score::points(discs * POINTS))
}

/// Value of a proved margin.
pub(super) fn proved(discs: i32) -> Value {
    Value::exact(Score::by_margin(discs))
}

impl Engine<Reversi> for Strong {
    fn search(
        &mut self,
        position: &Reversi,
        limits: &Limits,
        on_report: &mut dyn FnMut(Report<Move>),
    ) -> Result<(), NoMoves> {
        let mut moves = position.legal_moves();
        let first = moves.next().ok_or(NoMoves)?;
        let is_forced = limits.time.is_some() && moves.next().is_none();
        let mut report = Reporter::start(limits, first, on_report);
        let discs = position.position();
        if let Some(known) = self.book.and_then(|book| book.get(discs)) {
            let (best, value) = (move_of(known.cell), estimated(known.margin.into()));
            report.send(Report { best, value, line: vec![best], depth: 0, nodes: 0 });
            report.finish();
            return Ok(());
        }
        let is_near = discs.empties() <= EXACT_EMPTIES;
        let nodes = limits.nodes.or((limits.is_unlimited() && !is_near).then_some(NODES_WITHOUT_LIMIT));
        let nodes = if is_forced { Some(nodes.unwrap_or(u64::MAX).min(NODES_OF_FORCED_MOVE)) } else { nodes };
        let limits = Limits { nodes, ..limits.clone() };
        let last = self.searcher.search(discs, &limits, &mut |found| {
            let best = move_of(found.best);
            let value = value(found, discs.empties());
            report.send(Report { best, value, line: vec![best], depth: found.depth, nodes: found.nodes });
        });
        if let Some(found) = last {
            let info = self.info(discs, &found);
            report.send(info);
        }
        report.finish();
        Ok(())
    }

    fn analyze(&mut self, position: &Reversi, limits: &Limits, report: &mut dyn FnMut(Move, Value)) -> u64 {
        let moves: Vec<Move> = position.legal_moves().collect();
        let each = limits.split_among(moves.len());
        let mut nodes = 0;
        for m in moves {
            let next = position.after(m);
            let discs = next.position();
            if next.outcome().is_some() {
                report(m, proved(-discs.margin()));
                continue;
            }
            let is_near = discs.empties() <= EXACT_EMPTIES;
            let most_nodes = each.nodes.or((limits.is_unlimited() && !is_near).then_some(NODES_WITHOUT_LIMIT));
            let each = Limits { nodes: most_nodes, ..each.clone() };
            let found = self.searcher.search(discs, &each, &mut |_| {});
            let Some(found) = found else { break };
            nodes += found.nodes;
            report(m, -self.fine_value(discs, &found));
        }
        nodes
    }

    fn reset(&mut self) {
        self.clear();
    }
}
