//! Engine `random`: a uniformly random legal move.

use std::hash::{BuildHasher, RandomState};

use parlor_core::{
    Engine, EngineEntry, EngineInfo, Game, Limits, NoMoves, OptionKind, OptionSpec, Options, Score, SearchInfo, Value,
};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

pub const SEED: OptionSpec = OptionSpec {
    name: "seed",
    about: "random seed; 0: different moves each time",
    kind: OptionKind::Integer { min: 0, max: u32::MAX, default: 0 },
};

pub const INFO: EngineInfo = EngineInfo { name: "random", about: "plays random legal moves", options: &[SEED] };

pub fn entry<G: Game>() -> EngineEntry<G> {
    EngineEntry { info: INFO, build: |options| Box::new(Random::new(options)) }
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

fn rng(seed: u32) -> SmallRng {
    // Every new `RandomState` has random keys: the standard library's only source of randomness.
    SmallRng::seed_from_u64(if seed == 0 { RandomState::new().hash_one(()) } else { u64::from(seed) })
}

impl<G: Game> Engine<G> for Random {
    fn search(
        &mut self,
        position: &G,
        _: &Limits,
        on_info: &mut dyn FnMut(SearchInfo<G::Move>),
    ) -> Result<(), NoMoves> {
        let count = position.legal_moves().count();
        if count == 0 {
            return Err(NoMoves);
        }
        let best = position.legal_moves().nth(self.rng.random_range(0..count)).ok_or(NoMoves)?;
        on_info(SearchInfo { best, value: Value::estimate(Score::DRAW), line: vec![best], depth: 0, nodes: 0 });
        Ok(())
    }

    fn reset(&mut self) {
        self.rng = rng(self.seed);
    }
}
