//! Analysis of positions: which engines run, for how long, and how their values are merged.

use std::time::Duration;

use parlor_core::{AnyGame, Catalog, EngineLimits, EngineSpec, Level, Score, Strength, Unit, Value, ValueReport};
use serde::Serialize;

use crate::StudyError;

/// Values of the legal moves, as far as they are known.
pub type MoveValues = Vec<(String, Value)>;

/// Search that an analysis asks its host for: the values of all moves, by this engine within this time.
#[derive(Clone, PartialEq, Debug)]
pub struct EngineSearch {
    pub engine: EngineSpec,
    pub time: Duration,
}

/// Analysis of all moves of a position. Engines run one after the other: the host runs what
/// [`next_search`](Analysis::next_search) asks for, adds what is found, and says how long it took.
#[derive(Debug)]
pub struct Analysis {
    engines: std::vec::IntoIter<EngineSpec>,
    /// Search time that is left for these engines.
    left: Duration,
    /// Time of the engine that runs: an equal share of what the engines before it left.
    share: Duration,
    moves: usize,
    /// What the engines before the running one found.
    before: MoveValues,
    values: MoveValues,
}

impl Analysis {
    /// Analysis of a position that takes at most this time.
    pub fn new(
        catalog: &Catalog,
        limits: EngineLimits,
        game: &dyn AnyGame,
        time: Duration,
    ) -> Result<Analysis, StudyError> {
        let engines = analysis_engines(catalog, limits, game)?.into_iter();
        let (moves, values) = (game.legal_moves().len(), MoveValues::new());
        Ok(Analysis { engines, left: time, share: Duration::ZERO, moves, before: values.clone(), values })
    }

    /// The next search; `None` when every move has a value, or all engines have run.
    pub fn next_search(&mut self) -> Option<EngineSearch> {
        if self.values.len() == self.moves && self.values.iter().all(|(_, value)| is_known(*value)) {
            return None;
        }
        let waiting = u32::try_from(self.engines.len()).unwrap_or(u32::MAX);
        let engine = self.engines.next()?;
        self.share = self.left / waiting.max(1);
        self.before.clone_from(&self.values);
        Some(EngineSearch { engine, time: self.share })
    }

    /// Adds the value of a move that the running engine found; the last one counts.
    pub fn add(&mut self, notation: String, value: Value) {
        let known = |values: &MoveValues| values.iter().find(|(one, _)| *one == notation).map(|(_, value)| *value);
        let merged = merge_values(known(&self.before), value);
        match self.values.iter_mut().find(|(one, _)| *one == notation) {
            Some((_, old)) => *old = merged,
            None => self.values.push((notation, merged)),
        }
    }

    /// Takes the time of the engine that has finished off the rest. Waiting for a thread costs at most its share.
    pub fn search_ended(&mut self, took: Duration) {
        self.left = self.left.saturating_sub(took.min(self.share));
    }

    pub fn values(&self) -> &MoveValues {
        &self.values
    }

    pub fn into_values(self) -> MoveValues {
        self.values
    }
}

/// Engines for analysis, in order. The game's analysis engine is the strongest. The best level below `Perfect` follows:
/// it has an estimate for every move that the first one had no time for.
fn analysis_engines(
    catalog: &Catalog,
    limits: EngineLimits,
    game: &dyn AnyGame,
) -> Result<Vec<EngineSpec>, StudyError> {
    let entry = catalog.game(&game.setup().game)?;
    let estimates =
        |level: &&Level| level.strength < Strength::Perfect && level.engine.name() != entry.analysis_engine.name();
    let second = entry.levels.iter().rev().find(estimates).map(|level| &level.engine);
    let specs = [&entry.analysis_engine].into_iter().chain(second);
    let engines: Vec<EngineSpec> = specs.filter_map(|spec| limits.lower_all(catalog, game, spec)).collect();
    if engines.is_empty() { Err(StudyError::NoAnalysisEngine) } else { Ok(engines) }
}

