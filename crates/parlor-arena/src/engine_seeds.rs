//! Seeds of engines: which entrants get one for each game, and which.

use parlor_core::random::{SplitMix64, mix};
use parlor_core::{AnyGame, Catalog, EngineSpec, Resource};

use crate::{ArenaError, Competition};

/// Name of the option that seeds an engine's random choices.
const SEED: &str = "seed";
/// Name of the option that makes an engine err at random.
const ERROR_RATE: &str = "error-rate";

/// Spec of an entrant, and whether it is built anew for every game, with a seed of that game.
pub(crate) struct SeededSpec {
    spec: EngineSpec,
    pub(crate) is_seeded: bool,
}

impl SeededSpec {
    /// The specs of all entrants.
    pub(crate) fn all(
        catalog: &Catalog,
        competition: &Competition,
        game: &dyn AnyGame,
    ) -> Result<Vec<SeededSpec>, ArenaError> {
        let specs = competition.engines.iter().map(|entrant| EngineSpec::from(entrant.engine.as_str()));
        specs.map(|spec| Ok(SeededSpec { is_seeded: is_seeded(catalog, game, &spec)?, spec })).collect()
    }

    /// The spec for a game. `seed` is that of the game and the side.
    pub(crate) fn for_game(&self, seed: u64) -> EngineSpec {
        let spec = self.spec.clone();
        if self.is_seeded { spec.with_option(SEED, (mix(seed) as u32).max(1)) } else { spec }
    }
}

/// Whether an engine gets seeds: it has random choices, no seed was given, and it is cheap to build. An engine with tables
/// keeps its default seed instead, unless it errs at random.
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
