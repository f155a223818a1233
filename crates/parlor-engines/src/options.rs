//! Options that several engines share.

use parlor_core::{OptionKind, OptionSpec};

pub const DEPTH: OptionSpec = OptionSpec {
    name: "depth",
    about: "maximum search depth in plies; 0: no maximum",
    kind: OptionKind::Integer { min: 0, max: 500, default: 0 },
};

pub const TABLE_MIB: OptionSpec = OptionSpec {
    name: "table-mib",
    about: "maximum memory for the search in MiB, allocated as needed",
    kind: OptionKind::Integer { min: 1, max: 1 << 16, default: 64 },
};

/// Seed of the choice among equally good moves, for engines that know which moves are equal.
pub const TIE_SEED: OptionSpec = OptionSpec {
    name: "seed",
    about: "seed for the choice among equally good moves; 0: always the first",
    kind: OptionKind::Integer { min: 0, max: u32::MAX, default: 0 },
};

/// The maximum depth that the option [`DEPTH`] and a depth limit allow together.
pub(crate) fn max_depth(option: u32, limit: Option<u32>) -> Option<u32> {
    let option = (option > 0).then_some(option);
    match (option, limit) {
        (Some(option), Some(limit)) => Some(option.min(limit)),
        (one, other) => one.or(other),
    }
}
