//! Traces of searches, step by step, for people who learn how a search works.
//!
//! A search that can be observed is generic over a [`SearchObserver`]. The observer `()` is empty and is passed by value,
//! so a search without an observer compiles to the code that it would be without this module. [`SearchTrace`] records.

mod event;
mod score;

pub use event::{CutReason, NodeStatistics, PopResult, SkipReason, TraceChild, TraceEvent, TraceStep};
pub use score::{TraceScore, TraceScoreKind};

use std::cell::RefCell;
use std::error::Error;
use std::fmt::{self, Display};

use crate::NoMoves;

/// Observer of a search. Copies are passed down the search.
pub trait SearchObserver<M>: Copy {
    /// Records an event; `event` is called only if somebody observes.
    fn record(self, event: impl FnOnce() -> TraceEvent<M>);
}

impl<M> SearchObserver<M> for () {
    #[inline]
    fn record(self, _event: impl FnOnce() -> TraceEvent<M>) {}
}

impl<M> SearchObserver<M> for &SearchTrace<M> {
    fn record(self, event: impl FnOnce() -> TraceEvent<M>) {
        self.0.borrow_mut().push(event());
    }
}

/// Recorder of the events of one search, with bounded memory.
#[derive(Debug)]
pub struct SearchTrace<M>(RefCell<Recording<M>>);

#[derive(Debug)]
struct Recording<M> {
    events: Vec<TraceEvent<M>>,
    /// Events and entries of their lists that may still be recorded.
    room: usize,
    is_truncated: bool,
    nodes: u64,
    /// Plies between the root and the current node of a depth-first search.
    ply: usize,
}

impl<M> Recording<M> {
    fn push(&mut self, event: TraceEvent<M>) {
        let event = self.turn_to_root(event);
        self.nodes += u64::from(event.is_counted());
        if matches!(event, TraceEvent::Stop) {
            self.nodes -= 1;
            if !self.is_truncated {
                self.events.pop_if(|last| matches!(last, TraceEvent::Enter { .. }));
            }
        }
        let size = 1 + event.entries();
        self.is_truncated |= size > self.room;
        if !self.is_truncated {
            self.room -= size;
            self.events.push(event);
        }
    }

    /// Turns the scores of a depth-first search, which are those of the side to move, to the viewpoint of the root.
    fn turn_to_root(&mut self, event: TraceEvent<M>) -> TraceEvent<M> {
        match event {
            TraceEvent::Pass { .. } => {
                self.ply = 0;
                event
            }
            TraceEvent::Enter { m, depth, window } => {
                self.ply += 1;
                let is_opponent = self.ply % 2 == 1;
                let window = window.map(|[alpha, beta]| if is_opponent { [-beta, -alpha] } else { [alpha, beta] });
                TraceEvent::Enter { m, depth, window }
            }
            TraceEvent::Leave { value } => {
                let value = value.for_root(self.ply);
                self.ply = self.ply.saturating_sub(1);
                TraceEvent::Leave { value }
            }
            _ => event,
        }
    }
}

impl<M> SearchTrace<M> {
    /// A recorder of at most `max_events` events, where each entry of a list counts as an event too.
    pub fn new(max_events: usize) -> SearchTrace<M> {
        SearchTrace(RefCell::new(Recording {
            events: Vec::new(),
            room: max_events,
            is_truncated: false,
            nodes: 0,
            ply: 0,
        }))
    }

    /// The recorded events, with moves in another form.
    pub fn finish<N>(self, mut f: impl FnMut(M) -> N) -> RecordedSearch<N> {
        let Recording { events, is_truncated, nodes, .. } = self.0.into_inner();
        RecordedSearch { events: events.into_iter().map(|event| event.map(&mut f)).collect(), is_truncated, nodes }
    }
}

/// What a search did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedSearch<M> {
    pub events: Vec<TraceEvent<M>>,
    /// Whether the search did more than the trace could hold.
    pub is_truncated: bool,
    /// Nodes of the whole search, also those after the last event that was recorded.
    pub nodes: u64,
}

/// Error of a search that was to be traced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TraceError {
    NoMoves,
    /// The engine does not support it.
    NotTraceable,
}

impl Display for TraceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TraceError::NoMoves => Display::fmt(&NoMoves, f),
            TraceError::NotTraceable => f.write_str("This engine cannot be shown step by step."),
        }
    }
}

impl Error for TraceError {}

impl From<NoMoves> for TraceError {
    fn from(_: NoMoves) -> TraceError {
        TraceError::NoMoves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Score, Value};

    fn enter(m: u8) -> TraceEvent<u8> {
        TraceEvent::Enter { m, depth: 1, window: Some([Score::LOST, Score::points(3)].map(TraceScore::bound)) }
    }

    #[test]
    fn scores_are_turned_to_the_viewpoint_of_the_root() {
        let trace = SearchTrace::new(10);
        for event in [enter(1), enter(2), TraceEvent::Leave { value: Value::exact(Score::LOST).into() }] {
            (&trace).record(|| event);
        }
        (&trace).record(|| TraceEvent::Leave { value: Value::exact(Score::win_in(1)).into() });
        let recorded = trace.finish(|m| m);
        let score = |kind, amount| TraceScore { kind, amount };
        let windows: Vec<_> = recorded
            .events
            .iter()
            .filter_map(|event| match event {
                TraceEvent::Enter { window, .. } => *window,
                _ => None,
            })
            .collect();
        let (open, three) = (score(TraceScoreKind::Highest, 0), score(TraceScoreKind::Estimate, 3));
        assert_eq!(windows, [[-three, open], [-open, three]]);
        let values: Vec<_> = recorded
            .events
            .iter()
            .filter_map(|event| match event {
                TraceEvent::Leave { value } => Some(*value),
                _ => None,
            })
            .collect();
        assert_eq!(values, [score(TraceScoreKind::Loss, 0), score(TraceScoreKind::Loss, 1)]);
    }

    #[test]
    fn nodes_are_counted_beyond_the_events_that_fit() {
        let trace = SearchTrace::new(4);
        for m in 0..7 {
            (&trace).record(|| enter(m));
            (&trace).record(|| TraceEvent::Cut { reason: CutReason::Window, skipped: vec![1] });
        }
        let recorded = trace.finish(|m| m);
        assert_eq!((recorded.events.len(), recorded.is_truncated, recorded.nodes), (3, true, 7));
    }

    #[test]
    fn a_node_that_a_limit_prevented_is_not_counted() {
        let trace = SearchTrace::new(10);
        (&trace).record(|| enter(1));
        (&trace).record(|| enter(2));
        (&trace).record(|| TraceEvent::Stop);
        let recorded = trace.finish(|m| m);
        assert_eq!((recorded.nodes, recorded.events.len()), (1, 2));
        assert_eq!(recorded.events.last(), Some(&TraceEvent::Stop));
    }
}
