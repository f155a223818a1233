//! The product waist: games and engines without their types, moves as text. Under a microsecond a move,
//! invisible to people; a search never goes through here but downcasts once and stays generic.

use std::any::Any;
use std::error::Error;
use std::fmt::{self, Debug, Display};
use std::sync::Arc;

use crate::perft;
use crate::setup::EngineSpecError;
use crate::{
    Depict, Engine, EngineEntry, EngineInfo, EngineSpec, IllegalMove, Limits, NoMoves, Options, Outcome, Player, Scene,
    SearchInfo, Setup, StopFlag, Value,
};

/// A game that can sit at the table: it can be drawn, written (`Display` is the position notation) and
/// has engines.
pub trait Playable: Depict + Display {
    fn engines() -> Vec<EngineEntry<Self>>;
}

/// Any game in progress. Moves are notation, in and out.
pub trait AnyGame: Debug + Send + Sync {
    /// What this game was started from.
    fn setup(&self) -> &Setup;
    /// Where it is now, in the game's position notation.
    fn position(&self) -> String;
    fn turn(&self) -> Player;
    fn outcome(&self) -> Option<Outcome>;
    fn legal_moves(&self) -> Vec<String>;
    /// The canonical notation of a move that may be typed in a shorter way.
    fn canonical(&self, notation: &str) -> Result<String, IllegalMove>;
    fn play(&mut self, notation: &str) -> Result<(), IllegalMove>;
    fn scene(&self) -> Scene;
    /// How many people this game seats: two, or one for a problem.
    fn seats(&self) -> u8;
    fn engines(&self) -> Vec<EngineInfo>;
    /// The engine that a spec names and its options, judged but not built: that may take memory.
    fn resolve_engine(&self, spec: &EngineSpec) -> Result<(EngineInfo, Options), EngineSpecError> {
        let infos = self.engines();
        choose(&infos, spec).map(|(index, options)| (infos[index], options))
    }
    fn engine(&self, spec: &EngineSpec) -> Result<Box<dyn AnyEngine>, EngineSpecError>;
    /// See [`perft::perft`].
    fn perft(&self, depth: u32, stop: &StopFlag) -> Option<u64>;
    /// See [`perft::playout`]; gives the number of moves and the outcome.
    fn playout(&self, pick: &mut dyn FnMut(usize) -> usize) -> (u32, Option<Outcome>);
    fn clone_box(&self) -> Box<dyn AnyGame>;
    fn as_any(&self) -> &dyn Any;
}

impl Clone for Box<dyn AnyGame> {
    fn clone(&self) -> Self {
        self.clone_box()
    }
}

pub type AnySearchInfo = SearchInfo<String>;

/// Why an engine gave no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchError {
    NoMoves,
    /// It was built for another game.
    WrongGame,
}

impl Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SearchError::NoMoves => Display::fmt(&NoMoves, f),
            SearchError::WrongGame => f.write_str("This engine plays another game."),
        }
    }
}

impl Error for SearchError {}

impl From<NoMoves> for SearchError {
    fn from(_: NoMoves) -> SearchError {
        SearchError::NoMoves
    }
}

/// Any engine; see [`Engine`]. Made by [`AnyGame::engine`] for that game.
pub trait AnyEngine: Send {
    fn search(
        &mut self,
        game: &dyn AnyGame,
        limits: &Limits,
        better: &mut dyn FnMut(AnySearchInfo),
    ) -> Result<(), SearchError>;

    fn analyze(
        &mut self,
        game: &dyn AnyGame,
        limits: &Limits,
        report: &mut dyn FnMut(String, Value),
    ) -> Result<u64, SearchError>;

    fn forget(&mut self);
}

/// The one adapter over every [`Game`](crate::Game).
#[derive(Clone, Debug)]
pub struct ErasedGame<G: Playable> {
    /// Shared, so that a position costs little to keep.
    setup: Arc<Setup>,
    position: G,
    last: Option<G::Move>,
}

