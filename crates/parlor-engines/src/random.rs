//! Engine `random`: a uniformly random legal move.

use std::hash::{BuildHasher, RandomState};

use parlor_core::{Engine, EngineEntry, EngineInfo, Game, Limits, NoMoves, OptionSpec, Options, Report, Score, Value};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

pub const SEED: OptionSpec = OptionSpec::integer("seed", "random seed; 0: different moves each time", 0, u32::MAX, 0);

const OPTIONS: &[OptionSpec] = &[SEED];

pub const INFO: EngineInfo = EngineInfo::new("random", "plays random legal moves", OPTIONS);

pub fn entry<G: Game>() -> EngineEntry<G> {
    EngineEntry::new(INFO, Random::new)
}

/// Engine that plays a uniformly random legal move.
#[derive(Debug)]
pub struct Random {
    seed: u32,
    rng: SmallRng,
}

impl Random {
    pub fn new(options: &Options) -> Random {
        let seed = options.integer(&SEED);
        Random { seed, rng: rng(seed) }
    }
}

/// The generator for a value of [`SEED`]: a different one each time for 0.
pub fn rng(seed: u32) -> SmallRng {
    // Every new `RandomState` has random keys: the standard library's only source of randomness.
    SmallRng::seed_from_u64(if seed == 0 { RandomState::new().hash_one(()) } else { u64::from(seed) })
}

impl<G: Game> Engine<G> for Random {
    fn search(&mut self, position: &G, _: &Limits, on_report: &mut dyn FnMut(Report<G::Move>)) -> Result<(), NoMoves> {
        let count = position.legal_moves().count();
        if count == 0 {
            return Err(NoMoves);
        }
        let best = position.legal_moves().nth(self.rng.random_range(0..count)).ok_or(NoMoves)?;
        on_report(Report { best, value: Value::estimate(Score::DRAW), line: vec![best], depth: 0, nodes: 0 });
        Ok(())
    }

    fn reset(&mut self) {
        self.rng = rng(self.seed);
    }
}
