//! [`Report`]: what a search, a solver or a planner found, and [`ReportView`], the one form in which it
//! leaves the process.

use std::fmt::Display;

use crate::{Unit, Value, ValueReport};

/// What a search, a solver or a planner has found so far: best move, value with what is proved of it,
/// principal variation, and work.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<M> {
    pub best: M,
    /// Value of the searched position for the side to move, with proved bounds.
    pub value: Value,
    /// Principal variation, `best` first; may be incomplete. A planner's is its plan.
    pub line: Vec<M>,
    pub depth: u32,
    pub nodes: u64,
}

/// [`Report`] with moves in notation.
pub type AnyReport = Report<String>;

impl<M: Display> Report<M> {
    /// This report with its moves in notation.
    pub fn into_notation(self) -> AnyReport {
        Report {
            best: self.best.to_string(),
            value: self.value,
            line: self.line.iter().map(ToString::to_string).collect(),
            depth: self.depth,
            nodes: self.nodes,
        }
    }
}

/// What a search found, with the value in the unit of the game.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Report"))]
pub struct ReportView {
    pub value: ValueReport,
    /// Principal variation. It begins with the best move.
    pub line: Vec<String>,
    pub depth: u32,
    pub nodes: u64,
}

impl AnyReport {
    /// This report with its value in the unit of the game.
    pub fn view(self, unit: Unit) -> ReportView {
        ReportView { value: self.value.report(unit), line: self.line, depth: self.depth, nodes: self.nodes }
    }
}
