//! The renderers of a tournament, and the one place that turns a name into a renderer.

use std::io::{self, Write};

use parlor_core::Player;
use parlor_games::tic_tac_toe::{Bitboard, Square, TicTacToe};

/// Output of the board during a tournament.
pub(super) trait Renderer<W: Bitboard, const N: u32> {
    /// Whether the boards are visible, so that rounds must be played one after the other.
    fn is_visible(&self) -> bool;

    fn render(&self, position: &TicTacToe<W, N>, out: &mut dyn Write) -> io::Result<()>;
}

/// The renderer of this name.
pub(super) fn renderer<W: Bitboard, const N: u32>(name: &str) -> Option<Box<dyn Renderer<W, N>>> {
    match name {
        "console" => Some(Box::new(Console)),
        "none" => Some(Box::new(NoOutput)),
        _ => None,
    }
}

struct NoOutput;

impl<W: Bitboard, const N: u32> Renderer<W, N> for NoOutput {
    fn is_visible(&self) -> bool {
        false
    }

    fn render(&self, _: &TicTacToe<W, N>, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}

struct Console;

const X: [&str; 3] = ["  X   X  ", "    X    ", "  X   X  "];
const O: [&str; 3] = ["   OOO   ", "  O   O  ", "   OOO   "];
const FREE: [&str; 3] = ["         "; 3];
const RULE: &str = "---------";
const MARGIN: &str = "      ";

impl<W: Bitboard, const N: u32> Renderer<W, N> for Console {
    fn is_visible(&self) -> bool {
        true
    }

    fn render(&self, position: &TicTacToe<W, N>, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(picture(position).as_bytes())
    }
}

fn picture<W: Bitboard, const N: u32>(position: &TicTacToe<W, N>) -> String {
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
