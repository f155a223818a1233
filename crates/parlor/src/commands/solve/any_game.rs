//! `parlor solve` for any game: value and best line by the solver that the catalog names.

use std::time::{Duration, Instant};

use clap::ArgMatches;
use parlor_core::{AnyGame, Catalog, EngineSpec, Limits, Resource, Value};
use serde_json::json;

use crate::command_error::CommandError;
use crate::commands::Context;
use crate::commands::position_lines::{position_json, start_at};
use crate::engine_search::search;
use crate::untyped::{get_str, parse_seconds, parse_setup};

/// Exit status if the time limit ends before the value is proved.
const NOT_PROVED: u8 = 3;

/// Result of the solver.
struct Solution {
    value: Value,
    line: Vec<String>,
    nodes: u64,
    time: Duration,
}

pub(super) fn run(arguments: &ArgMatches, context: &mut Context) -> Result<(), CommandError> {
    let catalog = context.catalog;
    let game = start_at(catalog, parse_setup(arguments, catalog)?)?;
    let spec = solver_spec(arguments, catalog, &*game)?;
    let time = get_str(arguments, "time-limit").map(|text| parse_seconds("time-limit", text)).transpose()?;
    let solution = solve(catalog, &*game, &spec, time)?;
    let is_proved = solution.value.is_decided();
    let out = &mut *context.out;
    if arguments.get_flag("json") {
        let mut object = position_json(&*game);
        object.extend([
            ("solver".to_owned(), json!(spec.to_string())),
            ("value".to_owned(), json!(solution.value.report(game.unit()))),
            ("line".to_owned(), json!(solution.line)),
            ("nodes".to_owned(), json!(solution.nodes)),
            ("seconds".to_owned(), json!(solution.time.as_secs_f64())),
        ]);
        writeln!(out, "{}", serde_json::Value::Object(object))?;
    } else if is_proved {
        writeln!(out, "value {}", solution.value.report(game.unit()))?;
        if game.outcome().is_some() {
            writeln!(out, "{}", game.scene().caption)?;
        } else {
            let separator = if solution.line.iter().any(|m| m.contains(' ')) { ", " } else { " " };
            writeln!(out, "line {}", solution.line.join(separator))?;
            writeln!(out, "{spec}: {} nodes, {:.3} s", solution.nodes, solution.time.as_secs_f64())?;
        }
    } else {
        writeln!(out, "not proved, estimate {}", solution.value.report(game.unit()))?;
    }
    if is_proved { Ok(()) } else { Err(CommandError::Status(NOT_PROVED)) }
}

/// The solver of the game, with the memory and the threads of the arguments.
fn solver_spec(arguments: &ArgMatches, catalog: &Catalog, game: &dyn AnyGame) -> Result<EngineSpec, CommandError> {
    let mut spec = catalog.game(&game.setup().game)?.solver.clone().unwrap_or_default();
    for (name, resource) in [("threads", Resource::Threads), ("table-mib", Resource::Memory)] {
        let Some(value) = get_str(arguments, name) else { continue };
        let info = catalog.resolve_engine(game, &spec)?.map(|(info, _)| info);
        let declared = info.iter().flat_map(|info| &*info.options).find(|option| option.resource == Some(resource));
        let option = declared.ok_or_else(|| {
            CommandError::usage(format!("the solver of {} has no option for --{name}", game.setup().game))
        })?;
        spec = spec.with_option(&option.name, value);
    }
    Ok(spec)
}

fn solve(
    catalog: &Catalog,
    game: &dyn AnyGame,
    spec: &EngineSpec,
    time: Option<Duration>,
) -> Result<Solution, CommandError> {
    let started = Instant::now();
    if let Some(value) = game.final_value() {
        return Ok(Solution { value, line: Vec::new(), nodes: 0, time: started.elapsed() });
    }
    let limits = time.map_or_else(Limits::none, Limits::time);
    let info = search(&mut *catalog.engine(game, spec)?, game, &limits, &mut |_| ())?;
    Ok(Solution { value: info.value, line: info.line, nodes: info.nodes, time: started.elapsed() })
}
