//! What makes machines comparable: the signature of an engine, and the speed of a machine.

use std::time::{Duration, Instant};

use parlor_core::random::{SplitMix64, mix};
use parlor_core::{AnyGame, Catalog, EngineSpec, Limits};

use crate::{Component, JobError};

/// Positions of the bench, at growing distances from the start.
const POSITIONS: usize = 6;
/// Nodes of each search.
const NODES: u64 = 2_000;
const SEED: u64 = 0x7369_676e_6174_7572;
/// Measurements of the speed; the best one counts, since other programs only slow a machine down.
const MEASUREMENTS: usize = 5;
const MEASUREMENT: Duration = Duration::from_millis(60);

/// Signature of an engine: node count and moves of a fixed bench, the same on every machine. A functional change of the
/// engine, of its options or of the rules changes it.
pub fn engine_signature(catalog: &Catalog, start: &dyn AnyGame, spec: &EngineSpec) -> Result<String, JobError> {
    let mut engine = catalog.engine(start, &seeded(catalog, start, spec)?)?;
    let mut random = SplitMix64::new(SEED);
    let (mut nodes, mut moves) = (0_u64, 0_u64);
    for index in 0..POSITIONS {
        let mut game = start.clone_box();
        for _ in 0..2 * index {
            let Some(notation) = random.choose(&game.legal_moves()).cloned() else { break };
            let _ = game.play(&notation);
        }
        if game.outcome().is_some() {
            continue;
        }
        engine.reset();
        let mut last = None;
        engine
            .search(&*game, &Limits::nodes(NODES), &mut |info| last = Some(info))
            .map_err(|error| JobError::Failed(format!("engine {spec}: {error}")))?;
        let Some(info) = last else { continue };
        nodes += info.nodes;
        moves = info.best.bytes().fold(mix(moves), |hash, byte| mix(hash ^ u64::from(byte)));
    }
    Ok(format!("{nodes}-{:08x}", moves as u32))
}

/// The spec with a seed, if the engine would choose one by itself.
fn seeded(catalog: &Catalog, start: &dyn AnyGame, spec: &EngineSpec) -> Result<EngineSpec, JobError> {
    let info = catalog.resolve_engine(start, spec)?.map(|(info, _)| info);
    let has_seed = info.is_some_and(|info| info.options.iter().any(|option| option.name == "seed"));
    let is_given = spec.options()?.contains_key("seed");
    Ok(if has_seed && !is_given { spec.clone().with_option("seed", 1) } else { spec.clone() })
}

/// An engine as a component of a job. An external program has no signature.
pub fn engine_component(
    catalog: &Catalog,
    start: &dyn AnyGame,
    name: &str,
    spec: &EngineSpec,
) -> Result<Component, JobError> {
    let is_external = catalog.resolve_engine(start, spec)?.is_none();
    let signature = if is_external { None } else { Some(engine_signature(catalog, start, spec)?) };
    Ok(Component { name: name.to_owned(), version: env!("CARGO_PKG_VERSION").to_owned(), signature })
}

/// Speed of this machine at a game: moves of random games in a second, on one thread.
#[expect(clippy::cast_precision_loss, reason = "a speed needs few digits")]
pub fn measure_speed(start: &dyn AnyGame) -> f64 {
    let mut random = SplitMix64::new(SEED);
    let mut measure = || {
        let (started, mut plies) = (Instant::now(), 0_u64);
        while started.elapsed() < MEASUREMENT {
            plies += u64::from(start.playout(&mut |count| random.below(count)).0.max(1));
        }
        plies as f64 / started.elapsed().as_secs_f64()
    };
    (0..MEASUREMENTS).map(|_| measure()).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signature(spec: &str) -> String {
        let catalog = parlor_games::catalog();
        let start = catalog.start(catalog.game("four-in-a-row").unwrap().default_setup()).unwrap();
        engine_signature(&catalog, &*start, &EngineSpec::from(spec)).unwrap()
    }

    #[test]
    fn a_signature_is_reproducible_and_depends_on_the_engine_and_its_options() {
        let signatures = ["alphabeta:depth=4", "alphabeta:depth=2", "mcts", "random"].map(signature);
        assert_eq!(signatures, ["alphabeta:depth=4", "alphabeta:depth=2", "mcts", "random"].map(signature));
        for (index, one) in signatures.iter().enumerate() {
            assert!(signatures[..index].iter().all(|other| other != one), "{signatures:?}");
        }
    }
}
