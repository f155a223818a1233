//! Opening book: the exact scores of all positions up to some ply. Every fourth ply is stored; the plies between are
//! computed from the next stored one by minimax over at most 343 lookups. Positions that the next disc decides are not
//! stored.

use std::error::Error;
use std::fmt::{self, Display};
use std::sync::LazyLock;

use parlor_core::Game;

use super::super::rules::FourInARow;
use super::node::Node;
use super::openings::{canonical_key, is_reachable, position_of, predecessors, quiet_keys_after};
use super::retrieval::{Retrieval, build};
use super::score::DiscScore;
use super::score_bounds::immediate_score;

/// The book that `cargo xtask book` wrote.
static BUILT_IN: LazyLock<Option<Book>> = LazyLock::new(|| Book::new(include_bytes!("book.bin").as_slice()).ok());

/// Distance between stored plies.
const STRIDE: u32 = 4;
/// Added to a score to get the stored value, which is not negative.
const OFFSET: i32 = 21;

/// Opening book over the bytes that [`write_book`] wrote.
#[derive(Debug)]
pub struct Book<B = &'static [u8]> {
    values: Retrieval<B>,
    deepest: u32,
}

/// Error for bytes that are not an opening book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookFormatError;

impl Display for BookFormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not an opening book")
    }
}

impl Error for BookFormatError {}

/// Error for a number of scores that differs from the number of positions in the book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IncompleteBookError {
    pub positions: usize,
    pub scores: usize,
}

impl Display for IncompleteBookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} scores were given for {} positions", self.scores, self.positions)
    }
}

impl Error for IncompleteBookError {}

impl Book {
    /// The book compiled into the program.
    pub fn built_in() -> Option<&'static Book> {
        BUILT_IN.as_ref()
    }
}

impl<B: AsRef<[u8]>> Book<B> {
    pub fn new(bytes: B) -> Result<Book<B>, BookFormatError> {
        let deepest = u32::from(*bytes.as_ref().first().ok_or(BookFormatError)?);
        let values = Retrieval::new(bytes, 1).ok_or(BookFormatError)?;
        (deepest < 42).then_some(Book { values, deepest }).ok_or(BookFormatError)
    }

    /// The last ply that the book covers.
    pub fn plies(&self) -> u32 {
        self.deepest
    }

    /// The score; `None` beyond the book and where the game is over.
    pub fn score(&self, position: &FourInARow) -> Option<DiscScore> {
        let is_covered = position.plies() <= self.deepest && position.outcome().is_none();
        is_covered.then(|| DiscScore::new(self.number(position)))
    }

    /// A lower bound of the score of a position one ply beyond the book. Each predecessor is worth at least as much to
    /// the side that moved last as this position is.
    pub fn lower_bound(&self, position: &FourInARow) -> Option<DiscScore> {
        let is_next = position.plies() == self.deepest + 1 && position.outcome().is_none();
        // The book returns meaningless scores for unreachable positions.
        let earlier = predecessors(position).filter(|earlier| is_next && is_reachable(earlier));
        earlier.map(|earlier| DiscScore::new(-self.number(&earlier))).max_by_key(|score| score.number())
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

/// Serializes a book of this many plies from the scores of the positions that
/// [`quiet_positions_after`](super::quiet_positions_after) gives, in the same order.
pub fn write_book(plies: u8, scores: &[DiscScore]) -> Result<Vec<u8>, IncompleteBookError> {
    let deepest = u32::from(plies);
    let keys = quiet_keys_after(deepest);
    let incomplete = IncompleteBookError { positions: keys.len(), scores: scores.len() };
    if keys.len() != scores.len() {
        return Err(incomplete);
    }
    let value = |number: i32| (number + OFFSET).cast_unsigned() as u8;
    let mut entries: Vec<(u64, u8)> = keys.into_iter().zip(scores.iter().map(|score| value(score.number()))).collect();
    let bytes = |entries: &[(u64, u8)]| {
        let mut bytes = vec![plies];
        // All keys differ, so a solution exists.
        bytes.extend(build(entries).ok_or(incomplete)?);
        Ok(bytes)
    };
    let mut book = bytes(&entries)?;
    let mut ply = deepest;
    while ply >= 2 * STRIDE {
        ply -= STRIDE;
        // The plies stored so far give the scores of the ply before them.
        let later = Book::new(book.as_slice()).map_err(|BookFormatError| incomplete)?;
        let computed = quiet_keys_after(ply).into_iter().map(|key| (key, later.best_of_children(&position_of(key))));
        entries.extend(computed.map(|(key, number)| (key, value(number))).collect::<Vec<_>>());
        book = bytes(&entries)?;
    }
    Ok(book)
}

#[cfg(test)]
mod tests {
    use super::super::openings::keys_after;
    use super::*;

    /// Minimax over invented scores of the last ply; the book must agree with it.
    fn minimax(position: &FourInARow, deepest: u32, leaf: &impl Fn(&FourInARow) -> i32) -> i32 {
        let node = Node::new(position);
        match immediate_score(&node) {
            Some(score) => score,
            None if position.plies() == deepest => leaf(position),
            None => {
                let children = position.legal_moves().map(|column| position.after(column));
                children.map(|child| -minimax(&child, deepest, leaf)).max().unwrap()
            }
        }
    }

    fn invented_score(position: &FourInARow) -> i32 {
        (canonical_key(position) % 15) as i32 - 7
    }

    #[test]
    fn computes_the_plies_between_stored_ones() {
        for deepest in [0, 1, 3, 4, 5, 8] {
            let scores: Vec<DiscScore> = quiet_keys_after(deepest)
                .into_iter()
                .map(|key| DiscScore::new(invented_score(&position_of(key))))
                .collect();
            let book = Book::new(write_book(deepest as u8, &scores).unwrap()).unwrap();
            assert_eq!(book.plies(), deepest);
            for ply in deepest.saturating_sub(4)..=deepest {
                for position in keys_after(ply).into_iter().map(position_of).step_by(1 + 7 * ply as usize) {
                    let expected = minimax(&position, deepest, &invented_score);
                    assert_eq!(book.score(&position).map(DiscScore::number), Some(expected), "{position}");
                }
            }
            assert_eq!(book.score(&"444443322".parse().unwrap()), None);
        }
    }

    #[test]
    fn rejects_bytes_and_scores_that_make_no_book() {
        assert_eq!(Book::new(&b""[..]).err(), Some(BookFormatError));
        assert_eq!(Book::new(&[4_u8; 400][..]).err(), Some(BookFormatError));
        assert_eq!(write_book(2, &[]), Err(IncompleteBookError { positions: 25, scores: 0 }));
    }
}
