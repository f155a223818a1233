//! Engine `perfect` for Reversi: the endgame search as a prover of the margin, on boards of any size. It reports a
//! value only when it is proved; until then it plays the best move of the search of `strong`, on 8x8.

use parlor_core::{Engine, EngineEntry, EngineInfo, Game, Limits, NoMoves, OptionSpec, Options, Report, Score, Value};
use parlor_engines::options::{NO_LINE, TABLE_MIB};
use parlor_engines::{Reporter, perfect};

use super::discs::Discs;
use super::rules::{Move, SizedReversi};
use super::search::{Found, Searcher};
use super::strong::{THREADS, move_of, proved};

const OUTCOME: OptionSpec =
    OptionSpec::switch("outcome", "prove who wins, which is faster than the margin; on 8x8 only");

const OPTIONS: &[OptionSpec] = &[TABLE_MIB, THREADS, OUTCOME, NO_LINE];

pub(super) const INFO: EngineInfo = EngineInfo::new(perfect::NAME, perfect::ABOUT, OPTIONS);

pub(super) fn entry<const SIZE: u32>() -> EngineEntry<SizedReversi<SIZE>> {
    EngineEntry::new(INFO, PerfectReversi::new)
}

/// Engine that reports only proved margins.
#[derive(Debug)]
pub struct PerfectReversi {
    searcher: Searcher,
    proves_outcome: bool,
    has_line: bool,
}

impl PerfectReversi {
    pub fn new(options: &Options) -> PerfectReversi {
        let searcher = Searcher::new(options.integer(&TABLE_MIB), options.integer(&THREADS) as usize);
        PerfectReversi { searcher, proves_outcome: options.is_on(&OUTCOME), has_line: !options.is_on(&NO_LINE) }
    }

    pub(super) fn with_table(table_mib: u32, threads: usize) -> PerfectReversi {
        PerfectReversi { searcher: Searcher::new(table_mib, threads), proves_outcome: false, has_line: true }
    }

    /// Who wins, as a report without the margin. `None` out of limits.
    fn outcome(&mut self, discs: Discs<8>, limits: &Limits) -> Option<Report<Move>> {
        let found = self.searcher.search_outcome(discs, limits)?;
        let win = Score::by_margin(1);
        let value = match found.margin.signum() {
            1 => Value { at_most: Score::WON, ..Value::exact(win) },
            0 => Value::exact(Score::DRAW),
            _ => Value { at_least: Score::LOST, ..Value::exact(-win) },
        };
        Some(Report { value, ..report(&found, discs.empties()) })
    }

    /// The report of a proof, with the line to the end of the game.
    fn report_with_line(&mut self, discs: Discs<8>, found: &Found) -> Report<Move> {
        let line = self.searcher.line(discs, found).into_iter().map(move_of).collect();
        Report { line, ..report(found, discs.empties()) }
    }
}

fn report(found: &Found, empties: u32) -> Report<Move> {
    let best = move_of(found.best);
    let value = if found.is_exact(empties) { proved(found.margin) } else { Value::estimate(Score::DRAW) };
    Report { best, value, line: vec![best], depth: found.depth, nodes: found.nodes }
}

impl<const SIZE: u32> Engine<SizedReversi<SIZE>> for PerfectReversi {
    fn search(
        &mut self,
        position: &SizedReversi<SIZE>,
        limits: &Limits,
        on_report: &mut dyn FnMut(Report<Move>),
    ) -> Result<(), NoMoves> {
        let first = position.legal_moves().next().ok_or(NoMoves)?;
        let mut reporter = Reporter::start(limits, first, on_report);
        let discs = position.position();
        let on_8x8 = (SIZE == 8).then_some(Discs { mover: discs.mover, other: discs.other });
        if let Some(discs) = on_8x8.filter(|_| self.proves_outcome) {
            self.outcome(discs, limits).into_iter().for_each(|found| reporter.send(found));
        } else {
            let send = &mut |found: &Found| reporter.send(report(found, discs.empties()));
            let found = self.searcher.search_any(discs, limits, send);
            // Under a limit there may be no time for the line.
            let has_line = self.has_line && limits.is_unlimited();
            let proof = found.filter(|found| has_line && found.is_exact(discs.empties()));
            if let (Some(discs), Some(proof)) = (on_8x8, proof) {
                reporter.send(self.report_with_line(discs, &proof));
            }
        }
        reporter.finish();
        Ok(())
    }

    fn analyze(
        &mut self,
        position: &SizedReversi<SIZE>,
        limits: &Limits,
        on_value: &mut dyn FnMut(Move, Value),
    ) -> u64 {
        let moves: Vec<Move> = position.legal_moves().collect();
        let each = limits.split_among(moves.len());
        let mut nodes = 0;
        for m in moves {
            let discs = position.after(m).position();
            if discs.moves() == 0 && discs.passed().moves() == 0 {
                on_value(m, proved(-discs.margin()));
                continue;
            }
            let Some(found) = self.searcher.search_any(discs, &each, &mut |_| {}) else { break };
            nodes += found.nodes;
            on_value(m, -report(&found, discs.empties()).value);
        }
        nodes
    }

    fn reset(&mut self) {
        self.searcher.clear();
    }
}
