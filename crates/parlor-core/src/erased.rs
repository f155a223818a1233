//! Type-erased games and engines: [`AnyGame`] and [`AnyEngine`], with moves as text. Costs under a microsecond a
//! move. A search downcasts once and stays generic from there on.

use std::any::Any;
use std::error::Error;
use std::fmt::{self, Debug, Display};
use std::sync::Arc;
use std::time::Duration;

use crate::perft::{self, Explore};
use crate::setup::EngineSpecError;
use crate::{
    Depict, Engine, EngineEntry, EngineInfo, EngineSpec, IllegalMove, Limits, NoMoves, Options, Outcome, Player,
    RecordedSearch, Scene, SearchInfo, SearchTrace, Setup, StopFlag, TraceError, Unit, Value,
};

/// A game with all that [`ErasedGame`] needs: a scene, a position notation (`Display`) and engines.
pub trait Playable: Depict + Display {
    fn engines() -> Vec<EngineEntry<Self>>;

    /// The position in notation. `start` is the starting position as it was given, and `moves` were played from there:
    /// a game that writes a position as the moves that led to it keeps their order.
    fn write_position(&self, _start: Option<&str>, _moves: &[Self::Move]) -> String {
        self.to_string()
    }
}

/// Type-erased game in progress. Moves are given and returned in notation.
pub trait AnyGame: Explore + Debug + Send + Sync {
    /// The setup this game was started from.
    fn setup(&self) -> &Setup;
    /// The current position, in the game's position notation.
    fn position(&self) -> String;
    /// Side to move; after the end of the game, the side whose turn it would be.
    fn turn(&self) -> Player;
    fn outcome(&self) -> Option<Outcome>;
    /// What the values of this game count.
    fn unit(&self) -> Unit;
    /// Exact value of a finished game for the side to move; `None` while it goes on.
    fn final_value(&self) -> Option<Value>;
    fn legal_moves(&self) -> Vec<String>;
    /// Canonical notation of a legal move, which may be given in a shorter form.
    fn canonicalize(&self, notation: &str) -> Result<String, IllegalMove>;
    fn play(&mut self, notation: &str) -> Result<(), IllegalMove>;
    /// The moves played since the setup, in canonical notation.
    fn moves(&self) -> Vec<String>;
    fn scene(&self) -> Scene;
    /// Number of players: two, or one for a problem.
    fn player_count(&self) -> u8;
    fn engines(&self) -> Vec<EngineInfo>;
    /// Builds one of the game's own engines; [`Catalog::engine`](crate::Catalog::engine) knows those added from outside, too.
    fn engine(&self, spec: &EngineSpec) -> Result<Box<dyn AnyEngine>, EngineSpecError>;
    fn clone_box(&self) -> Box<dyn AnyGame>;
    fn as_any(&self) -> &dyn Any;
}

impl dyn AnyGame + '_ {
    /// Reason why a rejected move is illegal: the game is over, or which moves are legal instead.
    pub fn why_illegal(&self) -> String {
        const MOST: usize = 12;
        let moves = self.legal_moves();
        let shown = moves.iter().take(MOST).map(String::as_str).collect::<Vec<_>>().join(", ");
        match moves.len() {
            0 => "the game is over".to_owned(),
            1..=MOST => format!("not a legal move here; legal: {shown}"),
            count => format!("not a legal move here; legal: {shown} and {} more", count - MOST),
        }
    }
}

impl Clone for Box<dyn AnyGame> {
    fn clone(&self) -> Self {
        self.clone_box()
    }
}

/// [`SearchInfo`] with moves in notation.
pub type AnySearchInfo = SearchInfo<String>;

/// Error of a type-erased search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SearchError {
    NoMoves,
    /// The engine was built for another game.
    WrongGame,
    /// The engine cannot be shown step by step.
    NotTraceable,
    /// The engine misbehaved; only engines outside this program can. The last report before it still counts as the
    /// best move so far.
    Fault(EngineFault),
}

/// Misbehavior of an external engine: its kind, and one sentence for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineFault {
    pub kind: FaultKind,
    pub reason: String,
}

/// Kind of misbehavior of an external engine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FaultKind {
    /// The program could not be started.
    Start,
    /// The program ended, closed its output or ran into a limit of its containment.
    Exit,
    /// No move in time.
    Overrun,
    IllegalMove,
    /// Output that the protocol does not allow.
    Protocol,
    /// Too many faults in a row: the engine is not started again.
    Withdrawn,
}

