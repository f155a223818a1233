//! JSON views of the catalog: all that its entries carry, and a sample game of each.

use parlor_core::{
    AnyGame, Brush, Catalog, CatalogBoard, Diagram, Editor, EngineInfo, EngineSpec, GameEntry, Level, Look, OptionKind,
    OptionSpec, Resource, RulesCard, Setup, Shape, Strength, Text, Tint,
};
use serde::Serialize;

use crate::compression::compress_static;
use crate::demo::DemoView;
use crate::engine_limits::{limit_engine, limit_option};

/// Catalog as JSON, built once at the start of the server.
#[derive(Debug)]
pub(crate) struct CatalogView {
    json: String,
    gzip: Vec<u8>,
}

impl CatalogView {
    /// Fails if a game cannot be started with its default options.
    pub(crate) fn new(catalog: &Catalog) -> Result<CatalogView, String> {
        let mut games = Vec::new();
        for entry in catalog.games() {
            let error = |error: &dyn std::fmt::Display| format!("game {}: {error}", entry.name);
            let game = entry.start(entry.default_setup()).map_err(|reason| error(&reason))?;
            games.push(GameView::new(catalog, entry, &*game));
        }
        let json = serde_json::to_string(&games).map_err(|error| error.to_string())?;
        Ok(CatalogView { gzip: compress_static(&json), json })
    }

    /// Views of all games.
    pub(crate) fn json(&self) -> &str {
        &self.json
    }

    /// Views of all games, compressed.
    pub(crate) fn gzip(&self) -> &[u8] {
        &self.gzip
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
    demo: DemoView,
    example: DemoView,
    editor: Option<EditorView<'a>>,
}

impl<'a> GameView<'a> {
    fn new(catalog: &Catalog, entry: &'a GameEntry, game: &dyn AnyGame) -> GameView<'a> {
        let spec = |spec: &EngineSpec| limit_engine(catalog, game, spec).map(|spec| spec.to_string());
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
            engines: catalog.engines(game).into_iter().map(EngineView::from).collect(),
            levels: entry.levels.iter().filter_map(level).collect(),
            default_opponent: spec(&entry.default_opponent),
            analysis_engine: spec(&entry.analysis_engine),
            solver: entry.solver.as_ref().and_then(spec),
            usual_terms: UsualTermsView { seconds_per_move: entry.usual_terms.seconds_per_move },
            boards: entry.boards.iter().map(|board| BoardView::new(entry, board)).collect(),
            puzzles: entry.puzzles.len(),
            look: &entry.look,
            demo: DemoView::demo(catalog, entry, game),
            example: DemoView::example(entry, game.clone_box()).unwrap_or_else(|| DemoView::demo(catalog, entry, game)),
            editor: entry.editor.as_ref().map(EditorView::from),
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
    Whole { min: u32, max: u32 },
    OneOf { words: Vec<Text> },
    Switch,
}

impl From<&OptionSpec> for OptionView {
    fn from(spec: &OptionSpec) -> OptionView {
        let kind = match &spec.kind {
            OptionKind::Integer { min, max, .. } => KindView::Whole { min: *min, max: *max },
            OptionKind::OneOf { words, .. } => KindView::OneOf { words: words.to_vec() },
            OptionKind::Switch => KindView::Switch,
        };
        let resource = spec.resource.map(|resource| match resource {
            Resource::Memory => "memory",
            Resource::Threads => "threads",
        });
        let (name, about) = (spec.name.clone(), spec.about.clone());
        OptionView { name, about, default: spec.default_text(), kind, resource }
    }
}

/// Engine of a game, with its options.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Engine"))]
struct EngineView {
    name: Text,
    about: Text,
    options: Vec<OptionView>,
}

impl From<EngineInfo> for EngineView {
    fn from(info: EngineInfo) -> EngineView {
        let options = info.options.iter().map(|option| OptionView::from(&limit_option(option))).collect();
        EngineView { name: info.name, about: info.about, options }
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

/// Editor of positions that are rows of codes.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Editor"))]
struct EditorView<'a> {
    palette: Vec<BrushView<'a>>,
    /// Most rows and columns of a board.
    longest_side: usize,
}

impl<'a> From<&'a Editor> for EditorView<'a> {
    fn from(editor: &'a Editor) -> EditorView<'a> {
        EditorView { palette: editor.palette.iter().map(BrushView::from).collect(), longest_side: editor.max_side }
    }
}

/// One thing that can be drawn into a cell.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Brush"))]
struct BrushView<'a> {
    code: &'a str,
    name: &'a str,
    shape: Option<Shape>,
    tint: Option<Tint>,
    /// At most one on the board.
    unique: bool,
}

impl<'a> From<&'a Brush> for BrushView<'a> {
    fn from(brush: &'a Brush) -> BrushView<'a> {
        BrushView {
            code: &brush.code,
            name: &brush.name,
            shape: brush.piece.map(|(shape, _)| shape),
            tint: brush.piece.map(|(_, tint)| tint),
            unique: brush.is_unique,
        }
    }
}
