//! The programs that Parlor grew out of, with exactly the texts of their specifications.

pub(crate) mod knights;
pub(crate) mod pacman;
pub(crate) mod reversi;
pub(crate) mod tournament;
