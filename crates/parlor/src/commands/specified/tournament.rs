//! `parlor tournament`: many rounds of Tic-Tac-Toe between two players, with the number of rounds that each won.

use std::hash::{BuildHasher, RandomState};
use std::io::Write;

use clap::{Arg, ArgAction, ArgMatches, Command};
use parlor_core::{Catalog, EngineSpec};
use parlor_games::tic_tac_toe::Bitboard;
use serde_json::{Value, json};

use crate::arguments::{get_str, option, parse_number};
use crate::command_error::CommandError;
use crate::commands::{Context, Subcommand};
use crate::progress::DelayedProgressBar;
use crate::tournament::{
    EnginePlayer, EnginePool, PlayerFactory, RendererFactory, Tournament, TournamentError, TournamentResult,
};

pub(in crate::commands) const SUBCOMMAND: Subcommand = Subcommand { command, run };

const ARGUMENTS: [&str; 6] = ["ROUNDS", "SIZE", "WIN_STREAK", "console|none", "PLAYER1", "PLAYER2"];
const ARGUMENT_HELP: [&str; 6] = [
    "Number of rounds, from 1",
    "Rows and columns of the board, from 2 to 9",
    "Marks in a line that win, from 2 to SIZE; any other whole number means SIZE",
    "console draws the board before the first move and after every move; none draws nothing",
    "Player of the first side: human, whatever, clever, genius or exec:COMMAND",
    "Player of the other side, likewise",
];
const HELP: &str = "\
Player 1 is X in the first round; then the players swap sides each round. X opens.

Players (upper or lower case):
  human     You type the row and the column, both from 0, such as 31
  whatever  A random free cell
  clever    Completes its own line, else blocks yours, else plays at random
  genius    Perfect where that can be proved
  exec:COMMAND  A program that speaks the engine protocol, with 5 s for each move

Example: 1000 rounds on a 4x4 board, three in a line win, without boards
  parlor tournament 1000 4 3 none clever whatever --seed 7

