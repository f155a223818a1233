//! Faults of external engines, in one sentence each.

use parlor_core::{AnyGame, EngineFault, FaultKind, Limits};

use crate::options::ExternalOptions;

pub(crate) fn overrun(name: &str, limits: &Limits, options: &ExternalOptions) -> EngineFault {
    let reason = match (limits.clock, limits.time) {
        (Some(_), _) => format!("{name} ran out of time."),
        (None, time) => {
            let time = time.unwrap_or(options.longest_search);
            format!("{name} did not move within {} s.", time.as_secs_f64())
        }
    };
    EngineFault { kind: FaultKind::Overrun, reason }
}

pub(crate) fn malformed(name: &str, line: &str, error: &str) -> EngineFault {
    let reason = format!("{name} printed \"{}\", which is not valid: {error}.", shorten(line));
    EngineFault { kind: FaultKind::Protocol, reason }
}

pub(crate) fn illegal_move(name: &str, text: &str, game: &dyn AnyGame) -> EngineFault {
    let legal = shorten(&game.legal_moves().join(", "));
    let reason = format!("{name} played \"{}\"; legal moves are {legal}.", shorten(text));
    EngineFault { kind: FaultKind::IllegalMove, reason }
}

/// The protocol cannot express the game.
pub(crate) fn unsupported(reason: String) -> EngineFault {
    EngineFault { kind: FaultKind::Start, reason }
}

pub(crate) fn withdrawn(name: &str, faults_in_a_row: u32) -> EngineFault {
    let reason = format!("{name} was withdrawn after {faults_in_a_row} faults in a row.");
    EngineFault { kind: FaultKind::Withdrawn, reason }
}

/// Text of a program, short enough for a message.
pub(crate) fn shorten(text: &str) -> String {
    parlor_core::shorten(text, 120)
}
