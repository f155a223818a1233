//! [`GameView`]: a game as clients get to know it, in the one JSON form that all of them read.

use std::collections::BTreeMap;

use crate::{AnyGame, Catalog, EngineInfo, EngineLimits, EngineSpec, GameEntry, Level, Setup, Text, Unit};

/// What the entry of a game says, and what only a started game knows, with all texts in one language.
/// Engines can depend on a game's options; these are the engines for the default options.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameView {
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub entry: GameEntry,
    /// Number of players: one or two.
    pub players: u8,
    /// `plies`, or what the game counts as a margin, such as `discs`.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub unit: Unit,
    /// Position at the start.
    pub start: String,
    pub engines: Vec<EngineInfo>,
    /// Translations of the messages in the game's scenes, by key. A message without one is shown in English.
    pub messages: BTreeMap<Text, Text>,
}

impl GameView {
    /// A game in English, started with its default options, with its engines.
    pub fn new(entry: &GameEntry, game: &dyn AnyGame, engines: Vec<EngineInfo>) -> GameView {
        let mut view = GameView {
            entry: entry.clone(),
            players: game.player_count(),
            unit: game.unit(),
            start: game.position(),
            engines,
            messages: BTreeMap::new(),
        };
        // In canonical form, as in the setup of a match, so that a client can compare them.
        for board in &mut view.entry.boards {
            let setup = Setup { position: Some(board.position.to_string()), ..entry.default_setup() };
            if let Ok(game) = entry.start(setup) {
                board.position = game.position().into();
            }
        }
        view.visit_texts(&mut |_, _| ());
        view
    }

    /// The same game with engines that keep limits. Levels whose engines are not offered are left out, and
    /// the first engine stands for any other that is not.
    #[must_use]
    pub fn limited(mut self, catalog: &Catalog, game: &dyn AnyGame, limits: EngineLimits) -> GameView {
        let lower = |spec: &EngineSpec| limits.lower(catalog, game, spec);
        let entry = &mut self.entry;
        let levels = std::mem::take(&mut entry.levels).into_iter();
        entry.levels = levels.filter_map(|level| Some(Level { engine: lower(&level.engine)?, ..level })).collect();
        entry.solver = entry.solver.as_ref().and_then(lower);
        let first = self.engines.first().map(|info| EngineSpec::new(&info.name));
        for spec in [&mut entry.default_opponent, &mut entry.analysis_engine] {
            if let Some(offered) = lower(spec).or_else(|| first.clone()) {
                *spec = offered;
            }
        }
        for option in self.engines.iter_mut().flat_map(|engine| engine.options.to_mut()) {
            *option = limits.option(option);
        }
        self
    }
}
