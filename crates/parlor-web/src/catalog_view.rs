//! The catalog as JSON: all games as clients get to know them, and sample games of each.

use parlor_core::{AnyGame, Catalog, GameEntry, GameView, SetupError};
use parlor_study::SampleGame;
use serde::Serialize;

use crate::compression::compress_static;
use crate::engine_limits::ENGINE_LIMITS;
use crate::languages::{self, LANGUAGES};

/// A game cannot be started with its default options.
#[derive(Debug, thiserror::Error)]
#[error("game {game}: {error}")]
pub struct CatalogError {
    game: String,
    error: SetupError,
}

/// Catalog as JSON in every language of the site, built once at the start of the server.
#[derive(Debug)]
pub(crate) struct CatalogView {
    /// In the order of [`LANGUAGES`].
    languages: Vec<CatalogJson>,
}

/// All games in one language, plain and compressed.
#[derive(Debug)]
pub(crate) struct CatalogJson {
    pub(crate) json: String,
    pub(crate) gzip: Vec<u8>,
}

impl CatalogView {
    pub(crate) fn new(catalog: &Catalog) -> Result<CatalogView, CatalogError> {
        let mut english = Vec::new();
        for entry in catalog.games() {
            let game = entry
                .start(entry.default_setup())
                .map_err(|error| CatalogError { game: entry.name.to_string(), error })?;
            english.push(SiteGame::new(catalog, entry, &*game));
        }
        let mut languages = Vec::new();
        for language in &LANGUAGES {
            let games: Vec<SiteGame> = english.iter().map(|game| game.translate(catalog, language.tag)).collect();
            let json = serde_json::to_string(&games).unwrap_or_default();
            languages.push(CatalogJson { gzip: compress_static(&json), json });
        }
        Ok(CatalogView { languages })
    }

    /// The catalog in a language; in English if the site does not have it.
    pub(crate) fn in_language(&self, tag: &str) -> &CatalogJson {
        &self.languages[languages::find(tag).unwrap_or(0)]
    }
}

/// A game of the catalog with two sample games. Every engine spec respects this server's limits.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Game"))]
pub(crate) struct SiteGame {
    #[serde(flatten)]
    view: GameView,
    demo: SampleGame,
    example: SampleGame,
}

impl SiteGame {
    fn new(catalog: &Catalog, entry: &GameEntry, game: &dyn AnyGame) -> SiteGame {
        let demo = || SampleGame::demo(catalog, ENGINE_LIMITS, entry, game);
        SiteGame {
            view: GameView::new(entry, game, catalog.engines(game)).limited(catalog, game, ENGINE_LIMITS),
            demo: demo(),
            example: SampleGame::example(entry, game.clone_box()).unwrap_or_else(demo),
        }
    }

    fn translate(&self, catalog: &Catalog, language: &str) -> SiteGame {
        let (demo, example) = (self.demo.clone(), self.example.clone());
        SiteGame { view: self.view.clone().translate(catalog, language), demo, example }
    }
}
