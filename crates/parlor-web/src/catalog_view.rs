//! JSON view of the catalog: games, options, engines and editor palettes, and a short random demo of each game.

use std::sync::OnceLock;

use parlor_core::{EngineInfo, OptionKind, OptionSpec, Scene, Setup, Shape, Tint};
use parlor_games::catalog::{self, Brush, Editor, GAMES, GameEntry};
use serde::Serialize;

use crate::api_error::ApiError;
use crate::engine_limits::limit_option;

/// Maximum number of moves in a demo.
const MAX_DEMO_MOVES: usize = 60;

#[derive(Clone, Debug, Serialize)]
pub(crate) struct GameView {
    name: &'static str,
    title: &'static str,
    about: &'static str,
    seats: u8,
    options: Vec<OptionView>,
    engines: Vec<EngineView>,
    editor: Option<EditorView>,
}

#[derive(Clone, Debug, Serialize)]
struct EditorView {
    palette: Vec<BrushView>,
    longest_side: usize,
}

#[derive(Clone, Debug, Serialize)]
struct BrushView {
    code: &'static str,
    name: &'static str,
    shape: Option<Shape>,
    tint: Option<Tint>,
}

#[derive(Clone, Debug, Serialize)]
struct OptionView {
    name: &'static str,
    about: &'static str,
    default: String,
    #[serde(flatten)]
    kind: KindView,
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum KindView {
    Whole { min: u32, max: u32 },
    OneOf { words: &'static [&'static str] },
    Switch,
}

#[derive(Clone, Debug, Serialize)]
struct EngineView {
    name: &'static str,
    about: &'static str,
    options: Vec<OptionView>,
}

impl From<&OptionSpec> for OptionView {
    fn from(spec: &OptionSpec) -> OptionView {
        let kind = match spec.kind {
            OptionKind::Integer { min, max, .. } => KindView::Whole { min, max },
            OptionKind::OneOf { words, .. } => KindView::OneOf { words },
            OptionKind::Switch => KindView::Switch,
        };
        OptionView { name: spec.name, about: spec.about, default: spec.default_text(), kind }
    }
}

impl From<EngineInfo> for EngineView {
    fn from(info: EngineInfo) -> EngineView {
        let options = info.options.iter().map(|option| OptionView::from(&limit_option(option))).collect();
        EngineView { name: info.name, about: info.about, options }
    }
}

impl From<Editor> for EditorView {
    fn from(editor: Editor) -> EditorView {
        let view = |brush: &Brush| BrushView {
            code: brush.code,
            name: brush.name,
            shape: brush.appearance.map(|(shape, _)| shape),
            tint: brush.appearance.map(|(_, tint)| tint),
        };
        EditorView { palette: editor.palette.iter().map(view).collect(), longest_side: editor.longest_side }
    }
}

/// Views of all games. Engines can depend on a game's options; these are the engines for the default options.
pub(crate) fn games() -> Result<Vec<GameView>, ApiError> {
    let view = |entry: &GameEntry| {
        let game = catalog::start(Setup::new(entry.name))?;
        Ok(GameView {
            name: entry.name,
            title: entry.title,
            about: entry.about,
            seats: entry.seats,
            options: entry.options.iter().map(OptionView::from).collect(),
            engines: game.engines().into_iter().map(EngineView::from).collect(),
            editor: entry.editor.map(EditorView::from),
        })
    };
    GAMES.iter().map(view).collect()
}

/// Scenes of a random game as JSON, for thumbnails. The game is the same every time.
pub(crate) fn demo_json(name: &str) -> Result<&'static str, ApiError> {
    static DEMOS: OnceLock<Vec<(&'static str, String)>> = OnceLock::new();
    let entry = catalog::find(name)?;
    let demos = DEMOS.get_or_init(|| {
        let json = |game: &GameEntry| serde_json::to_string(&demo_scenes(game)).unwrap_or_else(|_| "[]".to_owned());
        GAMES.iter().map(|game| (game.name, json(game))).collect()
    });
    Ok(demos.iter().find(|(game, _)| *game == entry.name).map_or("[]", |(_, json)| json))
}

fn demo_scenes(entry: &GameEntry) -> Vec<Scene> {
    let Ok(mut game) = catalog::start(Setup::new(entry.name)) else { return Vec::new() };
    let mut scenes = Vec::new();
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    for _ in 0..=MAX_DEMO_MOVES {
        scenes.push(Scene { choices: Vec::new(), ..game.scene() });
        let moves = game.legal_moves();
        // Linear congruential generator: the quality does not matter, but the sequence must be reproducible.
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let Some(chosen) = moves.get((random >> 33) as usize % moves.len().max(1)) else { break };
        if game.play(chosen).is_err() {
            break;
        }
    }
    scenes
}
