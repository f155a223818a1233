//! Adjudication by exact values: a game ends once the game's solver has proved its result.

use parlor_core::{AnyEngine, AnyGame, Catalog, Limits, Outcome, Score, Value};

use crate::ArenaError;

/// Nodes of a proof attempt: about a millisecond, and the same on every machine.
const NODES: u64 = 5_000;

/// The solver of a game, used as a referee.
pub(crate) struct Adjudicator {
    solver: Box<dyn AnyEngine>,
}

impl Adjudicator {
    pub(crate) fn new(catalog: &Catalog, game: &dyn AnyGame) -> Result<Adjudicator, ArenaError> {
        let name = &game.setup().game;
        let spec = catalog.game(name)?.solver.clone();
        let spec = spec
            .ok_or_else(|| ArenaError::Invalid(format!("{name} has no solver, so its games cannot be adjudicated")))?;
        Ok(Adjudicator { solver: catalog.engine(game, &spec)? })
    }

    /// Result of best play from here, if the solver proves it.
    pub(crate) fn outcome(&mut self, game: &dyn AnyGame) -> Option<Outcome> {
        // Without a reset, what is proved within the limit would depend on earlier games.
        self.solver.reset();
        let mut value = None;
        self.solver.search(game, &Limits::nodes(NODES), &mut |info| value = Some(info.value)).ok()?;
        let value: Value = value?;
        if value.at_least.is_win() {
            Some(Outcome::Win(game.turn()))
        } else if value.at_most.is_loss() {
            Some(Outcome::Win(!game.turn()))
        } else {
            (value == Value::exact(Score::DRAW)).then_some(Outcome::Draw)
        }
    }
}
