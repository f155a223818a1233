//! The traits and data types that all crates of Parlor share: games ([`Game`]), single-agent problems ([`Problem`]),
//! searchers ([`Engine`], [`Planner`]), drawings of a position ([`Scene`]), and the type-erased versions
//! ([`AnyGame`], [`AnyEngine`]) that matches and front ends use. No dependencies.

pub mod engine;
pub mod erased;
pub mod erased_problem;
pub mod game;
pub mod options;
pub mod perft;
pub mod problem;
pub mod scene;
pub mod setup;
pub mod value;

pub use engine::{Engine, EngineEntry, EngineInfo, Evaluate, Limits, NoMoves, SearchInfo, StopFlag};
pub use erased::{AnyEngine, AnyGame, AnySearchInfo, ErasedGame, Playable, SearchError};
pub use erased_problem::{ErasedProblem, PlayableProblem};
pub use game::{Game, IllegalMove, Keyed, Outcome, Player};
pub use options::{OptionError, OptionKind, OptionSpec, Options};
pub use problem::{Cost, Heuristic, Plan, PlanStatus, Planner, PlannerEntry, Problem};
pub use scene::{Axes, Cell, Choice, Depict, Key, Mark, Piece, Scene, Shape, Side, Tint};
pub use setup::{EngineSpec, EngineSpecError, PositionError, Setup, SetupError};
pub use value::{Score, Value};
