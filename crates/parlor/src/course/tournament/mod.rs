//! `parlor tournament`: many rounds of Tic-Tac-Toe between two players, and who won how many.

mod players;
mod renderers;
mod rounds;

use std::hash::{BuildHasher, RandomState};
use std::io::Write;

use clap::{Arg, ArgMatches, Command};
use parlor_games::tic_tac_toe::Word;

use crate::command_line::{number, text};
use crate::failure::Failure;
use players::{Kind, PLAYERS};
use renderers::renderer;
use rounds::{Tally, Tournament};

const ARGUMENTS: [&str; 6] = ["ROUNDS", "SIZE", "WIN_STREAK", "console|none", "PLAYER1", "PLAYER2"];
const SEED: &str = "seed";

pub(crate) fn command() -> Command {
    // Not required here: who leaves some out is told in one line, and hyphens may begin anything that is judged later.
    let arguments = ARGUMENTS.map(|name| Arg::new(name).value_name(name).allow_hyphen_values(true));
    let seed =
        Arg::new(SEED).long(SEED).value_name("N").allow_hyphen_values(true).help("The same seed gives the same rounds");
    Command::new("tournament")
        .about("Many rounds of Tic-Tac-Toe between two of human, whatever, clever and genius")
        .args(arguments)
        .arg(seed)
}

pub(crate) fn run(arguments: &ArgMatches, out: &mut dyn Write) -> Result<(), Failure> {
    let words: Vec<&str> = ARGUMENTS.iter().filter_map(|name| text(arguments, name)).collect();
    let [rounds, size, streak, target, first, second] = words[..] else {
        let usage = ARGUMENTS.join(" ");
        return Err(Failure::usage(format!("tournament takes six arguments, {usage}, and not {}", words.len())));
    };
    let names = [first, second];
    let (Some(first), Some(second)) = (Kind::named(first), Kind::named(second)) else {
        let known: Vec<&str> = PLAYERS.iter().map(|(name, _)| *name).collect();
        writeln!(out, "Choose a player, and start again\nThe players: [{}]", known.join(", "))?;
        return Err(Failure::Silent { status: 2 });
    };
    let rounds = number("ROUNDS", rounds, 1..=u64::MAX)?;
    let size = number("SIZE", size, 2..=9)?;
    let streak = whole("WIN_STREAK", streak)?;
    let seed = match text(arguments, SEED) {
        // What a negative or a huge number leaves is as good a seed as any.
        Some(seed) => whole("seed", seed)?.cast_unsigned() as u64,
        // A new `RandomState` differs each time: the one source of chance in the standard library.
        None => RandomState::new().hash_one(()),
    };
    let asked = Asked { rounds, streak, target, kinds: [first, second], seed };
    let tally = match size {
        2 => asked.play::<u64, 2>(out),
        3 => asked.play::<u64, 3>(out),
        4 => asked.play::<u64, 4>(out),
        5 => asked.play::<u64, 5>(out),
        6 => asked.play::<u64, 6>(out),
        7 => asked.play::<u64, 7>(out),
        8 => asked.play::<u128, 8>(out),
        _ => asked.play::<u128, 9>(out),
    }?;
    print(&tally, names, out)
}

/// What was asked for, apart from the size, which becomes a type.
struct Asked<'a> {
    rounds: u64,
    streak: i128,
    target: &'a str,
    kinds: [Kind; 2],
    seed: u64,
}

impl Asked<'_> {
    fn play<W: Word, const N: u32>(&self, out: &mut dyn Write) -> Result<Tally, Failure> {
        let renderer = renderer::<W, N>(self.target)
            .ok_or_else(|| Failure::usage(format!("\"{}\" is no render target: console or none", self.target)))?;
        // The rules take a streak that is out of range to be the size; 0 stands for all of those.
        let streak = u8::try_from(self.streak).unwrap_or(0);
        Tournament::<W, N>::new(self.rounds, streak, self.kinds, self.seed).play(&*renderer, out)
    }
}

fn print(tally: &Tally, names: [&str; 2], out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "##### Results #####")?;
    for (index, name) in names.iter().enumerate() {
        writeln!(out, "Player {}, {name} won: {} rounds", index + 1, tally.won[index])?;
    }
    writeln!(out, "Ties: {}", tally.ties)?;
    Ok(())
}

/// A whole number of any length; beyond the ends of `i128` it is taken to be the end.
fn whole(name: &str, text: &str) -> Result<i128, Failure> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Failure::usage(format!("{name} \"{text}\" is not a whole number")));
    }
    Ok(text.parse().unwrap_or(if text.starts_with('-') { i128::MIN } else { i128::MAX }))
}
