//! A slow and independent checker, written from the rules' text on the matrix of codes.
//!
//! It shares no code with the fast rules on purpose: it checks every plan before anybody sees it.

use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Success { steps: usize },
    Failure { steps: usize, why: String },
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Success { steps } => write!(f, "success after {steps}"),
            Verdict::Failure { steps, why } => write!(f, "failure after {steps}: {why}"),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAStep {
    pub letter: char,
    /// Counts from 1.
    pub place: usize,
}

impl fmt::Display for NotAStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NotAStep { letter, place } = self;
        write!(f, "step {place} of the plan is {letter:?}; a step is R, D, L or U")
    }
}

impl std::error::Error for NotAStep {}

/// Plays `plan` on a matrix of codes. What follows success, steps or not, is ignored.
pub fn replay(codes: &[Vec<u8>], plan: &str) -> Result<Verdict, NotAStep> {
    let steps = plan.find(|letter| !"RDLU".contains(letter)).map_or(plan, |end| &plan[..end]);
    let verdict = replay_steps(codes, steps);
    match (&verdict, plan[steps.len()..].chars().next()) {
        (Verdict::Failure { .. }, Some(letter)) => Err(NotAStep { letter, place: steps.len() + 1 }),
        _ => Ok(verdict),
    }
}

fn replay_steps(codes: &[Vec<u8>], plan: &str) -> Verdict {
    let mut table = Table::new(codes);
    for (steps, letter) in plan.chars().enumerate() {
        if table.pellets() == 0 {
            return Verdict::Success { steps };
        }
        if let Err(why) = table.play(letter) {
            return Verdict::Failure { steps: steps + 1, why };
        }
    }
    let steps = plan.len();
    match table.pellets() {
        0 => Verdict::Success { steps },
        1 => Verdict::Failure { steps, why: "1 pellet is left".to_owned() },
        left => Verdict::Failure { steps, why: format!("{left} pellets are left") },
    }
}

/// A board of codes on which one can play. Also feeds the animation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub codes: Vec<Vec<u8>>,
}

type Place = (usize, usize);

/// First digit of the code and name, in the order in which they move.
const GHOSTS: [(u8, &str); 4] = [(5, "red"), (2, "blue"), (3, "yellow"), (4, "green")];

impl Table {
    pub fn new(codes: &[Vec<u8>]) -> Table {
        Table { codes: codes.to_vec() }
    }

    pub fn pellets(&self) -> usize {
        let holds_pellet = |code: &&u8| matches!(**code, 11 | 21 | 31 | 41 | 51 | 71);
        self.codes.iter().flatten().filter(holds_pellet).count()
    }

    /// One turn. The error says why Pac-Man failed; 88 then marks where.
    pub fn play(&mut self, letter: char) -> Result<(), String> {
        let Some(from) = self.find(|code| code == 66) else {
            return Err("there is no Pac-Man".to_owned());
        };
        let to = self.beside(from, letter).filter(|&place| self.at(place) != 99).unwrap_or(from);
        self.put(from, 10);
        let met = self.at(to);
        self.put(to, if met == 10 || met == 11 { 66 } else { 88 });
        if met == 77 || met == 71 {
            return Err("Pac-Man went onto poison".to_owned());
        }
        if let Some((_, name)) = GHOSTS.iter().find(|(digit, _)| *digit == met / 10) {
            return Err(format!("Pac-Man ran into the {name} ghost"));
        }
        for (digit, name) in GHOSTS {
            if let Some(place) = self.find(|code| code / 10 == digit) {
                self.play_ghost(place, to, name)?;
            }
        }
        Ok(())
    }

    fn play_ghost(&mut self, from: Place, pacman: Place, name: &str) -> Result<(), String> {
        let distance = |place: Place| place.0.abs_diff(pacman.0) + place.1.abs_diff(pacman.1);
        let is_free = |place: &Place| matches!(self.at(*place), 10 | 11 | 66 | 71 | 77);
        let neighbours = ['R', 'D', 'L', 'U'].into_iter().filter_map(|letter| self.beside(from, letter));
        // Of equals `min_by_key` takes the first.
        let Some(to) = neighbours.filter(is_free).min_by_key(|&place| distance(place)) else {
            return Ok(());
        };
        let code = self.at(from);
        let (ghost, under_it) = (code / 10 * 10, code % 10);
        self.put(from, 10 + under_it);
        match self.at(to) {
            66 => {
                self.put(to, 88);
                return Err(format!("the {name} ghost caught Pac-Man"));
            }
            71 => self.put(to, 11),
            77 => self.put(to, 10),
            floor => self.put(to, ghost + floor % 10),
        }
        Ok(())
    }

    fn at(&self, (row, column): Place) -> u8 {
        self.codes[row][column]
    }

    fn put(&mut self, (row, column): Place, code: u8) {
        self.codes[row][column] = code;
    }

    fn find(&self, wanted: impl Fn(u8) -> bool) -> Option<Place> {
        self.codes
            .iter()
            .enumerate()
            .find_map(|(row, codes)| codes.iter().position(|&code| wanted(code)).map(|column| (row, column)))
    }

    fn beside(&self, (row, column): Place, letter: char) -> Option<Place> {
        let (row, column) = match letter {
            'R' => (row, column + 1),
            'D' => (row + 1, column),
            'L' => (row, column.checked_sub(1)?),
            _ => (row.checked_sub(1)?, column),
        };
        (row < self.codes.len() && column < self.codes[row].len()).then_some((row, column))
    }
}
