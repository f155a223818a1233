//! `parlor arena GAME ENGINE ENGINE...`: a competition described by arguments.

use std::hash::{BuildHasher, RandomState};

use clap::{Arg, ArgAction, ArgMatches, Command};
use parlor_arena::schedule::Format;
use parlor_arena::statistics::{EloModel, Sprt};
use parlor_arena::{Competition, Limit, OptionText, Overrun};
use parlor_core::Catalog;

use super::{session, via};
use crate::arguments::{add_position_and_options, get_str, option, parse_number, parse_setup};
use crate::command_error::CommandError;
use crate::commands::Context;

/// An option that sets limits of one kind; several values are several limits.
struct LimitOption {
    name: &'static str,
    value: &'static str,
    /// Keyword of the limit's text form.
    keyword: &'static str,
    help: &'static str,
    /// What a value has to be, for errors.
    expected: &'static str,
}

const LIMITS: [LimitOption; 4] = [
    LimitOption {
        name: "seconds",
        value: "S,...",
        keyword: "move",
        help: "Seconds for each move; several numbers are several time limits [default: 0.1]",
        expected: "a number of seconds above 0, such as 0.1",
    },
    LimitOption {
        name: "clock",
        value: "S+S,...",
        keyword: "clock",
        help: "Seconds for the whole game, and increment for each move, such as 60+0.5",
        expected: "a clock such as 60+0.5",
    },
    LimitOption {
        name: "nodes",
        value: "N,...",
        keyword: "nodes",
        help: "Nodes for each move: the same games on every machine",
        expected: "a whole number from 1",
    },
    LimitOption {
        name: "depth",
        value: "N,...",
        keyword: "depth",
        help: "Search depth of each move: the same games on every machine",
        expected: "a whole number from 1",
    },
];

pub(super) fn add_arguments(command: Command, catalog: &Catalog) -> Command {
    let formats = "match, round-robin, gauntlet (the first engine against all others) or swiss \
                   [default: match for two engines, else round-robin]";
    let limits = LIMITS.map(|limit| option(limit.name, limit.value).help(limit.help));
    let command = command
        .arg(Arg::new("game").value_name("GAME").help("Name of a game, as listed by `parlor games`"))
        .arg(Arg::new("engines").value_name("ENGINE").num_args(1..).help("Engines, such as alphabeta:depth=6"))
        .arg(option("games", "N").help("Games of each pairing [default: 100]"))
        .args(limits)
        .args([
            option("format", "FORMAT").help(formats),
            option("rounds", "N").help("Rounds of a Swiss competition"),
            option("seed", "N").help("Seed of openings and random engines [default: a new one]"),
            option("openings", "FILE").help("File with one opening a line: moves with commas between them"),
            option("plies", "N").help("Random moves of generated openings; 0 starts from the start position"),
            option("sprt", "ELO0,ELO1").help("Stop as soon as it is clear which of two Elo differences is true"),
            option("elo-model", "MODEL").help("Scale of --sprt: normalized or logistic [default: normalized]"),
            option("overrun", "POLICY").help(
                "An engine that exceeds its time: forfeit, or last (its last reported move counts) [default: forfeit]",
            ),
            Arg::new("adjudicate")
                .long("adjudicate")
                .action(ArgAction::SetTrue)
                .help("End games whose result the game's solver has proved"),
        ])
        .args(session::arguments())
        .args(via::arguments());
    add_position_and_options(command, catalog)
}

pub(super) fn run(arguments: &ArgMatches, context: &mut Context) -> Result<(), CommandError> {
    let engines: Vec<&str> =
        arguments.get_many::<String>("engines").into_iter().flatten().map(String::as_str).collect();
    if engines.len() < 2 {
        return Err(CommandError::usage("arena needs a game and at least two engines (see --help)"));
    }
    let setup = parse_setup(arguments, context.catalog)?;
    let mut competition = Competition::new(&setup.game, &engines);
    competition.position = setup.position;
    competition.options = setup.options.into_iter().map(|(name, value)| (name, OptionText(value))).collect();
    if let Some(games) = get_str(arguments, "games") {
        competition.games = parse_number("games", games, 1..=10_000_000)?;
    }
    competition.seed = match get_str(arguments, "seed") {
        Some(seed) => parse_number("seed", seed, 0..=u64::MAX)?,
        // 53 bits, which every JSON parser reads exactly.
        None => RandomState::new().hash_one(()) >> 11,
    };
    competition.format = get_str(arguments, "format").map(parse_format).transpose()?;
    competition.rounds =
        get_str(arguments, "rounds").map(|rounds| parse_number("rounds", rounds, 1..=1000)).transpose()?;
    competition.openings.file = get_str(arguments, "openings").map(str::to_owned);
    competition.openings.plies =
        get_str(arguments, "plies").map(|plies| parse_number("plies", plies, 0..=100)).transpose()?;
    competition.overrun = get_str(arguments, "overrun").map_or(Ok(Overrun::default()), parse_overrun)?;
    competition.adjudicate = arguments.get_flag("adjudicate");
    competition.sprt = parse_sprt(arguments)?;
    let limits = parse_limits(arguments)?;
    if !limits.is_empty() {
        competition.limits = limits;
    }
    session::start(competition, arguments, context).map(drop)
}

fn parse_limits(arguments: &ArgMatches) -> Result<Vec<Limit>, CommandError> {
    let mut limits = Vec::new();
    for LimitOption { name, keyword, expected, .. } in LIMITS {
        for text in get_str(arguments, name).into_iter().flat_map(|texts| texts.split(',')) {
            let limit = format!("{keyword}={text}").parse();
            let error = |_| CommandError::usage(format!("{name} \"{text}\" is not {expected}"));
            limits.push(limit.map_err(error)?);
        }
    }
    Ok(limits)
}

fn parse_format(text: &str) -> Result<Format, CommandError> {
    let names = Format::ALL.map(Format::name);
    let error = || CommandError::usage(format!("format \"{text}\" is not one of {}", names.join(", ")));
    Format::ALL.into_iter().find(|format| format.name() == text).ok_or_else(error)
}

fn parse_overrun(text: &str) -> Result<Overrun, CommandError> {
    match text {
        "forfeit" => Ok(Overrun::Forfeit),
        "last" => Ok(Overrun::Last),
        _ => Err(CommandError::usage(format!("overrun \"{text}\" is not one of forfeit, last"))),
    }
}

fn parse_sprt(arguments: &ArgMatches) -> Result<Option<Sprt>, CommandError> {
    let model = match get_str(arguments, "elo-model") {
        None | Some("normalized") => EloModel::Normalized,
        Some("logistic") => EloModel::Logistic,
        Some(other) => {
            return Err(CommandError::usage(format!("elo-model \"{other}\" is not one of normalized, logistic")));
        }
    };
    let Some(text) = get_str(arguments, "sprt") else { return Ok(None) };
    let bounds =
        text.split_once(',').and_then(|(low, high)| Some((low.trim().parse().ok()?, high.trim().parse().ok()?)));
    let error = || CommandError::usage(format!("sprt \"{text}\" is not two numbers such as 0,5"));
    let (elo0, elo1) = bounds.ok_or_else(error)?;
    Ok(Some(Sprt::new(elo0, elo1, model)))
}
