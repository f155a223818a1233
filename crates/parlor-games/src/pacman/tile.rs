//! Contents of one cell of a board, and their two-digit codes.

use std::fmt;

/// Ghost color, in the order in which the ghosts move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ghost {
    Red,
    Blue,
    Yellow,
    Green,
}

impl Ghost {
    pub const ALL: [Ghost; 4] = [Ghost::Red, Ghost::Blue, Ghost::Yellow, Ghost::Green];
}

impl fmt::Display for Ghost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ghost::Red => "red",
            Ghost::Blue => "blue",
            Ghost::Yellow => "yellow",
            Ghost::Green => "green",
        })
    }
}

/// Contents of one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tile {
    Empty,
    Pellet,
    Wall,
    PacMan,
    /// Pac-Man eaten or poisoned. Only in positions of lost games, never in a board to solve.
    Eaten,
    Poison {
        pellet: bool,
    },
    Ghost {
        ghost: Ghost,
        pellet: bool,
    },
}

/// Codes that a board to solve may contain, as listed in error messages.
pub(super) const ALLOWED_CODES: &str = "10, 11, 20, 21, 30, 31, 40, 41, 50, 51, 66, 71, 77 and 99";

impl Tile {
    /// Tile of a code that a board to solve may contain; `None` for any other number, also for 88.
    pub fn from_code(code: u8) -> Option<Tile> {
        let ghost = |ghost| Tile::Ghost { ghost, pellet: code % 10 == 1 };
        Some(match code {
            10 => Tile::Empty,
            11 => Tile::Pellet,
            20 | 21 => ghost(Ghost::Blue),
            30 | 31 => ghost(Ghost::Yellow),
            40 | 41 => ghost(Ghost::Green),
            50 | 51 => ghost(Ghost::Red),
            66 => Tile::PacMan,
            71 => Tile::Poison { pellet: true },
            77 => Tile::Poison { pellet: false },
            99 => Tile::Wall,
            _ => return None,
        })
    }

    /// Tile of any code, including 88.
    pub(super) fn from_any_code(code: u8) -> Option<Tile> {
        if code == 88 { Some(Tile::Eaten) } else { Tile::from_code(code) }
    }

    pub fn code(self) -> u8 {
        match self {
            Tile::Empty => 10,
            Tile::Pellet => 11,
            Tile::Wall => 99,
            Tile::PacMan => 66,
            Tile::Eaten => 88,
            Tile::Poison { pellet: true } => 71,
            Tile::Poison { pellet: false } => 77,
            Tile::Ghost { ghost, pellet } => {
                let empty = match ghost {
                    Ghost::Red => 50,
                    Ghost::Green => 40,
                    Ghost::Yellow => 30,
                    Ghost::Blue => 20,
                };
                empty + u8::from(pellet)
            }
        }
    }

    pub fn has_pellet(self) -> bool {
        matches!(self, Tile::Pellet | Tile::Poison { pellet: true } | Tile::Ghost { pellet: true, .. })
    }
}
