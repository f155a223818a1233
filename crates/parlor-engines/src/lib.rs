//! Search engines that are generic over the game. Each engine is one module with its `INFO` (name and options)
//! and its `entry` (constructor), so a game lists an engine in one line.

pub mod alphabeta;
pub mod budget;
mod dfpn;
pub mod greedy;
pub mod mcts;
pub mod minimax;
mod move_ordering;
pub mod options;
pub mod perfect;
pub mod planning;
pub mod proof_numbers;
mod pvs;
pub mod random;
pub mod reporter;
pub mod transposition_table;
mod window;

use parlor_core::{EngineEntry, Evaluate, Game, Keyed, Score};

pub use alphabeta::AlphaBeta;
pub use budget::Budget;
pub use greedy::Greedy;
pub use mcts::Mcts;
pub use minimax::Minimax;
pub use perfect::{Perfect, StaticProver};
pub use random::Random;
pub use reporter::Reporter;

/// Entries of all generic engines, weakest first, with the game's evaluator. A game may replace entries or add
/// engines of its own.
pub fn general_engines<G: Keyed, E: Evaluate<G> + Default + 'static>() -> Vec<EngineEntry<G>> {
    vec![
        random::entry(),
        greedy::entry::<G, E>(),
        minimax::entry::<G, E>(),
        alphabeta::entry::<G, E>(),
        mcts::entry(),
        perfect::entry::<G, ()>(),
    ]
}

/// Evaluator that scores every position as even, for games without an evaluator and for searches that only prove.
#[derive(Clone, Copy, Debug, Default)]
pub struct NullEvaluator;

impl<G: Game> Evaluate<G> for NullEvaluator {
    fn evaluate(&self, _: &G) -> Score {
        Score::DRAW
    }
}

/// The score of a position without legal moves, for the side to move.
pub fn final_score<G: Game>(position: &G) -> Score {
    position.outcome().map_or(Score::DRAW, |outcome| Score::from_outcome(outcome, position.turn()))
}

/// The evaluator's score, clamped to the range of estimates: an evaluator cannot claim a proved result.
fn static_score<G: Game>(evaluator: &impl Evaluate<G>, position: &G) -> Score {
    Score::points(evaluator.evaluate(position).raw())
}

/// A child's score from the viewpoint of its parent: one ply further from the end, and negated.
fn score_for_parent(score: Score) -> Score {
    -score.one_ply_later()
}
