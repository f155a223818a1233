//! Engines that a person can choose from when the engine of a match has failed.

use std::fmt;

use parlor_core::{EngineSpec, Limits};

use crate::EngineFactory;

/// Engines to choose from, and how to build them.
pub struct EngineMenu {
    pub choices: Vec<EngineChoice>,
    pub factory: EngineFactory<'static>,
}

/// An engine of a menu.
#[derive(Clone, Debug)]
pub struct EngineChoice {
    /// Name for people.
    pub title: String,
    pub spec: EngineSpec,
    pub limits: Limits,
}

impl fmt::Debug for EngineMenu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EngineMenu").field("choices", &self.choices).finish_non_exhaustive()
    }
}
