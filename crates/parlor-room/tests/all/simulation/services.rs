//! Store and engine workers of a simulation: slow, and failing as a seed determines.

use std::time::Duration;

use parlor_core::{AnyGame, AnyReport, Score, SplitMix64, Value};
use parlor_match::{Event, Record, SearchFailure, SearchId};
use parlor_room::{MatchId, Participants, StoreAnswer, StoredMatch, Write};

use super::microseconds;

/// What a store has of the match.
#[derive(Clone, Debug)]
pub(super) struct Disk {
    pub(super) record: Record,
    pub(super) participants: Participants,
    pub(super) rematch: Option<MatchId>,
    /// Whether another host owns the match.
    pub(super) is_taken: bool,
}

impl Disk {
    /// Decides what becomes of a write, and does it at once: it is acknowledged later, or never.
    pub(super) fn write(&mut self, write: &Write, is_faulty: bool, random: &mut SplitMix64) -> StoreAnswer {
        if self.is_taken {
            return StoreAnswer::Superseded;
        }
        let fate = if is_faulty { random.below(20) } else { 19 };
        match fate {
            0..3 => StoreAnswer::Failed,
            3..5 => StoreAnswer::Unknown,
            5..7 => {
                self.apply(write);
                StoreAnswer::Unknown
            }
            7 if random.below(4) == 0 => {
                self.is_taken = true;
                StoreAnswer::Superseded
            }
            _ => {
                self.apply(write);
                StoreAnswer::Stored
            }
        }
    }

    fn apply(&mut self, write: &Write) {
        match write {
            Write::Event { index, event } => {
                assert_eq!(*index, self.record.events.len(), "an event has the next index");
                self.record.events.push(Event::clone(event));
            }
            Write::Participants(participants) => self.participants = participants.clone(),
            Write::Rematch { id, .. } => self.rematch = Some(id.clone()),
        }
    }

    pub(super) fn load(&self) -> StoredMatch {
        let Disk { record, participants, rematch, .. } = self.clone();
        StoredMatch { record, participants, rematch }
    }
}

/// A search on a worker.
#[derive(Debug)]
pub(super) struct Search {
    pub(super) id: SearchId,
    pub(super) start_at: Duration,
    pub(super) end_at: Duration,
    pub(super) is_started: bool,
    pub(super) report: Option<AnyReport>,
    /// `None`: the host ends it without a result.
    pub(super) result: Option<Result<(), SearchFailure>>,
}

impl Search {
    pub(super) fn new(
        id: SearchId,
        game: &dyn AnyGame,
        now: Duration,
        is_faulty: bool,
        random: &mut SplitMix64,
    ) -> Search {
        let start_at = now + microseconds(random, Duration::from_millis(60));
        let slow = is_faulty && random.below(12) == 0;
        let time = if slow { Duration::from_secs(9) } else { Duration::from_millis(900) };
        let end_at = start_at + microseconds(random, time);
        let moves = game.legal_moves();
        let (mut report, mut result) = (random.choose(&moves).cloned(), Some(Ok(())));
        if is_faulty {
            match random.below(12) {
                0 => result = Some(Err(SearchFailure::Panicked("out of ideas".to_owned()))),
                1 => report = None,
                2 => report = Some("nonsense".to_owned()),
                3 => result = None,
                _ => {}
            }
        }
        let info = |best| AnyReport { best, value: Value::estimate(Score::DRAW), line: Vec::new(), depth: 1, nodes: 1 };
        Search { id, start_at, end_at, is_started: false, report: report.map(info), result }
    }

    /// Time of its next event.
    pub(super) fn next_at(&self) -> Duration {
        if self.is_started { self.end_at } else { self.start_at }
    }
}
