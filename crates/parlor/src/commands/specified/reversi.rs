//! `parlor reversi`: two people at one terminal. The rules end the game as soon as neither side can move; this
//! program still asks both sides for the word PASS.

use std::io::{self, BufRead, Write};

use clap::Args;
use parlor_core::{Game, Player};
use parlor_games::reversi::{Move, Reversi as Position, Square};

use crate::command_error::CommandError;
use crate::commands::Context;
use crate::line_input::LineReader;

/// Play Reversi: two people at this terminal, who type C4, PASS or QUIT
#[derive(Args, Debug)]
pub(in crate::commands) struct Reversi {}

impl Reversi {
    #[expect(clippy::unused_self, reason = "as every command")]
    pub(super) fn run(&self, context: &mut Context) -> Result<(), CommandError> {
        play(&mut LineReader::stdin(), context.out, &mut io::stderr())
    }
}

/// A valid input of the player to move.
enum Input {
    Place(Square),
    Pass,
    Quit,
}

fn play(lines: &mut LineReader<impl BufRead>, out: &mut dyn Write, err: &mut dyn Write) -> Result<(), CommandError> {
    let mut position = Position::default();
    write_board(&position, out)?;
    while position.empties() > 0 && position.outcome().is_none() {
        let turn = position.turn();
        writeln!(out, "{}:", letter(turn))?;
        match read_input(&position, lines, out, err)? {
            Some(Input::Place(square)) => {
                position.play_unchecked(Move::Place(square));
                write_board(&position, out)?;
            }
            Some(Input::Pass) => {
                position.play_unchecked(Move::Pass);
                writeln!(out, "{}: PASS", letter(turn))?;
            }
            Some(Input::Quit) => return write_resignation(turn, out),
            None => return Err(CommandError::runtime("the input ended before the game was over")),
        }
    }
    if position.empties() > 0 {
        for player in [position.turn(), !position.turn()] {
            writeln!(out, "{}:", letter(player))?;
            match read_input(&position, lines, out, err)? {
                Some(Input::Quit) => return write_resignation(player, out),
                Some(_) => writeln!(out, "{}: PASS", letter(player))?,
                None => break,
            }
        }
    }
    writeln!(out, "{}", result_text(&position))?;
    Ok(())
}

/// Reads lines until one is valid in the position; `None` at the end of the input.
fn read_input(
    position: &Position,
    lines: &mut LineReader<impl BufRead>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Option<Input>, CommandError> {
    out.flush()?;
    while let Some(line) = lines.next_line()? {
        match line.trim() {
            "QUIT" => return Ok(Some(Input::Quit)),
            "PASS" if !position.can_place() => return Ok(Some(Input::Pass)),
            cell => {
                if let Some(square) = cell.parse().ok().filter(|square| position.is_legal(Move::Place(*square))) {
                    return Ok(Some(Input::Place(square)));
                }
            }
        }
        writeln!(err, "Invalid move; the game awaits a valid move.")?;
    }
    Ok(None)
}

fn write_resignation(player: Player, out: &mut dyn Write) -> Result<(), CommandError> {
    writeln!(out, "{}: QUIT\n{} wins the game.", letter(player), letter(!player))?;
    Ok(())
}

fn write_board(position: &Position, out: &mut dyn Write) -> io::Result<()> {
    for row in 0..8 {
        let disc = |column| Square::at(row, column).and_then(|square| position.disc_at(square));
        let letters: Vec<String> = (0..8).map(|column| disc(column).map_or('O', letter).to_string()).collect();
        writeln!(out, "{}", letters.join(" "))?;
    }
    Ok(())
}

fn letter(player: Player) -> char {
    match player {
        Player::First => 'B',
        Player::Second => 'W',
    }
}

fn result_text(position: &Position) -> String {
    let [black, white] = Player::BOTH.map(|player| position.discs(player).count_ones());
    match black.cmp(&white) {
        std::cmp::Ordering::Greater => "B wins the game.".to_owned(),
        std::cmp::Ordering::Less => "W wins the game.".to_owned(),
        std::cmp::Ordering::Equal => "The game ends in a tie.".to_owned(),
    }
}
