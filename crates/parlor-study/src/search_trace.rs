//! Search traces: how an engine searches a small position, step by step, for the search visualizer. The host runs the search.

use std::time::Duration;

use parlor_core::{
    AnyEngine, AnyGame, AnyReport, Catalog, EngineLimits, EngineSpec, Limits, RecordedSearch, ReportView, Scene,
    SearchError, Setup, TraceEvent, json_integer,
};
use serde::{Deserialize, Serialize};

use crate::study_error::check_maximum;
use crate::{SceneChanges, StudyError};

/// Events of a trace, where each entry of a list counts as an event too. More cannot be drawn, and they bound the
/// response.
const MAX_EVENTS: usize = 5_000;
/// Nodes that a traced search may count, also beyond the events.
const MAX_NODES: usize = 200_000;
const MAX_DEPTH: usize = 20;
/// Time of each of the two searches. A search within the other limits takes a fraction of it.
const SEARCH_TIME: Duration = Duration::from_secs(2);

/// Request for a trace.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SearchTraceRequest {
    setup: Setup,
    /// Engine specification. The lessons of a game list engines that can be traced.
    engine: String,
    /// Maximum depth in plies; 0 for none.
    #[serde(default, deserialize_with = "json_integer::deserialize")]
    #[cfg_attr(feature = "schema", schemars(range(max = 20)))]
    depth: usize,
    /// Maximum number of nodes as the engine counts them; 0 for the most that the server allows.
    #[serde(default, deserialize_with = "json_integer::deserialize")]
    #[cfg_attr(feature = "schema", schemars(range(max = 200_000)))]
    nodes: usize,
}

/// How an engine searched a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "SearchTrace"))]
pub struct SearchTraceView {
    start: Scene,
    /// Nodes of the events, each after its parent. In a depth-first search the entered nodes are numbered from 1.
    nodes: Vec<TraceNodeView>,
    events: Vec<TraceEvent<String>>,
    /// Whether the search did more than the events tell.
    truncated: bool,
    /// Nodes that the whole traced search counted.
    counted: u64,
    /// What the same engine reports of the same search when nobody observes it.
    report: ReportView,
}

/// Node of a search: a position on the board.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "TraceNode"))]
struct TraceNodeView {
    node: u32,
    parent: u32,
    #[serde(rename = "move")]
    notation: String,
    /// Changes to the scene at the start.
    changes: SceneChanges,
}

/// Search that a request asks its host for: [`trace`] runs it with this engine.
#[derive(Debug)]
pub struct TraceSearch {
    pub game: Box<dyn AnyGame>,
    pub engine: EngineSpec,
    pub limits: Limits,
}

impl SearchTraceRequest {
    pub fn prepare(self, catalog: &Catalog, engine_limits: EngineLimits) -> Result<TraceSearch, StudyError> {
        let SearchTraceRequest { setup, engine, depth, nodes } = self;
        check_maximum("the depth of a traced search", depth, MAX_DEPTH)?;
        check_maximum("the nodes of a traced search", nodes, MAX_NODES)?;
        let game = catalog.start(setup)?;
        let engine = engine_limits.check(catalog, &*game, &EngineSpec::from(engine.as_str()))?;
        let limits = Limits {
            time: Some(SEARCH_TIME),
            nodes: Some(if nodes == 0 { MAX_NODES } else { nodes } as u64),
            depth: (depth > 0).then_some(depth as u32),
            ..Limits::none()
        };
        Ok(TraceSearch { game, engine, limits })
    }
}

/// A traced search, and what the engine reports of the same search when nobody observes it.
#[derive(Clone, PartialEq, Debug)]
pub struct TracedSearch {
    pub recorded: RecordedSearch<String>,
    pub report: AnyReport,
}

/// Searches twice: without an observer for the report, and with one for the trace. Both start from an empty table.
pub fn trace(engine: &mut dyn AnyEngine, game: &dyn AnyGame, limits: &Limits) -> Result<TracedSearch, SearchError> {
    engine.reset();
    let mut report = None;
    engine.search(game, limits, &mut |info| report = Some(info))?;
    engine.reset();
    let recorded = engine.trace(game, limits, MAX_EVENTS)?;
    engine.reset();
    Ok(TracedSearch { recorded, report: report.ok_or(SearchError::NoMoves)? })
}

impl SearchTraceView {
    /// View of a search from this position.
    pub fn new(game: &dyn AnyGame, TracedSearch { recorded, report }: TracedSearch) -> SearchTraceView {
        let start = Scene { choices: Vec::new(), ..game.scene() };
        let nodes = NodeViews::new(game, &start).collect(&recorded.events);
        SearchTraceView {
            nodes,
            start,
            events: recorded.events,
            truncated: recorded.is_truncated,
            counted: recorded.nodes,
            report: report.view(game.unit()),
        }
    }
}

/// Collector of the nodes of a trace, which replays their moves.
struct NodeViews<'a> {
    start: &'a Scene,
    /// Positions by node.
    games: Vec<Option<Box<dyn AnyGame>>>,
    views: Vec<TraceNodeView>,
}

impl<'a> NodeViews<'a> {
    fn new(game: &dyn AnyGame, start: &'a Scene) -> NodeViews<'a> {
        NodeViews { start, games: vec![Some(game.clone_box())], views: Vec::new() }
    }

    fn collect(mut self, events: &[TraceEvent<String>]) -> Vec<TraceNodeView> {
        // Nodes between the root and the current one of a depth-first search, and the number of the last one entered.
        let (mut line, mut entered) = (vec![0], 0);
        for event in events {
            match event {
                TraceEvent::Pass { .. } => line.truncate(1),
                TraceEvent::Enter { m, .. } => {
                    entered += 1;
                    self.add(entered, line.last().copied().unwrap_or_default(), m);
                    line.push(entered);
                }
                TraceEvent::Leave { .. } => drop(line.pop()),
                TraceEvent::Expand { node, children, .. } => {
                    for child in children {
                        self.add(child.node, *node, &child.m);
                    }
                }
                TraceEvent::Push { node, from: Some(from), .. } => self.add(*node, from.node, &from.m),
                _ => {}
            }
        }
        self.views
    }

    /// Adds a node, unless it was reached before.
    fn add(&mut self, node: u32, parent: u32, notation: &str) {
        let index = node as usize;
        if self.games.len() <= index {
            self.games.resize_with(index + 1, || None);
        }
        if self.games[index].is_some() {
            return;
        }
        let Some(mut game) =
            self.games.get(parent as usize).and_then(|game| game.as_ref()).map(|game| game.clone_box())
        else {
            return;
        };
        if game.play(notation).is_err() {
            return;
        }
        let changes = SceneChanges::new(self.start, &game.scene());
        self.views.push(TraceNodeView { node, parent, notation: notation.to_owned(), changes });
        self.games[index] = Some(game);
    }
}
