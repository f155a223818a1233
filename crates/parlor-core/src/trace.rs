//! Traces of searches, step by step, for people who learn how a search works.
//!
//! A search that can be observed is generic over a [`SearchObserver`]. The observer `()` is empty and is passed by value,
//! so a search without an observer compiles to the code that it would be without this module. [`SearchTrace`] records.

use std::cell::RefCell;
use std::error::Error;
use std::fmt::{self, Display};
use std::ops::Neg;

use crate::{Cost, NoMoves, Score, Value};

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

/// Event of a search. Scores are those of the player who is to move at the root. Depth-first searches enter and leave
/// nodes; the nodes of the other searches have numbers, and the root is 0.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "TraceEvent"))]
#[cfg_attr(feature = "serde", serde(tag = "kind", rename_all = "kebab-case"))]
pub enum TraceEvent<M> {
    /// A depth-first search starts again at the root, to this depth and with this alpha-beta window.
    Pass { depth: u32, window: Option<[TraceScore; 2]> },
    /// A depth-first search makes a move and counts the node that it leads to. `depth` is left to search.
    Enter {
        #[cfg_attr(feature = "serde", serde(rename = "move"))]
        m: M,
        depth: u32,
        window: Option<[TraceScore; 2]>,
    },
    /// The search leaves a node and takes its move back.
    Leave { value: TraceScore },
    /// The rest of the current node is not searched.
    Cut { reason: CutReason, skipped: Vec<M> },
    /// A Monte Carlo iteration has descended along these nodes.
    Select { path: Vec<u32> },
    /// A node of a Monte Carlo search gets its children.
    Expand { node: u32, proved: Option<TraceScore>, children: Vec<TraceChild<M>> },
    /// The result of a play-out, or the proved result of the node where the iteration ended.
    Playout { value: TraceScore, is_proved: bool },
    /// The result of the iteration is added to the nodes of its path.
    Backup { path: Vec<NodeStatistics> },
    /// A graph search puts a state into its frontier. The lowest rank leaves it first, among equals the first one.
    /// `from` is absent at the start only.
    Push { node: u32, from: Option<TraceStep<M>>, cost: Cost, estimate: Option<Cost>, rank: [Cost; 2] },
    /// A graph search takes a state out of its frontier.
    Pop { node: u32, result: PopResult },
    /// A graph search drops the result of an action.
    Skip { from: TraceStep<M>, reason: SkipReason },
    /// The engine reports a result. `nodes` is its own count.
    Report { depth: u32, nodes: u64, value: TraceScore },
    /// A limit ended the search before the node entered last.
    Stop,
}

/// Action in the state of a node.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "TraceStep"))]
pub struct TraceStep<M> {
    pub node: u32,
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub m: M,
}

/// Child of a node in a Monte Carlo search.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "TraceChild"))]
pub struct TraceChild<M> {
    pub node: u32,
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub m: M,
    /// Its result, where the game is over.
    pub proved: Option<TraceScore>,
}

/// Statistics of a node in a Monte Carlo search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NodeStatistics {
    pub node: u32,
    pub visits: u32,
    /// Two for each win of the player to move at the root, one for each draw.
    pub half_points: u32,
    pub proved: Option<TraceScore>,
}

/// Reason for a cut in an alpha-beta search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum CutReason {
    /// The last value lies outside the window: the opponent will not allow this node.
    Window,
    /// The transposition table has the value of this node.
    Table,
    /// The transposition table has a value of a child that lies outside the window.
    ChildInTable,
}

/// What a graph search does with a state from its frontier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum PopResult {
    /// Its successors follow.
    Expanded,
    /// It is a goal: the search ends.
    Goal,
    /// A cheaper path to the state was found after it was put into the frontier.
    Stale,
}

/// Why a graph search drops a successor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum SkipReason {
    /// No goal can be reached from it.
    DeadEnd,
    /// The search has reached the state before, at no greater cost.
    Known,
}

/// Score in a trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TraceScore {
    pub kind: TraceScoreKind,
    /// Plies to the end for a win or a loss, hundredths for an estimate, otherwise 0.
    pub amount: i32,
}

/// Kind of a score in a trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum TraceScoreKind {
    Win,
    Loss,
    /// A proved draw.
    Draw,
    Estimate,
    /// Below every score: an open lower end of a window.
    Lowest,
    /// Above every score: an open upper end of a window.
    Highest,
}

