//! Plays any legal move, each equally likely.

use std::hash::{BuildHasher, RandomState};

use parlor_core::{
    Engine, EngineEntry, EngineInfo, Game, Limits, NoMoves, OptionKind, OptionSpec, Options, Score, SearchInfo, Value,
};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

pub const SEED: OptionSpec = OptionSpec {
    name: "seed",
    about: "the same seed plays the same moves; 0: different ones each time",
    kind: OptionKind::Whole { min: 0, max: u32::MAX, default: 0 },
};

pub const INFO: EngineInfo = EngineInfo { name: "random", about: "any legal move", options: &[SEED] };

pub fn entry<G: Game>() -> EngineEntry<G> {
    EngineEntry { info: INFO, build: |options| Box::new(Random::new(options)) }
}

#[derive(Debug)]
pub struct Random {
    seed: u32,
    rng: SmallRng,
}

impl Random {
    pub fn new(options: &Options) -> Random {
        let seed = options.whole(&SEED);
        Random { seed, rng: rng(seed) }
    }
}

fn rng(seed: u32) -> SmallRng {
    // A new `RandomState` differs each time: the one source of chance in the standard library.
    SmallRng::seed_from_u64(if seed == 0 { RandomState::new().hash_one(()) } else { u64::from(seed) })
}

impl<G: Game> Engine<G> for Random {
    fn search(&mut self, position: &G, _: &Limits, better: &mut dyn FnMut(SearchInfo<G::Move>)) -> Result<(), NoMoves> {
        let count = position.legal_moves().count();
        if count == 0 {
            return Err(NoMoves);
        }
        let best = position.legal_moves().nth(self.rng.random_range(0..count)).ok_or(NoMoves)?;
        better(SearchInfo { best, value: Value::estimate(Score::DRAW), line: vec![best], depth: 0, nodes: 0 });
        Ok(())
    }

    fn forget(&mut self) {
        self.rng = rng(self.seed);
    }
}
