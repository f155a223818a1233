//! Puzzles of a game: a position, the task, and the solution that a solver has proved to be the only one.

use std::error::Error;
use std::fmt::{self, Display};
use std::str::FromStr;

use crate::options::RawOptions;
use crate::{Setup, Text};

/// Task of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum PuzzleKind {
    /// Win as fast as possible, against the longest defense.
    WinIn,
    /// Find the only move that wins.
    OnlyMove,
    /// Find the only move that does not lose.
    HoldDraw,
    /// Reach the goal in the fewest steps.
    ShortestPlan,
}

impl PuzzleKind {
    pub const ALL: [PuzzleKind; 4] =
        [PuzzleKind::WinIn, PuzzleKind::OnlyMove, PuzzleKind::HoldDraw, PuzzleKind::ShortestPlan];

    fn code(self) -> char {
        match self {
            PuzzleKind::WinIn => 'w',
            PuzzleKind::OnlyMove => 'o',
            PuzzleKind::HoldDraw => 'd',
            PuzzleKind::ShortestPlan => 'p',
        }
    }
}

/// How hard a puzzle is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Difficulty {
    Easy,
    Medium,
    Hard,
}

impl Difficulty {
    pub const ALL: [Difficulty; 3] = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard];

    fn code(self) -> char {
        match self {
            Difficulty::Easy => '1',
            Difficulty::Medium => '2',
            Difficulty::Hard => '3',
        }
    }
}

/// One puzzle. Its text is a line of fields: `w2|size=3,win-streak=3|X-O/-X-/--O|01,02,21`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    pub kind: PuzzleKind,
    pub difficulty: Difficulty,
    pub options: RawOptions,
    pub position: String,
    /// Moves of both sides from the position, the solver's first and last.
    pub solution: Vec<String>,
}

impl Puzzle {
    /// The setup whose start is the position of the puzzle.
    pub fn setup(&self, game: &str) -> Setup {
        Setup { game: game.to_owned(), options: self.options.clone(), position: Some(self.position.clone()) }
    }

    /// Number of moves that the solver makes.
    pub fn moves(&self) -> usize {
        match self.kind {
            PuzzleKind::ShortestPlan => self.solution.len(),
            PuzzleKind::WinIn | PuzzleKind::OnlyMove | PuzzleKind::HoldDraw => self.solution.len().div_ceil(2),
        }
    }
}

impl Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options: Vec<String> = self.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let (kind, difficulty) = (self.kind.code(), self.difficulty.code());
        write!(f, "{kind}{difficulty}|{}|{}|{}", options.join(","), self.position, self.solution.join(","))
    }
}

/// Error of parsing a line that is not a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParsePuzzleError(String);

impl Display for ParsePuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" is not a puzzle: a kind and difficulty, options, position and solution, joined by |", self.0)
    }
}

impl Error for ParsePuzzleError {}

impl FromStr for Puzzle {
    type Err = ParsePuzzleError;

    fn from_str(line: &str) -> Result<Puzzle, ParsePuzzleError> {
        parse(line).ok_or_else(|| ParsePuzzleError(line.chars().take(80).collect()))
    }
}

fn parse(line: &str) -> Option<Puzzle> {
    let mut fields = line.split('|');
    let (class, options) = (fields.next()?, fields.next()?);
    let (position, solution) = (fields.next()?.to_owned(), fields.next()?);
    let mut codes = class.chars();
    let (kind, difficulty) = (codes.next()?, codes.next()?);
    if codes.next().is_some() || fields.next().is_some() || solution.is_empty() {
        return None;
    }
    let pairs = options.split(',').filter(|option| !option.is_empty());
    let pair = |option: &str| option.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
    Some(Puzzle {
        kind: PuzzleKind::ALL.into_iter().find(|known| known.code() == kind)?,
        difficulty: Difficulty::ALL.into_iter().find(|known| known.code() == difficulty)?,
        options: pairs.map(pair).collect::<Option<RawOptions>>()?,
        position,
        solution: solution.split(',').map(str::to_owned).collect(),
    })
}

/// Puzzles of a game as text, one a line. They are parsed when they are needed, so that a catalog is made quickly.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PuzzleSet(Text);

#[cfg(feature = "serde")]
pub(crate) fn serialize_count<S: serde::Serializer>(set: &PuzzleSet, serializer: S) -> Result<S::Ok, S::Error> {
    serde::Serialize::serialize(&set.len(), serializer)
}

impl PuzzleSet {
    pub fn new(text: impl Into<Text>) -> PuzzleSet {
        PuzzleSet(text.into())
    }

    fn lines(&self) -> impl Iterator<Item = &str> {
        self.0.lines().filter(|line| !line.is_empty())
    }

    pub fn len(&self) -> usize {
        self.lines().count()
    }

    pub fn is_empty(&self) -> bool {
        self.lines().next().is_none()
    }

    /// A puzzle by its number, which counts from 1.
    pub fn get(&self, number: usize) -> Option<Result<Puzzle, ParsePuzzleError>> {
        Some(self.lines().nth(number.checked_sub(1)?)?.parse())
    }

    pub fn iter(&self) -> impl Iterator<Item = Result<Puzzle, ParsePuzzleError>> {
        self.lines().map(str::parse)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "w2|size=3,win-streak=3|X-O/-X-/--O|01,02,21";

    #[test]
    fn a_puzzle_round_trips_through_text() {
        let puzzle: Puzzle = LINE.parse().unwrap();
        assert_eq!(puzzle.to_string(), LINE);
        assert_eq!((puzzle.kind, puzzle.difficulty, puzzle.moves()), (PuzzleKind::WinIn, Difficulty::Medium, 2));
        assert_eq!(puzzle.setup("any").position.as_deref(), Some("X-O/-X-/--O"));
        let plan: Puzzle = "p1||66 11|R,R,L".parse().unwrap();
        assert_eq!((plan.options.len(), plan.moves(), plan.to_string().as_str()), (0, 3, "p1||66 11|R,R,L"));
    }

    #[test]
    fn rejects_lines_that_are_no_puzzles() {
        for line in ["", "w2", "w2||x", "x2||x|1", "w4||x|1", "w23||x|1", "w2|size|x|1", "w2||x|", "w2||x|1|2"] {
            assert!(line.parse::<Puzzle>().is_err(), "{line}");
        }
    }

    #[test]
    fn puzzles_are_numbered_from_one() {
        let set = PuzzleSet::new(format!("{LINE}\no1||x|1\n"));
        assert_eq!((set.len(), set.is_empty(), PuzzleSet::default().is_empty()), (2, false, true));
        assert_eq!(set.get(2).unwrap().unwrap().kind, PuzzleKind::OnlyMove);
        assert!(set.get(0).is_none() && set.get(3).is_none());
    }
}