impl Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SearchError::NoMoves => Display::fmt(&NoMoves, f),
            SearchError::WrongGame => f.write_str("This engine is for another game."),
            SearchError::NotTraceable => Display::fmt(&TraceError::NotTraceable, f),
            SearchError::Fault(fault) => f.write_str(&fault.reason),
        }
    }
}

impl Error for SearchError {}

impl From<TraceError> for SearchError {
    fn from(error: TraceError) -> SearchError {
        match error {
            TraceError::NoMoves => SearchError::NoMoves,
            TraceError::NotTraceable => SearchError::NotTraceable,
        }
    }
}

impl From<NoMoves> for SearchError {
    fn from(_: NoMoves) -> SearchError {
        SearchError::NoMoves
    }
}

/// Type-erased [`Engine`], built by [`AnyGame::engine`] for that game.
pub trait AnyEngine: Send {
    fn search(
        &mut self,
        game: &dyn AnyGame,
        limits: &Limits,
        on_info: &mut dyn FnMut(AnySearchInfo),
    ) -> Result<(), SearchError>;

    fn analyze(
        &mut self,
        game: &dyn AnyGame,
        limits: &Limits,
        on_value: &mut dyn FnMut(String, Value),
    ) -> Result<u64, SearchError>;

    /// Searches as [`search`](AnyEngine::search) does, and records at most `max_events` events.
    fn trace(
        &mut self,
        _game: &dyn AnyGame,
        _limits: &Limits,
        _max_events: usize,
    ) -> Result<RecordedSearch<String>, SearchError> {
        Err(SearchError::NotTraceable)
    }

    fn reset(&mut self);

    /// Announces a game before its first search, so that an external program can start. Engines of this program need
    /// no announcement.
    fn begin_game(&mut self, _game: &dyn AnyGame, _seat: Player) -> Result<(), SearchError> {
        Ok(())
    }

    /// Announces how the game ended for the engine.
    fn end_game(&mut self, _result: GameResult, _reason: &str) {}

    /// Time that the last search took by the engine's own clock, where the start of a program does not count. `None`
    /// if every moment counts.
    fn charged_time(&self) -> Option<Duration> {
        None
    }

    /// Diagnostic output of an external program in this game so far.
    fn take_log(&mut self) -> String {
        String::new()
    }
}

/// Result of a game from the viewpoint of one player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum GameResult {
    Win,
    Draw,
    Loss,
    /// The game was broken off.
    Unfinished,
}

impl GameResult {
    /// The result of a finished game for `viewer`.
    pub fn from_outcome(outcome: Outcome, viewer: Player) -> GameResult {
        match outcome {
            Outcome::Draw => GameResult::Draw,
            Outcome::Win(winner) if winner == viewer => GameResult::Win,
            Outcome::Win(_) => GameResult::Loss,
        }
    }
}

/// Adapter from a [`Game`](crate::Game) to [`AnyGame`].
#[derive(Clone, Debug)]
pub struct ErasedGame<G: Playable> {
    /// Shared, so that cloning a position is cheap.
    setup: Arc<Setup>,
    position: G,
    /// Played since the start.
    moves: Vec<G::Move>,
}

impl<G: Playable> ErasedGame<G> {
    pub fn boxed(setup: Setup, position: G) -> Box<dyn AnyGame> {
        Box::new(ErasedGame { setup: Arc::new(setup), position, moves: Vec::new() })
    }

    /// The current position, with its type.
    pub fn typed_position(&self) -> &G {
        &self.position
    }
}

impl<G: Playable> AnyGame for ErasedGame<G> {
    fn setup(&self) -> &Setup {
        &self.setup
    }

    fn position(&self) -> String {
        self.position.write_position(self.setup.position.as_deref(), &self.moves)
    }

