//! Engine `perfect` for Reversi: the endgame search as a prover of the margin, on boards of any size. It reports a
//! value only when it is proved; until then it plays the best move of the search of `strong`, on 8x8.

use parlor_core::{Engine, EngineEntry, EngineInfo, Game, Limits, NoMoves, OptionSpec, Options, Report, Score, Value};
use parlor_engines::options::TABLE_MIB;
use parlor_engines::{Reporter, perfect};

use super::rules::{Move, SizedReversi};
use super::search::{Found, Searcher};
use super::strong::{THREADS, move_of, proved};

const OPTIONS: &[OptionSpec] = &[TABLE_MIB, THREADS];

pub(super) const INFO: EngineInfo = EngineInfo::new(perfect::NAME, perfect::ABOUT, OPTIONS);

pub(super) fn entry<const SIZE: u32>() -> EngineEntry<SizedReversi<SIZE>> {
    EngineEntry::new(INFO, PerfectReversi::new)
}

/// Engine that reports only proved margins.
#[derive(Debug)]
pub struct PerfectReversi {
    searcher: Searcher,
}

impl PerfectReversi {
    pub fn new(options: &Options) -> PerfectReversi {
        PerfectReversi::with_table(options.integer(&TABLE_MIB), options.integer(&THREADS) as usize)
    }

    pub(super) fn with_table(table_mib: u32, threads: usize) -> PerfectReversi {
        PerfectReversi { searcher: Searcher::new(table_mib, threads) }
    }
}

fn info(found: &Found, empties: u32) -> Report<Move> {
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
        let mut report = Reporter::start(limits, first, on_report);
        let discs = position.position();
        self.searcher.search_any(discs, limits, &mut |found| report.send(info(found, discs.empties())));
        report.finish();
        Ok(())
    }

    fn analyze(&mut self, position: &SizedReversi<SIZE>, limits: &Limits, report: &mut dyn FnMut(Move, Value)) -> u64 {
        let moves: Vec<Move> = position.legal_moves().collect();
        let each = limits.split_among(moves.len());
        let mut nodes = 0;
        for m in moves {
            let discs = position.after(m).position();
            if discs.moves() == 0 && discs.passed().moves() == 0 {
                report(m, proved(-discs.margin()));
                continue;
            }
            let Some(found) = self.searcher.search_any(discs, &each, &mut |_| {}) else { break };
            nodes += found.nodes;
            report(m, -info(&found, discs.empties()).value);
        }
        nodes
    }

    fn reset(&mut self) {
        self.searcher.clear();
    }
}
