//! `parlor analyze`: what each legal move of a position is worth, best first.

use std::io::Write;
use std::time::{Duration, Instant};

use clap::{Arg, ArgAction, ArgMatches, Command};
use parlor_core::{AnyGame, EngineSpec, Limits, Value};
use parlor_games::catalog;
use serde_json::json;

use crate::command_line::{seconds, setup, takes_a_game, text};
use crate::failure::Failure;
use crate::progress::Spinner;

const DEFAULT_TIME: Duration = Duration::from_secs(5);

pub(crate) fn command() -> Command {
    let time = Arg::new("time-limit")
        .long("time-limit")
        .value_name("SECONDS")
        .allow_hyphen_values(true)
        .help("Seconds for all moves together [default: 5]");
    let engine = Arg::new("engine")
        .long("engine")
        .value_name("ENGINE")
        .help("Who judges, such as alphabeta:table-mib=256 [default: the game's best judge]");
    let json = Arg::new("json").long("json").action(ArgAction::SetTrue).help("Print one JSON object, for programs");
    takes_a_game(Command::new("analyze").about("Show what each legal move is worth")).args([time, engine, json])
}

/// What is known when thinking ends.
struct Analysis {
    engine: String,
    moves: Vec<(String, Option<Value>)>,
    nodes: u64,
    time: Duration,
}

pub(crate) fn run(arguments: &ArgMatches, out: &mut dyn Write) -> Result<(), Failure> {
    let setup = setup(arguments)?;
    let judge = catalog::find(&setup.game)?.judge;
    let game = catalog::start(setup)?;
    let time = text(arguments, "time-limit").map_or(Ok(DEFAULT_TIME), |text| seconds("time-limit", text))?;
    let spec: EngineSpec = text(arguments, "engine").unwrap_or(judge).parse()?;
    if game.outcome().is_some() {
        return Err(Failure::usage(format!("there is nothing to analyze: {}", game.scene().caption)));
    }
    let analysis = analyze(&*game, &spec, time)?;
    if arguments.get_flag("json") { print_json(&*game, &analysis, out) } else { print_table(&analysis, out) }
}

fn analyze(game: &dyn AnyGame, spec: &EngineSpec, time: Duration) -> Result<Analysis, Failure> {
    let mut engine = game.engine(spec)?;
    let mut moves: Vec<(String, Option<Value>)> = game.legal_moves().into_iter().map(|m| (m, None)).collect();
    let spinner = Spinner::start(time);
    let begun = Instant::now();
    let nodes = engine
        .analyze(game, &Limits::time(time), &mut |m, value| {
            spinner.say(format!("{m}: {value}"));
            if let Some(entry) = moves.iter_mut().find(|(known, _)| *known == m) {
                entry.1 = Some(value);
            }
        })
        .map_err(|why| Failure::trouble(why.to_string()))?;
    let time = begun.elapsed();
    spinner.end();
    // Stable, so that equal moves stay in the game's own order; what was not reached comes last.
    moves.sort_by_key(|(_, value)| std::cmp::Reverse(value.map(|value| value.estimate)));
    Ok(Analysis { engine: spec.to_string(), moves, nodes, time })
}

fn print_table(analysis: &Analysis, out: &mut dyn Write) -> Result<(), Failure> {
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

fn print_json(game: &dyn AnyGame, analysis: &Analysis, out: &mut dyn Write) -> Result<(), Failure> {
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
