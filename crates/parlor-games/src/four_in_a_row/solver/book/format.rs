//! Format of a book: a magic number, then sections, each with a ply and a length. The first section holds all positions
//! up to its ply, and every other one the hard positions of a later ply.

use super::hard_positions::HardPositions;
use super::retrieval::Retrieval;
use super::{Book, BookError};

/// The last byte is the version.
const MAGIC: &[u8; 8] = b"4inabk\0\x02";
/// A ply and a length.
const SECTION_HEADER: usize = 5;

/// Section of a book.
#[derive(Clone, Copy)]
pub(super) struct Section<'b> {
    pub(super) ply: u8,
    /// Where the contents begin in the book.
    at: usize,
    pub(super) contents: &'b [u8],
}

/// The sections of a book; `None` if the bytes are not one.
pub(super) fn sections(book: &[u8]) -> Option<Vec<Section<'_>>> {
    let mut rest = book.strip_prefix(MAGIC)?;
    let mut sections = Vec::new();
    while !rest.is_empty() {
        let ([ply, length @ ..], after) = rest.split_first_chunk::<SECTION_HEADER>()?;
        let length = u32::from_le_bytes(*length) as usize;
        let at = book.len() - after.len();
        let (contents, after) = after.split_at_checked(length)?;
        sections.push(Section { ply: *ply, at, contents });
        rest = after;
    }
    Some(sections)
}

/// Serializes sections, given as their plies and contents. `None` if one is too long.
pub(super) fn join<'s>(sections: impl IntoIterator<Item = (u8, &'s [u8])>) -> Option<Vec<u8>> {
    let mut book = MAGIC.to_vec();
    for (ply, contents) in sections {
        book.push(ply);
        book.extend(u32::try_from(contents.len()).ok()?.to_le_bytes());
        book.extend(contents);
    }
    Some(book)
}

impl<B: AsRef<[u8]> + Clone> Book<B> {
    /// Reads a book.
    pub fn new(bytes: B) -> Result<Book<B>, BookError> {
        Book::parse(&bytes).ok_or(BookError::Format)
    }

    fn parse(bytes: &B) -> Option<Book<B>> {
        let sections = sections(bytes.as_ref())?;
        let (first, later) = sections.split_first()?;
        let values = Retrieval::new(bytes.clone(), first.at)?;
        let hard = later.iter().map(|section| HardPositions::new(bytes, section.at, section.ply));
        let hard = hard.collect::<Option<Vec<_>>>()?;
        let is_book = sections.is_sorted_by(|a, b| a.ply < b.ply) && sections.last()?.ply < 42;
        is_book.then_some(Book { values, deepest: first.ply.into(), hard })
    }
}
