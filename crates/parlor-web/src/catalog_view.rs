//! JSON views of the catalog: all that its entries carry, and a sample game of each.

use std::collections::BTreeMap;

use parlor_core::{
    AnyGame, Brush, Catalog, CatalogBoard, Diagram, Editor, EngineInfo, EngineSpec, GameEntry, LessonAlgorithm,
    LessonLimit, LessonPosition, Level, Look, OptionKind, OptionSpec, Resource, RulesCard, SearchLesson, Setup, Shape,
    Strength, Text, Tint, TranslatedGame,
};
use parlor_study::SampleGame;
use serde::Serialize;

use crate::compression::compress_static;
use crate::engine_limits::ENGINE_LIMITS;
use crate::languages::{self, LANGUAGES};

/// Catalog as JSON in every language of the site, built once at the start of the server.
#[derive(Debug)]
pub(crate) struct CatalogView {
    /// In the order of [`LANGUAGES`].
    languages: Vec<CatalogJson>,
}

/// Views of all games in one language, plain and compressed.
#[derive(Debug)]
pub(crate) struct CatalogJson {
    pub(crate) json: String,
    pub(crate) gzip: Vec<u8>,
}

impl CatalogView {
    /// Fails if a game cannot be started with its default options.
    pub(crate) fn new(catalog: &Catalog) -> Result<CatalogView, String> {
        let mut samples = Vec::new();
        for entry in catalog.games() {
            let error = |error: &dyn std::fmt::Display| format!("game {}: {error}", entry.name);
            let game = entry.start(entry.default_setup()).map_err(|reason| error(&reason))?;
            samples.push(Sample::new(catalog, entry, game));
        }
        let mut languages = Vec::new();
        for language in &LANGUAGES {
            let translate = |sample: &Sample| sample.texts.clone().translate(catalog, language.tag);
            let texts: Vec<TranslatedGame> = samples.iter().map(translate).collect();
            let views = samples.iter().zip(&texts).map(|(sample, texts)| GameView::new(catalog, sample, texts));
            let json = serde_json::to_string(&views.collect::<Vec<_>>()).map_err(|error| error.to_string())?;
            languages.push(CatalogJson { gzip: compress_static(&json), json });
        }
        Ok(CatalogView { languages })
    }

    /// The catalog in a language; in English if the site does not have it.
    pub(crate) fn in_language(&self, tag: &str) -> &CatalogJson {
        &self.languages[languages::find(tag).unwrap_or(0)]
    }
}

/// A game with what its views share in all languages.
struct Sample {
    texts: TranslatedGame,
    game: Box<dyn AnyGame>,
    demo: SampleGame,
    example: SampleGame,
}

impl Sample {
    fn new(catalog: &Catalog, entry: &GameEntry, game: Box<dyn AnyGame>) -> Sample {
        let demo = || SampleGame::demo(catalog, ENGINE_LIMITS, entry, &*game);
        Sample {
            texts: TranslatedGame::english(entry, catalog.engines(&*game)),
            demo: demo(),
            example: SampleGame::example(entry, game.clone_box()).unwrap_or_else(demo),
            game,
        }
    }
}

/// What the entry of a game carries. Engines can depend on a game's options; these are the engines for the default
/// options, and every spec respects this server's limits.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Game"))]
pub(crate) struct GameView<'a> {
    name: &'a str,
    title: &'a str,
    about: &'a str,
    seats: u8,
    rules: RulesView<'a>,
    options: Vec<OptionView>,
    engines: Vec<EngineView>,
    levels: Vec<LevelView>,
    default_opponent: Option<String>,
    analysis_engine: Option<String>,
    solver: Option<String>,
    usual_terms: UsualTermsView,
    boards: Vec<BoardView<'a>>,
    /// Number of puzzles.
    puzzles: usize,
    look: &'a Look,
    demo: &'a SampleGame,
    example: &'a SampleGame,
    editor: Option<EditorView<'a>>,
    /// Translations of the messages in the game's scenes, by key. A message without one is shown in English.
    messages: &'a BTreeMap<Text, Text>,
    search_lesson: LessonView<'a>,
}

