//! Lessons about search: the algorithms and small positions of a game that a visualizer offers.

use crate::{EngineSpec, Setup, Text};

/// What a visualizer of searches offers for a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SearchLesson {
    /// Engines that can be traced, simplest first.
    pub algorithms: Vec<LessonAlgorithm>,
    /// Positions whose search trees are small enough to be drawn, the best example first.
    pub positions: Vec<LessonPosition>,
}

/// Algorithm of a lesson.
#[derive(Clone, PartialEq, Eq, Debug)]
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
pub struct LessonPosition {
    pub title: Text,
    pub options: Vec<(Text, Text)>,
    /// `None` for the start of the game.
    pub position: Option<Text>,
    /// Depth at which a full search tree can still be drawn.
    pub depth: u32,
}

impl LessonPosition {
    /// A position with the default options.
    pub fn new(title: &'static str, position: &'static str, depth: u32) -> LessonPosition {
        LessonPosition { title: title.into(), options: Vec::new(), position: Some(position.into()), depth }
    }

    /// The setup that starts the game at this position.
    pub fn setup(&self, default: Setup) -> Setup {
        let position = self.position.as_ref().map(ToString::to_string);
        let setup = Setup { position, ..default };
        self.options.iter().fold(setup, |setup, (name, value)| setup.with_option(name, value))
    }

    #[must_use]
    pub fn with_option(mut self, name: &'static str, value: &'static str) -> LessonPosition {
        self.options.push((name.into(), value.into()));
        self
    }
}
