//! The `NBoard` protocol, version 2, from the side that answers.

use std::io::{BufRead, Write};
use std::time::{Duration, Instant};

use parlor_core::{AnyEngine, AnyGame, AnyReport, Catalog, EngineSpec, Limits, Setup, StopFlag, Value};

use super::read_messages;
use crate::ggf;
use crate::protocol::translation::{ForeignGame, Translation};

/// The protocol limits a search by depth. Engines that know no depth end after this time.
const LONGEST_SEARCH: Duration = Duration::from_mins(1);

/// Answers the commands of `input` until `quit` or the end of the input. The error is a sentence for the user.
pub fn serve_nboard(
    catalog: &Catalog,
    setup: &Setup,
    engine: &EngineSpec,
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
) -> Result<(), String> {
    let game = catalog.start(setup.clone()).map_err(|error| error.to_string())?;
    let entry = catalog.game(&setup.game).map_err(|error| error.to_string())?;
    let translation = Translation::new(entry, "nboard", &*game)?;
    let name = format!("Parlor {engine}");
    let engine = catalog.engine(&*game, engine).map_err(|error| error.to_string())?;
    let mut server = NBoardServer { translation, name, setup, game, engine, depth: 12, output };
    let stops = |line: &String| line == "quit" || line.starts_with("ping");
    for (line, stop) in read_messages(input, str::to_owned, stops) {
        if line == "quit" {
            break;
        }
        server.execute(&line, &stop)?;
    }
    Ok(())
}

struct NBoardServer<'a> {
    translation: Translation,
    name: String,
    setup: &'a Setup,
    game: Box<dyn AnyGame>,
    engine: Box<dyn AnyEngine>,
    depth: u32,
    output: &'a mut dyn Write,
}

impl NBoardServer<'_> {
    /// Commands that are unknown or wrong are answered with a `status` line, as the protocol asks to ignore them.
    fn execute(&mut self, line: &str, stop: &StopFlag) -> Result<(), String> {
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        let result = match command {
            "nboard" => self.print(&format!("set myname {}", self.name)),
            "set" => self.set(rest),
            "move" => self.play(rest),
            "go" => return self.go(stop),
            "hint" => return self.hint(rest, stop),
            "ping" => return self.print(&format!("pong {rest}")),
            "learn" => return self.print("learned"),
            _ => Ok(()),
        };
        match result {
            Ok(()) => Ok(()),
            Err(error) => self.print(&format!("status {error}")),
        }
    }

    fn set(&mut self, text: &str) -> Result<(), String> {
        let (name, value) = text.split_once(' ').unwrap_or((text, ""));
        match name {
            "depth" => {
                self.depth = value.trim().parse().map_err(|_| format!("depth {value} is not a whole number"))?;
            }
            "game" => {
                let game = ggf::read(value)?;
                let foreign = ForeignGame { start: Some(game.start), moves: game.moves };
                self.game = self.translation.read_game(&foreign, self.setup)?;
                self.engine.reset();
            }
            _ => {}
        }
        Ok(())
    }

    /// `F5/1.2/0.3`: the value and the time do not matter.
    fn play(&mut self, text: &str) -> Result<(), String> {
        let word = text.split('/').next().unwrap_or_default().trim();
        self.translation.play(&mut *self.game, word)
    }

    fn limits(&self, stop: &StopFlag) -> Limits {
        Limits { depth: Some(self.depth), time: Some(LONGEST_SEARCH), stop: stop.clone(), ..Limits::none() }
    }

    fn go(&mut self, stop: &StopFlag) -> Result<(), String> {
        let started = Instant::now();
        let limits = self.limits(stop);
        let mut reports = Vec::new();
        let searched = self.engine.search(&*self.game, &limits, &mut |info| reports.push(info));
        if let Err(error) = searched {
            return self.print(&format!("status {error}"));
        }
        let Some(info) = reports.last() else { return self.print("status The engine gave no move.") };
        let seconds = started.elapsed().as_secs_f64();
        let (search, best) = (self.search_line(info), self.translation.spell_move(&*self.game, &info.best));
        self.print(&search)?;
        self.print(&format!("nodestats {} {seconds:.2}", info.nodes))?;
        self.print(&format!("=== {best}/{:.2}/{seconds:.2}", discs(info.value)))
    }

    /// Values of the best moves, which take the time of one search together.
    fn hint(&mut self, text: &str, stop: &StopFlag) -> Result<(), String> {
        let count = text.trim().parse().unwrap_or(1).max(1);
        let mut values: Vec<(String, Value)> = Vec::new();
        let limits = self.limits(stop);
        let analyzed = self.engine.analyze(&*self.game, &limits, &mut |m, value| {
            values.retain(|(known, _)| *known != m);
            values.push((m, value));
        });
        if let Err(error) = analyzed {
            return self.print(&format!("status {error}"));
        }
        values.sort_by_key(|(_, value)| std::cmp::Reverse(value.estimate));
        for (m, value) in values.into_iter().take(count) {
            let info = AnyReport { best: m.clone(), value, line: vec![m], depth: self.depth, nodes: 0 };
            let line = self.search_line(&info);
            self.print(&line)?;
        }
        self.print("status")
    }

    /// `search PV value 0 depth`. A depth of `100%W` marks a proved result.
    fn search_line(&self, info: &AnyReport) -> String {
        let mut position = self.game.clone_box();
        let mut line = String::new();
        for m in &info.line {
            line += &self.translation.spell_move(&*position, m);
            if position.play(m).is_err() {
                break;
            }
        }
        let depth = if info.value.is_decided() { "100%W".to_owned() } else { info.depth.to_string() };
        format!("search {line} {:.2} 0 {depth}", discs(info.value))
    }

    fn print(&mut self, line: &str) -> Result<(), String> {
        writeln!(self.output, "{line}").and_then(|()| self.output.flush()).map_err(|error| error.to_string())
    }
}

/// Value in discs; a proved win or loss without a known margin counts as one disc.
fn discs(value: Value) -> f64 {
    match value.estimate {
        win if win.is_win() => 1.0,
        loss if loss.is_loss() => -1.0,
        estimate => f64::from(estimate.raw()) / 100.0,
    }
}
