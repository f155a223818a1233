//! Adjudication by exact values: a game ends once the game's solver has proved its result.

use parlor_core::{AnyGame, Catalog, EngineSpec, Limits, Outcome, Score, Value};
use parlor_match::{EngineHost, EngineRequest, EngineSlot};

use crate::ArenaError;

/// Nodes of a proof attempt: about a millisecond, and the same on every machine.
const NODES: u64 = 5_000;

/// The solver of a game, used as a referee.
pub(crate) struct Adjudicator<'a> {
    host: EngineHost<'a>,
    spec: EngineSpec,
    /// Positions so far. Each is a session: otherwise what is proved within the limit would depend on earlier games.
    positions: u64,
}

impl<'a> Adjudicator<'a> {
    pub(crate) fn new(catalog: &'a Catalog, game: &dyn AnyGame) -> Result<Adjudicator<'a>, ArenaError> {
        let name = &game.setup().game;
        let spec = catalog.game(name)?.solver.clone();
        let spec = spec
            .ok_or_else(|| ArenaError::Invalid(format!("{name} has no solver, so its games cannot be adjudicated")))?;
        catalog.check_engine(game, &spec)?;
        Ok(Adjudicator { host: EngineHost::new(1, catalog), spec, positions: 0 })
    }

    /// Result of best play from here, if the solver proves it.
    pub(crate) fn outcome(&mut self, game: &dyn AnyGame) -> Option<Outcome> {
        self.positions += 1;
        let (slot, session) = (EngineSlot::default(), self.positions.to_string());
        let request = EngineRequest { slot, spec: &self.spec, game, session: &session };
        let mut value = None;
        self.host.search(request, &Limits::nodes(NODES), &mut |info| value = Some(info.value)).ok()?;
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