/// Whether an engine had an opinion: a proof, or an estimate other than the one that engines start with.
fn is_known(value: Value) -> bool {
    value.is_decided() || value.estimate != Score::DRAW
}

/// Merges the value of a later engine: it fills in what is not known, and its proof replaces an estimate.
fn merge_values(old: Option<Value>, new: Value) -> Value {
    old.filter(|old| is_known(*old) && (old.is_decided() || !new.is_decided())).unwrap_or(new)
}

/// Value of one legal move; `best` marks all moves with the highest value.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveValue {
    #[serde(rename = "move")]
    pub notation: String,
    pub value: ValueReport,
    pub best: bool,
}

/// Move values in the unit of their game, with marks on the best ones.
pub fn move_values(values: &MoveValues, unit: Unit) -> Vec<MoveValue> {
    let best = values.iter().map(|(_, value)| value.ranking()).max();
    let view = |(notation, value): &(String, Value)| MoveValue {
        notation: notation.clone(),
        value: value.report(unit),
        best: best == Some(value.ranking()),
    };
    values.iter().map(view).collect()
}

/// The best of the moves with its value.
pub fn best_move(values: &MoveValues) -> Option<&(String, Value)> {
    values.iter().max_by_key(|(_, value)| value.ranking())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: EngineLimits = EngineLimits { memory_mib: 16, threads: 1 };
    const TIME: Duration = Duration::from_secs(4);

    fn points(points: i32) -> Value {
        Value::estimate(Score::points(points))
    }

    #[test]
    fn a_later_engine_fills_in_what_is_unknown_and_proves_what_is_estimated() {
        let proved = Value::exact(Score::win_in(3));
        let [estimate, weaker, unknown] = [20, 90, 0].map(points);
        assert_eq!(merge_values(Some(proved), estimate), proved);
        assert_eq!(merge_values(Some(estimate), proved), proved);
        assert_eq!(merge_values(Some(estimate), weaker), estimate);
        assert_eq!(merge_values(Some(unknown), weaker), weaker);
        assert_eq!(merge_values(None, estimate), estimate);
    }

    /// An analysis of a game with two analysis engines.
    fn analysis() -> (Analysis, Vec<String>) {
        let catalog = parlor_games::catalog();
        let mut games = catalog.games().iter().map(|entry| entry.start(entry.default_setup()).unwrap());
        let game = games.find(|game| analysis_engines(&catalog, LIMITS, &**game).unwrap().len() == 2).unwrap();
        (Analysis::new(&catalog, LIMITS, &*game, TIME).unwrap(), game.legal_moves())
    }

    #[test]
    fn the_second_engine_gets_the_time_that_the_first_one_left() {
        let (mut analysis, _) = analysis();
        assert_eq!(analysis.next_search().unwrap().time, TIME / 2);
        analysis.search_ended(TIME / 4);
        assert_eq!(analysis.next_search().unwrap().time, TIME * 3 / 4);
        analysis.search_ended(TIME * 2);
        assert_eq!((analysis.next_search(), analysis.left), (None, Duration::ZERO));
    }

    #[test]
    fn the_second_engine_runs_only_if_a_move_has_no_value() {
        let (mut complete, moves) = analysis();
        complete.next_search().unwrap();
        for notation in moves {
            complete.add(notation, points(30));
        }
        assert_eq!(complete.next_search(), None);
        let (mut partial, moves) = analysis();
        partial.next_search().unwrap();
        partial.add(moves[0].clone(), points(30));
        assert!(partial.next_search().is_some());
        for notation in moves.clone() {
            partial.add(notation, points(50));
        }
        assert_eq!(partial.values()[0], (moves[0].clone(), points(30)), "the stronger engine's estimate stays");
        assert_eq!(partial.into_values().len(), moves.len());
    }
}