With --json the last line of the output is a JSON object:
  {\"players\":[{\"name\":\"clever\",\"won\":970},{\"name\":\"whatever\",\"won\":30}],
   \"rounds\":1000,\"seed\":7,\"size\":4,\"ties\":0,\"win_streak\":3}";
const SEED: &str = "seed";
const JSON: &str = "json";

fn command(_: &Catalog) -> Command {
    // `run` checks the number of arguments and their values, so they are optional here and may begin with a hyphen.
    let arguments = ARGUMENTS.into_iter().zip(ARGUMENT_HELP);
    let arguments = arguments.map(|(name, help)| Arg::new(name).value_name(name).allow_hyphen_values(true).help(help));
    let seed = option(SEED, "N").help("Seed of the random numbers: the same seed gives the same rounds");
    let json = Arg::new(JSON)
        .long(JSON)
        .action(ArgAction::SetTrue)
        .help("Also print the results as one line of JSON, after the text");
    Command::new("tournament")
        .about("Play many rounds of Tic-Tac-Toe between two of human, whatever, clever and genius")
        .override_usage("parlor tournament ROUNDS SIZE WIN_STREAK {console|none} PLAYER1 PLAYER2 [--seed N] [--json]")
        .args(arguments)
        .args([seed, json])
        .after_help(HELP)
}

fn run(arguments: &ArgMatches, context: &mut Context) -> Result<(), CommandError> {
    let out = &mut *context.out;
    let words: Vec<&str> = ARGUMENTS.iter().filter_map(|name| get_str(arguments, name)).collect();
    let [rounds, size, streak, target, first, second] = words[..] else {
        let usage = ARGUMENTS.join(" ");
        let count = words.len();
        return Err(CommandError::usage(format!("tournament needs six arguments, {usage}, but got {count}")));
    };
    let names = [first, second];
    // The names are the same for every size of the board.
    let players = PlayerFactory::<u64, 2>::standard(2);
    if names.iter().any(|name| !is_external(name) && players.find(name).is_none()) {
        let known: Vec<&str> = players.names().collect();
        writeln!(out, "Choose a player, and start again\nThe players: [{}]", known.join(", "))?;
        return Err(CommandError::Status(2));
    }
    let rounds = parse_number("ROUNDS", rounds, 1..=u64::MAX)?;
    let size = parse_number("SIZE", size, 2..=9)?;
    let streak = parse_clamped("WIN_STREAK", streak)?;
    let seed = match get_str(arguments, SEED) {
        // Any 64 bits of a negative or huge number are a valid seed.
        Some(seed) => parse_clamped("seed", seed)?.cast_unsigned() as u64,
        // Every `RandomState` has new keys: it is the only source of randomness in the standard library.
        // 53 bits, which every JSON parser reads exactly.
        None => RandomState::new().hash_one(()) >> 11,
    };
    let request = TournamentRequest { catalog: context.catalog, rounds, streak, target, names, seed };
    let result = match size {
        2 => request.play::<u64, 2>(out),
        3 => request.play::<u64, 3>(out),
        4 => request.play::<u64, 4>(out),
        5 => request.play::<u64, 5>(out),
        6 => request.play::<u64, 6>(out),
        7 => request.play::<u64, 7>(out),
        8 => request.play::<u128, 8>(out),
        _ => request.play::<u128, 9>(out),
    }?;
    write_result(&result, names, out)?;
    if arguments.get_flag(JSON) {
        writeln!(out, "{}", request.to_json(size, &result))?;
    }
    Ok(())
}

/// Whether a player is an external program.
fn is_external(name: &str) -> bool {
    name.starts_with("exec:")
}

/// The arguments of a tournament, except for the size of the board, which becomes a type parameter.
struct TournamentRequest<'a> {
    catalog: &'a Catalog,
    rounds: u64,
    streak: i128,
    target: &'a str,
    names: [&'a str; 2],
    seed: u64,
}

impl TournamentRequest<'_> {
    fn play<B: Bitboard, const N: u32>(&self, out: &mut dyn Write) -> Result<TournamentResult, CommandError> {
        let renderers = RendererFactory::<B, N>::standard();
        let renderer = renderers.build(self.target).ok_or_else(|| {
            let known: Vec<&str> = renderers.names().collect();
            CommandError::usage(format!("render target \"{}\" is not one of {}", self.target, known.join(", ")))
        })?;
        // The rules take a streak out of range to be the size; 0 is out of range for every size.
        let streak = u8::try_from(self.streak).unwrap_or(0);
        let mut factory = PlayerFactory::<B, N>::standard(streak);
        for name in self.names.into_iter().filter(|name| is_external(name)) {
            let pool = EnginePool::new(self.catalog, EngineSpec::from(name));
            factory = factory.with_player(name.to_owned(), move |_| EnginePlayer::new(pool.clone()));
        }
        let [Some(first), Some(second)] = self.names.map(|name| factory.find(name)) else {
            return Err(CommandError::Status(2));
        };
        let tournament = Tournament::new(self.rounds, streak, [first, second], self.seed);
        let progress = DelayedProgressBar::start(self.rounds);
        let result = tournament.play_with_progress(&*renderer, out, &|| progress.advance());
        progress.finish();
        result.map_err(|error| match error {
            TournamentError::Io(error) => error.into(),
            other => CommandError::runtime(other.to_string()),
        })
    }

    fn to_json(&self, size: u8, result: &TournamentResult) -> Value {
        let players = self.names.iter().zip(result.won).map(|(name, won)| json!({ "name": name, "won": won }));
        let win_streak = u8::try_from(self.streak).ok().filter(|streak| (2..=size).contains(streak)).unwrap_or(size);
        json!({
            "rounds": self.rounds,
            "size": size,
            "win_streak": win_streak,
            "seed": self.seed,
            "players": players.collect::<Value>(),
            "ties": result.ties,
        })
    }
}

fn write_result(result: &TournamentResult, names: [&str; 2], out: &mut dyn Write) -> Result<(), CommandError> {
    writeln!(out, "##### Results #####")?;
    for (index, name) in names.iter().enumerate() {
        writeln!(out, "Player {}, {name} won: {} rounds", index + 1, result.won[index])?;
    }
    writeln!(out, "Ties: {}", result.ties)?;
    Ok(())
}

/// Parses a whole number of any length, clamped to the range of `i128`.
fn parse_clamped(name: &str, text: &str) -> Result<i128, CommandError> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(CommandError::usage(format!("{name} \"{text}\" is not a whole number")));
    }
    Ok(text.parse().unwrap_or(if text.starts_with('-') { i128::MIN } else { i128::MAX }))
}
