//! The answer of an engine to one position, and how it is written.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use parlor_core::{
    AnyGame, AnyReport, Catalog, EngineSpec, Limits, PublishedPositions, Report, Resource, Score, Value, ValueReport,
};
use parlor_match::{EngineHost, EngineRequest, EngineSlot, MoveValue};
use serde_json::json;

use super::Question;
use crate::command_error::CommandError;
use crate::commands::position_lines::position_json;
use crate::cpu_time::CpuTime;

/// Exit status if the value is not proved.
pub(super) const NOT_PROVED: u8 = 3;

/// Asks an engine about positions.
pub(super) struct Asker<'a> {
    pub(super) catalog: &'a Catalog,
    pub(super) published: Option<PublishedPositions>,
    pub(super) engine: EngineSpec,
    pub(super) question: Question,
    /// For each position.
    pub(super) limits: Limits,
}

/// What an engine found in a position.
pub(super) struct Answer {
    pub(super) game: Box<dyn AnyGame>,
    /// `None` if the game is over.
    report: Option<AnyReport>,
    /// The legal moves, best first, if they were asked for.
    moves: Vec<MoveValue>,
    pub(super) time: Duration,
}

impl<'a> Asker<'a> {
    /// A host for one engine.
    pub(super) fn host(&self) -> EngineHost<'a> {
        EngineHost::new(1, self.catalog)
    }

    /// Asks about a position, in a session of its own. `on_progress` gets what is found, in words.
    pub(super) fn answer(
        &self,
        host: &mut EngineHost,
        game: Box<dyn AnyGame>,
        session: &str,
        on_progress: &mut dyn FnMut(String),
    ) -> Result<Answer, CommandError> {
        // Also for a finished game, so that a wrong name is always an error.
        self.catalog.check_engine(&*game, &self.engine)?;
        if game.outcome().is_some() {
            return Ok(Answer { game, report: None, moves: Vec::new(), time: Duration::ZERO });
        }
        let request = EngineRequest { slot: EngineSlot::default(), spec: &self.engine, game: &*game, session };
        host.prepare(request)?;
        let (cpu_started, started) = (CpuTime::now(), Instant::now());
        let (report, moves) = match self.question {
            Question::Value => {
                let mut last = None;
                let searched = host.search(request, &self.limits, &mut |report| {
                    on_progress(report.value.report(game.unit()).text);
                    last = Some(report);
                });
                searched.map_err(|failure| CommandError::runtime(failure.to_string()))?;
                (last, Vec::new())
            }
            Question::Moves => {
                let analyzed = host.analyze(request, &self.limits, &mut |moves, latest| {
                    if let (m, Some(value)) = &moves[latest] {
                        on_progress(format!("{m}: {}", value.report(game.unit())));
                    }
                });
                let analysis = analyzed.map_err(|failure| CommandError::runtime(failure.to_string()))?;
                let (nodes, moves) = (analysis.nodes, analysis.best_first());
                let best = moves.first().map(|(best, value)| Report {
                    best: best.clone(),
                    value: value.unwrap_or(Value::estimate(Score::DRAW)),
                    line: vec![best.clone()],
                    depth: 0,
                    nodes,
                });
                (best, moves)
            }
        };
        let (cpu_time, elapsed) = (cpu_started.elapsed(), started.elapsed());
        let time = if self.has_one_thread(&*game)? { cpu_time } else { elapsed };
        let report = report.ok_or_else(|| CommandError::runtime("the engine gave no move"))?;
        Ok(Answer { game, report: Some(report), moves, time })
    }

    /// Whether the engine declares that it searches on the calling thread alone. Its processor time is then
    /// steadier than the clock.
    fn has_one_thread(&self, game: &dyn AnyGame) -> Result<bool, CommandError> {
        let Some((info, options)) = self.catalog.resolve_engine(game, &self.engine)? else { return Ok(false) };
        let threads = info.options.iter().find(|option| option.resource == Some(Resource::Threads));
        Ok(threads.is_some_and(|threads| options.integer(threads) == 1))
    }

    fn score(&self, game: &dyn AnyGame, value: Value) -> Option<i32> {
        (self.published.as_ref()?.score)(game, value)
    }

    /// A value as one word or a few: its published score, where there is one.
    fn short(&self, game: &dyn AnyGame, value: Option<Value>) -> String {
        let text = |value: Value| value.report(game.unit()).text;
        match value.map(|value| (value, self.score(game, value))) {
            None => "-".to_owned(),
            Some((value, Some(score))) if value.is_decided() => score.to_string(),
            Some((value, _)) => text(value),
        }
    }
}

