//! [`StubEngine`]: an engine for tests of what uses engines.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use parlor_core::{AnyEngine, AnyEngineEntry, AnyGame, AnyReport, EngineInfo, Limits, Score, SearchError, Value};

type Search = Box<dyn FnMut(&dyn AnyGame, &Limits, &mut dyn FnMut(AnyReport)) -> Result<(), SearchError> + Send>;

/// Engine whose search is a closure. It holds every move for a draw, and has nothing to forget.
pub struct StubEngine {
    search: Search,
    reset: Box<dyn FnMut() + Send>,
    charged_time: Option<Duration>,
}

impl StubEngine {
    pub fn new<S>(search: S) -> StubEngine
    where
        S: FnMut(&dyn AnyGame, &Limits, &mut dyn FnMut(AnyReport)) -> Result<(), SearchError> + Send + 'static,
    {
        StubEngine { search: Box::new(search), reset: Box::new(|| {}), charged_time: None }
    }

    /// Plays the first legal move.
    pub fn first_move() -> StubEngine {
        StubEngine::new(|game, _, on_report| {
            on_report(report(game.legal_moves().first().ok_or(SearchError::NoMoves)?));
            Ok(())
        })
    }

    /// Plays this move, which need not be legal.
    pub fn plays(notation: &'static str) -> StubEngine {
        StubEngine::new(move |_, _, on_report| {
            on_report(report(notation));
            Ok(())
        })
    }

    /// Reports no move.
    pub fn silent() -> StubEngine {
        StubEngine::new(|_, _, _| Ok(()))
    }

    /// Panics at every search and every reset, because it is out of ideas.
    pub fn panics() -> StubEngine {
        StubEngine::new(|_, _, _| panic!("out of ideas")).on_reset(|| panic!("out of ideas"))
    }

    #[must_use]
    pub fn on_reset(self, reset: impl FnMut() + Send + 'static) -> StubEngine {
        StubEngine { reset: Box::new(reset), ..self }
    }

    /// Says that every search took this time by the engine's own clock.
    #[must_use]
    pub fn with_charged_time(self, charged_time: Option<Duration>) -> StubEngine {
        StubEngine { charged_time, ..self }
    }

    /// The entry of such engines, for [`Catalog::with_engine`](parlor_core::Catalog::with_engine).
    pub fn entry(name: &'static str, build: impl Fn() -> StubEngine + Send + Sync + 'static) -> AnyEngineEntry {
        AnyEngineEntry {
            info: EngineInfo::new(name, "an engine for tests", &[]),
            build: Arc::new(move |_, _| Box::new(build())),
        }
    }
}

/// The report of a move that seems to lead to a draw.
pub fn report(best: &str) -> AnyReport {
    let value = Value::estimate(Score::DRAW);
    AnyReport { best: best.to_owned(), value, line: vec![best.to_owned()], depth: 1, nodes: 1 }
}

impl AnyEngine for StubEngine {
    fn search(
        &mut self,
        game: &dyn AnyGame,
        limits: &Limits,
        on_report: &mut dyn FnMut(AnyReport),
    ) -> Result<(), SearchError> {
        (self.search)(game, limits, on_report)
    }

    fn analyze(
        &mut self,
        game: &dyn AnyGame,
        _: &Limits,
        on_value: &mut dyn FnMut(String, Value),
    ) -> Result<u64, SearchError> {
        game.legal_moves().into_iter().for_each(|m| on_value(m, Value::estimate(Score::DRAW)));
        Ok(1)
    }

    fn reset(&mut self) {
        (self.reset)();
    }

    fn charged_time(&self) -> Option<Duration> {
        self.charged_time
    }
}

impl fmt::Debug for StubEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StubEngine").finish_non_exhaustive()
    }
}
