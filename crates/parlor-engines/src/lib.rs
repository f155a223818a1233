//! Search engines that are generic over the game. Each engine is one module with its `INFO` (name and options)
//! and its `entry` (constructor), so a game lists an engine in one line, and [`general_engines`] lists all.
//!
//! | module | engine |
//! |---|---|
//! | [`random`] | plays random legal moves |
//! | [`greedy`] | looks one move ahead with the game's evaluator |
//! | [`minimax`] | full-width search to a fixed depth, the oracle of the others |
//! | [`alphabeta`] | iterative deepening, principal variation search with a transposition table |
//! | [`mcts`] | Monte Carlo tree search with proved results |
//! | [`perfect`] | proves results with a [`Prover`]: df-pn ([`DfpnProver`]), or a game's own |
//! | [`fallible`](mod@fallible) | the option `error-rate` of other engines |
//! | [`planning`] | breadth-first, best-first and beam search for single-agent problems |
//!
//! Parts for engines of your own: [`Budget`] enforces [`Limits`](parlor_core::Limits), [`Reporter`] keeps the anytime
//! protocol, [`transposition_table`] and [`proof_numbers`] are what they are called, [`options`] declares shared options.
//!
//! An engine needs only the [`Game`] (and its key, see [`Keyed`]):
//!
//! ```
//! use parlor_core::{Engine, Game, Keyed, Limits, Outcome, Player, Score, Value};
//! use parlor_engines::{AlphaBeta, NullEvaluator};
//!
//! /// A pile of counters: take one, two or three; the player who takes the last one wins.
//! #[derive(Clone, PartialEq, Debug)]
//! struct Pile {
//!     counters: u8,
//!     turn: Player,
//! }
//!
//! impl Game for Pile {
//!     type Move = u8;
//!     # fn turn(&self) -> Player { self.turn }
//!     # fn legal_moves(&self) -> impl Iterator<Item = u8> { 1..=self.counters.min(3) }
//!     # fn is_legal(&self, taken: u8) -> bool { (1..=self.counters.min(3)).contains(&taken) }
//!     # fn outcome(&self) -> Option<Outcome> { (self.counters == 0).then_some(Outcome::Win(!self.turn)) }
//!     # fn play_unchecked(&mut self, taken: u8) { self.counters -= taken; self.turn = !self.turn; }
//!     // See the front page of parlor-core for the rest.
//! }
//!
//! impl Keyed for Pile {
//!     fn key(&self) -> u64 {
//!         parlor_core::random::mix(u64::from(self.counters) << 1 | self.turn.index() as u64)
//!     }
//! }
//!
//! let mut engine = AlphaBeta::with_table(1, NullEvaluator);
//! let mut last = None;
//! let pile = Pile { counters: 7, turn: Player::First };
//! engine.search(&pile, &Limits::none(), &mut |info| last = Some(info)).unwrap();
//! let info = last.unwrap();
//! assert_eq!((info.best, info.value), (3, Value::exact(Score::win_in(3))));
//! ```

pub mod alphabeta;
pub mod budget;
mod dfpn;
pub mod fallible;
pub mod greedy;
mod lesson;
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
mod translations;
pub mod transposition_table;
mod window;

use parlor_core::{EngineEntry, Evaluate, Game, Keyed, Score};

pub use alphabeta::AlphaBeta;
pub use budget::Budget;
pub use dfpn::{DfpnProver, StaticProver};
pub use greedy::Greedy;
pub use lesson::search_lesson;
pub use mcts::Mcts;
pub use minimax::Minimax;
pub use perfect::{Perfect, Proof, Prover};
pub use random::Random;
pub use reporter::Reporter;
pub use translations::translations;

/// Entries of all generic engines, weakest first, with the game's evaluator. A game may replace entries or add
/// engines of its own.
pub fn general_engines<G: Keyed, E: Evaluate<G> + Default + 'static>() -> Vec<EngineEntry<G>> {
    vec![
        random::entry(),
        greedy::entry::<G, E>(),
        minimax::entry::<G, E>(),
        alphabeta::entry::<G, E>(),
        mcts::entry(),
        perfect::entry::<G, E, ()>(),
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
