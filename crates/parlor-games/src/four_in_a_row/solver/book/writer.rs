//! Serialization of a book.

use super::super::openings::{canonical_key, position_of, quiet_keys_after};
use super::format::{join, sections};
use super::hard_positions::build_hard_positions;
use super::retrieval::build;
use super::{Book, BookError, DiscScore, FourInARow, OFFSET, STRIDE};

/// Serializes a book of this many plies from the scores of the positions that
/// [`quiet_positions_after`](super::super::quiet_positions_after) gives, in the same order.
pub fn write_book(plies: u8, scores: &[DiscScore]) -> Result<Vec<u8>, BookError> {
    let deepest = u32::from(plies);
    let keys = quiet_keys_after(deepest);
    if keys.len() != scores.len() {
        return Err(BookError::WrongCount { positions: keys.len(), scores: scores.len() });
    }
    let value = |number: i32| (number + OFFSET).cast_unsigned() as u8;
    let mut entries: Vec<(u64, u8)> = keys.into_iter().zip(scores.iter().map(|score| value(score.number()))).collect();
    let bytes = |entries: &[(u64, u8)]| {
        let contents = build(entries)?;
        join([(plies, contents.as_slice())])
    };
    let mut book = bytes(&entries).ok_or(BookError::TwoScores)?;
    let mut ply = deepest;
    while ply >= 2 * STRIDE {
        ply -= STRIDE;
        // The plies stored so far give the scores of the ply before them.
        let later = Book::new(book.as_slice())?;
        let computed = quiet_keys_after(ply).into_iter().map(|key| (key, later.best_of_children(&position_of(key))));
        entries.extend(computed.map(|(key, number)| (key, value(number))).collect::<Vec<_>>());
        book = bytes(&entries).ok_or(BookError::TwoScores)?;
    }
    Ok(book)
}

/// Adds hard positions of a later ply to a book, in place of those it has of that ply. The positions are all that
/// [`quiet_positions_after`](super::super::quiet_positions_after) gives, and those with a score are stored: the others
/// have to be known, so that none of them is taken for a stored one.
pub fn add_hard_positions(
    book: &[u8],
    ply: u8,
    positions: impl IntoIterator<Item = (FourInARow, Option<DiscScore>)>,
) -> Result<Vec<u8>, BookError> {
    let mut sections: Vec<(u8, &[u8])> =
        sections(book).ok_or(BookError::Format)?.iter().map(|section| (section.ply, section.contents)).collect();
    if sections.first().is_none_or(|(deepest, _)| ply <= *deepest) {
        return Err(BookError::Format);
    }
    let entries: Vec<(u64, Option<DiscScore>)> =
        positions.into_iter().map(|(position, score)| (canonical_key(&position), score)).collect();
    let contents = build_hard_positions(&entries).ok_or(BookError::TwoScores)?;
    sections.retain(|section| section.0 != ply);
    sections.push((ply, &contents));
    sections.sort_by_key(|section| section.0);
    join(sections).ok_or(BookError::Format)
}

#[cfg(test)]
mod tests {
    use parlor_core::Game;

    use super::super::super::node::Node;
    use super::super::super::openings::keys_after;
    use super::super::super::score_bounds::immediate_score;
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

    fn invented_book(deepest: u32) -> Vec<u8> {
        let positions = quiet_keys_after(deepest).into_iter().map(position_of);
        let scores: Vec<DiscScore> = positions.map(|position| DiscScore::new(invented_score(&position))).collect();
        write_book(deepest as u8, &scores).unwrap()
    }

    #[test]
    fn computes_the_plies_between_stored_ones() {
        for deepest in [0, 1, 3, 4, 5, 8] {
            let book = invented_book(deepest);
            let book = Book::new(book.as_slice()).unwrap();
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
    fn later_plies_have_the_scores_of_hard_positions_only() {
        let hard_score = |position: &FourInARow| {
            let is_hard = canonical_key(position).is_multiple_of(11);
            is_hard.then(|| DiscScore::new(invented_score(position)))
        };
        let mut book = invented_book(4);
        // The second time, the positions of ply 6 are replaced.
        for ply in [6, 8, 6] {
            let positions = quiet_keys_after(ply).into_iter().map(position_of);
            let scored = positions.map(|position| (position, hard_score(&position)));
            book = add_hard_positions(&book, ply as u8, scored).unwrap();
        }
        let book = Book::new(book.as_slice()).unwrap();
        assert_eq!((book.plies(), book.last_ply()), (4, 8));
        for ply in [5, 6, 7, 8, 9] {
            for position in quiet_keys_after(ply).into_iter().map(position_of).step_by(1 + ply as usize / 8 * 17) {
                let expected = hard_score(&position).filter(|_| ply == 6 || ply == 8);
                assert_eq!(book.score(&position), expected, "{position}");
            }
        }
        let bounds =
            quiet_keys_after(7).into_iter().map(position_of).filter_map(|position| book.lower_bound(&position));
        assert!(bounds.count() > 100);
    }

    #[test]
    fn rejects_bytes_and_scores_that_make_no_book() {
        let format = Some(BookError::Format);
        assert_eq!(Book::new(&b""[..]).err(), format);
        assert_eq!(Book::new(&[4_u8; 400][..]).err(), format);
        let book = invented_book(4);
        for length in 0..book.len() {
            assert_eq!(Book::new(&book[..length]).err(), format, "{length}");
        }
        assert_eq!(write_book(2, &[]), Err(BookError::WrongCount { positions: 25, scores: 0 }));
        assert_eq!(add_hard_positions(&book, 4, []), Err(BookError::Format));
        assert_eq!(add_hard_positions(b"4inarow1", 6, []), Err(BookError::Format));
    }
}
