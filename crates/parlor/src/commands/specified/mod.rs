//! The five programs that have a specification. Their arguments, output and exit statuses are exact.

mod four_in_a_row;
mod knights;
mod pacman;
mod reversi;
mod tournament;

commands! {
    /// The programs, in the order of `parlor --help`.
    pub(super) enum SpecifiedProgram {
        Tournament(tournament::Tournament),
        Knights(knights::Knights),
        Reversi(reversi::Reversi),
        Pacman(pacman::Pacman),
        FourInARow(four_in_a_row::FourInARow),
    }
}
