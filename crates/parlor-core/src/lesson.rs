//! Lessons about search: the algorithms and small positions of a game that a visualizer offers.

use crate::{EngineSpec, Setup, Text};

/// What a visualizer of searches offers for a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SearchLesson {
    /// Engines that can be traced, simplest first.
    pub algorithms: Vec<LessonAlgorithm>,
    /// Positions whose search trees are small enough to be drawn, the best example first.
    pub positions: Vec<LessonPosition>,
}

/// Algorithm of a lesson.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LessonAlgorithm {
    pub title: Text,
    pub engine: EngineSpec,
    pub limit: LessonLimit,
}

impl LessonAlgorithm {
    pub fn new(title: &'static str, engine: &str, limit: LessonLimit) -> LessonAlgorithm {
        LessonAlgorithm { title: title.into(), engine: EngineSpec::from(engine), limit }
    }
}

/// Limit of an algorithm that a student chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum LessonLimit {
    /// Depth of the search in plies.
    Plies,
    /// Number of play-outs.
    Playouts,
    /// None: the search ends at its goal.
    Goal,
}

/// Small position of a lesson.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LessonPosition {
    pub title: Text,
    pub setup: Setup,
    /// Depth at which a full search tree can still be drawn; 0 for searches that end at their goal.
    pub depth: u32,
}

impl LessonPosition {
    pub fn new(title: &'static str, setup: Setup, depth: u32) -> LessonPosition {
        LessonPosition { title: title.into(), setup, depth }
    }
}
