//! Options that several engines share.

use parlor_core::{OptionSpec, Resource};

pub const DEPTH: OptionSpec = OptionSpec::integer("depth", "maximum search depth in plies; 0: no maximum", 0, 500, 0);

pub const TABLE_MIB: OptionSpec = table_mib(1, 1 << 16, 64);

/// The option `table-mib` with another range or default.
pub const fn table_mib(min: u32, max: u32, default: u32) -> OptionSpec {
    let about = "maximum memory for the search in MiB, allocated as needed";
    OptionSpec::resource(Resource::Memory, "table-mib", about, min, max, default)
}

/// Seed of the choice among equally good moves, for engines that know which moves are equal.
pub const TIE_SEED: OptionSpec =
    OptionSpec::integer("seed", "seed for the choice among equally good moves; 0: always the first", 0, u32::MAX, 0);

/// The maximum depth that the option [`DEPTH`] and a depth limit allow together.
pub(crate) fn max_depth(option: u32, limit: Option<u32>) -> Option<u32> {
    let option = (option > 0).then_some(option);
    match (option, limit) {
        (Some(option), Some(limit)) => Some(option.min(limit)),
        (one, other) => one.or(other),
    }
}

/// Leaves out what a prover does beside the proof.
pub const NO_LINE: OptionSpec =
    OptionSpec::switch("no-line", "prove the value alone: no line of play, and the move may be a wrong one");
