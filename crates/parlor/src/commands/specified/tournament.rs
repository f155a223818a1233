//! `parlor tournament`: many rounds of Tic-Tac-Toe between two players, with the number of rounds that each won.

use std::fmt::Display;
use std::hash::{BuildHasher, RandomState};
use std::io::Write;

use clap::Args;
use parlor_core::{Catalog, EngineSpec};
use parlor_games::tic_tac_toe::Bitboard;
use serde_json::{Value, json};

use crate::arguments::number;
use crate::command_error::CommandError;
use crate::commands::Context;
use crate::progress::DelayedProgressBar;
use crate::tournament::{
    EnginePlayer, EnginePool, PlayerFactory, RendererFactory, Tournament as Rounds, TournamentError, TournamentResult,
};

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

/// Play many rounds of Tic-Tac-Toe between two of human, whatever, clever and genius
#[derive(Args, Debug)]
#[command(
    after_help = HELP,
    override_usage = "parlor tournament ROUNDS SIZE WIN_STREAK {console|none} PLAYER1 PLAYER2 [--seed N] [--json]"
)]
pub(in crate::commands) struct Tournament {
    #[command(flatten)]
    words: Words,
    /// Seed of the random numbers: the same seed gives the same rounds
    #[arg(long, value_name = "N")]
    seed: Option<String>,
    /// Also print the results as one line of JSON, after the text
    #[arg(long)]
    json: bool,
}

/// The six arguments as they were typed: the names of the players are checked before all others, and the
/// specification has its own error for a wrong number of arguments.
#[derive(Args, Debug)]
struct Words {
    /// Number of rounds, from 1
    #[arg(value_name = "ROUNDS", allow_hyphen_values = true)]
    rounds: Option<String>,
    /// Rows and columns of the board, from 2 to 9
    #[arg(value_name = "SIZE", allow_hyphen_values = true)]
    size: Option<String>,
    /// Marks in a line that win, from 2 to SIZE; any other whole number means SIZE
    #[arg(value_name = "WIN_STREAK", allow_hyphen_values = true)]
    win_streak: Option<String>,
    /// console draws the board before the first move and after every move; none draws nothing
    #[arg(value_name = "console|none", allow_hyphen_values = true)]
    target: Option<String>,
    /// Player of the first side: human, whatever, clever, genius or exec:COMMAND
    #[arg(value_name = "PLAYER1", allow_hyphen_values = true)]
    player1: Option<String>,
    /// Player of the other side, likewise
    #[arg(value_name = "PLAYER2", allow_hyphen_values = true)]
    player2: Option<String>,
}

impl Words {
    fn given(&self) -> Vec<&str> {
        let all = [&self.rounds, &self.size, &self.win_streak, &self.target, &self.player1, &self.player2];
        all.into_iter().flatten().map(String::as_str).collect()
    }
}

impl Tournament {
    pub(super) fn run(&self, context: &mut Context) -> Result<(), CommandError> {
        let out = &mut *context.out;
        let words = self.words.given();
        let [rounds, size, streak, target, first, second] = words[..] else {
            return Err(CommandError::usage(format!(
                "tournament needs six arguments, ROUNDS SIZE WIN_STREAK console|none PLAYER1 PLAYER2, but got {}",
                words.len()
            )));
        };
        let names = [first, second];
        // The names are the same for every size of the board.
        let players = PlayerFactory::<u64, 2>::standard(2);
        if names.iter().any(|name| !is_external(name) && players.find(name).is_none()) {
            let known: Vec<&str> = players.names().collect();
            writeln!(out, "Choose a player, and start again\nThe players: [{}]", known.join(", "))?;
            return Err(CommandError::Status(2));
        }
        let rounds = named("ROUNDS", rounds, number(1..=u64::MAX))?;
        let size = named("SIZE", size, number(2..=9))?;
        let streak = named("WIN_STREAK", streak, clamped)?;
        let seed = match &self.seed {
            // Any 64 bits of a negative or huge number are a valid seed.
            Some(seed) => named("seed", seed, clamped)?.cast_unsigned() as u64,
            // Every `RandomState` has new keys: it is the only source of randomness in the standard library.
            // 53 bits, which every JSON parser reads exactly.
            None => RandomState::new().hash_one(()) >> 11,
        };
        let request = TournamentRequest { catalog: context.catalog, rounds, streak, target, names, seed };
        let result = request.play_on(size, out)?;
        write_result(&result, names, out)?;
        if self.json {
            writeln!(out, "{}", request.to_json(size, &result))?;
        }
        Ok(())
    }
}

/// Parses one of the six arguments.
fn named<T, E: Display>(name: &str, text: &str, parse: impl Fn(&str) -> Result<T, E>) -> Result<T, CommandError> {
    parse(text).map_err(|reason| CommandError::usage(format!("{name} \"{text}\" {reason}")))
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
    fn play_on(&self, size: u8, out: &mut dyn Write) -> Result<TournamentResult, CommandError> {
        match size {
            2 => self.play::<u64, 2>(out),
            3 => self.play::<u64, 3>(out),
            4 => self.play::<u64, 4>(out),
            5 => self.play::<u64, 5>(out),
            6 => self.play::<u64, 6>(out),
            7 => self.play::<u64, 7>(out),
            8 => self.play::<u128, 8>(out),
            _ => self.play::<u128, 9>(out),
        }
    }

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
        let tournament = Rounds::new(self.rounds, streak, [first, second], self.seed);
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
fn clamped(text: &str) -> Result<i128, &'static str> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err("is not a whole number");
    }
    Ok(text.parse().unwrap_or(if text.starts_with('-') { i128::MIN } else { i128::MAX }))
}
