//! The [`Engine`] trait for two-player games, search limits, and the reports of a search.

use std::borrow::Cow;
use std::error::Error;
use std::fmt::{self, Debug, Display};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::{Game, OptionSpec, Options, Report, Score, SearchTrace, Text, TraceError, Value};

/// Cooperative cancellation flag, shared between caller and search.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Limits of a search; it ends at the first one reached. The default is no limit.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    pub time: Option<Duration>,
    pub nodes: Option<u64>,
    pub depth: Option<u32>,
    /// Clock of the game, for engines that divide their time themselves; the others keep `time`.
    pub clock: Option<GameClock>,
    pub stop: StopFlag,
}

/// Time that both players have left in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameClock {
    pub remaining: Duration,
    pub opponent: Duration,
    /// Time that is added after each move.
    pub increment: Duration,
}

impl Limits {
    pub fn none() -> Limits {
        Limits::default()
    }

    pub fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
    }

    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// These limits with the node limit lowered to at most `nodes`.
    #[must_use]
    pub fn at_most_nodes(&self, nodes: u64) -> Limits {
        Limits { nodes: Some(self.nodes.map_or(nodes, |limit| limit.min(nodes))), ..self.clone() }
    }

    /// Limits for searching one of `moves` child positions: an equal share of time and nodes, and one ply less.
    #[must_use]
    pub fn split_among(&self, moves: usize) -> Limits {
        let share = u32::try_from(moves.max(1)).unwrap_or(u32::MAX);
        Limits {
            time: self.time.map(|time| time / share),
            nodes: self.nodes.map(|nodes| (nodes / u64::from(share)).max(1)),
            depth: self.depth.map(|depth| depth.saturating_sub(1).max(1)),
            clock: None,
            stop: self.stop.clone(),
        }
    }

    /// No limit on time, nodes or depth. An engine then reports exactly once, when it is done.
    pub fn is_unlimited(&self) -> bool {
        self.time.is_none() && self.nodes.is_none() && self.depth.is_none()
    }
}

/// Error of a search in a position without legal moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoMoves;

impl Display for NoMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("No possible AI moves.")
    }
}

impl Error for NoMoves {}

/// A searcher for positions of `G`. Keeps tables between searches until [`reset`](Engine::reset).
pub trait Engine<G: Game>: Send {
    /// Anytime search: reports each better move, the first at once, and returns when the result is final or a
    /// limit is reached. The last report is the answer. Without a limit it reports exactly once.
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        on_report: &mut dyn FnMut(Report<G::Move>),
    ) -> Result<(), NoMoves>;

    /// Reports the value of every legal move for the side to move; returns the number of nodes searched. The
    /// limits are for all moves together. A move may be reported again with a better value. Solvers override this
    /// to share work between moves.
    fn analyze(&mut self, position: &G, limits: &Limits, on_value: &mut dyn FnMut(G::Move, Value)) -> u64 {
        let moves: Vec<G::Move> = position.legal_moves().collect();
        let each = limits.split_among(moves.len());
        let mut nodes = 0;
        for m in moves {
            let (value, spent) = self.child_value(&position.after(m), &each);
            on_value(m, value);
            nodes += spent;
        }
        nodes
    }

    /// Value of a move for the player who made it, given the position it led to, and the nodes searched.
    fn child_value(&mut self, child: &G, limits: &Limits) -> (Value, u64) {
        let (mut value, mut nodes) = (Value::estimate(Score::DRAW), 0);
        match child.final_value() {
            Some(result) => value = result,
            // The game is not over, so there are moves and the search cannot fail.
            None => drop(self.search(child, limits, &mut |info| (value, nodes) = (info.value, info.nodes))),
        }
        (value.backed_up(), nodes)
    }

    /// Searches as [`search`](Engine::search) does, and records how. Engines that cannot be shown step by step leave this
    /// out.
    fn trace(&mut self, _position: &G, _limits: &Limits, _trace: &SearchTrace<G::Move>) -> Result<(), TraceError> {
        Err(TraceError::NotTraceable)
    }

    /// Discards all tables, as for a new game: later searches must not depend on earlier ones. Must be cheap
    /// (a new table generation).
    fn reset(&mut self);
}

/// Static evaluation of a position that is not over, for the side to move.
pub trait Evaluate<G: Game>: Send {
    fn evaluate(&self, position: &G) -> Score;
}

/// Name, description and options of an engine.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EngineInfo {
    pub name: Text,
    /// The name as people read it; empty if it is the name.
    pub title: Text,
    pub about: Text,
    #[cfg_attr(feature = "schema", schemars(with = "Vec<OptionSpec>"))]
    pub options: Cow<'static, [OptionSpec]>,
}

impl EngineInfo {
    pub const fn new(name: &'static str, about: &'static str, options: &'static [OptionSpec]) -> EngineInfo {
        let (name, about) = (Text::Borrowed(name), Text::Borrowed(about));
        EngineInfo { name, title: Text::Borrowed(""), about, options: Cow::Borrowed(options) }
    }
}

/// Entry in a game's list of engines: its description and its constructor.
pub struct EngineEntry<G> {
    pub info: EngineInfo,
    pub build: EngineBuilder<G>,
}

/// Constructor of an engine, from validated options.
pub type EngineBuilder<G> = Arc<dyn Fn(&Options) -> Box<dyn Engine<G>> + Send + Sync>;

impl<G: Game> EngineEntry<G> {
    pub fn new<E: Engine<G> + 'static>(
        info: EngineInfo,
        build: impl Fn(&Options) -> E + Send + Sync + 'static,
    ) -> EngineEntry<G> {
        EngineEntry { info, build: Arc::new(move |options| Box::new(build(options))) }
    }
}

impl<G> Debug for EngineEntry<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.info.fmt(f)
    }
}
