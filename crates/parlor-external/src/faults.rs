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

/// The program cannot play the game.
pub(crate) fn refused(name: &str, reason: &str) -> EngineFault {
    EngineFault { kind: FaultKind::Start, reason: format!("{name} {reason}.") }
}

pub(crate) fn not_ready(name: &str, options: &ExternalOptions) -> EngineFault {
    let reason = format!("{name} did not get ready within {} s.", options.start_time.as_secs_f64());
    EngineFault { kind: FaultKind::Start, reason }
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
    parlor_core::shorten(&printable(text), 120)
}

/// Text of a program without what could command a terminal or turn the direction of writing. Lines stay
/// lines.
pub(crate) fn printable(text: &str) -> String {
    let is_harmless = |letter: char| {
        let turns_direction =
            matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        matches!(letter, '\n' | '\t') || !letter.is_control() && !turns_direction
    };
    text.chars().map(|letter| if is_harmless(letter) { letter } else { char::REPLACEMENT_CHARACTER }).collect()
}
