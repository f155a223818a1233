//! Search traces: how an engine searches a small position, step by step, for the search visualizer.

use std::net::IpAddr;
use std::time::Duration;

use parlor_core::{AnyEngine, AnyGame, AnySearchInfo, Limits, RecordedSearch, Scene, SearchError, Setup, TraceEvent};
use parlor_match::SearchFailure;
use serde::{Deserialize, Serialize};

use crate::api_error::{ApiError, ErrorCode};
use crate::app_state::AppState;
use crate::demo::StepView;
use crate::engine_limits::resolve_engine;
use crate::engine_pool::{JobEvent, JobKind, SearchJob};
use crate::json_integer;
use crate::views::SearchInfoView;

/// Events of a trace, where each entry of a list counts as an event too. More cannot be drawn, and they bound the
/// response.
const MAX_EVENTS: usize = 5_000;
/// Nodes that a traced search may count, also beyond the events.
const MAX_NODES: usize = 200_000;
const MAX_DEPTH: usize = 20;
/// Time of each of the two searches. A search within the other limits takes a fraction of it.
const SEARCH_TIME: Duration = Duration::from_secs(2);

/// Request for a trace.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct SearchTraceRequest {
    setup: Setup,
    /// Engine specification. The lessons of a game list engines that can be traced.
    engine: String,
    /// Maximum depth in plies; 0 for none.
    #[serde(default, deserialize_with = "json_integer::deserialize")]
    #[cfg_attr(test, schemars(range(max = 20)))]
    depth: usize,
    /// Maximum number of nodes as the engine counts them; 0 for the most that the server allows.
    #[serde(default, deserialize_with = "json_integer::deserialize")]
    #[cfg_attr(test, schemars(range(max = 200_000)))]
    nodes: usize,
}

/// How an engine searched a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "SearchTrace"))]
pub(crate) struct SearchTraceView {
    start: Scene,
    /// Nodes of the events, each after its parent. In a depth-first search the entered nodes are numbered from 1.
    nodes: Vec<TraceNodeView>,
    events: Vec<TraceEvent<String>>,
    /// Whether the search did more than the events tell.
    truncated: bool,
    /// Nodes that the whole traced search counted.
    counted: u64,
    /// What the same engine reports of the same search when nobody observes it.
    report: SearchInfoView,
}

/// Node of a search: a position on the board.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "TraceNode"))]
struct TraceNodeView {
    node: u32,
    parent: u32,
    #[serde(rename = "move")]
    notation: String,
    /// Changes to the scene at the start.
    changes: StepView,
}

/// Runs a traced search on the engine pool.
pub(crate) async fn trace(
    state: &AppState,
    client: IpAddr,
    SearchTraceRequest { setup, engine, depth, nodes }: SearchTraceRequest,
) -> Result<SearchTraceView, ApiError> {
    check_limit("A traced search can be at most this deep", depth, MAX_DEPTH)?;
    check_limit("A traced search can have at most this many nodes", nodes, MAX_NODES)?;
    let game = state.catalog.start(setup)?;
    let engine = resolve_engine(&state.catalog, &*game, &engine)?;
    let limits = Limits {
        time: Some(SEARCH_TIME),
        nodes: Some(if nodes == 0 { MAX_NODES } else { nodes } as u64),
        depth: (depth > 0).then_some(depth as u32),
        ..Limits::none()
    };
    let session = "search trace".to_owned();
    let mut job =
        state.engine_pool.submit(SearchJob { game, engine, limits, kind: JobKind::Trace, session, client })?;
    loop {
        match job.next().await {
            JobEvent::Traced(trace) => return Ok(*trace),
            JobEvent::Failed(failure) => return Err(trace_error(&failure)),
            JobEvent::Started | JobEvent::Info(_) | JobEvent::Values(_) | JobEvent::Finished => {}
        }
    }
}

fn check_limit(rule: &str, value: usize, max: usize) -> Result<(), ApiError> {
    if value <= max {
        return Ok(());
    }
    Err(ApiError::new(ErrorCode::BadRequest, format!("{rule}: {max}, not {value}.")))
}

fn trace_error(failure: &SearchFailure) -> ApiError {
    match failure {
        SearchFailure::SearchError(error @ SearchError::NotTraceable) => {
            ApiError::new(ErrorCode::BadEngine, error.to_string())
        }
        SearchFailure::SearchError(SearchError::NoMoves) => {
            ApiError::new(ErrorCode::BadSetup, "The game is over in this position, so there is nothing to search.")
        }
        failure => ApiError::new(ErrorCode::Busy, failure.to_string()),
    }
}

/// Searches twice: without an observer for the report, and with one for the trace. Both start from an empty table.
pub(crate) fn run(
    engine: &mut dyn AnyEngine,
    game: &dyn AnyGame,
    limits: &Limits,
) -> Result<SearchTraceView, SearchError> {
    engine.reset();
    let mut report = None;
    engine.search(game, limits, &mut |info| report = Some(info))?;
    engine.reset();
    let recorded = engine.trace(game, limits, MAX_EVENTS)?;
    engine.reset();
    Ok(view(game, recorded, report.ok_or(SearchError::NoMoves)?))
}

fn view(game: &dyn AnyGame, recorded: RecordedSearch<String>, report: AnySearchInfo) -> SearchTraceView {
    let start = Scene { choices: Vec::new(), ..game.scene() };
    let nodes = NodeViews::new(game, &start).collect(&recorded.events);
    SearchTraceView {
        nodes,
        start,
        events: recorded.events,
        truncated: recorded.is_truncated,
        counted: recorded.nodes,
        report: SearchInfoView::new(report, game.unit()),
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
        let changes = StepView::new(self.start, &game.scene());
        self.views.push(TraceNodeView { node, parent, notation: notation.to_owned(), changes });
        self.games[index] = Some(game);
    }
}
