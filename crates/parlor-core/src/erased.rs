//! Adapters from a [`Game`](crate::Game) and its engines to [`AnyGame`] and [`AnyEngine`]. They cost under a microsecond a
//! move. A search downcasts once and stays generic from there on.

use std::any::Any;
use std::fmt::Display;
use std::sync::Arc;

use crate::perft::{self, Explore};
use crate::{
    AnyEngine, AnyEngineEntry, AnyGame, AnyReport, Depict, Engine, EngineEntry, IllegalMove, Limits, Outcome, Player,
    RecordedSearch, Scene, SearchError, SearchTrace, Setup, StopFlag, Unit, Value,
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
        self.position.play_unchecked(m);
        self.moves.push(m);
        Ok(())
    }

    fn after(&self, notation: &str) -> Result<(String, Box<dyn AnyGame>), IllegalMove> {
        let m = self.position.parse_move(notation)?;
        let (setup, position) = (Arc::clone(&self.setup), self.position.after(m));
        Ok((m.to_string(), Box::new(ErasedGame { setup, position, moves: with_last(&self.moves, m) })))
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

    fn engines(&self) -> Vec<AnyEngineEntry> {
        G::engines().into_iter().map(AnyEngineEntry::typed).collect()
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

/// A copy with one more element, in one allocation.
pub(crate) fn with_last<T: Copy>(items: &[T], last: T) -> Vec<T> {
    let mut all = Vec::with_capacity(items.len() + 1);
    all.extend_from_slice(items);
    all.push(last);
    all
}

/// Adapter from an [`Engine`] to [`AnyEngine`].
pub(crate) struct ErasedEngine<G: Playable>(pub(crate) Box<dyn Engine<G>>);

impl<G: Playable> AnyEngine for ErasedEngine<G> {
    fn search(
        &mut self,
        game: &dyn AnyGame,
        limits: &Limits,
        on_report: &mut dyn FnMut(AnyReport),
    ) -> Result<(), SearchError> {
        let erased: &ErasedGame<G> = game.as_any().downcast_ref().ok_or(SearchError::WrongGame)?;
        self.0.search(&erased.position, limits, &mut |info| on_report(info.into_notation()))?;
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