impl<'a> GameView<'a> {
    fn new(catalog: &Catalog, sample: &'a Sample, texts: &'a TranslatedGame) -> GameView<'a> {
        let (entry, game) = (&texts.entry, &*sample.game);
        let spec = |spec: &EngineSpec| ENGINE_LIMITS.lower(catalog, game, spec).map(|spec| spec.to_string());
        let level = |level: &Level| {
            Some(LevelView { strength: level.strength, engine: spec(&level.engine)?, seconds: level.seconds })
        };
        GameView {
            name: &entry.name,
            title: &entry.title,
            about: &entry.about,
            seats: game.player_count(),
            rules: RulesView::from(&entry.rules),
            options: entry.options.iter().map(OptionView::from).collect(),
            engines: texts.engines.iter().map(EngineView::from).collect(),
            levels: entry.levels.iter().filter_map(level).collect(),
            default_opponent: spec(&entry.default_opponent),
            analysis_engine: spec(&entry.analysis_engine),
            solver: entry.solver.as_ref().and_then(spec),
            usual_terms: UsualTermsView { seconds_per_move: entry.usual_terms.seconds_per_move },
            boards: entry.boards.iter().map(|board| BoardView::new(entry, board)).collect(),
            puzzles: entry.puzzles.len(),
            look: &entry.look,
            demo: &sample.demo,
            example: &sample.example,
            editor: entry.editor.as_ref().map(|editor| EditorView::new(editor, &sample.texts.entry)),
            messages: &texts.messages,
            search_lesson: LessonView::new(entry, &entry.search_lesson),
        }
    }
}

/// Rules of a game, on a card.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Rules"))]
struct RulesView<'a> {
    goal: &'a str,
    rules: &'a [Text],
    /// Moves from the start that show the rules.
    example: &'a [Text],
    diagrams: Vec<DiagramView<'a>>,
}

/// A small board that shows a rule.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Diagram"))]
struct DiagramView<'a> {
    title: &'a str,
    rows: &'a [Text],
}

impl<'a> From<&'a RulesCard> for RulesView<'a> {
    fn from(card: &'a RulesCard) -> RulesView<'a> {
        let diagram = |diagram: &'a Diagram| DiagramView { title: &diagram.title, rows: &diagram.rows };
        let diagrams = card.diagrams.iter().map(diagram).collect();
        RulesView { goal: &card.goal, rules: &card.rules, example: &card.example, diagrams }
    }
}

/// Option of a game or an engine.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Option"))]
struct OptionView {
    name: Text,
    title: Text,
    about: Text,
    default: String,
    #[serde(flatten)]
    kind: KindView,
    /// Resource that the value stands for: memory in MiB, or threads. The server limits it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(extend("enum" = ["memory", "threads"])))]
    resource: Option<&'static str>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "OptionKind"))]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum KindView {
    Whole {
        min: u32,
        max: u32,
    },
    OneOf {
        words: Vec<Text>,
        /// What people read instead of the words.
        titles: Vec<Text>,
    },
    Switch,
}

impl From<&OptionSpec> for OptionView {
    fn from(spec: &OptionSpec) -> OptionView {
        let kind = match &spec.kind {
            OptionKind::Integer { min, max, .. } => KindView::Whole { min: *min, max: *max },
            OptionKind::OneOf { words, titles, .. } => {
                KindView::OneOf { words: words.to_vec(), titles: titles.clone() }
            }
            OptionKind::Switch => KindView::Switch,
        };
        let resource = spec.resource.map(|resource| match resource {
            Resource::Memory => "memory",
            Resource::Threads => "threads",
        });
        let (name, title, about) = (spec.name.clone(), spec.title.clone(), spec.about.clone());
        OptionView { name, title, about, default: spec.default_text(), kind, resource }
    }
}

/// Engine of a game, with its options.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Engine"))]
struct EngineView {
    name: Text,
    title: Text,
    about: Text,
    options: Vec<OptionView>,
}