impl<G: Playable> ErasedGame<G> {
    pub fn boxed(setup: Setup, position: G) -> Box<dyn AnyGame> {
        Box::new(ErasedGame { setup: Arc::new(setup), position, last: None })
    }
}

impl<G: Playable> AnyGame for ErasedGame<G> {
    fn setup(&self) -> &Setup {
        &self.setup
    }

    fn position(&self) -> String {
        self.position.to_string()
    }

    fn turn(&self) -> Player {
        self.position.turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    fn legal_moves(&self) -> Vec<String> {
        self.position.legal_moves().map(|m| m.to_string()).collect()
    }

    fn canonical(&self, notation: &str) -> Result<String, IllegalMove> {
        self.position.parse_move(notation).map(|m| m.to_string())
    }

    fn play(&mut self, notation: &str) -> Result<(), IllegalMove> {
        let m = self.position.parse_move(notation)?;
        self.position.play(m)?;
        self.last = Some(m);
        Ok(())
    }

    fn scene(&self) -> Scene {
        self.position.scene(self.last)
    }

    fn seats(&self) -> u8 {
        2
    }

    fn engines(&self) -> Vec<EngineInfo> {
        G::engines().iter().map(|entry| entry.info).collect()
    }

    fn engine(&self, spec: &EngineSpec) -> Result<Box<dyn AnyEngine>, EngineSpecError> {
        let entries = G::engines();
        let infos: Vec<EngineInfo> = entries.iter().map(|entry| entry.info).collect();
        let (index, options) = choose(&infos, spec)?;
        Ok(Box::new(ErasedEngine((entries[index].build)(&options))))
    }

    fn perft(&self, depth: u32, stop: &StopFlag) -> Option<u64> {
        perft::perft(&self.position, depth, stop)
    }

    fn playout(&self, pick: &mut dyn FnMut(usize) -> usize) -> (u32, Option<Outcome>) {
        let (plies, end) = perft::playout(&self.position, pick);
        (plies, end.outcome())
    }

    fn clone_box(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Finds the engine that a spec names and judges its options.
pub(crate) fn choose(infos: &[EngineInfo], spec: &EngineSpec) -> Result<(usize, Options), EngineSpecError> {
    let index = infos.iter().position(|info| info.name == spec.name).ok_or_else(|| EngineSpecError::Unknown {
        name: spec.name.clone(),
        known: infos.iter().map(|info| info.name).collect(),
    })?;
    let info = infos[index];
    let options =
        Options::read(info.options, &spec.options).map_err(|bad| EngineSpecError::Option { engine: info.name, bad })?;
    Ok((index, options))
}

struct ErasedEngine<G: Playable>(Box<dyn Engine<G>>);

impl<G: Playable> AnyEngine for ErasedEngine<G> {
    fn search(
        &mut self,
        game: &dyn AnyGame,
        limits: &Limits,
        better: &mut dyn FnMut(AnySearchInfo),
    ) -> Result<(), SearchError> {
        let table: &ErasedGame<G> = game.as_any().downcast_ref().ok_or(SearchError::WrongGame)?;
        self.0.search(&table.position, limits, &mut |thought| better(thought.into_text()))?;
        Ok(())
    }

    fn analyze(
        &mut self,
        game: &dyn AnyGame,
        limits: &Limits,
        report: &mut dyn FnMut(String, Value),
    ) -> Result<u64, SearchError> {
        let table: &ErasedGame<G> = game.as_any().downcast_ref().ok_or(SearchError::WrongGame)?;
        Ok(self.0.analyze(&table.position, limits, &mut |m, value| report(m.to_string(), value)))
    }

    fn forget(&mut self) {
        self.0.forget();
    }
}

impl<M: Display> SearchInfo<M> {
    /// The same thought with its moves in notation.
    pub fn into_text(self) -> AnySearchInfo {
        SearchInfo {
            best: self.best.to_string(),
            value: self.value,
            line: self.line.iter().map(ToString::to_string).collect(),
            depth: self.depth,
            nodes: self.nodes,
        }
    }
}
