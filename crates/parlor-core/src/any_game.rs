//! [`AnyGame`]: a game in progress without its type, with moves as text. Matches and front ends know no other games.

use std::any::Any;
use std::fmt::Debug;

use crate::entry::find_engine;
use crate::perft::Explore;
use crate::setup::EngineSpecError;
use crate::{AnyEngine, AnyEngineEntry, EngineSpec, IllegalMove, Outcome, Player, Scene, Setup, Unit, Value};

/// Type-erased game in progress. Moves are given and returned in notation.
pub trait AnyGame: Explore + Debug + Send + Sync {
    /// The setup this game was started from.
    fn setup(&self) -> &Setup;
    /// The current position, in the game's position notation.
    fn position(&self) -> String;
    /// Side to move; after the end of the game, the side whose turn it would be.
    fn turn(&self) -> Player;
    fn outcome(&self) -> Option<Outcome>;
    /// What the values of this game count.
    fn unit(&self) -> Unit;
    /// Exact value of a finished game for the side to move; `None` while it goes on.
    fn final_value(&self) -> Option<Value>;
    fn legal_moves(&self) -> Vec<String>;
    /// Canonical notation of a legal move, which may be given in a shorter form.
    fn canonicalize(&self, notation: &str) -> Result<String, IllegalMove>;
    fn play(&mut self, notation: &str) -> Result<(), IllegalMove>;
    /// Canonical notation of a legal move, and the game after it.
    fn after(&self, notation: &str) -> Result<(String, Box<dyn AnyGame>), IllegalMove>;
    /// The moves played since the setup, in canonical notation.
    fn moves(&self) -> Vec<String>;
    fn scene(&self) -> Scene;
    /// Number of players: two, or one for a problem.
    fn player_count(&self) -> u8;
    /// Its own engines; [`Catalog::engines`](crate::Catalog::engines) knows those added from outside, too.
    fn engines(&self) -> Vec<AnyEngineEntry>;
    fn clone_box(&self) -> Box<dyn AnyGame>;
    fn as_any(&self) -> &dyn Any;
}

impl dyn AnyGame + '_ {
    /// Builds one of the game's own engines.
    pub fn engine(&self, spec: &EngineSpec) -> Result<Box<dyn AnyEngine>, EngineSpecError> {
        let engines = self.engines();
        let (engine, options) = find_engine(&engines, spec)?;
        Ok((engine.build)(self, &options))
    }

    /// Reason why a rejected move is illegal: the game is over, or which moves are legal instead.
    pub fn why_illegal(&self) -> String {
        const MOST: usize = 12;
        let moves = self.legal_moves();
        let shown = moves.iter().take(MOST).map(String::as_str).collect::<Vec<_>>().join(", ");
        match moves.len() {
            0 => "the game is over".to_owned(),
            1..=MOST => format!("not a legal move here; legal: {shown}"),
            count => format!("not a legal move here; legal: {shown} and {} more", count - MOST),
        }
    }
}

impl Clone for Box<dyn AnyGame> {
    fn clone(&self) -> Self {
        self.clone_box()
    }
}
