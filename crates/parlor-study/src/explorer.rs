//! Analysis of any position, for the explorer and for lines that refute a move.

use std::time::Duration;

use parlor_core::{AnyGame, Catalog, Scene, Setup, json_integer};
use serde::{Deserialize, Serialize};

use crate::study_error::check_maximum;
use crate::{MoveValue, MoveValues, StudyError, best_move, move_values};

/// Most seconds of a request.
const MAX_SECONDS: u8 = 5;
const MAX_LINE: usize = 20;
/// Most moves before the position: as many as a match may have.
const MAX_MOVES: usize = 10_000;
/// Pieces, choices and marks in the scenes of a line, which ends before it has more: about 1 MB of JSON.
const MAX_PARTS: usize = 10_000;

/// Request for the values of a position's moves.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AnalysisRequest {
    pub setup: Setup,
    /// Moves from the position of the setup to the one that is analyzed.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Search time; nothing is searched if left out or 0.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(range(min = 0.0, max = 5.0)))]
    pub seconds: f64,
    /// Length of the line of best moves.
    #[serde(default, deserialize_with = "json_integer::deserialize")]
    #[cfg_attr(feature = "schema", schemars(range(max = 20)))]
    pub line: usize,
}

/// Response: a position with the values of its moves.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PositionAnalysis {
    /// In the game's notation; as the position of a setup it starts a game from here.
    pub position: String,
    pub scene: Scene,
    /// Values of the legal moves, as far as they are known.
    pub values: Vec<MoveValue>,
    /// Best moves of both sides from here.
    pub line: Vec<LineStep>,
}

/// A move of a line, and the scene after it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LineStep {
    #[serde(rename = "move")]
    pub notation: String,
    pub scene: Scene,
}

impl LineStep {
    /// Plays a move.
    pub(crate) fn play(game: &mut dyn AnyGame, notation: String) -> Result<LineStep, StudyError> {
        if game.play(&notation).is_err() {
            return Err(StudyError::IllegalMove(notation));
        }
        Ok(LineStep { notation, scene: game.scene() })
    }

    /// What the size of the step grows with.
    fn parts(&self) -> usize {
        self.scene.pieces.len() + self.scene.choices.len() + self.scene.marks.len()
    }
}

/// Exploration of a position: its host analyzes one position of the line after the other and adds the values.
#[derive(Debug)]
pub struct Exploration {
    /// The position after the line.
    game: Box<dyn AnyGame>,
    /// Length that the line shall have.
    length: usize,
    /// Positions that are still to be analyzed.
    positions: usize,
    /// Time for each of them.
    time: Duration,
    /// Parts of all scenes in the line.
    parts: usize,
    found: PositionAnalysis,
}

impl Exploration {
    pub fn new(catalog: &Catalog, request: AnalysisRequest) -> Result<Exploration, StudyError> {
        let AnalysisRequest { setup, moves, seconds, line: length } = request;
        if !(0.0..=f64::from(MAX_SECONDS)).contains(&seconds) {
            return Err(StudyError::AboveMaximum { what: "the seconds of an analysis", max: MAX_SECONDS.into() });
        }
        check_maximum("the moves of a line", length, MAX_LINE)?;
        check_maximum("the moves before a position", moves.len(), MAX_MOVES)?;
        let mut game = catalog.start(setup)?;
        for notation in moves {
            LineStep::play(&mut *game, notation)?;
        }
        let found =
            PositionAnalysis { position: game.position(), scene: game.scene(), values: Vec::new(), line: Vec::new() };
        // The values of the first position also choose the first move of the line.
        let positions = if seconds > 0.0 { length.max(1) } else { 0 };
        let time = Duration::from_secs_f64(seconds) / u32::try_from(length.max(1)).unwrap_or(1);
        Ok(Exploration { game, length, positions, time, parts: 0, found })
    }

    /// The position to analyze next, and the time for it; `None` when the exploration is finished.
    pub fn next_position(&self) -> Option<(&dyn AnyGame, Duration)> {
        (self.positions > 0 && self.game.outcome().is_none()).then_some((&*self.game, self.time))
    }

    /// Adds the values of that position, and goes on to the one after its best move.
    pub fn add(&mut self, values: &MoveValues) -> Result<(), StudyError> {
        if self.found.line.is_empty() {
            self.found.values = move_values(values, self.game.unit());
        }
        self.positions = self.positions.saturating_sub(1);
        let best = best_move(values).filter(|_| self.found.line.len() < self.length);
        let Some((best, _)) = best else {
            self.positions = 0;
            return Ok(());
        };
        let step = LineStep::play(&mut *self.game, best.clone())?;
        self.parts += step.parts();
        if self.parts > MAX_PARTS {
            self.positions = 0;
        } else {
            self.found.line.push(step);
        }
        Ok(())
    }

    pub fn finish(self) -> PositionAnalysis {
        self.found
    }
}

#[cfg(test)]
mod tests {
    use parlor_core::{Score, Value};

    use super::*;

    fn explore(seconds: f64, line: usize) -> (Exploration, usize) {
        let catalog = parlor_games::catalog();
        let setup = catalog.games()[0].default_setup();
        let request = AnalysisRequest { setup, moves: Vec::new(), seconds, line };
        let mut exploration = Exploration::new(&catalog, request).unwrap();
        let mut positions = 0;
        while let Some((game, time)) = exploration.next_position() {
            assert_eq!(time, Duration::from_secs_f64(seconds) / u32::try_from(line.max(1)).unwrap());
            let value = |index: usize| Value::estimate(Score::points(10 * i32::try_from(index).unwrap()));
            let values = game.legal_moves().into_iter().enumerate().map(|(index, one)| (one, value(index)));
            let values: MoveValues = values.collect();
            exploration.add(&values).unwrap();
            positions += 1;
        }
        (exploration, positions)
    }

    #[test]
    fn every_position_of_a_line_is_analyzed_once_and_no_other() {
        for (seconds, line, expected) in [(0.0, 3, 0), (1.0, 0, 1), (1.0, 1, 1), (3.0, 3, 3)] {
            let (exploration, positions) = explore(seconds, line);
            let found = exploration.finish();
            assert_eq!((positions, found.values.is_empty()), (expected, expected == 0));
            assert_eq!(found.line.len(), if expected == 0 { 0 } else { line });
            assert_eq!(found.values.iter().filter(|value| value.best).count(), expected.min(1));
        }
    }

    #[test]
    fn a_line_follows_the_best_moves_and_ends_where_none_is_known() {
        let catalog = parlor_games::catalog();
        let game = catalog.start(catalog.games()[0].default_setup()).unwrap();
        let found = explore(1.0, 2).0.finish();
        assert_eq!(found.line[0].notation, *game.legal_moves().last().unwrap());
        let setup = catalog.games()[0].default_setup();
        let request = AnalysisRequest { setup, moves: Vec::new(), seconds: 1.0, line: 5 };
        let mut exploration = Exploration::new(&catalog, request).unwrap();
        exploration.add(&MoveValues::new()).unwrap();
        assert!(exploration.next_position().is_none() && exploration.finish().line.is_empty());
    }
}
