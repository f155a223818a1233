//! The options that engines share.

use parlor_core::{OptionKind, OptionSpec};

pub const DEPTH: OptionSpec = OptionSpec {
    name: "depth",
    about: "plies to look ahead at most; 0: as many as the limits allow",
    kind: OptionKind::Whole { min: 0, max: 500, default: 0 },
};

pub const TABLE_MIB: OptionSpec = OptionSpec {
    name: "table-mib",
    about: "memory for what was found, in MiB; taken as it is needed",
    kind: OptionKind::Whole { min: 1, max: 1 << 16, default: 64 },
};

/// For the engines that know which moves are equally good.
pub const TIES: OptionSpec = OptionSpec {
    name: "seed",
    about: "chooses among equally good moves; 0: the first of them",
    kind: OptionKind::Whole { min: 0, max: u32::MAX, default: 0 },
};

/// The plies that [`DEPTH`] and a limit allow together.
pub(crate) fn plies(option: u32, limit: Option<u32>) -> Option<u32> {
    let option = (option > 0).then_some(option);
    match (option, limit) {
        (Some(option), Some(limit)) => Some(option.min(limit)),
        (one, other) => one.or(other),
    }
}
