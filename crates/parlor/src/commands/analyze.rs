//! `parlor analyze`: the value of each legal move of a position, best first.

use std::io::Write;
use std::time::{Duration, Instant};

use clap::{Arg, ArgAction, ArgMatches, Command};
use parlor_core::{AnyEngine, AnyGame, Catalog, EngineSpec, Limits, Value};
use serde_json::json;

use super::{Context, Subcommand};
use crate::arguments::{add_game, add_position_and_options, get_str, option, parse_seconds, parse_setup};
use crate::command_error::CommandError;
use crate::progress::Spinner;

const DEFAULT_TIME: Duration = Duration::from_secs(5);

pub(super) const SUBCOMMAND: Subcommand = Subcommand { command, run };

fn command(catalog: &Catalog) -> Command {
    let time = option("time-limit", "SECONDS").help("Seconds for all moves together [default: 5]");
    let engine = Arg::new("engine")
        .long("engine")
        .value_name("ENGINE")
        .help("Engine that evaluates the moves, such as alphabeta:table-mib=256 [default: the game's analysis engine]");
    let json = Arg::new("json").long("json").action(ArgAction::SetTrue).help("Print one JSON object, for programs");
    let command = add_game(Command::new("analyze").about("Show the value of each legal move, best first"))
        .args([time, engine, json])
        .after_help("Example: parlor analyze four-in-a-row --position 4453");
    add_position_and_options(command, catalog)
}

/// Values of the legal moves, best first; `None` for moves that the search did not reach.
struct Analysis {
    engine: String,
    moves: Vec<(String, Option<Value>)>,
    nodes: u64,
    time: Duration,
}

fn run(arguments: &ArgMatches, context: &mut Context) -> Result<(), CommandError> {
    let catalog = context.catalog;
    let setup = parse_setup(arguments, catalog)?;
    let default_engine = &catalog.game(&setup.game)?.analysis_engine;
    let game = catalog.start(setup)?;
    let time = get_str(arguments, "time-limit").map_or(Ok(DEFAULT_TIME), |text| parse_seconds("time-limit", text))?;
    let spec = get_str(arguments, "engine").map_or_else(|| default_engine.clone(), EngineSpec::from);
    if game.outcome().is_some() {
        return Err(CommandError::usage(format!(
            "the game is over, so there is nothing to analyze: {}",
            game.scene().caption
        )));
    }
    let analysis = analyze(&*game, &spec, catalog.engine(&*game, &spec)?, time)?;
    if arguments.get_flag("json") {
        print_json(&*game, &analysis, context.out)
    } else {
        print_table(&analysis, context.out)
    }
}

fn analyze(
    game: &dyn AnyGame,
    spec: &EngineSpec,
    mut engine: Box<dyn AnyEngine>,
    time: Duration,
) -> Result<Analysis, CommandError> {
    let mut moves: Vec<(String, Option<Value>)> = game.legal_moves().into_iter().map(|m| (m, None)).collect();
    let spinner = Spinner::start(time);
    let started = Instant::now();
    let nodes = engine
        .analyze(game, &Limits::time(time), &mut |m, value| {
            spinner.set_message(format!("{m}: {value}"));
            if let Some(entry) = moves.iter_mut().find(|(notation, _)| *notation == m) {
                entry.1 = Some(value);
            }
        })
        .map_err(|error| CommandError::runtime(error.to_string()))?;
    let time = started.elapsed();
    spinner.finish();
    // A stable sort keeps equal moves in the game's order. Moves without a value come last.
    moves.sort_by_key(|(_, value)| std::cmp::Reverse(value.map(|value| value.estimate)));
    Ok(Analysis { engine: spec.to_string(), moves, nodes, time })
}

fn print_table(analysis: &Analysis, out: &mut dyn Write) -> Result<(), CommandError> {
    let width = analysis.moves.iter().map(|(m, _)| m.len()).max().unwrap_or(0);
    for (m, value) in &analysis.moves {
        match value {
            Some(value) => writeln!(out, "{m:<width$}  {value}")?,
            None => writeln!(out, "{m:<width$}  not reached")?,
        }
    }
    writeln!(out, "{}: {} nodes, {:.3} s", analysis.engine, analysis.nodes, analysis.time.as_secs_f64())?;
    Ok(())
}

fn print_json(game: &dyn AnyGame, analysis: &Analysis, out: &mut dyn Write) -> Result<(), CommandError> {
    let moves: Vec<_> = analysis
        .moves
        .iter()
        .map(|(m, value)| match value {
            None => json!({ "move": m, "value": null }),
            Some(value) => json!({
                "move": m,
                "value": value.to_string(),
                "proved": value.is_decided(),
                "plies": value.is_exact().then(|| value.estimate.plies()).flatten(),
                "score": value.estimate.raw(),
            }),
        })
        .collect();
    let object = json!({
        "game": game.setup().game,
        "options": game.setup().options,
        "position": game.position(),
        "turn": game.turn().to_string(),
        "engine": analysis.engine,
        "moves": moves,
        "nodes": analysis.nodes,
        "seconds": analysis.time.as_secs_f64(),
    });
    writeln!(out, "{object}")?;
    Ok(())
}
