//! The engine `strong` for Reversi: alpha-beta with the evaluator as long as the end is far, and then the exact
//! endgame, which plays for the most discs.

use parlor_core::{
    Engine, EngineEntry, EngineInfo, Game, Limits, NoMoves, OptionSpec, Options, Score, SearchInfo, Value,
};
use parlor_engines::options::TABLE_MIB;
use parlor_engines::{AlphaBeta, Budget, Reporter};

use super::endgame::{Discs, Endgame};
use super::evaluator::Positional;
use super::rules::{Move, Reversi};

const OPTIONS: &[OptionSpec] = &[TABLE_MIB];

pub(super) const INFO: EngineInfo =
    EngineInfo::new("strong", "alphabeta, and from 18 empty cells on exactly, for the most discs", OPTIONS);

/// From here on the end is tried exactly: some 1.5 million nodes as a rule, ten times that at worst.
pub const EXACT_EMPTIES: u32 = 18;
/// What alpha-beta may use for a first opinion before the exact search.
const NODES_FOR_OPINION: u64 = 5_000;
/// What it may use where there is no limit at all and the end is far.
const NODES_WITHOUT_LIMIT: u64 = 2_000_000;
/// Longer than any game, passes included.
const AT_MOST_PLIES: u32 = 200;

pub(super) fn entry() -> EngineEntry<Reversi> {
    EngineEntry::new(INFO, Strong::new)
}

#[derive(Debug)]
pub struct Strong {
    alphabeta: AlphaBeta<Reversi, Positional>,
    endgame: Endgame,
}

/// The exact result of a position: by how many discs the side to move wins (the empty cells counted for the
/// winner), and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Margin {
    pub discs: i32,
    pub best: Move,
}

impl Strong {
    pub fn new(options: &Options) -> Strong {
        Strong {
            alphabeta: AlphaBeta::new(&Options::default(), Positional),
            endgame: Endgame::new(options.integer(&TABLE_MIB)),
        }
    }

    /// The exact result with best play, for the side to move. `None` out of budget, and where the game is over.
    pub fn solve(&mut self, position: &Reversi, budget: &mut Budget) -> Option<Margin> {
        self.solve_from(position, None, budget, &mut |_, _| {})
    }

    /// With the move to try first, and a report of each better one.
    fn solve_from(
        &mut self,
        position: &Reversi,
        first: Option<Move>,
        budget: &mut Budget,
        better: &mut dyn FnMut(Margin, u64),
    ) -> Option<Margin> {
        let mut moves: Vec<Move> = position.legal_moves().collect();
        moves.sort_by_key(|m| (Some(*m) != first, position.after(*m).legal_moves().count()));
        let mut margin: Option<Margin> = None;
        for m in moves {
            let next = discs(&position.after(m));
            let floor = margin.map_or(-64, |margin| margin.discs);
            let mut found =
                if margin.is_some() { -self.endgame.margin(next, -floor - 1, -floor, budget)? } else { floor + 1 };
            if found > floor {
                found = -self.endgame.margin(next, -64, -floor, budget)?;
            }
            if margin.is_none_or(|margin| found > margin.discs) {
                let improved = Margin { discs: found, best: m };
                better(improved, budget.nodes());
                margin = Some(improved);
            }
        }
        margin
    }
}

fn discs(position: &Reversi) -> Discs {
    Discs { mover: position.discs(position.turn()), other: position.discs(!position.turn()) }
}

/// Who wins is proved. The estimate is a win that is the sooner the more discs it is won by, so that more discs
/// are better; it says nothing of the number of moves.
fn value(discs: i32) -> Value {
    let open = Value::estimate(Score::DRAW);
    let estimate = Score::win_in(AT_MOST_PLIES - discs.unsigned_abs());
    match discs.signum() {
        1 => Value { estimate, at_least: Score::win_in(AT_MOST_PLIES), ..open },
        -1 => Value { estimate: -estimate, at_most: Score::loss_in(AT_MOST_PLIES), ..open },
        _ => Value::exact(Score::DRAW),
    }
}

/// Of what a single move proves, only what can be had at least holds for the position.
fn at_least(discs: i32) -> Value {
    Value { at_most: Score::WON, ..value(discs) }
}

impl Engine<Reversi> for Strong {
    fn search(
        &mut self,
        position: &Reversi,
        limits: &Limits,
        better: &mut dyn FnMut(SearchInfo<Move>),
    ) -> Result<(), NoMoves> {
        let first = position.legal_moves().next().ok_or(NoMoves)?;
        let mut report = Reporter::start(limits, first, better);
        let mut budget = Budget::new(limits);
        let mut last =
            SearchInfo { best: first, value: Value::estimate(Score::DRAW), line: vec![first], depth: 0, nodes: 0 };
        let is_near_the_end = position.empties() <= EXACT_EMPTIES && limits.depth.is_none();
        if is_near_the_end {
            self.think(position, &limits.at_most_nodes(NODES_FOR_OPINION), &mut budget, &mut last, &mut report)?;
            let (depth, nodes) = (position.empties(), budget.nodes());
            let solved = self.solve_from(position, Some(last.best), &mut budget, &mut |margin, nodes| {
                report.send(SearchInfo {
                    best: margin.best,
                    value: at_least(margin.discs),
                    line: vec![margin.best],
                    depth,
                    nodes,
                });
            });
            if let Some(Margin { discs, best }) = solved {
                let nodes = budget.nodes().max(nodes);
                report.send(SearchInfo { best, value: value(discs), line: vec![best], depth, nodes });
            }
        } else {
            let unlimited = limits.is_unlimited().then_some(NODES_WITHOUT_LIMIT);
            let limits = Limits { nodes: limits.nodes.or(unlimited), ..limits.clone() };
            self.think(position, &limits, &mut budget, &mut last, &mut report)?;
        }
        report.finish();
        Ok(())
    }

    fn analyze(&mut self, position: &Reversi, limits: &Limits, report: &mut dyn FnMut(Move, Value)) -> u64 {
        if position.empties() > EXACT_EMPTIES || limits.depth.is_some() {
            return self.alphabeta.analyze(position, limits, report);
        }
        let mut budget = Budget::new(limits);
        for m in position.legal_moves() {
            let Some(margin) = self.endgame.margin(discs(&position.after(m)), -64, 64, &mut budget) else { break };
            report(m, value(-margin));
        }
        budget.nodes()
    }

    fn reset(&mut self) {
        self.alphabeta.reset();
        self.endgame.reset();
    }
}

impl Strong {
    /// Alpha-beta within limits of its own, counted in the budget of all.
    fn think(
        &mut self,
        position: &Reversi,
        limits: &Limits,
        budget: &mut Budget,
        last: &mut SearchInfo<Move>,
        report: &mut Reporter<'_, Move>,
    ) -> Result<(), NoMoves> {
        self.alphabeta.search(position, limits, &mut |thought| {
            if thought.depth > 0 {
                report.send(thought.clone());
                *last = thought;
            }
        })?;
        budget.add_nodes(last.nodes);
        Ok(())
    }
}
