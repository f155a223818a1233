//! Evaluation by patterns: a position is worth the sum of the weights of the fillings of its pattern instances.

mod features;
mod shapes;
mod weights;

pub use features::{Features, lanes};
pub use shapes::{INSTANCES, SHAPES, Shape};
pub use weights::{
    FIRST_KNOT, KNOT_STEP, KNOTS, KnotWeights, PatternWeights, UNIT, built_in, knots_around, pack, unpack,
};
