//! Opening book: positions with the move to play and its margin, as `cargo xtask reversi book` found them. A position
//! stands for all its mirror images and rotations.
//!
//! The file is a sorted list of positions: both bitboards, the cell and the margin, in 18 bytes each.

use super::discs::Discs;
use crate::bits::Bits;

static BUILT_IN: &[u8] = include_bytes!("book.bin");

const BYTES: usize = 18;

/// A move of the book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    pub cell: u8,
    /// Expected margin of the side to move, in discs.
    pub margin: i8,
}

/// Opening book over the bytes that [`write_book`] made.
#[derive(Clone, Copy, Debug)]
pub struct Book<'a>(&'a [u8]);

impl Book<'static> {
    /// The book compiled into the program.
    pub fn built_in() -> Book<'static> {
        Book::new(BUILT_IN)
    }
}

impl<'a> Book<'a> {
    /// The book in these bytes; a rest that is shorter than an entry is ignored.
    pub fn new(bytes: &'a [u8]) -> Book<'a> {
        Book(&bytes[..bytes.len() / BYTES * BYTES])
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.0.len() / BYTES
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All entries, in order.
    pub fn entries(self) -> impl Iterator<Item = (Discs<8>, BookMove)> + 'a {
        self.0.chunks_exact(BYTES).map(entry)
    }

    /// The move to play in a position; `None` outside the book.
    pub fn get(&self, discs: Discs<8>) -> Option<BookMove> {
        let wanted = discs.representative();
        let (mut first, mut after) = (0, self.len());
        while first < after {
            let middle = usize::midpoint(first, after);
            let (position, book_move) = entry(&self.0[middle * BYTES..][..BYTES]);
            match (position.mover, position.other).cmp(&(wanted.mover, wanted.other)) {
                std::cmp::Ordering::Less => first = middle + 1,
                std::cmp::Ordering::Greater => after = middle,
                std::cmp::Ordering::Equal => return image_of_move(position, book_move, discs),
            }
        }
        None
    }
}

/// The move of `discs` that corresponds to a move of an image of it. `None` for an illegal move, as in a damaged file.
fn image_of_move(image: Discs<8>, book_move: BookMove, discs: Discs<8>) -> Option<BookMove> {
    let is_legal = image.moves().checked_shr(u32::from(book_move.cell)).is_some_and(|moves| moves & 1 == 1);
    let after = is_legal.then(|| image.place(u32::from(book_move.cell)).representative())?;
    let cell = Bits(discs.moves()).find(|cell| discs.place(*cell).representative() == after)?;
    Some(BookMove { cell: cell as u8, ..book_move })
}

fn entry(bytes: &[u8]) -> (Discs<8>, BookMove) {
    let word = |from: usize| bytes[from..from + 8].iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
    let discs = Discs { mover: word(0), other: word(8) };
    (discs, BookMove { cell: bytes[16], margin: bytes[17].cast_signed() })
}

/// The bytes of a book with these moves; the positions are [representatives](Discs::representative).
pub fn write_book(moves: &[(Discs<8>, BookMove)]) -> Vec<u8> {
    let mut moves = moves.to_vec();
    moves.sort_unstable_by_key(|(discs, _)| (discs.mover, discs.other));
    let mut bytes = Vec::with_capacity(moves.len() * BYTES);
    for (discs, BookMove { cell, margin }) in moves {
        bytes.extend(discs.mover.to_le_bytes());
        bytes.extend(discs.other.to_le_bytes());
        bytes.extend([cell, margin.cast_unsigned()]);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Discs<8> = Discs { mover: 0x0000_0008_1000_0000, other: 0x0000_0010_0800_0000 };

    #[test]
    fn every_image_of_a_position_gets_the_image_of_its_move() {
        let second = START.place(START.moves().trailing_zeros()).representative();
        let cell = second.moves().trailing_zeros() as u8;
        let bytes = write_book(&[(second, BookMove { cell, margin: -3 })]);
        let book = Book::new(&bytes);
        assert_eq!(book.len(), 1);
        assert_eq!(book.get(START), None);
        let after = second.place(u32::from(cell)).representative();
        for image in second.images() {
            let found = book.get(image).expect("an image of the stored position");
            assert_eq!(found.margin, -3);
            assert_eq!(image.place(u32::from(found.cell)).representative(), after);
        }
    }

    #[test]
    fn damaged_bytes_give_no_move() {
        let second = START.place(START.moves().trailing_zeros()).representative();
        for cell in [0, 63, 64, 255] {
            let bytes = write_book(&[(second, BookMove { cell, margin: 0 })]);
            assert_eq!(Book::new(&bytes).get(second), None, "{cell}");
            assert_eq!(Book::new(&bytes[..BYTES - 1]).get(second), None);
        }
    }

    #[test]
    fn moves_of_the_built_in_book_are_legal_and_found() {
        let book = Book::built_in();
        assert!(book.get(START).is_some());
        for (discs, book_move) in book.entries() {
            assert_eq!(discs, discs.representative());
            let found = book.get(discs).expect("an entry of the book");
            let after = |cell: u8| discs.place(u32::from(cell)).representative();
            assert_eq!(after(found.cell), after(book_move.cell));
        }
    }
}
