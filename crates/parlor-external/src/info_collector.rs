//! Reports of an external engine as search reports of Parlor.

use parlor_core::{AnyReport, Limits, Score, Value};

use crate::protocol::Report;

/// Turns reports into [`AnyReport`]s: fields that a report leaves out keep their last value.
pub(crate) struct InfoCollector {
    latest: Option<AnyReport>,
    value: Value,
    depth: u32,
    nodes: u64,
    /// Without a limit an engine reports once, at the end.
    reports_once: bool,
}

impl InfoCollector {
    pub(crate) fn new(limits: &Limits) -> InfoCollector {
        let value = Value::estimate(Score::DRAW);
        InfoCollector { latest: None, value, depth: 0, nodes: 0, reports_once: limits.is_unlimited() }
    }

    pub(crate) fn add(&mut self, report: Report, on_report: &mut dyn FnMut(AnyReport)) {
        self.value = report.value.unwrap_or(self.value);
        self.depth = report.depth.unwrap_or(self.depth);
        self.nodes = report.nodes.unwrap_or(self.nodes);
        let Some(best) = report.best else { return };
        let known_line = self.latest.as_ref().filter(|latest| latest.best == best).map(|latest| latest.line.clone());
        let line = if report.line.first() == Some(&best) { report.line } else { known_line.unwrap_or_default() };
        let line = if line.is_empty() { vec![best.clone()] } else { line };
        let info = AnyReport { best, value: self.value, line, depth: self.depth, nodes: self.nodes };
        if self.latest.as_ref() != Some(&info) && !self.reports_once {
            on_report(info.clone());
        }
        self.latest = Some(info);
    }

    pub(crate) fn finish(&mut self, on_report: &mut dyn FnMut(AnyReport)) {
        if let Some(info) = self.latest.take().filter(|_| self.reports_once) {
            on_report(info);
        }
    }
}
