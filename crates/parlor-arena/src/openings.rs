//! Openings: generated sets of balanced, distinct positions, or a file with one opening a line.

use std::collections::HashSet;
use std::fmt::{self, Display};
use std::str::FromStr;

use parlor_core::random::{SplitMix64, mix};
use parlor_core::{AnyEngine, AnyGame, Catalog, Cell, EngineSpec, GameEntry, Limits, Player, Strength};
use serde::{Deserialize, Serialize};

use crate::{ArenaError, Competition};

/// Candidates for each opening that is chosen: the unbalanced half is left out.
const CANDIDATES: usize = 2;
/// Nodes of the search that measures the balance of a candidate.
const BALANCE_NODES: u64 = 200;
/// Random games that measure how long a game is.
const PLAYOUTS: usize = 32;
/// Duplicates in a row after which openings become one move longer.
const MAX_DUPLICATES: usize = 100;
/// Longest openings in multiples of the usual length: about half a game.
const MAX_GROWTH: usize = 4;
const MAX_LINES: usize = 1_000_000;
/// Separates the random numbers of openings from those of engines.
const STREAM: u64 = 0x6f70_656e_696e_6773;

/// Start of the two games of a pair: a position of its own, or moves from the start of the game.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(into = "String", from = "String")]
pub struct Opening {
    pub position: Option<String>,
    pub moves: Vec<String>,
}

/// `position TEXT`, or the moves with commas between them.
impl Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.position {
            Some(position) => write!(f, "position {position}"),
            None => f.write_str(&self.moves.join(",")),
        }
    }
}

impl FromStr for Opening {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Opening, Self::Err> {
        if let Some(position) = text.strip_prefix("position ") {
            return Ok(Opening { position: Some(position.trim().to_owned()), moves: Vec::new() });
        }
        let moves = text.split(',').map(str::trim).filter(|word| !word.is_empty());
        Ok(Opening { position: None, moves: moves.map(str::to_owned).collect() })
    }
}

impl From<Opening> for String {
    fn from(opening: Opening) -> String {
        opening.to_string()
    }
}

impl From<String> for Opening {
    fn from(text: String) -> Opening {
        let Ok(opening) = text.parse();
        opening
    }
}

/// Openings of a competition that [`Competition::complete`] returned: those of its file, or generated ones, as many
/// as a pairing has pairs if the game has so many.
pub fn openings(competition: &Competition, catalog: &Catalog) -> Result<Vec<Opening>, ArenaError> {
    let start = competition.start(catalog)?;
    if let Some(file) = &competition.openings.file {
        let text = std::fs::read_to_string(file)
            .map_err(|error| ArenaError::Invalid(format!("cannot read the openings in {file}: {error}")))?;
        return parse_openings(&text, competition, catalog);
    }
    let count = competition.pairs() as usize * competition.rounds.unwrap_or(1) as usize;
    let mut engine = catalog.engine(&*start, balance_engine(catalog.game(&competition.game)?)).ok();
    let plies = competition.openings.plies.map_or_else(|| usual_plies(&*start), |plies| plies as usize);
    Ok(generate(&*start, engine.as_deref_mut(), plies, count, competition.seed))
}

/// Engine that measures the balance of openings: the strongest level that is not a solver, which would think long about
/// what it has proved.
fn balance_engine(entry: &GameEntry) -> &EngineSpec {
    let level = entry.levels.iter().rfind(|level| level.strength < Strength::Perfect);
    level.map_or(&entry.analysis_engine, |level| &level.engine)
}

/// Parses and validates a file of openings; blank lines and lines that begin with `#` are ignored.
pub fn parse_openings(text: &str, competition: &Competition, catalog: &Catalog) -> Result<Vec<Opening>, ArenaError> {
    let mut openings = Vec::new();
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    for (number, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).take(MAX_LINES) {
        let Ok(opening) = line.parse::<Opening>();
        let invalid = |reason: String| ArenaError::Invalid(format!("line {number} of the openings: {reason}"));
        let game = start_from(&opening, competition, catalog).map_err(|error| invalid(error.to_string()))?;
        if game.outcome().is_some() {
            return Err(invalid("the game is over after these moves".to_owned()));
        }
        openings.push(Opening { moves: game.moves(), ..opening });
    }
    if openings.is_empty() { Err(ArenaError::Invalid("the file has no openings".to_owned())) } else { Ok(openings) }
}

fn start_from(opening: &Opening, competition: &Competition, catalog: &Catalog) -> Result<Box<dyn AnyGame>, ArenaError> {
    let mut setup = competition.setup();
    setup.position = opening.position.clone().or(setup.position);
    let mut game = catalog.start(setup)?;
    for notation in &opening.moves {
        game.play(notation).map_err(|_| ArenaError::Invalid(format!("\"{notation}\" is not a legal move")))?;
    }
    Ok(game)
}

/// An eighth of the usual length of a game, from 2 to 8 plies.
fn usual_plies(start: &dyn AnyGame) -> usize {
    (usual_length(start) / 8).clamp(2, 8)
}

/// Average length of random games, in plies.
pub(crate) fn usual_length(start: &dyn AnyGame) -> usize {
    let mut random = SplitMix64::new(STREAM);
    let total: usize = (0..PLAYOUTS).map(|_| start.playout(&mut |count| random.below(count)).0 as usize).sum();
    total / PLAYOUTS
}

