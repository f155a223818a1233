//! Prompts for a person at a terminal, on stderr, and the forms in which a move may be typed.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use parlor_core::AnyGame;
use parlor_games::knights::Move;

/// Question for the next move of a person at a terminal.
pub(super) struct Prompt<'a> {
    game: &'a dyn AnyGame,
    letter: char,
    /// Reason why the last line was not accepted.
    problem: &'static str,
}

impl<'a> Prompt<'a> {
    /// A prompt for the side to move if stdin and stderr are terminals.
    pub(super) fn at_terminal(game: &'a dyn AnyGame, letter: char) -> Option<Prompt<'a>> {
        let is_terminal = io::stdin().is_terminal() && io::stderr().is_terminal();
        is_terminal.then_some(Prompt { game, letter, problem: "" })
    }

    /// Prints who is to move, the input format and the time left.
    pub(super) fn write(&self, time_left: Duration) -> io::Result<()> {
        let format = if self.must_name_path() {
            "row column, and the path if two are free, such as 3 2 two-one"
        } else {
            "row column, such as 3 2"
        };
        let Prompt { letter, problem, .. } = self;
        let seconds = time_left.as_secs_f64();
        let mut stderr = io::stderr();
        write!(stderr, "{problem}{letter} to move ({seconds:.1} s left). Type {format}: ")?;
        stderr.flush()
    }

    /// Whether the line is a move, legal or not. The person is asked again otherwise.
    pub(super) fn accepts(&mut self, notation: &str) -> bool {
        let is_on_board = |m: Move| m.to.row() < self.size() && m.to.column() < self.size();
        let is_readable = notation.parse().is_ok_and(is_on_board);
        let lacks_path = || {
            self.game.canonicalize(notation).is_err() && self.game.canonicalize(&format!("{notation} two-one")).is_ok()
        };
        self.problem = if !is_readable {
            "That is not a move. "
        } else if lacks_path() {
            "Two paths are free: add two-one or one-two. "
        } else {
            return true;
        };
        false
    }

    /// Rows of the board. The position's notation separates them by `/`.
    fn size(&self) -> u8 {
        self.game.position().split('/').count().try_into().unwrap_or(u8::MAX)
    }

    /// Whether some legal move is written with its path.
    fn must_name_path(&self) -> bool {
        self.game.legal_moves().iter().any(|notation| notation.split(' ').nth(2).is_some())
    }
}

/// Rewrites `3,2` and `(3,2)`, with or without a path after it, as `3 2`. Other lines stay as they are.
pub(super) fn normalize(line: &str) -> String {
    let text = line.trim();
    let (cell, path) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let cell = cell.strip_prefix('(').and_then(|cell| cell.strip_suffix(')')).unwrap_or(cell);
    match cell.split_once(',') {
        Some((row, column)) if !row.is_empty() && !column.is_empty() => {
            format!("{row} {column} {path}").trim_end().to_owned()
        }
        _ => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::normalize;

    #[test]
    fn rewrites_commas_and_parentheses() {
        for (typed, notation) in [
            ("3,2", "3 2"),
            (" (3,2)\t", "3 2"),
            ("3,2 two-one", "3 2 two-one"),
            ("(3,2)  one-two", "3 2  one-two"),
            ("3 2", "3 2"),
            ("", ""),
            ("(3 2)", "(3 2)"),
        ] {
            assert_eq!(normalize(typed), notation);
        }
        // These stay illegal in a pipe.
        for typed in ["3, 2", "(3,2", "3,2)", "((3,2))", "3,,2", ",", "(,)", "3,2,1"] {
            assert!(normalize(typed).parse::<parlor_games::knights::Move>().is_err(), "{typed}");
        }
    }
}
