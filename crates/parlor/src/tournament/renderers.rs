//! The renderers of a tournament, and the list that turns a name into a renderer.

use std::fmt::{self, Debug};
use std::io::{self, Write};
use std::sync::Arc;

use parlor_core::{Player, Text};
use parlor_games::tic_tac_toe::{Bitboard, Square, TicTacToe};

/// Output of the board during a tournament: before the first move and after every move.
pub trait Renderer<B: Bitboard, const N: u32> {
    /// Whether the boards are visible, so that rounds must be played one after the other.
    fn is_visible(&self) -> bool;

    fn render(&self, position: &TicTacToe<B, N>, out: &mut dyn Write) -> io::Result<()>;
}

/// Constructor of a renderer.
type BuildRenderer<B, const N: u32> = Arc<dyn Fn() -> Box<dyn Renderer<B, N>> + Send + Sync>;

/// Renderers by name.
#[derive(Clone)]
pub struct RendererFactory<B: Bitboard, const N: u32> {
    entries: Vec<(Text, BuildRenderer<B, N>)>,
}

impl<B: Bitboard, const N: u32> RendererFactory<B, N> {
    /// `console` and `none`.
    pub fn standard() -> RendererFactory<B, N> {
        RendererFactory { entries: Vec::new() }.with_renderer("console", || Console).with_renderer("none", || NoOutput)
    }

    /// Adds a renderer; an earlier one of the same name is replaced.
    #[must_use]
    pub fn with_renderer<R: Renderer<B, N> + 'static>(
        mut self,
        name: impl Into<Text>,
        build: impl Fn() -> R + Send + Sync + 'static,
    ) -> RendererFactory<B, N> {
        let name = name.into();
        self.entries.retain(|(known, _)| *known != name);
        self.entries.push((name, Arc::new(move || Box::new(build()))));
        self
    }

    /// Builds the renderer of this name.
    pub fn build(&self, name: &str) -> Option<Box<dyn Renderer<B, N>>> {
        self.entries.iter().find(|(known, _)| known == name).map(|(_, build)| build())
    }

    /// All names, in the order in which they were added.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|(name, _)| &**name)
    }
}

impl<B: Bitboard, const N: u32> Debug for RendererFactory<B, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}

/// Draws nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoOutput;

impl<B: Bitboard, const N: u32> Renderer<B, N> for NoOutput {
    fn is_visible(&self) -> bool {
        false
    }

    fn render(&self, _: &TicTacToe<B, N>, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}

/// Draws the board in large letters, with row and column numbers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Console;

const X: [&str; 3] = ["  X   X  ", "    X    ", "  X   X  "];
const O: [&str; 3] = ["   OOO   ", "  O   O  ", "   OOO   "];
const FREE: [&str; 3] = ["         "; 3];
const RULE: &str = "---------";
const MARGIN: &str = "      ";

impl<B: Bitboard, const N: u32> Renderer<B, N> for Console {
    fn is_visible(&self) -> bool {
        true
    }

    fn render(&self, position: &TicTacToe<B, N>, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(picture(position).as_bytes())
    }
}

fn picture<B: Bitboard, const N: u32>(position: &TicTacToe<B, N>) -> String {
    let size = N as u8;
    let blank = [MARGIN, &joined(size, " ", |_| FREE[0].to_owned())].concat();
    let numbers = [MARGIN, &joined(size, " ", |column| format!("{column:^9}"))].concat();
    let rule = [MARGIN, &joined(size, "|", |_| RULE.to_owned())].concat();
    let mut lines = vec![blank.clone(), blank.clone(), numbers, blank];
    for row in 0..size {
        if row > 0 {
            lines.push(rule.clone());
        }
        for part in 0..3 {
            let number = if part == 1 { format!("  {row}   ") } else { MARGIN.to_owned() };
            let cells = joined(size, "|", |column| {
                let strokes = match position.mark_at(Square { row, column }) {
                    Some(Player::First) => X,
                    Some(Player::Second) => O,
                    None => FREE,
                };
                strokes[part].to_owned()
            });
            lines.push(number + &cells);
        }
    }
    lines.join("\n") + "\n\n"
}

fn joined(size: u8, between: &str, column: impl FnMut(u8) -> String) -> String {
    (0..size).map(column).collect::<Vec<_>>().join(between)
}
