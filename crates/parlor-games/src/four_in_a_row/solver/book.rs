//! The opening book: scores of all positions up to some ply. Every fourth ply is stored; the plies between are
//! worked out from the next one, at most 343 look-ups away. Positions that the next disc decides are not stored.

use std::error::Error;
use std::fmt::{self, Display};
use std::sync::LazyLock;

use parlor_core::Game;

use super::super::rules::FourInARow;
use super::node::Node;
use super::openings::{can_come_up, canonical_key, position_of, predecessors, quiet_keys_after};
use super::range::decided;
use super::retrieval::{Retrieval, build};
use super::score::DiscScore;

/// Made by `cargo xtask book`.
static BUILT_IN: LazyLock<Option<Book>> = LazyLock::new(|| Book::new(include_bytes!("book.bin").as_slice()).ok());

/// Plies from one that is stored to the next.
const STRIDE: u32 = 4;
/// Scores are stored as values from 0.
const OFFSET: i32 = 21;

/// Scores of every position up to a ply.
#[derive(Debug)]
pub struct Book<B = &'static [u8]> {
    values: Retrieval<B>,
    deepest: u32,
}

/// The bytes are not those of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotABook;

impl Display for NotABook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the bytes are not those of an opening book")
    }
}

impl Error for NotABook {}

/// The scores are not those of the positions that a book has to know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Incomplete {
    pub positions: usize,
    pub scores: usize,
}

impl Display for Incomplete {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} scores were given for {} positions", self.scores, self.positions)
    }
}

impl Error for Incomplete {}

impl Book {
    /// The one that comes with the program.
    pub fn built_in() -> Option<&'static Book> {
        BUILT_IN.as_ref()
    }
}

impl<B: AsRef<[u8]>> Book<B> {
    pub fn new(bytes: B) -> Result<Book<B>, NotABook> {
        let deepest = u32::from(*bytes.as_ref().first().ok_or(NotABook)?);
        let values = Retrieval::new(bytes, 1).ok_or(NotABook)?;
        (deepest < 42).then_some(Book { values, deepest }).ok_or(NotABook)
    }

    /// The last ply whose positions it knows.
    pub fn plies(&self) -> u32 {
        self.deepest
    }

    /// The score, if the position is not beyond the book nor the game over.
    pub fn score(&self, position: &FourInARow) -> Option<DiscScore> {
        let is_known = position.plies() <= self.deepest && position.outcome().is_none();
        is_known.then(|| DiscScore::new(self.number(position)))
    }

    /// A bound for a position just beyond the book: whoever moved last could have come from any of several positions in
    /// it, and none of them was worth less to them than this one.
    pub fn at_least(&self, position: &FourInARow) -> Option<DiscScore> {
        let is_next = position.plies() == self.deepest + 1 && position.outcome().is_none();
        // The book's answer to what cannot come up means nothing.
        let earlier = predecessors(position).filter(|earlier| is_next && can_come_up(earlier));
        earlier.map(|earlier| DiscScore::new(-self.number(&earlier))).max_by_key(|score| score.number())
    }

    fn number(&self, position: &FourInARow) -> i32 {
        if let Some(score) = decided(&Node::new(position)) {
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

    /// The first ply that is stored; what is before it are few positions.
    fn shallowest(&self) -> u32 {
        if self.deepest < STRIDE { self.deepest } else { STRIDE + self.deepest % STRIDE }
    }
}

/// The bytes of a book of so many plies, from the scores of
/// [`quiet_positions_after`](super::quiet_positions_after) as many, in their order.
pub fn write_book(plies: u8, scores: &[DiscScore]) -> Result<Vec<u8>, Incomplete> {
    let deepest = u32::from(plies);
    let keys = quiet_keys_after(deepest);
    let incomplete = Incomplete { positions: keys.len(), scores: scores.len() };
    if keys.len() != scores.len() {
        return Err(incomplete);
    }
    let value = |number: i32| (number + OFFSET).cast_unsigned() as u8;
    let mut entries: Vec<(u64, u8)> = keys.into_iter().zip(scores.iter().map(|score| value(score.number()))).collect();
    let bytes = |entries: &[(u64, u8)]| {
        let mut bytes = vec![plies];
        // Keys are all different, so that there is a solution.
        bytes.extend(build(entries).ok_or(incomplete)?);
        Ok(bytes)
    };
    let mut book = bytes(&entries)?;
    let mut ply = deepest;
    while ply >= 2 * STRIDE {
        ply -= STRIDE;
        // What is stored so far answers for the ply above it.
        let below = Book::new(book.as_slice()).map_err(|NotABook| incomplete)?;
        let worked_out = quiet_keys_after(ply).into_iter().map(|key| (key, below.best_of_children(&position_of(key))));
        entries.extend(worked_out.map(|(key, number)| (key, value(number))).collect::<Vec<_>>());
        book = bytes(&entries)?;
    }
    Ok(book)
}

#[cfg(test)]
mod tests {
    use super::super::openings::keys_after;
    use super::*;

    /// With made-up scores of the last ply, the book must be their minimax.
    fn minimax(position: &FourInARow, deepest: u32, leaf: &impl Fn(&FourInARow) -> i32) -> i32 {
        let node = Node::new(position);
        match decided(&node) {
            Some(score) => score,
            None if position.plies() == deepest => leaf(position),
            None => {
                let children = position.legal_moves().map(|column| position.after(column));
                children.map(|child| -minimax(&child, deepest, leaf)).max().unwrap()
            }
        }
    }

    fn made_up(position: &FourInARow) -> i32 {
        (canonical_key(position) % 15) as i32 - 7
    }

    #[test]
    fn the_plies_between_are_worked_out() {
        for deepest in [0, 1, 3, 4, 5, 8] {
            let scores: Vec<DiscScore> =
                quiet_keys_after(deepest).into_iter().map(|key| DiscScore::new(made_up(&position_of(key)))).collect();
            let book = Book::new(write_book(deepest as u8, &scores).unwrap()).unwrap();
            assert_eq!(book.plies(), deepest);
            for ply in deepest.saturating_sub(4)..=deepest {
                for position in keys_after(ply).into_iter().map(position_of).step_by(1 + 7 * ply as usize) {
                    let expected = minimax(&position, deepest, &made_up);
                    assert_eq!(book.score(&position).map(DiscScore::number), Some(expected), "{position}");
                }
            }
            assert_eq!(book.score(&"444443322".parse().unwrap()), None);
        }
    }

    #[test]
    fn what_is_no_book_is_refused() {
        assert_eq!(Book::new(&b""[..]).err(), Some(NotABook));
        assert_eq!(Book::new(&[4_u8; 400][..]).err(), Some(NotABook));
        assert_eq!(write_book(2, &[]), Err(Incomplete { positions: 25, scores: 0 }));
    }
}
