//! Events of a search.

use super::TraceScore;
use crate::Cost;

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

impl<M> TraceEvent<M> {
    /// Number of entries of the event's list, which take memory as events do.
    pub(super) fn entries(&self) -> usize {
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
