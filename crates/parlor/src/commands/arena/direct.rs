//! `parlor arena GAME ENGINE ENGINE...`: a competition described by arguments.

use std::hash::{BuildHasher, RandomState};

use clap::Args;
use parlor_arena::schedule::Format;
use parlor_arena::statistics::{EloModel, Sprt};
use parlor_arena::{Competition, Limit, OpeningChoice, Overrun};

use super::session::Session;
use super::via::Via;
use crate::arguments::number;
use crate::command_error::CommandError;
use crate::commands::Context;
use crate::game_options::StartOptions;

/// A competition that is described by arguments.
#[derive(Args, Debug)]
pub(super) struct Direct {
    /// Name of a game, as listed by `parlor games`
    game: Option<String>,
    /// Engines, such as alphabeta:depth=6
    #[arg(value_name = "ENGINE")]
    engines: Vec<String>,
    /// Games of each pairing
    #[arg(long, value_name = "N", value_parser = number(1..=10_000_000_u32), default_value = "100")]
    games: u32,
    #[command(flatten)]
    limits: Limits,
    /// match, round-robin, gauntlet (the first engine against all others) or swiss [default: match for two
    /// engines, else round-robin]
    #[arg(long, value_parser = format)]
    format: Option<Format>,
    /// Rounds of a Swiss competition
    #[arg(long, value_name = "N", value_parser = number(1..=1000_u32))]
    rounds: Option<u32>,
    /// Seed of openings and random engines [default: a new one]
    #[arg(long, value_name = "N", value_parser = number(0..=u64::MAX))]
    seed: Option<u64>,
    /// File with one opening a line: moves with commas between them
    #[arg(long, value_name = "FILE")]
    openings: Option<String>,
    /// Random moves of generated openings; 0 starts from the start position
    #[arg(long, value_name = "N", value_parser = number(0..=100_u32))]
    plies: Option<u32>,
    /// Stop as soon as it is clear which of two Elo differences is true
    #[arg(long, value_name = "ELO0,ELO1", value_parser = elo_bounds)]
    sprt: Option<(f64, f64)>,
    /// Scale of --sprt: normalized or logistic
    #[arg(long, value_name = "MODEL", value_parser = elo_model, default_value = "normalized")]
    elo_model: EloModel,
    /// An engine that exceeds its time: forfeit, or last (its last reported move counts)
    #[arg(long, value_name = "POLICY", value_parser = overrun, default_value = "forfeit")]
    overrun: Overrun,
    /// End games whose result the game's solver has proved
    #[arg(long)]
    adjudicate: bool,
    #[command(flatten)]
    start: StartOptions,
    #[command(flatten)]
    session: Session,
    #[command(flatten)]
    via: Via,
}

/// Limits of each move or game; several are played one after the other.
#[derive(Args, Debug)]
struct Limits {
    /// Seconds for each move; several numbers are several time limits [default: 0.1]
    #[arg(long, value_name = "S,...", value_delimiter = ',',
        value_parser = limit("move", "a number of seconds above 0, such as 0.1"))]
    seconds: Vec<Limit>,
    /// Seconds for the whole game, and increment for each move, such as 60+0.5
    #[arg(long, value_name = "S+S,...", value_delimiter = ',', value_parser = limit("clock", "a clock such as 60+0.5"))]
    clock: Vec<Limit>,
    /// Nodes for each move: the same games on every machine
    #[arg(long, value_name = "N,...", value_delimiter = ',', value_parser = limit("nodes", "a whole number from 1"))]
    nodes: Vec<Limit>,
    /// Search depth of each move: the same games on every machine
    #[arg(long, value_name = "N,...", value_delimiter = ',', value_parser = limit("depth", "a whole number from 1"))]
    depth: Vec<Limit>,
}

impl Direct {
    pub(super) fn run(&self, context: &mut Context) -> Result<(), CommandError> {
        let (Some(game), [_, _, ..]) = (&self.game, &self.engines[..]) else {
            return Err(CommandError::usage("arena needs a game and at least two engines (see --help)"));
        };
        let setup = self.start.setup(game, context.catalog)?;
        let engines: Vec<&str> = self.engines.iter().map(String::as_str).collect();
        let usual = Competition::new(&setup.game, &engines);
        let limits = self.limits.all();
        let competition = Competition {
            position: setup.position,
            options: setup.options,
            games: self.games,
            // 53 bits, which every JSON parser reads exactly.
            seed: self.seed.unwrap_or_else(|| RandomState::new().hash_one(()) >> 11),
            format: self.format,
            rounds: self.rounds,
            openings: OpeningChoice { file: self.openings.clone(), plies: self.plies },
            overrun: self.overrun,
            adjudicate: self.adjudicate,
            sprt: self.sprt.map(|(elo0, elo1)| Sprt::new(elo0, elo1, self.elo_model)),
            limits: if limits.is_empty() { usual.limits } else { limits },
            ..usual
        };
        self.session.start(competition, self.via.remote(), context).map(drop)
    }
}

impl Limits {
    fn all(&self) -> Vec<Limit> {
        [&self.seconds, &self.clock, &self.nodes, &self.depth].into_iter().flatten().copied().collect()
    }
}

/// Parser of a limit from its keyword in files.
fn limit(keyword: &'static str, expected: &'static str) -> impl Fn(&str) -> Result<Limit, String> + Clone {
    move |text| format!("{keyword}={text}").parse().map_err(|_| format!("is not {expected}"))
}

fn format(text: &str) -> Result<Format, String> {
    let error = || format!("is not one of {}", Format::ALL.map(Format::name).join(", "));
    Format::ALL.into_iter().find(|format| format.name() == text).ok_or_else(error)
}

fn overrun(text: &str) -> Result<Overrun, &'static str> {
    match text {
        "forfeit" => Ok(Overrun::Forfeit),
        "last" => Ok(Overrun::Last),
        _ => Err("is not one of forfeit, last"),
    }
}

fn elo_model(text: &str) -> Result<EloModel, &'static str> {
    match text {
        "normalized" => Ok(EloModel::Normalized),
        "logistic" => Ok(EloModel::Logistic),
        _ => Err("is not one of normalized, logistic"),
    }
}

fn elo_bounds(text: &str) -> Result<(f64, f64), &'static str> {
    let bounds = text.split_once(',');
    let bounds = bounds.and_then(|(low, high)| Some((low.trim().parse().ok()?, high.trim().parse().ok()?)));
    bounds.ok_or("is not two numbers such as 0,5")
}
