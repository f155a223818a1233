//! Engines of a worker, kept between games: an external program starts once, and tables are allocated once.

use std::sync::Arc;

use parlor_core::random::{SplitMix64, mix};
use parlor_core::{AnyEngine, AnyGame, Catalog, EngineSpec, Resource};

use crate::{ArenaError, Competition};

/// Engines of one worker that stay alive.
const CAPACITY: usize = 16;
/// Name of the option that seeds an engine's random choices.
const SEED: &str = "seed";
/// Name of the option that makes an engine err at random.
const ERROR_RATE: &str = "error-rate";

/// The engines that a worker used last.
pub(crate) struct EngineCache<'a> {
    catalog: &'a Catalog,
    competition: Arc<Competition>,
    /// Least recently used first.
    engines: Vec<(usize, Box<dyn AnyEngine>)>,
    is_seeded: Vec<bool>,
}

impl<'a> EngineCache<'a> {
    pub(crate) fn new(
        catalog: &'a Catalog,
        competition: Arc<Competition>,
        game: &dyn AnyGame,
    ) -> Result<EngineCache<'a>, ArenaError> {
        let specs = competition.engines.iter().map(|entrant| EngineSpec::from(entrant.engine.as_str()));
        let is_seeded = specs.map(|spec| is_seeded(catalog, game, &spec)).collect::<Result<_, _>>()?;
        Ok(EngineCache { catalog, competition, engines: Vec::new(), is_seeded })
    }

    /// Takes an engine out of the cache, ready for a new game, with its spec. `seed` is that of the game and the side.
    pub(crate) fn take(
        &mut self,
        index: usize,
        game: &dyn AnyGame,
        seed: u64,
    ) -> Result<(EngineSpec, Box<dyn AnyEngine>), ArenaError> {
        let mut spec = EngineSpec::from(self.competition.engines[index].engine.as_str());
        if let Some(place) = self.engines.iter().position(|(known, _)| *known == index) {
            let (_, mut engine) = self.engines.remove(place);
            engine.reset();
            return Ok((spec, engine));
        }
        if self.is_seeded[index] {
            spec = spec.with_option(SEED, (mix(seed) as u32).max(1));
        }
        let engine = self.catalog.engine(game, &spec)?;
        Ok((spec, engine))
    }

    /// Puts an engine back after a game that it did not fail.
    pub(crate) fn put(&mut self, index: usize, engine: Box<dyn AnyEngine>) {
        if self.is_seeded[index] {
            return;
        }
        if self.engines.len() >= CAPACITY {
            self.engines.remove(0);
        }
        self.engines.push((index, engine));
    }
}

/// Whether an engine is built anew for every game, with a seed of that game: it has random choices, no seed was given,
/// and it is cheap to build. An engine with tables keeps its default seed instead, unless it errs at random.
fn is_seeded(catalog: &Catalog, game: &dyn AnyGame, spec: &EngineSpec) -> Result<bool, ArenaError> {
    let Some((info, _)) = catalog.resolve_engine(game, spec)? else { return Ok(false) };
    let has_tables = info.options.iter().any(|option| option.resource == Some(Resource::Memory));
    let has_seed = info.options.iter().any(|option| option.name == SEED);
    let given = spec.options()?;
    Ok(has_seed && (!has_tables || given.contains_key(ERROR_RATE)) && !given.contains_key(SEED))
}

/// Seed of one engine in one game, independent of workers and order.
pub(crate) fn game_seed(competition: u64, pair: u64, game: u8, side: usize) -> u64 {
    let number = pair.wrapping_mul(4).wrapping_add(u64::from(game) * 2).wrapping_add(side as u64);
    SplitMix64::new(mix(competition).wrapping_add(mix(number.wrapping_add(1)))).next_u64()
}
