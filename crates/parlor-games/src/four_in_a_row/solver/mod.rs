#![doc = include_str!("README.md")]

mod analysis;
mod book;
mod bucket;
mod engine;
mod exact_solver;
mod geometry;
mod node;
mod openings;
mod parallel;
mod score;
mod score_bounds;
mod search;
mod search_control;
mod strategy_bounds;
mod transposition_table;

pub use book::{Book, BookError, add_hard_positions, write_book};
pub use engine::INFO;
pub use exact_solver::Solver;
pub use openings::quiet_positions_after;
pub use score::DiscScore;

pub(super) use engine::entry;
