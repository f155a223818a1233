//! Opening book: the exact scores of all positions up to some ply, and of hard positions of later plies. Every fourth
//! ply is stored; the plies between are computed from the next stored one by minimax over at most 343 lookups.
//! Positions that the next disc decides are not stored.

mod error;
mod format;
mod hard_positions;
mod huffman;
mod retrieval;
mod writer;

use std::sync::LazyLock;

use parlor_core::Game;

use super::super::rules::FourInARow;
use super::node::Node;
use super::openings::{canonical_key, is_reachable, predecessors};
use super::score::DiscScore;
use super::score_bounds::immediate_score;
use hard_positions::HardPositions;
use retrieval::Retrieval;

pub use error::BookError;
pub use writer::{add_hard_positions, write_book};

/// The book that `cargo xtask book` wrote.
static BUILT_IN: LazyLock<Option<Book>> = LazyLock::new(|| Book::new(include_bytes!("../book.bin").as_slice()).ok());

/// Distance between stored plies.
const STRIDE: u32 = 4;
/// Added to a score to get the stored value, which is not negative.
const OFFSET: i32 = 21;

/// Opening book over the bytes that [`write_book`] and [`add_hard_positions`] wrote. Scores are meaningless for
/// positions that no order of moves reaches.
#[derive(Debug)]
pub struct Book<B = &'static [u8]> {
    values: Retrieval<B>,
    /// The last ply that is covered completely.
    deepest: u32,
    /// Hard positions of later plies, by ply.
    hard: Vec<HardPositions<B>>,
}

impl Book {
    /// The book compiled into the program.
    pub fn built_in() -> Option<&'static Book> {
        BUILT_IN.as_ref()
    }
}

impl<B: AsRef<[u8]>> Book<B> {
    /// The last ply that the book covers completely.
    pub fn plies(&self) -> u32 {
        self.deepest
    }

    /// The last ply of which the book has any score.
    pub(super) fn last_ply(&self) -> u32 {
        self.hard.last().map_or(self.deepest, |hard| hard.ply)
    }

    /// The score; `None` if the book does not have it, and where the game is over.
    pub fn score(&self, position: &FourInARow) -> Option<DiscScore> {
        if !self.has_ply(position.plies()) || position.outcome().is_some() {
            return None;
        }
        if position.plies() <= self.deepest {
            return Some(DiscScore::new(self.number(position)));
        }
        let number = immediate_score(&Node::new(position));
        number.or_else(|| self.hard_score(canonical_key(position), position.plies())).map(DiscScore::new)
    }

    /// The score of a position beyond the plies that are covered completely, if it is stored. The next disc must not
    /// decide the game.
    pub(super) fn hard_score(&self, key: u64, discs: u32) -> Option<i32> {
        self.hard.iter().find(|hard| hard.ply == discs)?.get(key)
    }

    /// A lower bound of the score of a position one ply after a stored one. Each predecessor is worth at least as much
    /// to the side that moved last as this position is.
    pub fn lower_bound(&self, position: &FourInARow) -> Option<DiscScore> {
        let is_next = position.outcome().is_none() && self.has_ply(position.plies().checked_sub(1)?);
        let earlier = predecessors(position).filter(|earlier| is_next && is_reachable(earlier));
        let bounds = earlier.filter_map(|earlier| Some(DiscScore::new(-self.score(&earlier)?.number())));
        bounds.max_by_key(|score| score.number())
    }

    fn has_ply(&self, ply: u32) -> bool {
        ply <= self.deepest || self.hard.iter().any(|hard| hard.ply == ply)
    }

    fn number(&self, position: &FourInARow) -> i32 {
        if let Some(score) = immediate_score(&Node::new(position)) {
            return score;
        }
        let discs = position.plies();
        if (self.deepest - discs).is_multiple_of(STRIDE) && discs >= self.shallowest() {
            return i32::from(self.values.get(canonical_key(position))) - OFFSET;
        }
        self.best_of_children(position)
    }

    fn best_of_children(&self, position: &FourInARow) -> i32 {
        let scores = position.legal_moves().map(|column| -self.number(&position.after(column)));
        scores.max().unwrap_or(0)
    }

    /// The first ply that is stored; the plies before it have few positions.
    fn shallowest(&self) -> u32 {
        if self.deepest < STRIDE { self.deepest } else { STRIDE + self.deepest % STRIDE }
    }
}
