//! Whoever thinks about a [`Game`]: the engine, what limits it, and what it says while it thinks.

use std::error::Error;
use std::fmt::{self, Debug, Display};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::{Game, OptionSpec, Options, Score, Value};

/// A flag shared by whoever may lose interest in an answer and whoever is computing it.
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

/// When to stop thinking; whichever comes first. The default is no limit at all.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    pub time: Option<Duration>,
    pub nodes: Option<u64>,
    pub depth: Option<u32>,
    pub stop: StopFlag,
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

    /// The same, and no more than so many nodes.
    #[must_use]
    pub fn at_most_nodes(&self, nodes: u64) -> Limits {
        Limits { nodes: Some(self.nodes.map_or(nodes, |limit| limit.min(nodes))), ..self.clone() }
    }

    /// For each of so many moves, one ply on, an equal share.
    #[must_use]
    pub fn shared_among(&self, moves: usize) -> Limits {
        let share = u32::try_from(moves.max(1)).unwrap_or(u32::MAX);
        Limits {
            time: self.time.map(|time| time / share),
            nodes: self.nodes.map(|nodes| (nodes / u64::from(share)).max(1)),
            depth: self.depth.map(|depth| depth.saturating_sub(1).max(1)),
            stop: self.stop.clone(),
        }
    }

    /// Without a limit an engine reports once, when it is sure.
    pub fn is_unlimited(&self) -> bool {
        self.time.is_none() && self.nodes.is_none() && self.depth.is_none()
    }
}

/// What an engine thinks at some moment: the move it would make, and why.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchInfo<M> {
    pub best: M,
    /// Of the position thought about, for the side to move.
    pub value: Value,
    /// The expected continuation, `best` first; may end early.
    pub line: Vec<M>,
    pub depth: u32,
    pub nodes: u64,
}

/// Asked for a move where there is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoMoves;

impl Display for NoMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("No possible AI moves.")
    }
}

impl Error for NoMoves {}

pub trait Engine<G: Game>: Send {
    /// Anytime: reports each better move, the first at once, and returns when sure or out of budget. The
    /// last report is the answer. Without a limit it reports exactly once.
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        better: &mut dyn FnMut(SearchInfo<G::Move>),
    ) -> Result<(), NoMoves>;

    /// The value of every legal move, for the side to move here; returns the number of nodes that took. The budget
    /// is for all of them together. May report a move again when more is known of it. Solvers override it to share
    /// their work.
    fn analyze(&mut self, position: &G, limits: &Limits, report: &mut dyn FnMut(G::Move, Value)) -> u64 {
        let moves: Vec<G::Move> = position.legal_moves().collect();
        let each = limits.shared_among(moves.len());
        let mut nodes = 0;
        for m in moves {
            let (value, spent) = self.value_after(&position.after(m), &each);
            report(m, value);
            nodes += spent;
        }
        nodes
    }

    /// What a move is worth to who made it, given the position it led to, and the nodes it took to say so.
    fn value_after(&mut self, next: &G, limits: &Limits) -> (Value, u64) {
        let (mut value, mut nodes) = (Value::estimate(Score::DRAW), 0);
        match next.outcome() {
            Some(outcome) => value = Value::exact(Score::of(outcome, next.turn())),
            // Moves exist, so the search cannot refuse.
            None => drop(self.search(next, limits, &mut |thought| (value, nodes) = (thought.value, thought.nodes))),
        }
        (value.one_ply_before(), nodes)
    }

    /// A new game begins: what was learnt must not change what comes. Cheap, by table generation.
    fn forget(&mut self);
}

/// An estimate of a position that is not over, for the side to move.
pub trait Evaluate<G: Game>: Send {
    fn evaluate(&self, position: &G) -> Score;
}

/// What people are told of an engine before they choose it.
#[derive(Clone, Copy, Debug)]
pub struct EngineInfo {
    pub name: &'static str,
    pub about: &'static str,
    pub options: &'static [OptionSpec],
}

/// One line of a game's list of engines.
pub struct EngineEntry<G> {
    pub info: EngineInfo,
    pub build: fn(&Options) -> Box<dyn Engine<G>>,
}

impl<G> Debug for EngineEntry<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.info.fmt(f)
    }
}
