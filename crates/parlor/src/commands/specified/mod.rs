//! The five programs that have a specification. Their arguments, output and exit statuses are exact.

pub(super) mod four_in_a_row;
pub(super) mod knights;
pub(super) mod pacman;
pub(super) mod reversi;
pub(super) mod tournament;
