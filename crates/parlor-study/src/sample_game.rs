//! Sample games of the catalog: the first scene, and what changes in each next one. A sample game is the same each time.

use parlor_core::{
    AnyGame, Catalog, CatalogBoard, Cell, EngineLimits, EngineSpec, GameEntry, Limits, Mark, Piece, Scene, Setup,
};
use serde::Serialize;

/// Maximum number of moves in a demo.
const MAX_MOVES: usize = 40;
/// Random moves at the start, so that a demo is not the game that perfect play would give.
const RANDOM_MOVES: usize = 2;
/// Positions searched per move, and for the plan of a puzzle. Few, because a server waits for them when it starts.
const NODES_PER_MOVE: u64 = 500;
const NODES_PER_PLAN: u64 = 50_000;

/// Sample game: its first scene, and the changes to each next one.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SampleGame {
    start: Scene,
    steps: Vec<SceneChanges>,
}

/// Differences between two scenes. Marks and strikes replace those before.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SceneChanges {
    /// Pieces that are new, have moved or look different.
    changed: Vec<Piece>,
    /// Identifiers of pieces that are gone.
    removed: Vec<u32>,
    marks: Vec<(Cell, Mark)>,
    strikes: Vec<[Cell; 2]>,
}

impl SampleGame {
    /// A game between two engines of moderate strength, or the plan of a puzzle.
    pub fn demo(catalog: &Catalog, limits: EngineLimits, entry: &GameEntry, game: &dyn AnyGame) -> SampleGame {
        let spec = if game.player_count() == 1 {
            entry.solver.as_ref()
        } else {
            entry.levels.get(entry.levels.len() / 2).map(|level| &level.engine)
        };
        let spec = spec.unwrap_or(&entry.default_opponent);
        // The largest board of a puzzle shows the most.
        let board = entry.boards.iter().filter(|_| game.player_count() == 1).max_by_key(|board| board.optimum);
        let start = |board: &CatalogBoard| {
            let position = Some(board.position.to_string());
            entry.start(Setup { position, ..entry.default_setup() }).ok()
        };
        let game = board.and_then(start).unwrap_or_else(|| game.clone_box());
        SampleGame::new(&demo_scenes(catalog, limits, game, spec))
    }

    /// The moves of the rules card; a game without any is shown by the demo.
    pub fn example(entry: &GameEntry, mut game: Box<dyn AnyGame>) -> Option<SampleGame> {
        let mut scenes = vec![game.scene()];
        for notation in &entry.rules.example {
            game.play(notation).ok()?;
            scenes.push(game.scene());
        }
        (scenes.len() > 1).then(|| SampleGame::new(&scenes))
    }

    /// Expects at least one scene.
    fn new(scenes: &[Scene]) -> SampleGame {
        let start = scenes.first().map(|scene| Scene { choices: Vec::new(), ..scene.clone() }).unwrap_or_default();
        SampleGame { start, steps: scenes.windows(2).map(|pair| SceneChanges::new(&pair[0], &pair[1])).collect() }
    }
}

impl SceneChanges {
    pub fn new(before: &Scene, after: &Scene) -> SceneChanges {
        let has_id = |scene: &Scene, id: u32| scene.pieces.iter().any(|piece| piece.id == id);
        SceneChanges {
            changed: after.pieces.iter().filter(|piece| !before.pieces.contains(piece)).copied().collect(),
            removed: before.pieces.iter().map(|piece| piece.id).filter(|id| !has_id(after, *id)).collect(),
            marks: after.marks.clone(),
            strikes: after.strikes.clone(),
        }
    }
}

fn demo_scenes(catalog: &Catalog, limits: EngineLimits, mut game: Box<dyn AnyGame>, spec: &EngineSpec) -> Vec<Scene> {
    let mut engine = limits.lower(catalog, &*game, spec).and_then(|spec| catalog.engine(&*game, &spec).ok());
    let is_puzzle = game.player_count() == 1;
    let mut plan = Vec::new().into_iter();
    let mut scenes = vec![game.scene()];
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    while scenes.len() <= MAX_MOVES {
        // Linear congruential generator: the quality does not matter, but the sequence must be reproducible.
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let moves = game.legal_moves();
        let any_move = moves.get((random >> 33) as usize % moves.len().max(1)).cloned();
        let planned: Option<String> = plan.next();
        let chosen = match &mut engine {
            _ if planned.is_some() => planned,
            Some(engine) if is_puzzle || scenes.len() > RANDOM_MOVES => {
                let limits = Limits::nodes(if is_puzzle { NODES_PER_PLAN } else { NODES_PER_MOVE });
                let (mut best, mut line) = (None, Vec::new());
                let _ = engine.search(&*game, &limits, &mut |info| (best, line) = (Some(info.best), info.line));
                if is_puzzle {
                    plan = line.into_iter();
                    plan.next();
                }
                best.or(any_move)
            }
            _ => any_move,
        };
        let Some(chosen) = chosen else { break };
        if game.play(&chosen).is_err() {
            break;
        }
        scenes.push(game.scene());
    }
    scenes
}
