//! `parlor reversi`: two people at one terminal. Unlike the rules, which end the game as soon as neither side
//! can move, this program still asks both for the word PASS.

use std::io::{self, BufRead, Write};

use clap::{ArgMatches, Command};
use parlor_core::{Game, Player};
use parlor_games::reversi::{Move, Reversi, Square};

use crate::failure::Failure;
use crate::input::Lines;

pub(crate) fn command() -> Command {
    Command::new("reversi").about("Play Reversi: two people at this terminal, typing C4, PASS or QUIT")
}

pub(crate) fn run(_: &ArgMatches, out: &mut dyn Write) -> Result<(), Failure> {
    play(&mut Lines::of_stdin(), out, &mut io::stderr())
}

/// What a person may type, where it may be typed.
enum Word {
    Place(Square),
    Pass,
    Quit,
}

fn play(lines: &mut Lines<impl BufRead>, out: &mut dyn Write, errors: &mut dyn Write) -> Result<(), Failure> {
    let mut position = Reversi::default();
    draw(&position, out)?;
    while position.empties() > 0 && position.outcome().is_none() {
        let turn = position.turn();
        writeln!(out, "{}:", letter(turn))?;
        match ask(&position, lines, out, errors)? {
            Some(Word::Place(square)) => {
                position.play_unchecked(Move::Place(square));
                draw(&position, out)?;
            }
            Some(Word::Pass) => {
                position.play_unchecked(Move::Pass);
                writeln!(out, "{}: PASS", letter(turn))?;
            }
            Some(Word::Quit) => return quit(turn, out),
            None => return Err(Failure::trouble("the input ended in the middle of the game")),
        }
    }
    if position.empties() > 0 {
        for player in [position.turn(), !position.turn()] {
            writeln!(out, "{}:", letter(player))?;
            match ask(&position, lines, out, errors)? {
                Some(Word::Quit) => return quit(player, out),
                Some(_) => writeln!(out, "{}: PASS", letter(player))?,
                None => break,
            }
        }
    }
    writeln!(out, "{}", result(&position))?;
    Ok(())
}

/// Reads until a word fits the position; `None` where the input ends.
fn ask(
    position: &Reversi,
    lines: &mut Lines<impl BufRead>,
    out: &mut dyn Write,
    errors: &mut dyn Write,
) -> Result<Option<Word>, Failure> {
    out.flush()?;
    while let Some(line) = lines.next()? {
        match line.trim() {
            "QUIT" => return Ok(Some(Word::Quit)),
            "PASS" if !position.can_place() => return Ok(Some(Word::Pass)),
            cell => {
                if let Some(square) = cell.parse().ok().filter(|square| position.is_legal(Move::Place(*square))) {
                    return Ok(Some(Word::Place(square)));
                }
            }
        }
        writeln!(errors, "Invalid move; the game awaits a valid move.")?;
    }
    Ok(None)
}

fn quit(player: Player, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "{}: QUIT\n{} wins the game.", letter(player), letter(!player))?;
    Ok(())
}

fn draw(position: &Reversi, out: &mut dyn Write) -> io::Result<()> {
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

fn result(position: &Reversi) -> String {
    let [black, white] = Player::BOTH.map(|player| position.discs(player).count_ones());
    match black.cmp(&white) {
        std::cmp::Ordering::Greater => "B wins the game.".to_owned(),
        std::cmp::Ordering::Less => "W wins the game.".to_owned(),
        std::cmp::Ordering::Equal => "The game ends in a tie.".to_owned(),
    }
}
