//! The one list of games. The program, the tests and the front ends read it; nothing else names games.

use parlor_core::{AnyGame, OptionSpec, Options, Setup, SetupError, Shape, Tint};

use crate::{four_in_a_row, knights, pacman, reversi, tic_tac_toe};

/// What is known of a game before it is started.
#[derive(Clone, Copy, Debug)]
pub struct GameEntry {
    pub name: &'static str,
    pub title: &'static str,
    pub about: &'static str,
    pub seats: u8,
    pub options: &'static [OptionSpec],
    /// The engine to ask what a position is worth, where nobody chose another.
    pub judge: &'static str,
    /// What a board can be drawn with by hand, where people do that.
    pub editor: Option<Editor>,
    /// Checks what only the game can check: options together, and the position.
    pub(crate) start: Start,
    /// A few ways to set the game up that differ in what the rules do: what tests and benches go through.
    pub variants: &'static [Variant],
}

type Start = fn(Setup, &Options) -> Result<Box<dyn AnyGame>, SetupError>;

/// For a game whose positions can be written as rows of codes, with blanks between them and a line a row.
#[derive(Clone, Copy, Debug)]
pub struct Editor {
    pub palette: &'static [Brush],
    /// A board has at most this many rows and columns.
    pub longest_side: usize,
}

/// One thing that can be drawn into a cell.
#[derive(Clone, Copy, Debug)]
pub struct Brush {
    pub code: &'static str,
    pub name: &'static str,
    /// `None` for the empty cell.
    pub looks: Option<(Shape, Tint)>,
}

#[derive(Clone, Copy, Debug)]
pub struct Variant {
    pub options: &'static [(&'static str, &'static str)],
    /// How deep a perft takes about a second.
    pub perft_depth: u32,
}

impl GameEntry {
    /// The setup of one of the variants.
    pub fn setup(&self, variant: &Variant) -> Setup {
        variant.options.iter().fold(Setup::of(self.name), |setup, (name, value)| setup.with(name, value))
    }
}

pub const GAMES: &[GameEntry] =
    &[four_in_a_row::ENTRY, tic_tac_toe::ENTRY, knights::ENTRY, reversi::ENTRY, pacman::ENTRY];

/// The entry of a game by its name.
pub fn find(name: &str) -> Result<&'static GameEntry, SetupError> {
    GAMES.iter().find(|entry| entry.name == name).ok_or_else(|| SetupError::UnknownGame {
        name: name.to_owned(),
        known: GAMES.iter().map(|entry| entry.name).collect(),
    })
}

/// Sets a game up, or says what is wrong with the setup.
pub fn start(setup: Setup) -> Result<Box<dyn AnyGame>, SetupError> {
    let entry = find(&setup.game)?;
    let options = Options::read(entry.options, &setup.options)?;
    (entry.start)(setup, &options)
}
