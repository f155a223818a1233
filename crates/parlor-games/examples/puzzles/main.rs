//! Generator of the puzzles that the games embed: `cargo xtask puzzles [GAME ...]`. Seeded, so that the same build makes
//! the same files, and its only limits are numbers of nodes and attempts.

mod candidates;
mod classification;
mod mazes;

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use parlor_core::{Catalog, Difficulty, GameEntry, Puzzle, PuzzleKind, SplitMix64};
use parlor_games::catalog;
use parlor_games::puzzles::PuzzleChecker;

use crate::candidates::{Recipe, recipe};
use crate::classification::Classifier;

const SEED: u64 = 22;
/// Puzzles per game, shared equally between its kinds and the difficulties.
const PUZZLES: usize = 240;
/// Attempts to fill every share; after those, any kind and difficulty is taken until there are enough.
const ATTEMPTS: usize = 30_000;

fn main() -> ExitCode {
    let names: Vec<String> = env::args().skip(1).collect();
    let catalog = catalog();
    for name in &names {
        if let Err(error) = catalog.game(name) {
            eprintln!("puzzles: {error}");
            return ExitCode::from(2);
        }
    }
    for entry in catalog.games().iter().filter(|entry| names.is_empty() || names.contains(&entry.name.to_string())) {
        let Some(recipe) = recipe(&entry.name) else { continue };
        let puzzles = generate(&catalog, entry, &recipe);
        if let Err(error) = write(entry, &puzzles) {
            eprintln!("puzzles: {error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn write(entry: &GameEntry, puzzles: &[Puzzle]) -> std::io::Result<()> {
    let mut counts: BTreeMap<(PuzzleKind, Difficulty), usize> = BTreeMap::new();
    for puzzle in puzzles {
        *counts.entry((puzzle.kind, puzzle.difficulty)).or_default() += 1;
    }
    println!("{}: {} puzzles, {counts:?}", entry.name, puzzles.len());
    let lines: Vec<String> = puzzles.iter().map(Puzzle::to_string).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(entry.name.replace('-', "_"));
    fs::write(folder.join("puzzles.txt"), lines.join("\n") + "\n")
}

/// The puzzles of a game, sorted by difficulty, kind and length.
fn generate(catalog: &Catalog, entry: &GameEntry, recipe: &Recipe) -> Vec<Puzzle> {
    let mut random = SplitMix64::new(SEED);
    let mut classifier = Classifier::new(catalog, entry);
    let mut checker = PuzzleChecker::new(catalog);
    let share = PUZZLES.div_ceil(recipe.kinds.len() * Difficulty::ALL.len());
    let mut puzzles: Vec<Puzzle> = Vec::new();
    let mut positions = HashSet::new();
    for attempt in 0..2 * ATTEMPTS {
        if puzzles.len() >= PUZZLES {
            break;
        }
        let Some(game) = recipe.candidate(catalog, entry, &mut random) else { continue };
        if !positions.insert(format!("{:?} {}", game.setup().options, game.position())) {
            continue;
        }
        for puzzle in classifier.puzzles(&*game, recipe.kinds) {
            let same = |other: &&Puzzle| (other.kind, other.difficulty) == (puzzle.kind, puzzle.difficulty);
            let is_wanted = attempt >= ATTEMPTS || puzzles.iter().filter(same).count() < share;
            if is_wanted && checker.check(entry, &puzzle).is_ok() {
                puzzles.push(puzzle);
                break;
            }
        }
        if attempt % 1000 == 999 {
            eprintln!("{}: {} attempts, {} puzzles", entry.name, attempt + 1, puzzles.len());
        }
    }
    puzzles.sort_by_key(|puzzle| (puzzle.difficulty, puzzle.kind, puzzle.solution.len()));
    puzzles
}
