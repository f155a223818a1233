/// Error of reading or writing an opening book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BookError {
    /// The bytes are not an opening book, or are one of another version.
    #[error("not an opening book of this version")]
    Format,
    /// The number of scores differs from the number of positions in the book.
    #[error("{scores} scores were given for {positions} positions")]
    WrongCount { positions: usize, scores: usize },
    /// A position was given twice with different scores.
    #[error("a position was given twice with different scores")]
    TwoScores,
}
