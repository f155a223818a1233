//! Engines `whatever`, `clever` and `genius`: the players of the Tic-Tac-Toe tournament.

use parlor_core::{Engine, EngineEntry, EngineInfo, Limits, NoMoves, OptionSpec, Options, Report, Score, Value};
use parlor_engines::random::{self, Random, SEED};
use rand::rngs::SmallRng;

use super::bitboard::Bitboard;
use super::genius::Genius;
use super::rules::{Square, TicTacToe};

const SEEDED: &[OptionSpec] = &[SEED];

pub(super) fn entries<B: Bitboard, const N: u32>() -> Vec<EngineEntry<TicTacToe<B, N>>> {
    let info = EngineInfo::new;
    vec![
        EngineEntry::new(info("whatever", "plays random legal moves", SEEDED), Random::new),
        EngineEntry::new(info("clever", "completes a line or blocks one, else plays at random", SEEDED), |options| {
            Clever::new(options)
        }),
        EngineEntry::new(info("genius", "keeps every provable result and sets traps", &[]), |_| {
            GeniusEngine::default()
        }),
    ]
}

/// The answer of a player that reports one move, without a value.
fn report<M: Copy>(best: Option<M>, on_report: &mut dyn FnMut(Report<M>)) -> Result<(), NoMoves> {
    let best = best.ok_or(NoMoves)?;
    on_report(Report { best, value: Value::estimate(Score::DRAW), line: vec![best], depth: 0, nodes: 0 });
    Ok(())
}

/// Engine `clever`: one-move tactics, see [`TicTacToe::clever_move`].
#[derive(Debug)]
pub struct Clever {
    seed: u32,
    rng: SmallRng,
}

impl Clever {
    pub fn new(options: &Options) -> Clever {
        let seed = options.integer(&SEED);
        Clever { seed, rng: random::rng(seed) }
    }
}

impl<B: Bitboard, const N: u32> Engine<TicTacToe<B, N>> for Clever {
    fn search(
        &mut self,
        position: &TicTacToe<B, N>,
        _: &Limits,
        on_report: &mut dyn FnMut(Report<Square>),
    ) -> Result<(), NoMoves> {
        report(position.clever_move(&mut self.rng), on_report)
    }

    fn reset(&mut self) {
        self.rng = random::rng(self.seed);
    }
}

/// Engine `genius`: a [`Genius`] for the streak of the latest position. It takes the same work for a move under all
/// limits, some hundredths of a second.
#[derive(Debug)]
pub struct GeniusEngine<B: Bitboard, const N: u32> {
    genius: Option<(u32, Genius<B, N>)>,
}

impl<B: Bitboard, const N: u32> Default for GeniusEngine<B, N> {
    fn default() -> Self {
        GeniusEngine { genius: None }
    }
}

impl<B: Bitboard, const N: u32> Engine<TicTacToe<B, N>> for GeniusEngine<B, N> {
    fn search(
        &mut self,
        position: &TicTacToe<B, N>,
        _: &Limits,
        on_report: &mut dyn FnMut(Report<Square>),
    ) -> Result<(), NoMoves> {
        let streak = position.streak();
        let genius = self.genius.take().filter(|(of_streak, _)| *of_streak == streak);
        let (_, genius) = self.genius.insert(genius.unwrap_or_else(|| (streak, Genius::new(streak))));
        report(genius.choose(position), on_report)
    }

    /// Moves depend on the position alone, so there is nothing to discard.
    fn reset(&mut self) {}
}