impl Answer {
    fn value(&self) -> Value {
        let found = self.report.as_ref().map(|report| report.value).or_else(|| self.game.final_value());
        found.unwrap_or(Value::estimate(Score::DRAW))
    }

    pub(super) fn nodes(&self) -> u64 {
        self.report.as_ref().map_or(0, |report| report.nodes)
    }

    fn is_proved(&self) -> bool {
        self.value().is_decided()
    }

    /// Whether what is proved contradicts a published score.
    pub(super) fn is_wrong(&self, published: i32, asker: &Asker) -> bool {
        let value = self.value();
        match asker.score(&*self.game, value) {
            Some(score) if value.is_exact() => score != published,
            _ => value.at_least.is_win() && published <= 0 || value.at_most.is_loss() && published >= 0,
        }
    }

    /// The exit status: a value has to be proved if it is all that was asked for.
    pub(super) fn status(&self, question: Question) -> Result<(), CommandError> {
        let is_answered = question == Question::Moves || self.is_proved();
        if is_answered { Ok(()) } else { Err(CommandError::Status(NOT_PROVED)) }
    }

    /// Writes the answer on a few lines.
    pub(super) fn write(&self, asker: &Asker, out: &mut dyn Write) -> io::Result<()> {
        let value = self.value().report(self.game.unit());
        match (&self.report, asker.question) {
            (None, Question::Moves) => return writeln!(out, "The game is over: {}", self.game.scene().caption),
            (Some(_), Question::Moves) => self.write_moves(out)?,
            (Some(_), Question::Value) if !self.is_proved() => {
                return writeln!(out, "not proved, estimate {value}");
            }
            (report, Question::Value) => {
                if let Some(score) = asker.score(&*self.game, self.value()) {
                    writeln!(out, "score {score}")?;
                }
                writeln!(out, "value {value}")?;
                let Some(report) = report else { return writeln!(out, "{}", self.game.scene().caption) };
                let separator = if report.line.iter().any(|m| m.contains(' ')) { ", " } else { " " };
                writeln!(out, "line {}", report.line.join(separator))?;
            }
        }
        writeln!(out, "{}: {} nodes, {:.3} s", asker.engine, self.nodes(), self.time.as_secs_f64())
    }

    fn write_moves(&self, out: &mut dyn Write) -> io::Result<()> {
        let width = self.moves.iter().map(|(m, _)| m.len()).max().unwrap_or(0);
        for (m, value) in &self.moves {
            let Some(value) = value else {
                writeln!(out, "{m:<width$}  not reached")?;
                continue;
            };
            let report = value.report(self.game.unit());
            let confidence = report.confidence.map_or(String::new(), |percent| format!("  {percent} % sure"));
            writeln!(out, "{m:<width$}  {report}{confidence}")?;
        }
        Ok(())
    }

    /// The answer on one line: position, value, best move, nodes, microseconds, and the moves that were asked
    /// for.
    pub(super) fn line(&self, position: &str, asker: &Asker) -> String {
        let short = |value| asker.short(&*self.game, value);
        let best = self.report.as_ref().map_or("-", |report| &report.best);
        let (value, nodes, time) = (short(Some(self.value())), self.nodes(), self.time.as_secs_f64() * 1e6);
        let line = format!("{position}\t{value}\t{best}\t{nodes}\t{time:.2}");
        self.moves.iter().fold(line, |line, (m, value)| format!("{line}\t{m}:{}", short(*value)))
    }

    /// The answer as a JSON object: the position, the report of the engine, and the moves that were asked
    /// for.
    pub(super) fn json(&self, asker: &Asker) -> serde_json::Value {
        let (game, unit) = (&*self.game, self.game.unit());
        let report = self.report.clone().map(|report| report.view(unit));
        let value: ValueReport = self.value().report(unit);
        let mut object = position_json(game);
        let members = [
            ("engine", json!(asker.engine.to_string())),
            ("score", json!(asker.score(game, self.value()))),
            ("value", json!(value)),
            ("line", json!(report.as_ref().map_or(&[][..], |report| &report.line))),
            ("depth", json!(report.as_ref().map_or(0, |report| report.depth))),
            ("nodes", json!(self.nodes())),
            ("seconds", json!(self.time.as_secs_f64())),
        ];
        object.extend(members.into_iter().map(|(name, value)| (name.to_owned(), value)));
        if asker.question == Question::Moves {
            let value = |(m, value): &MoveValue| {
                let score = value.and_then(|value| asker.score(game, value));
                json!({ "move": m, "value": value.map(|value| value.report(unit)), "score": score })
            };
            object.insert("moves".to_owned(), self.moves.iter().map(value).collect());
        }
        serde_json::Value::Object(object)
    }
}
