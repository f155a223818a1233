//! Symmetries of a square board.

/// A symmetry of the square: whether rows and columns are exchanged, and then which of them are reversed.
#[derive(Clone, Copy)]
pub(super) struct Symmetry {
    transposes: bool,
    reverses_rows: bool,
    reverses_columns: bool,
    size: usize,
}

impl Symmetry {
    /// The eight symmetries of a board, the identity first.
    pub(super) fn all(size: usize) -> impl Iterator<Item = Symmetry> {
        (0..8).map(move |index: u8| Symmetry {
            transposes: index & 4 != 0,
            reverses_rows: index & 2 != 0,
            reverses_columns: index & 1 != 0,
            size,
        })
    }

    /// The image of a cell, numbered row after row.
    pub(super) fn cell(self, cell: usize) -> usize {
        let last = self.size - 1;
        let (mut row, mut column) = (cell / self.size, cell % self.size);
        if self.transposes {
            (row, column) = (column, row);
        }
        if self.reverses_rows {
            row = last - row;
        }
        if self.reverses_columns {
            column = last - column;
        }
        row * self.size + column
    }

    /// The image of a board written as one letter per cell.
    pub(super) fn letters(self, letters: &[char]) -> Vec<char> {
        let mut image = vec!['-'; letters.len()];
        for (cell, letter) in letters.iter().enumerate() {
            image[self.cell(cell)] = *letter;
        }
        image
    }
}

/// Collects the distinct images of a position. `image` gives the image of the position, and of an action.
pub(super) fn distinct_images<G: PartialEq>(
    size: usize,
    actions: usize,
    image: impl Fn(Symmetry) -> Option<G>,
    action_image: impl Fn(Symmetry, usize) -> usize,
) -> Vec<(G, Vec<usize>)> {
    let mut images: Vec<(G, Vec<usize>)> = Vec::with_capacity(8);
    for symmetry in Symmetry::all(size) {
        let Some(position) = image(symmetry) else { continue };
        if images.iter().all(|(known, _)| *known != position) {
            images.push((position, (0..actions).map(|action| action_image(symmetry, action)).collect()));
        }
    }
    images
}

/// The letters of a text without the marks between rows.
pub(super) fn board_letters(text: &str, cells: usize) -> Vec<char> {
    text.chars().filter(|letter| *letter != '/').take(cells).collect()
}

/// Rows of letters with `/` between them.
pub(super) fn rows_text(letters: &[char], size: usize) -> String {
    letters.chunks(size).map(String::from_iter).collect::<Vec<_>>().join("/")
}