impl From<&EngineInfo> for EngineView {
    fn from(info: &EngineInfo) -> EngineView {
        let options = info.options.iter().map(|option| OptionView::from(&ENGINE_LIMITS.option(option))).collect();
        EngineView { name: info.name.clone(), title: info.title.clone(), about: info.about.clone(), options }
    }
}

/// Named level of strength: an engine specification and its seconds per move.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Level"))]
struct LevelView {
    strength: Strength,
    engine: String,
    seconds: f64,
}

/// Terms that a match of the game usually has.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "UsualTerms"))]
struct UsualTermsView {
    seconds_per_move: Option<f64>,
}

/// Named starting position.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "CatalogBoard"))]
struct BoardView<'a> {
    name: &'a str,
    title: &'a str,
    position: String,
    /// Length of a shortest solution, where that is proved.
    optimum: Option<u32>,
}

impl<'a> BoardView<'a> {
    /// The position is in canonical form, as in the setup of a match, so that a client can compare them.
    fn new(entry: &GameEntry, board: &'a CatalogBoard) -> BoardView<'a> {
        let setup = Setup { position: Some(board.position.to_string()), ..entry.default_setup() };
        let position = entry.start(setup).map_or_else(|_| board.position.to_string(), |game| game.position());
        BoardView { name: &board.name, title: &board.title, position, optimum: board.optimum }
    }
}

/// Algorithms and small positions for the search visualizer; both lists are empty if the game offers none.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "SearchLesson"))]
struct LessonView<'a> {
    algorithms: Vec<LessonAlgorithmView<'a>>,
    positions: Vec<LessonPositionView<'a>>,
}

impl<'a> LessonView<'a> {
    fn new(entry: &GameEntry, lesson: &'a SearchLesson) -> LessonView<'a> {
        let algorithm = |algorithm: &'a LessonAlgorithm| LessonAlgorithmView {
            title: &algorithm.title,
            engine: algorithm.engine.to_string(),
            limit: algorithm.limit,
        };
        let position = |lesson: &'a LessonPosition| LessonPositionView {
            title: &lesson.title,
            setup: lesson.setup(entry.default_setup()),
            plies: lesson.depth,
        };
        LessonView {
            algorithms: lesson.algorithms.iter().map(algorithm).collect(),
            positions: lesson.positions.iter().map(position).collect(),
        }
    }
}

/// Algorithm of a lesson: an engine specification, and which limit a student chooses.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "LessonAlgorithm"))]
struct LessonAlgorithmView<'a> {
    title: &'a str,
    engine: String,
    limit: LessonLimit,
}

/// Small position of a lesson, and the depth at which its whole search tree can be drawn.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "LessonPosition"))]
struct LessonPositionView<'a> {
    title: &'a str,
    setup: Setup,
    plies: u32,
}

/// Editor of positions that are rows of codes.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Editor"))]
struct EditorView<'a> {
    palette: Vec<BrushView<'a>>,
    /// Most rows and columns of a board.
    longest_side: usize,
}

impl<'a> EditorView<'a> {
    /// View of a translated editor. Letters on pieces are those of the English names.
    fn new(editor: &'a Editor, english: &GameEntry) -> EditorView<'a> {
        let names = english.editor.iter().flat_map(|editor| &editor.palette).map(|brush| &brush.name);
        let palette = editor.palette.iter().zip(names).map(|(brush, name)| BrushView::new(brush, name));
        EditorView { palette: palette.collect(), longest_side: editor.max_side }
    }
}

/// One thing that can be drawn into a cell.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Brush"))]
struct BrushView<'a> {
    code: &'a str,
    name: &'a str,
    /// Shown for the piece where its shape is not known.
    letter: char,
    shape: Option<Shape>,
    tint: Option<Tint>,
    /// At most one on the board.
    unique: bool,
}

impl<'a> BrushView<'a> {
    fn new(brush: &'a Brush, english_name: &str) -> BrushView<'a> {
        BrushView {
            code: &brush.code,
            name: &brush.name,
            letter: english_name.chars().next().unwrap_or(' ').to_ascii_uppercase(),
            shape: brush.piece.map(|(shape, _)| shape),
            tint: brush.piece.map(|(_, tint)| tint),
            unique: brush.is_unique,
        }
    }
}
