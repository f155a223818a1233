//! Heuristics of the problem: the `h` of the classic search-problem interface, as a list to choose from.

mod distances;
mod plan;

pub use distances::{FarthestPellet, MazeDistances, SpanningTree};
pub use plan::PlanHeuristic;

use std::fmt::{self, Display};
use std::str::FromStr;

use parlor_core::{Cost, Heuristic};

use super::rules::{Pacman, State};

/// Heuristic that `gbfs` and `astar` can be run with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeuristicKind {
    PelletsLeft,
    FarthestPellet,
    SpanningTree,
    Lagrangian,
    Plan,
}

impl HeuristicKind {
    pub const ALL: [HeuristicKind; 5] = [
        HeuristicKind::PelletsLeft,
        HeuristicKind::FarthestPellet,
        HeuristicKind::SpanningTree,
        HeuristicKind::Lagrangian,
        HeuristicKind::Plan,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            HeuristicKind::PelletsLeft => "pellets",
            HeuristicKind::FarthestPellet => "farthest",
            HeuristicKind::SpanningTree => "tree",
            HeuristicKind::Lagrangian => "lagrangian",
            HeuristicKind::Plan => "plan",
        }
    }

    /// Explanation in one line.
    pub fn about(self) -> &'static str {
        match self {
            HeuristicKind::PelletsLeft => "number of pellets left: a step eats at most one",
            HeuristicKind::FarthestPellet => "maze distance to the farthest pellet left",
            HeuristicKind::SpanningTree => {
                "weight of a minimum spanning tree of Pac-Man and the pellets left, in maze distances"
            }
            HeuristicKind::Lagrangian => {
                "steps that a relaxed walk among the ghosts needs to collect the prizes of all pellets left"
            }
            HeuristicKind::Plan => "distance to the goal along a plan that beam search and local repair found before",
        }
    }

    /// Whether it never overestimates: then the plan of `astar` is optimal.
    pub fn is_admissible(self) -> bool {
        self != HeuristicKind::Plan
    }

    /// Unit in which the work inside the heuristic is counted.
    pub fn work_unit(self) -> &'static str {
        match self {
            HeuristicKind::PelletsLeft => "estimates",
            HeuristicKind::FarthestPellet | HeuristicKind::SpanningTree => "distances looked up",
            HeuristicKind::Lagrangian => "relaxed steps and states expanded beforehand, and estimates",
            HeuristicKind::Plan => "states expanded beforehand, and estimates",
        }
    }
}

impl Display for HeuristicKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Error for an unknown name of a heuristic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the heuristics are {}", HeuristicKind::ALL.map(HeuristicKind::name).join(", "))]
pub struct ParseHeuristicError;

impl FromStr for HeuristicKind {
    type Err = ParseHeuristicError;

    fn from_str(name: &str) -> Result<HeuristicKind, ParseHeuristicError> {
        HeuristicKind::ALL.into_iter().find(|kind| kind.name() == name).ok_or(ParseHeuristicError)
    }
}

/// Number of pellets left. Admissible: every step eats at most one.
#[derive(Clone, Copy, Debug)]
pub struct PelletCount;

impl<const W: usize> Heuristic<Pacman<W>> for PelletCount {
    fn estimate(&self, _: &Pacman<W>, state: &State<W>) -> Cost {
        state.pellets.len()
    }
}