impl TraceScore {
    /// An end of an alpha-beta window, where the extreme scores stand for an open end.
    pub fn bound(score: Score) -> TraceScore {
        match score {
            Score::LOST => TraceScore { kind: TraceScoreKind::Lowest, amount: 0 },
            Score::WON => TraceScore { kind: TraceScoreKind::Highest, amount: 0 },
            _ => TraceScore::of(score),
        }
    }

    fn of(score: Score) -> TraceScore {
        let plies = || score.plies().and_then(|plies| i32::try_from(plies).ok()).unwrap_or_default();
        if score.is_win() {
            TraceScore { kind: TraceScoreKind::Win, amount: plies() }
        } else if score.is_loss() {
            TraceScore { kind: TraceScoreKind::Loss, amount: plies() }
        } else {
            TraceScore { kind: TraceScoreKind::Estimate, amount: score.raw() }
        }
    }

    /// A score of the side to move this many plies below the root, from the viewpoint of the root.
    #[must_use]
    pub fn for_root(self, ply: usize) -> TraceScore {
        if ply % 2 == 1 { -self } else { self }
    }
}

impl From<Value> for TraceScore {
    fn from(value: Value) -> TraceScore {
        let is_draw = value.is_exact() && value.estimate == Score::DRAW;
        if is_draw { TraceScore { kind: TraceScoreKind::Draw, amount: 0 } } else { TraceScore::of(value.ranking()) }
    }
}

impl Neg for TraceScore {
    type Output = TraceScore;

    fn neg(self) -> TraceScore {
        let TraceScore { kind, amount } = self;
        match kind {
            TraceScoreKind::Win => TraceScore { kind: TraceScoreKind::Loss, amount },
            TraceScoreKind::Loss => TraceScore { kind: TraceScoreKind::Win, amount },
            TraceScoreKind::Draw => self,
            TraceScoreKind::Estimate => TraceScore { kind, amount: -amount },
            TraceScoreKind::Lowest => TraceScore { kind: TraceScoreKind::Highest, amount },
            TraceScoreKind::Highest => TraceScore { kind: TraceScoreKind::Lowest, amount },
        }
    }
}

impl<M> TraceEvent<M> {
    /// Number of entries of the event's list, which take memory as events do.
    fn entries(&self) -> usize {
        match self {
            TraceEvent::Cut { skipped, .. } => skipped.len(),
            TraceEvent::Select { path } => path.len(),
            TraceEvent::Expand { children, .. } => children.len(),
            TraceEvent::Backup { path } => path.len(),
            _ => 0,
        }
    }

    /// Whether the engine counts a node for this event.
    pub fn is_counted(&self) -> bool {
        match self {
            TraceEvent::Enter { .. } | TraceEvent::Playout { .. } => true,
            TraceEvent::Pop { result, .. } => *result == PopResult::Expanded,
            _ => false,
        }
    }

    /// The event with its moves in another form.
    pub fn map<N>(self, mut f: impl FnMut(M) -> N) -> TraceEvent<N> {
        let step = |TraceStep { node, m }, f: &mut dyn FnMut(M) -> N| TraceStep { node, m: f(m) };
        match self {
            TraceEvent::Pass { depth, window } => TraceEvent::Pass { depth, window },
            TraceEvent::Enter { m, depth, window } => TraceEvent::Enter { m: f(m), depth, window },
            TraceEvent::Leave { value } => TraceEvent::Leave { value },
            TraceEvent::Cut { reason, skipped } => {
                TraceEvent::Cut { reason, skipped: skipped.into_iter().map(f).collect() }
            }
            TraceEvent::Select { path } => TraceEvent::Select { path },
            TraceEvent::Expand { node, proved, children } => {
                let child = |TraceChild { node, m, proved }| TraceChild { node, m: f(m), proved };
                TraceEvent::Expand { node, proved, children: children.into_iter().map(child).collect() }
            }
            TraceEvent::Playout { value, is_proved } => TraceEvent::Playout { value, is_proved },
            TraceEvent::Backup { path } => TraceEvent::Backup { path },
            TraceEvent::Push { node, from, cost, estimate, rank } => {
                TraceEvent::Push { node, from: from.map(|from| step(from, &mut f)), cost, estimate, rank }
            }
            TraceEvent::Pop { node, result } => TraceEvent::Pop { node, result },
            TraceEvent::Skip { from, reason } => TraceEvent::Skip { from: step(from, &mut f), reason },
            TraceEvent::Report { depth, nodes, value } => TraceEvent::Report { depth, nodes, value },
            TraceEvent::Stop => TraceEvent::Stop,
        }
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
