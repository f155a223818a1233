//! The engine protocol, version 1, from the side that answers.

use std::io::{BufRead, Write};
use std::time::Duration;

use parlor_core::{AnyEngine, AnyReport, Catalog, EngineSpec, Limits, RawOptions, Setup, StopFlag};

use super::read_messages;
use crate::protocol::messages::{FromEngine, Go, Info, MoveMessage, ToEngine};

/// Longest time limit that is taken over from a message.
const LONGEST_SEARCH: f64 = 1e6;

/// Answers the messages of `input` with the moves of an engine until `quit` or the end of the input. The error is a
/// sentence for the user.
pub fn serve_json(
    catalog: &Catalog,
    game: &str,
    engine: &EngineSpec,
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
) -> Result<(), String> {
    let parse = |line: &str| match line {
        "" => Ok(ToEngine::Unknown),
        line => serde_json::from_str::<ToEngine>(line).map_err(|error| error.to_string()),
    };
    let messages = read_messages(input, parse, |message| matches!(message, Ok(ToEngine::Stop | ToEngine::Quit)));
    let mut server = JsonServer { catalog, game, spec: engine, options: RawOptions::new(), engine: None, output };
    for (message, stop) in messages {
        match message.map_err(|error| format!("a message is not valid: {error}"))? {
            ToEngine::Hello { game, options, .. } => server.begin(&game, options)?,
            ToEngine::Go(go) => server.go(&go, &stop)?,
            ToEngine::Quit => break,
            ToEngine::Stop | ToEngine::End { .. } | ToEngine::Unknown => {}
        }
    }
    Ok(())
}

struct JsonServer<'a> {
    catalog: &'a Catalog,
    game: &'a str,
    spec: &'a EngineSpec,
    /// Options of the game that was opened last.
    options: RawOptions,
    engine: Option<Box<dyn AnyEngine>>,
    output: &'a mut dyn Write,
}

impl JsonServer<'_> {
    fn begin(&mut self, game: &str, options: RawOptions) -> Result<(), String> {
        if game != self.game {
            return Err(format!("this engine plays {}, not \"{game}\"", self.game));
        }
        if self.engine.is_some() && options == self.options {
            self.engine.iter_mut().for_each(|engine| engine.reset());
        } else {
            self.options = options;
            self.engine = Some(self.build_engine()?);
        }
        let name = format!("Parlor {}", self.spec);
        self.write(&FromEngine::Ready { name, version: env!("CARGO_PKG_VERSION").to_owned() })
    }

    fn setup(&self) -> Setup {
        Setup { game: self.game.to_owned(), options: self.options.clone(), position: None }
    }

    fn build_engine(&self) -> Result<Box<dyn AnyEngine>, String> {
        let game = self.catalog.start(self.setup()).map_err(|error| error.to_string())?;
        self.catalog.engine(&*game, self.spec).map_err(|error| error.to_string())
    }

    fn go(&mut self, go: &Go, stop: &StopFlag) -> Result<(), String> {
        let setup = self.setup().with_position(&go.position);
        let game = self.catalog.start(setup).map_err(|error| error.to_string())?;
        let mut engine = self.engine.take().map_or_else(|| self.build_engine(), Ok)?;
        let mut last: Option<AnyReport> = None;
        let mut written = Ok(());
        let limits = limits(go, stop.clone());
        let searched = engine.search(&*game, &limits, &mut |info| {
            if written.is_ok() {
                written = self.write(&FromEngine::Info(info_message(&info)));
            } else {
                // Nobody reads any more.
                stop.raise();
            }
            last = Some(info);
        });
        searched.map_err(|error| error.to_string())?;
        written?;
        self.engine = Some(engine);
        let best = last.ok_or("the engine gave no move")?.best;
        self.write(&FromEngine::Move(MoveMessage { best }))
    }

    fn write(&mut self, message: &FromEngine) -> Result<(), String> {
        let text = serde_json::to_string(message).map_err(|error| error.to_string())?;
        writeln!(self.output, "{text}").and_then(|()| self.output.flush()).map_err(|error| error.to_string())
    }
}

fn info_message(info: &AnyReport) -> Info {
    Info {
        best: Some(info.best.clone()),
        value: Some(info.value.into()),
        depth: Some(info.depth),
        nodes: Some(info.nodes),
        line: info.line.clone(),
    }
}

/// Of a clock for the whole game, a thirtieth of the rest and most of the increment are for this move.
fn limits(go: &Go, stop: StopFlag) -> Limits {
    let share = go.clock.map(|clock| (clock.seconds / 30.0 + clock.increment * 0.8).min(clock.seconds * 0.5));
    let seconds = go.seconds.or(share).filter(|seconds| seconds.is_finite());
    let time = seconds.map(|seconds| Duration::from_secs_f64(seconds.clamp(0.0, LONGEST_SEARCH)));
    Limits { time, nodes: go.nodes, depth: go.depth, clock: None, stop }
}
