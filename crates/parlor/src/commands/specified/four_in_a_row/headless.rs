//! The network game without a window: an engine's side, played to the end.

use std::io::Write;
use std::thread;
use std::time::{Duration, Instant};

use parlor_match::{ForfeitReason, MatchController, MatchPhase, MatchResult};

use crate::command_error::CommandError;

/// Longest time for which the connection is kept after the result.
pub(super) const HOLD_TIME: Duration = Duration::from_secs(10);
/// Longest sleep between two looks at the match.
const MAX_SLEEP: Duration = Duration::from_secs(1);

/// Plays the match, prints the result, and keeps the connection until the peer leaves, but at most `hold_time`.
pub(super) fn play(
    mut controller: MatchController,
    hold_time: Duration,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    let player = thread::current();
    controller.waker().set_callback(move || player.unpark());
    let result = loop {
        controller.advance(Instant::now());
        if let MatchPhase::Over(text) = controller.phase() {
            break text;
        }
        sleep_until(controller.next_wake_at());
    };
    let is_failure = |result| {
        matches!(result, MatchResult::Abandoned | MatchResult::Forfeit { reason: ForfeitReason::EngineFailed, .. })
    };
    if controller.current_match().result().is_some_and(is_failure) {
        return Err(CommandError::runtime(result));
    }
    writeln!(out, "{result}")?;
    out.flush()?;
    let ends_at = Instant::now() + hold_time;
    while controller.is_peer_connected() && Instant::now() < ends_at {
        sleep_until(Some(ends_at));
        controller.advance(Instant::now());
    }
    Ok(())
}

/// Sleeps until the waker is called, but not beyond `wake_at`.
fn sleep_until(wake_at: Option<Instant>) {
    let time = wake_at.map_or(MAX_SLEEP, |wake_at| wake_at.saturating_duration_since(Instant::now()));
    thread::park_timeout(time.min(MAX_SLEEP));
}
