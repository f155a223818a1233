//! Tournament players that are engines of a catalog, such as external programs.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use parlor_core::{AnyEngine, AnyGame, Catalog, EngineSpec, Limits, SearchError, Setup};
use parlor_games::tic_tac_toe::{Bitboard, Square, TicTacToe};

use super::{TournamentError, TournamentPlayer};

/// Time of an engine for a move.
const TIME: Duration = Duration::from_secs(5);

/// Engines of one spec that are not in use. Rounds run on several threads, and starting a program takes long, so each
/// engine plays many rounds.
#[derive(Clone)]
pub struct EnginePool {
    catalog: Catalog,
    spec: EngineSpec,
    idle: Arc<Mutex<Vec<Box<dyn AnyEngine>>>>,
}

impl EnginePool {
    pub fn new(catalog: &Catalog, spec: EngineSpec) -> EnginePool {
        EnginePool { catalog: catalog.clone(), spec, idle: Arc::default() }
    }

    fn take(&self, game: &dyn AnyGame) -> Result<Box<dyn AnyEngine>, TournamentError> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut engine = match idle {
            Some(engine) => engine,
            None => {
                self.catalog.engine(game, &self.spec).map_err(|error| TournamentError::Engine(error.to_string()))?
            }
        };
        engine.reset();
        Ok(engine)
    }
}

impl std::fmt::Debug for EnginePool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EnginePool").field("spec", &self.spec).finish_non_exhaustive()
    }
}

/// A player for one round that asks an engine of a pool.
pub struct EnginePlayer {
    pool: EnginePool,
    engine: Option<Box<dyn AnyEngine>>,
}

impl EnginePlayer {
    pub fn new(pool: EnginePool) -> EnginePlayer {
        EnginePlayer { pool, engine: None }
    }
}

impl std::fmt::Debug for EnginePlayer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EnginePlayer").field("pool", &self.pool).finish_non_exhaustive()
    }
}

impl<B: Bitboard, const N: u32> TournamentPlayer<B, N> for EnginePlayer {
    fn choose_move(&mut self, position: &TicTacToe<B, N>, _: &mut dyn Write) -> Result<Square, TournamentError> {
        let setup = Setup::new("tic-tac-toe").with_option("size", N).with_option("win-streak", position.streak());
        let game = self.pool.catalog.start(setup.with_position(position));
        let game = game.map_err(|error| TournamentError::Engine(error.to_string()))?;
        let engine = match &mut self.engine {
            Some(engine) => engine,
            none => none.insert(self.pool.take(&*game)?),
        };
        let mut best = None;
        match engine.search(&*game, &Limits::time(TIME), &mut |info| best = Some(info.best)) {
            Ok(()) => {}
            Err(SearchError::Fault(fault)) => return Err(TournamentError::PlayerFailed(fault)),
            Err(error) => return Err(TournamentError::Engine(error.to_string())),
        }
        best.and_then(|best| best.parse().ok()).ok_or(TournamentError::NoMove)
    }
}

impl Drop for EnginePlayer {
    fn drop(&mut self) {
        if let Some(engine) = self.engine.take() {
            self.pool.idle.lock().unwrap_or_else(PoisonError::into_inner).push(engine);
        }
    }
}
