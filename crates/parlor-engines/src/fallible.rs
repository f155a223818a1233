//! Option `error-rate`: an engine that plays a random move now and then, for levels that people can beat.

use std::borrow::Cow;
use std::sync::Arc;

use parlor_core::{Engine, EngineEntry, EngineInfo, Game, Limits, NoMoves, OptionSpec, Options, Report, Value};
use rand::Rng;
use rand::rngs::SmallRng;

use crate::random::{Random, SEED, rng};

pub const ERROR_RATE: OptionSpec = OptionSpec::integer("error-rate", "random moves in percent", 0, 100, 0);

/// The engine with the option [`ERROR_RATE`]. The option `seed`, which it gets if it has none, also seeds the errors; 0 gives
/// other errors each time.
pub fn fallible<G: Game + 'static>(entry: EngineEntry<G>) -> EngineEntry<G> {
    let EngineEntry { info, build } = entry;
    let mut options = info.options.to_vec();
    options.push(ERROR_RATE);
    if options.iter().all(|option| option.name != SEED.name) {
        options.push(SEED);
    }
    let options = Cow::Owned(options);
    let build = move |options: &Options| -> Box<dyn Engine<G>> {
        let (engine, percent) = (build(options), options.integer(&ERROR_RATE));
        if percent == 0 {
            return engine;
        }
        let seed = options.integer(&SEED);
        Box::new(Fallible { engine, percent, seed, rng: rng(seed), random: Random::new(options) })
    };
    EngineEntry { info: EngineInfo { options, ..info }, build: Arc::new(build) }
}

/// An engine that plays a random move instead of its own with a given probability.
struct Fallible<G> {
    engine: Box<dyn Engine<G>>,
    percent: u32,
    seed: u32,
    rng: SmallRng,
    random: Random,
}

impl<G: Game> Engine<G> for Fallible<G> {
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        on_report: &mut dyn FnMut(Report<G::Move>),
    ) -> Result<(), NoMoves> {
        if self.rng.random_range(0..100) < self.percent {
            self.random.search(position, limits, on_report)
        } else {
            self.engine.search(position, limits, on_report)
        }
    }

    /// Values are without errors.
    fn analyze(&mut self, position: &G, limits: &Limits, on_value: &mut dyn FnMut(G::Move, Value)) -> u64 {
        self.engine.analyze(position, limits, on_value)
    }

    fn reset(&mut self) {
        self.engine.reset();
        self.rng = rng(self.seed);
        Engine::<G>::reset(&mut self.random);
    }
}