/// Up to `count` openings with different positions. Without enough positions after `plies` moves, longer openings
/// follow; a small game may still have fewer than `count`.
fn generate(
    start: &dyn AnyGame,
    mut engine: Option<&mut (dyn AnyEngine + 'static)>,
    plies: usize,
    count: usize,
    seed: u64,
) -> Vec<Opening> {
    if plies == 0 {
        return vec![Opening::default()];
    }
    let mut random = SplitMix64::new(mix(seed ^ STREAM));
    let mut boards = HashSet::new();
    let mut candidates: Vec<(i32, Opening)> = Vec::new();
    let (mut length, mut duplicates) = (plies, 0);
    while candidates.len() < CANDIDATES * count && length <= MAX_GROWTH * plies {
        let candidate = random_opening(start, length, &mut random);
        if let Some((opening, game)) = candidate.filter(|(_, game)| boards.insert(board(&**game))) {
            candidates.push((imbalance(&*game, engine.as_deref_mut()), opening));
            duplicates = 0;
        } else {
            duplicates += 1;
            if duplicates > MAX_DUPLICATES {
                (length, duplicates) = (length + 1, 0);
            }
        }
    }
    if candidates.is_empty() {
        return vec![Opening::default()];
    }
    let mut imbalances: Vec<i32> = candidates.iter().map(|(imbalance, _)| *imbalance).collect();
    imbalances.sort_unstable();
    let largest = imbalances[count.clamp(1, imbalances.len()) - 1];
    let balanced = candidates.into_iter().filter(|(imbalance, _)| *imbalance <= largest);
    balanced.map(|(_, opening)| opening).take(count.max(1)).collect()
}

/// Random moves from the start; `None` if the game ends within them.
fn random_opening(start: &dyn AnyGame, length: usize, random: &mut SplitMix64) -> Option<(Opening, Box<dyn AnyGame>)> {
    let mut game = start.clone_box();
    let mut moves = Vec::with_capacity(length);
    for _ in 0..length {
        let notation = random.choose(&game.legal_moves())?.clone();
        game.play(&notation).ok()?;
        moves.push(notation);
    }
    game.outcome().is_none().then_some((Opening { position: None, moves }, game))
}

/// The side to move and the pieces on their cells.
fn board(game: &dyn AnyGame) -> (Player, Vec<(Cell, char)>) {
    let mut pieces: Vec<(Cell, char)> = game.scene().pieces.iter().map(|piece| (piece.cell, piece.letter)).collect();
    pieces.sort_unstable();
    (game.turn(), pieces)
}

/// How far a position is from even, for whichever side.
fn imbalance(game: &dyn AnyGame, engine: Option<&mut (dyn AnyEngine + 'static)>) -> i32 {
    let mut imbalance = 0;
    if let Some(engine) = engine {
        // The estimate must not depend on the positions before it.
        engine.reset();
        let mut on_report = |info: parlor_core::AnyReport| imbalance = info.value.estimate.raw().abs();
        let _ = engine.search(game, &Limits::nodes(BALANCE_NODES), &mut on_report);
    }
    imbalance
}

#[cfg(test)]
mod tests {
    use super::*;

    fn generated(game: &str, count: u32, seed: u64) -> Vec<Opening> {
        let catalog = parlor_games::catalog();
        let mut competition = Competition::new(game, &["random", "random"]);
        (competition.games, competition.seed) = (2 * count, seed);
        openings(&competition.complete(&catalog).unwrap(), &catalog).unwrap()
    }

    #[test]
    fn generated_openings_are_distinct_and_depend_on_the_seed_alone() {
        for game in ["four-in-a-row", "reversi", "knights", "tic-tac-toe"] {
            let openings = generated(game, 60, 1);
            assert_eq!(openings.len(), 60, "{game}");
            assert_eq!(openings.iter().collect::<HashSet<_>>().len(), 60);
            assert_eq!(openings, generated(game, 60, 1));
            assert_ne!(openings, generated(game, 60, 2));
        }
    }

    /// The solver knows the value of every position of this game.
    #[test]
    fn generated_openings_are_balanced_where_the_game_allows_it() {
        let catalog = parlor_games::catalog();
        let competition = Competition::new("four-in-a-row", &["random", "random"]).complete(&catalog).unwrap();
        let mut solver = catalog.engine(&*competition.start(&catalog).unwrap(), &"solver".into()).unwrap();
        let mut is_won = |opening: &Opening| {
            let game = start_from(opening, &competition, &catalog).unwrap();
            let mut plies = None;
            solver.search(&*game, &Limits::none(), &mut |info| plies = info.value.estimate.plies()).unwrap();
            plies.is_some_and(|plies| plies < 10)
        };
        let openings = openings(&competition, &catalog).unwrap();
        assert_eq!(openings.iter().filter(|opening| is_won(opening)).count(), 0);
    }

    #[test]
    fn a_file_is_read_and_its_mistakes_are_named() {
        let catalog = parlor_games::catalog();
        let competition = Competition::new("four-in-a-row", &["random", "random"]).complete(&catalog).unwrap();
        let read = |text: &str| parse_openings(text, &competition, &catalog).map_err(|error| error.to_string());
        let openings = read("# two openings\n\n4, 4,5\nposition 4453\n").unwrap();
        assert_eq!(openings.iter().map(ToString::to_string).collect::<Vec<_>>(), ["4,4,5", "position 4453"]);
        assert_eq!(read("4,4\n4,9").unwrap_err(), "line 2 of the openings: \"9\" is not a legal move");
        assert_eq!(read("1,2,1,2,1,2,1").unwrap_err(), "line 1 of the openings: the game is over after these moves");
        assert_eq!(read("# nothing").unwrap_err(), "the file has no openings");
    }
}
