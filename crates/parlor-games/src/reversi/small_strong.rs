//! Engine `strong` on 6x6 and 4x4. The pattern weights are those of 8x8, so it plays by alpha-beta search there; analysis
//! near the end of the game proves margins, and estimates those that the limits leave no room for.

use parlor_core::{Engine, EngineEntry, Game, Limits, NoMoves, Options, Report, Value};
use parlor_engines::AlphaBeta;
use parlor_engines::fallible::fallible;
use parlor_engines::options::TABLE_MIB;

use super::evaluator::Positional;
use super::perfect::PerfectReversi;
use super::rules::{Move, SizedReversi};
use super::strong;

/// With so many empty cells or fewer all moves together are proved within 0.1 s.
const PROVED_EMPTIES: u32 = 18;
/// Enough for such proofs.
const PROVER_TABLE_MIB: u32 = 4;

#[derive(Debug)]
struct SmallStrong<const SIZE: u32> {
    player: AlphaBeta<SizedReversi<SIZE>, Positional>,
    prover: PerfectReversi,
}

pub(super) fn entry<const SIZE: u32>() -> EngineEntry<SizedReversi<SIZE>> {
    fallible(EngineEntry::new(strong::INFO, SmallStrong::new))
}

impl<const SIZE: u32> SmallStrong<SIZE> {
    fn new(options: &Options) -> SmallStrong<SIZE> {
        SmallStrong {
            player: AlphaBeta::with_table(options.integer(&TABLE_MIB), Positional),
            prover: PerfectReversi::with_table(PROVER_TABLE_MIB, 1),
        }
    }
}

impl<const SIZE: u32> Engine<SizedReversi<SIZE>> for SmallStrong<SIZE> {
    fn search(
        &mut self,
        position: &SizedReversi<SIZE>,
        limits: &Limits,
        on_report: &mut dyn FnMut(Report<Move>),
    ) -> Result<(), NoMoves> {
        self.player.search(position, limits, on_report)
    }

    fn analyze(&mut self, position: &SizedReversi<SIZE>, limits: &Limits, report: &mut dyn FnMut(Move, Value)) -> u64 {
        if position.position().empties() > PROVED_EMPTIES {
            return self.player.analyze(position, limits, report);
        }
        let half = Limits { depth: limits.depth, ..limits.split_among(2) };
        let mut proved = Vec::new();
        let nodes = self.prover.analyze(position, &half, &mut |m, value| {
            proved.push(m);
            report(m, value);
        });
        if proved.len() == position.legal_moves().count() {
            return nodes;
        }
        let mut report_others = |m, value| {
            if !proved.contains(&m) {
                report(m, value);
            }
        };
        nodes + self.player.analyze(position, &half, &mut report_others)
    }

    fn reset(&mut self) {
        Engine::<SizedReversi<SIZE>>::reset(&mut self.player);
        Engine::<SizedReversi<SIZE>>::reset(&mut self.prover);
    }
}
