//! The contracts of Parlor, and nothing else: what a game is ([`Game`]), what a single-agent problem is
//! ([`Problem`]), who thinks about them ([`Engine`], [`Planner`]), how they look ([`Scene`]), and the
//! erased table ([`AnyGame`], [`AnyEngine`]) where everything else meets them. No dependencies.

pub mod count;
pub mod engine;
pub mod erased;
pub mod game;
pub mod options;
pub mod problem;
pub mod scene;
pub mod seated;
pub mod setup;
pub mod value;

pub use engine::{Engine, EngineEntry, EngineInfo, Evaluate, Limits, NoMoves, Stop, Thought};
pub use erased::{AnyEngine, AnyGame, AnyThought, Hosted, NoAnswer, Table};
pub use game::{Game, IllegalMove, Keyed, Outcome, Player};
pub use options::{BadOption, OptionKind, OptionSpec, Options};
pub use problem::{Cost, Heuristic, Plan, Planned, Planner, PlannerEntry, Problem};
pub use scene::{Axes, Cell, Choice, Depict, Key, Mark, Piece, Scene, Shape, Side, Tint};
pub use seated::{HostedProblem, Seated};
pub use setup::{BadEngine, BadPosition, BadSetup, EngineSpec, Setup};
pub use value::{Score, Value};