    fn turn(&self) -> Player {
        self.position.turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    fn unit(&self) -> Unit {
        G::UNIT
    }

    fn final_value(&self) -> Option<Value> {
        self.position.final_value()
    }

    fn legal_moves(&self) -> Vec<String> {
        self.position.legal_moves().map(|m| m.to_string()).collect()
    }

    fn canonicalize(&self, notation: &str) -> Result<String, IllegalMove> {
        self.position.parse_move(notation).map(|m| m.to_string())
    }

    fn play(&mut self, notation: &str) -> Result<(), IllegalMove> {
        let m = self.position.parse_move(notation)?;
        self.position.play(m)?;
        self.moves.push(m);
        Ok(())
    }

    fn moves(&self) -> Vec<String> {
        self.moves.iter().map(ToString::to_string).collect()
    }

    fn scene(&self) -> Scene {
        let outcome = self.position.outcome();
        let turn = outcome.is_none().then(|| self.position.turn());
        Scene { turn, outcome, ..self.position.scene(self.moves.last().copied()) }
    }

    fn player_count(&self) -> u8 {
        2
    }

    fn engines(&self) -> Vec<EngineInfo> {
        G::engines().iter().map(|entry| entry.info.clone()).collect()
    }

    fn engine(&self, spec: &EngineSpec) -> Result<Box<dyn AnyEngine>, EngineSpecError> {
        let entries = G::engines();
        let infos: Vec<EngineInfo> = entries.iter().map(|entry| entry.info.clone()).collect();
        let (index, options) = resolve_engine_spec(&infos, spec)?;
        Ok(Box::new(ErasedEngine((entries[index].build)(&options))))
    }

    fn clone_box(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl<G: Playable> Explore for ErasedGame<G> {
    fn perft(&self, depth: u32, stop: &StopFlag) -> Option<u64> {
        perft::perft(&self.position, depth, stop)
    }

    fn playout(&self, pick: &mut dyn FnMut(usize) -> usize) -> (u32, Option<Outcome>) {
        let (plies, end) = perft::playout(&self.position, pick);
        (plies, end.outcome())
    }
}

/// Finds the index of the engine that a spec names, and validates its options.
pub(crate) fn resolve_engine_spec(
    infos: &[EngineInfo],
    spec: &EngineSpec,
) -> Result<(usize, Options), EngineSpecError> {
    let index = infos
        .iter()
        .position(|info| info.name == spec.name())
        .ok_or_else(|| EngineSpecError::unknown(spec.name(), infos))?;
    let info = &infos[index];
    let options = Options::parse(&info.options, &spec.options()?)
        .map_err(|error| EngineSpecError::Option { engine: info.name.to_string(), error })?;
    Ok((index, options))
}

/// Adapter from an [`Engine`] to [`AnyEngine`].
pub(crate) struct ErasedEngine<G: Playable>(pub(crate) Box<dyn Engine<G>>);

impl<G: Playable> AnyEngine for ErasedEngine<G> {
    fn search(
        &mut self,
        game: &dyn AnyGame,
        limits: &Limits,
        on_info: &mut dyn FnMut(AnySearchInfo),
    ) -> Result<(), SearchError> {
        let erased: &ErasedGame<G> = game.as_any().downcast_ref().ok_or(SearchError::WrongGame)?;
        self.0.search(&erased.position, limits, &mut |info| on_info(info.into_notation()))?;
        Ok(())
    }

    fn analyze(
        &mut self,
        game: &dyn AnyGame,
        limits: &Limits,
        on_value: &mut dyn FnMut(String, Value),
    ) -> Result<u64, SearchError> {
        let erased: &ErasedGame<G> = game.as_any().downcast_ref().ok_or(SearchError::WrongGame)?;
        Ok(self.0.analyze(&erased.position, limits, &mut |m, value| on_value(m.to_string(), value)))
    }

    fn trace(
        &mut self,
        game: &dyn AnyGame,
        limits: &Limits,
        max_events: usize,
    ) -> Result<RecordedSearch<String>, SearchError> {
        let erased: &ErasedGame<G> = game.as_any().downcast_ref().ok_or(SearchError::WrongGame)?;
        let trace = SearchTrace::new(max_events);
        self.0.trace(&erased.position, limits, &trace)?;
        Ok(trace.finish(|m| m.to_string()))
    }

    fn reset(&mut self) {
        self.0.reset();
    }
}

impl<M: Display> SearchInfo<M> {
    /// This report with its moves in notation.
    pub fn into_notation(self) -> AnySearchInfo {
        SearchInfo {
            best: self.best.to_string(),
            value: self.value,
            line: self.line.iter().map(ToString::to_string).collect(),
            depth: self.depth,
            nodes: self.nodes,
        }
    }
}
