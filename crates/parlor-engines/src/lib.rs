//! Generic searchers: each plays any [`Game`] that offers what it needs, and each is one
//! file with its `INFO` and its `entry`, so that a game's list of engines is one line an engine.

pub mod alphabeta;
pub mod budget;
mod dfpn;
pub mod greedy;
pub mod mcts;
pub mod minimax;
mod move_ordering;
pub mod options;
pub mod planning;
pub mod proof;
pub mod proof_numbers;
mod pvs;
pub mod random;
pub mod report;
pub mod transposition_table;
mod tree;

use parlor_core::{EngineEntry, Evaluate, Game, Keyed, Score};

pub use alphabeta::AlphaBeta;
pub use budget::Budget;
pub use greedy::Greedy;
pub use mcts::Mcts;
pub use minimax::Minimax;
pub use proof::{Insight, Perfect};
pub use random::Random;
pub use report::Report;

/// Every general engine, from the weakest on, with the game's evaluator. A game with better ones of its own
/// replaces or adds lines.
pub fn general<G: Keyed, E: Evaluate<G> + Default + 'static>() -> Vec<EngineEntry<G>> {
    vec![
        random::entry(),
        greedy::entry::<G, E>(),
        minimax::entry::<G, E>(),
        alphabeta::entry::<G, E>(),
        mcts::entry(),
        proof::entry::<G, ()>(),
    ]
}

/// For games without an evaluator, and for searches that prove: everything undecided is even.
#[derive(Clone, Copy, Debug, Default)]
pub struct NullEvaluator;

impl<G: Game> Evaluate<G> for NullEvaluator {
    fn evaluate(&self, _: &G) -> Score {
        Score::DRAW
    }
}

/// The score of a position without legal moves, for the side to move.
pub fn final_score<G: Game>(position: &G) -> Score {
    position.outcome().map_or(Score::DRAW, |outcome| Score::of(outcome, position.turn()))
}

/// An evaluator's opinion. It is never taken for a proof, whatever the evaluator says.
fn opinion<G: Game>(evaluator: &impl Evaluate<G>, position: &G) -> Score {
    Score::points(evaluator.evaluate(position).raw())
}

/// What a score of the next position is worth to who moved there.
fn seen_from_before(score: Score) -> Score {
    -score.one_ply_later()
}
