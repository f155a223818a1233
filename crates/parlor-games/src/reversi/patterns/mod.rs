//! Evaluation by patterns: a position is worth the sum of the weights of the fillings of its pattern instances. Other weights
//! of the same patterns order the moves of an endgame.

mod effort;
mod features;
mod shapes;
mod weights;

pub use effort::{EFFORT_KNOTS, EffortWeights, built_in_effort, effort_knot, effort_of_replies};
pub use features::{Features, lanes};
pub use shapes::{INSTANCES, SHAPES, Shape};
pub use weights::{
    FIRST_KNOT, KNOT_STEP, KNOTS, KnotWeights, PatternWeights, UNIT, built_in, knots_around, pack, unpack,
};
