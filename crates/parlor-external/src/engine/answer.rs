//! Wait for the answer of a program: its lines, its clock and the stop flag.

use std::time::{Duration, Instant};

use parlor_core::{AnyGame, EngineFault, Limits, Player};

use super::ExternalEngine;
use crate::faults::{self, shorten};
use crate::process::Next;
use crate::protocol::{Reply, Report};
use crate::session::allowed_time;

/// How often a waiting search looks at its stop flag.
const STOP_CHECK: Duration = Duration::from_millis(20);
/// Time in which a program must answer after it was asked to stop.
const STOP_TIME: Duration = Duration::from_millis(500);
/// How a search ended without a fault.
pub(super) enum SearchEnd {
    Answer,
    /// The search was stopped, and the program did not answer soon.
    Abandoned,
}

impl ExternalEngine {
    /// A line between two searches: `ready` is expected, anything else is remarked on.
    pub(super) fn read_unasked(&mut self, line: &str, game: &dyn AnyGame) -> Result<(), EngineFault> {
        match self.protocol.read(line, game) {
            Reply::Ready(name) => self.set_ready(&name),
            Reply::Refused(reason) => return Err(faults::refused(self.command.name(), &reason)),
            Reply::Name(name) => self.name = Some(shorten(&name)),
            Reply::Move(_) => self.remark(|| format!("printed \"{}\" without being asked for a move", shorten(line))),
            Reply::Malformed(error) => self.remark(|| format!("printed \"{}\": {error}", shorten(line))),
            Reply::Info(_) | Reply::Ignored => {}
        }
        Ok(())
    }

    /// Whether the program says when it is ready for a game.
    pub(crate) fn announces_ready(&self) -> bool {
        self.protocol.announces_ready()
    }

    /// Starts the program, and waits until it is ready for a game, if its protocol says so.
    pub(crate) fn start(&mut self, game: &dyn AnyGame, seat: Player) -> Result<(), EngineFault> {
        self.open(game, seat)?;
        while self.protocol.announces_ready() {
            let Some(session) = &mut self.session else { break };
            let left = self.options.start_time.saturating_sub(session.hello.elapsed());
            match session.process.next_line(left)? {
                Next::Timeout => return Err(faults::not_ready(self.command.name(), &self.options)),
                Next::Line(line) => self.read_unasked(&line, game)?,
            }
            if self.session.as_ref().is_some_and(|session| session.ready.is_some()) {
                break;
            }
        }
        Ok(())
    }

    fn set_ready(&mut self, name: &str) {
        if !name.is_empty() {
            self.name = Some(shorten(name));
        }
        if let Some(session) = &mut self.session {
            let hello = session.hello;
            session.ready.get_or_insert_with(Instant::now);
            self.start_up_time.get_or_insert_with(|| hello.elapsed());
        }
    }

    pub(super) fn wait_for_answer(
        &mut self,
        game: &dyn AnyGame,
        limits: &Limits,
        on_report: &mut dyn FnMut(Report),
    ) -> Result<SearchEnd, EngineFault> {
        let asked = Instant::now();
        let mut stop_deadline = None;
        loop {
            let Some(session) = &mut self.session else { return Ok(SearchEnd::Abandoned) };
            let clock_start = session.clock_start(asked, self.options.start_time);
            let allowed = allowed_time(limits, &self.options);
            let now = Instant::now();
            let left = (clock_start + allowed).saturating_duration_since(now);
            if stop_deadline.is_some_and(|deadline| now >= deadline) {
                return Ok(SearchEnd::Abandoned);
            }
            if left.is_zero() {
                self.charged_time = Some(now.saturating_duration_since(clock_start));
                return Err(faults::overrun(self.command.name(), limits, &self.options));
            }
            if stop_deadline.is_none() && limits.stop.is_raised() {
                stop_deadline = Some(now + STOP_TIME);
                let line = self.protocol.stop();
                session.process.send(&[line])?;
            }
            let Next::Line(line) = session.process.next_line(left.min(STOP_CHECK))? else { continue };
            match self.protocol.read(&line, game) {
                Reply::Ready(name) => self.set_ready(&name),
                Reply::Name(name) => self.name = Some(shorten(&name)),
                Reply::Refused(reason) => return Err(faults::refused(self.command.name(), &reason)),
                Reply::Ignored => {}
                Reply::Info(report) => self.check_info(report, game, on_report),
                Reply::Malformed(error) => return Err(faults::malformed(self.command.name(), &line, &error)),
                Reply::Move(report) => {
                    self.finish_search(clock_start);
                    return self.check_move(report, game, on_report).map(|()| SearchEnd::Answer);
                }
            }
        }
    }

    fn finish_search(&mut self, clock_start: Instant) {
        self.charged_time = Some(Instant::now().saturating_duration_since(clock_start));
        let Some(session) = &mut self.session else { return };
        session.has_played = true;
        let hello = session.hello;
        self.start_up_time.get_or_insert_with(|| hello.elapsed());
        if self.options.suspends_off_move {
            session.process.suspend();
        }
    }

    /// Passes a report on. A bad move in it is no fault, because the engine may still answer with a good one.
    fn check_info(&mut self, mut report: Report, game: &dyn AnyGame, on_report: &mut dyn FnMut(Report)) {
        let best = report.best.take().or_else(|| report.line.first().cloned());
        match best.map(|best| game.canonicalize(&best).map_err(|_| best)) {
            Some(Ok(best)) => on_report(Report { best: Some(best), ..report }),
            Some(Err(bad)) => self.remark(|| format!("reported \"{}\", which is not a legal move", shorten(&bad))),
            None => on_report(report),
        }
    }

    fn check_move(
        &mut self,
        report: Report,
        game: &dyn AnyGame,
        on_report: &mut dyn FnMut(Report),
    ) -> Result<(), EngineFault> {
        let best = report.best.as_deref().unwrap_or_default();
        if let Ok(best) = game.canonicalize(best) {
            on_report(Report { best: Some(best), ..report });
            return Ok(());
        }
        Err(faults::illegal_move(self.command.name(), best, game))
    }
}
