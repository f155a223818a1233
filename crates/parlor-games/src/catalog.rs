//! Catalog of all games. The program, the tests and the front ends read it; they never name a game themselves.

use parlor_core::{AnyGame, OptionSpec, Options, Setup, SetupError, Shape, Tint};

use crate::{four_in_a_row, knights, pacman, reversi, tic_tac_toe};

/// Catalog entry of a game: everything that is known before the game is set up.
#[derive(Clone, Copy, Debug)]
pub struct GameEntry {
    pub name: &'static str,
    pub title: &'static str,
    pub about: &'static str,
    pub seats: u8,
    pub options: &'static [OptionSpec],
    /// Default engine for analysis.
    pub analysis_engine: &'static str,
    /// Board editor, for games whose positions are drawn by hand.
    pub editor: Option<Editor>,
    /// Sets up the game. Checks combinations of options and the position.
    pub(crate) start: StartFn,
    /// Setups that exercise different parts of the rules, for tests and benchmarks.
    pub variants: &'static [Variant],
}

type StartFn = fn(Setup, &Options) -> Result<Box<dyn AnyGame>, SetupError>;

/// Board editor of a game whose positions are rows of codes: codes separated by spaces, one row per line.
#[derive(Clone, Copy, Debug)]
pub struct Editor {
    pub palette: &'static [Brush],
    /// Maximum number of rows and of columns.
    pub longest_side: usize,
}

/// Palette entry of an [`Editor`]: one kind of cell content.
#[derive(Clone, Copy, Debug)]
pub struct Brush {
    pub code: &'static str,
    pub name: &'static str,
    /// Shape and tint of the piece; `None` for the empty cell.
    pub appearance: Option<(Shape, Tint)>,
}

/// Selected option values of a game.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    pub options: &'static [(&'static str, &'static str)],
    /// Depth at which a perft takes about a second.
    pub perft_depth: u32,
}

impl GameEntry {
    /// The setup of a variant.
    pub fn setup(&self, variant: &Variant) -> Setup {
        variant.options.iter().fold(Setup::new(self.name), |setup, (name, value)| setup.with_option(name, value))
    }
}

pub const GAMES: &[GameEntry] =
    &[four_in_a_row::ENTRY, tic_tac_toe::ENTRY, knights::ENTRY, reversi::ENTRY, pacman::ENTRY];

/// Finds the entry of a game by name.
pub fn find(name: &str) -> Result<&'static GameEntry, SetupError> {
    GAMES.iter().find(|entry| entry.name == name).ok_or_else(|| SetupError::UnknownGame {
        name: name.to_owned(),
        available: GAMES.iter().map(|entry| entry.name).collect(),
    })
}

/// Starts a game from a setup.
pub fn start(setup: Setup) -> Result<Box<dyn AnyGame>, SetupError> {
    let entry = find(&setup.game)?;
    let options = Options::parse(entry.options, &setup.options)?;
    (entry.start)(setup, &options)
}
