//! Independent plan checker: a direct and slow implementation of the rules on the matrix of codes.
//!
//! It shares no code with the fast rules on purpose. Every plan passes it before it is reported.

use std::fmt;

/// Result of replaying a plan, with the number of steps played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayOutcome {
    Success { steps: usize },
    Failure { steps: usize, reason: String },
}

impl fmt::Display for ReplayOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayOutcome::Success { steps } => write!(f, "success after {steps}"),
            ReplayOutcome::Failure { steps, reason } => write!(f, "failure after {steps}: {reason}"),
        }
    }
}

/// Error for a character of a plan that is not a step.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("step {position} of the plan is {letter:?}; a step is R, D, L or U")]
pub struct ParsePlanError {
    pub letter: char,
    /// Position in the plan, from 1.
    pub position: usize,
}

/// Replays `plan` on a matrix of codes. Everything after success is ignored, even characters that are not steps.
pub fn replay(codes: &[Vec<u8>], plan: &str) -> Result<ReplayOutcome, ParsePlanError> {
    let steps = plan.find(|letter| !"RDLU".contains(letter)).map_or(plan, |end| &plan[..end]);
    let outcome = replay_steps(codes, steps);
    match (&outcome, plan[steps.len()..].chars().next()) {
        (ReplayOutcome::Failure { .. }, Some(letter)) => Err(ParsePlanError { letter, position: steps.len() + 1 }),
        _ => Ok(outcome),
    }
}

fn replay_steps(codes: &[Vec<u8>], plan: &str) -> ReplayOutcome {
    let mut board = ReplayBoard::new(codes);
    for (steps, letter) in plan.chars().enumerate() {
        if board.pellets() == 0 {
            return ReplayOutcome::Success { steps };
        }
        if let Err(reason) = board.play(letter) {
            return ReplayOutcome::Failure { steps: steps + 1, reason };
        }
    }
    let steps = plan.len();
    match board.pellets() {
        0 => ReplayOutcome::Success { steps },
        1 => ReplayOutcome::Failure { steps, reason: "1 pellet is left".to_owned() },
        left => ReplayOutcome::Failure { steps, reason: format!("{left} pellets are left") },
    }
}

/// Mutable matrix of codes with the rules of one turn. Also the source of the animation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayBoard {
    pub codes: Vec<Vec<u8>>,
}

/// Row and column.
type Position = (usize, usize);

/// First digit of the code, and name, of the ghosts in the order in which they move.
const GHOSTS: [(u8, &str); 4] = [(5, "red"), (2, "blue"), (3, "yellow"), (4, "green")];

impl ReplayBoard {
    pub fn new(codes: &[Vec<u8>]) -> ReplayBoard {
        ReplayBoard { codes: codes.to_vec() }
    }

    pub fn pellets(&self) -> usize {
        let holds_pellet = |code: &&u8| matches!(**code, 11 | 21 | 31 | 41 | 51 | 71);
        self.codes.iter().flatten().filter(holds_pellet).count()
    }

    /// Plays one turn. The error is the reason why Pac-Man failed; his cell then has code 88.
    pub fn play(&mut self, letter: char) -> Result<(), String> {
        let Some(from) = self.find(|code| code == 66) else {
            return Err("there is no Pac-Man".to_owned());
        };
        let to = self.neighbor(from, letter).filter(|&cell| self.code_at(cell) != 99).unwrap_or(from);
        self.set_code(from, 10);
        let met = self.code_at(to);
        self.set_code(to, if met == 10 || met == 11 { 66 } else { 88 });
        if met == 77 || met == 71 {
            return Err("Pac-Man went onto poison".to_owned());
        }
        if let Some((_, name)) = GHOSTS.iter().find(|(digit, _)| *digit == met / 10) {
            return Err(format!("Pac-Man ran into the {name} ghost"));
        }
        for (digit, name) in GHOSTS {
            if let Some(from) = self.find(|code| code / 10 == digit) {
                self.play_ghost(from, to, name)?;
            }
        }
        Ok(())
    }

    fn play_ghost(&mut self, from: Position, pacman: Position, name: &str) -> Result<(), String> {
        let distance = |cell: Position| cell.0.abs_diff(pacman.0) + cell.1.abs_diff(pacman.1);
        let is_free = |cell: &Position| matches!(self.code_at(*cell), 10 | 11 | 66 | 71 | 77);
        let neighbors = ['R', 'D', 'L', 'U'].into_iter().filter_map(|letter| self.neighbor(from, letter));
        // `min_by_key` takes the first of equals.
        let Some(to) = neighbors.filter(is_free).min_by_key(|&cell| distance(cell)) else {
            return Ok(());
        };
        let code = self.code_at(from);
        let (ghost, pellet) = (code / 10 * 10, code % 10);
        self.set_code(from, 10 + pellet);
        match self.code_at(to) {
            66 => {
                self.set_code(to, 88);
                return Err(format!("the {name} ghost caught Pac-Man"));
            }
            71 => self.set_code(to, 11),
            77 => self.set_code(to, 10),
            floor => self.set_code(to, ghost + floor % 10),
        }
        Ok(())
    }

    fn code_at(&self, (row, column): Position) -> u8 {
        self.codes[row][column]
    }

    fn set_code(&mut self, (row, column): Position, code: u8) {
        self.codes[row][column] = code;
    }

    fn find(&self, wanted: impl Fn(u8) -> bool) -> Option<Position> {
        self.codes
            .iter()
            .enumerate()
            .find_map(|(row, codes)| codes.iter().position(|&code| wanted(code)).map(|column| (row, column)))
    }

    fn neighbor(&self, (row, column): Position, letter: char) -> Option<Position> {
        let (row, column) = match letter {
            'R' => (row, column + 1),
            'D' => (row + 1, column),
            'L' => (row, column.checked_sub(1)?),
            _ => (row.checked_sub(1)?, column),
        };
        (row < self.codes.len() && column < self.codes[row].len()).then_some((row, column))
    }
}
