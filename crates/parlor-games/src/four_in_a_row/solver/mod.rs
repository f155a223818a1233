#![doc = include_str!("README.md")]

mod analysis;
mod book;
mod bounds;
mod busy;
mod engine;
mod exact;
mod geometry;
mod huffman;
mod line;
mod node;
mod openings;
mod parallel;
mod range;
mod retrieval;
mod score;
mod search;
mod table;
mod watch;

pub use book::{Book, Incomplete, NotABook, write_book};
pub use engine::INFO;
pub use exact::Solver;
pub use openings::quiet_positions_after;
pub use score::DiscScore;

pub(super) use engine::entry;
