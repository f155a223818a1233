//! Simulations that a seed repeats.

use std::env;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// What a simulated run did, and the rule that it broke.
pub type SimulatedRun = (Vec<String>, Option<String>);

/// Simulates all seeds below `default`, or below `PARLOR_SIMULATION_SEEDS`, on all cores, and fails with the first that
/// breaks a rule. With `PARLOR_SIMULATION_SEED` only that one, which is logged; `simulate` is told so.
pub fn assert_seeds_hold(default: u64, simulate: impl Fn(u64, bool) -> SimulatedRun + Sync) {
    if let Some(seed) = number("PARLOR_SIMULATION_SEED") {
        let (log, violation) = simulate(seed, true);
        println!("{}", log.join("\n"));
        assert_eq!(violation, None, "seed {seed}");
        return;
    }
    let seeds = number("PARLOR_SIMULATION_SEEDS").unwrap_or(default);
    let next = AtomicU64::new(0);
    let failed = thread::scope(|scope| {
        let run = || {
            loop {
                let seed = next.fetch_add(1, Ordering::Relaxed);
                if seed >= seeds {
                    return None;
                }
                if let (_, Some(violation)) = simulate(seed, false) {
                    next.store(seeds, Ordering::Relaxed);
                    return Some((seed, violation));
                }
            }
        };
        let threads = thread::available_parallelism().map_or(2, usize::from);
        let runs: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
        runs.into_iter().filter_map(|run| run.join().unwrap()).min()
    });
    if let Some((seed, violation)) = failed {
        panic!("seed {seed}: {violation}\nrepeat it with PARLOR_SIMULATION_SEED={seed}");
    }
}

fn number(variable: &str) -> Option<u64> {
    let text = env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable}={text} is not a number")))
}
