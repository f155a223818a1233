//! `parlor analyze`: the value of each legal move of a position, best first.

use std::io::Write;
use std::time::{Duration, Instant};

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use parlor_core::{AnyGame, Catalog, EngineSpec, Limits};
use parlor_match::{EngineHost, EngineRequest, EngineSlot, MoveValue};
use serde_json::json;

use super::Context;
use super::position_lines::{PositionFile, position_json, visit_positions};
use crate::command_error::CommandError;
use crate::progress::Spinner;
use crate::untyped::{add_game, add_position_and_options, get_str, option, parse_seconds, parse_setup};

const DEFAULT_TIME: Duration = Duration::from_secs(5);

untyped_command!(pub(super) Analyze);

fn command(command: Command) -> Command {
    let time = option("time-limit", "SECONDS").help("Seconds for all moves of a position together [default: 5]");
    let engine = Arg::new("engine")
        .long("engine")
        .value_name("ENGINE")
        .help("Engine that evaluates the moves, such as alphabeta:table-mib=256 [default: the game's analysis engine]");
    let json = Arg::new("json")
        .long("json")
        .action(ArgAction::SetTrue)
        .help("Print one JSON object per position, on a line of its own, for programs");
    let command = PositionFile::augment_args(add_position_and_options(command));
    add_game(command.about("Show the value of each legal move, best first"))
        .args([time, engine, json])
        .after_help("Example: parlor analyze four-in-a-row --position 4453")
}

fn run(arguments: &ArgMatches, context: &mut Context) -> Result<(), CommandError> {
    let Context { catalog, out, .. } = context;
    let setup = parse_setup(arguments, catalog)?;
    let default_engine = &catalog.game(&setup.game)?.analysis_engine;
    let spec = get_str(arguments, "engine").map_or_else(|| default_engine.clone(), EngineSpec::from);
    let time = get_str(arguments, "time-limit").map_or(Ok(DEFAULT_TIME), |text| parse_seconds("time-limit", text))?;
    let file = PositionFile::from_arg_matches(arguments).map_err(|error| CommandError::usage(error.to_string()))?;
    let is_json = arguments.get_flag("json");
    let mut analyzer = Analyzer { catalog, host: EngineHost::new(1, *catalog), spec, time, positions: 0 };
    let mut is_first = true;
    visit_positions(catalog, setup, &file, |game| {
        let analysis = analyzer.analyze(game)?;
        if is_json {
            return print_json(game, &analyzer.spec, &analysis, *out);
        }
        if file.is_given() {
            let separator = if std::mem::take(&mut is_first) { "" } else { "\n" };
            writeln!(out, "{separator}{}", game.position())?;
        }
        print_table(game, &analyzer.spec, &analysis, *out)
    })
}

/// An engine and its time for each position.
struct Analyzer<'a> {
    catalog: &'a Catalog,
    host: EngineHost<'a>,
    spec: EngineSpec,
    time: Duration,
    /// Number of positions so far, each of which is a session.
    positions: u64,
}

/// Values of the legal moves, best first.
#[derive(Default)]
struct Analysis {
    moves: Vec<MoveValue>,
    nodes: u64,
    time: Duration,
}

impl Analyzer<'_> {
    fn analyze(&mut self, game: &dyn AnyGame) -> Result<Analysis, CommandError> {
        // Also for a finished game, so that a wrong name is always an error.
        self.catalog.check_engine(game, &self.spec)?;
        if game.outcome().is_some() {
            return Ok(Analysis::default());
        }
        self.positions += 1;
        let (slot, session) = (EngineSlot::default(), self.positions.to_string());
        let request = EngineRequest { slot, spec: &self.spec, game, session: &session };
        self.host.prepare(request)?;
        let spinner = Spinner::start(self.time);
        let started = Instant::now();
        let analyzed = self.host.analyze(request, &Limits::time(self.time), &mut |moves, latest| {
            if let (m, Some(value)) = &moves[latest] {
                spinner.set_message(format!("{m}: {}", value.report(game.unit())));
            }
        });
        let time = started.elapsed();
        spinner.finish();
        let analysis = analyzed.map_err(|error| CommandError::runtime(error.to_string()))?;
        Ok(Analysis { nodes: analysis.nodes, moves: analysis.best_first(), time })
    }
}

fn print_table(
    game: &dyn AnyGame,
    spec: &EngineSpec,
    analysis: &Analysis,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    if game.outcome().is_some() {
        writeln!(out, "The game is over: {}", game.scene().caption)?;
        return Ok(());
    }
    let width = analysis.moves.iter().map(|(m, _)| m.len()).max().unwrap_or(0);
    for (m, value) in &analysis.moves {
        match value {
            Some(value) => {
                let report = value.report(game.unit());
                let confidence = report.confidence.map_or(String::new(), |percent| format!("  {percent} % sure"));
                writeln!(out, "{m:<width$}  {report}{confidence}")?;
            }
            None => writeln!(out, "{m:<width$}  not reached")?,
        }
    }
    writeln!(out, "{spec}: {} nodes, {:.3} s", analysis.nodes, analysis.time.as_secs_f64())?;
    Ok(())
}

fn print_json(
    game: &dyn AnyGame,
    spec: &EngineSpec,
    analysis: &Analysis,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    let report = |(m, value): &MoveValue| json!({ "move": m, "value": value.map(|value| value.report(game.unit())) });
    let mut object = position_json(game);
    object.insert("engine".to_owned(), json!(spec.to_string()));
    object.insert("moves".to_owned(), analysis.moves.iter().map(report).collect());
    object.insert("nodes".to_owned(), json!(analysis.nodes));
    object.insert("seconds".to_owned(), json!(analysis.time.as_secs_f64()));
    writeln!(out, "{}", serde_json::Value::Object(object))?;
    out.flush()?;
    Ok(())
}
