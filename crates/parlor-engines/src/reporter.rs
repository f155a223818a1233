//! Reporting rule of the anytime protocol: under a limit every report is passed on at once, without one only the last.

use parlor_core::{Limits, Report, Score, Value};

/// Forwards an engine's reports to the caller's callback.
pub struct Reporter<'a, M> {
    on_report: &'a mut dyn FnMut(Report<M>),
    is_unlimited: bool,
    last: Option<Report<M>>,
}

impl<M> std::fmt::Debug for Reporter<'_, M> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reporter").field("is_unlimited", &self.is_unlimited).finish_non_exhaustive()
    }
}

impl<'a, M: Copy> Reporter<'a, M> {
    /// Starts with a report of the first legal move, so that there is a move to play if time is up already.
    pub fn start(limits: &Limits, first: M, on_report: &'a mut dyn FnMut(Report<M>)) -> Reporter<'a, M> {
        let mut reporter = Reporter { on_report, is_unlimited: limits.is_unlimited(), last: None };
        reporter.send(Report {
            best: first,
            value: Value::estimate(Score::DRAW),
            line: vec![first],
            depth: 0,
            nodes: 0,
        });
        reporter
    }

    pub fn send(&mut self, info: Report<M>) {
        if self.is_unlimited {
            self.last = Some(info);
        } else {
            (self.on_report)(info);
        }
    }

    /// Ends the search: without a limit the last report is passed on now.
    pub fn finish(self) {
        if let Some(info) = self.last {
            (self.on_report)(info);
        }
    }
}
