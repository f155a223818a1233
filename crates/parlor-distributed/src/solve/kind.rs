//! Solving positions as a [`JobKind`].

use parlor_core::{Catalog, Setup};
use serde_json::Value;

use super::{SolveRunner, solver};
use crate::{BatchRunner, Component, JobError, JobKind, engine_component, measure_speed};

/// Worker's knowledge of this kind of job. The description is the setup of the game.
#[derive(Debug)]
pub struct SolveKind<'a> {
    pub catalog: &'a Catalog,
}

impl SolveKind<'_> {
    pub const NAME: &'static str = "solve";
}

fn read(description: &Value) -> Result<Setup, JobError> {
    Ok(serde_json::from_value(description.clone())?)
}

impl JobKind for SolveKind<'_> {
    fn name(&self) -> &'static str {
        SolveKind::NAME
    }

    fn components(&self, description: &Value) -> Result<Vec<Component>, JobError> {
        let start = self.catalog.start(read(description)?)?;
        let spec = solver(self.catalog, &*start)?;
        Ok(vec![engine_component(self.catalog, &*start, &spec.to_string(), &spec)?])
    }

    fn speed(&self, description: &Value) -> Result<f64, JobError> {
        Ok(measure_speed(&*self.catalog.start(read(description)?)?))
    }

    fn runner(&self, description: &Value, _time_factor: f64) -> Result<Box<dyn BatchRunner + '_>, JobError> {
        Ok(Box::new(SolveRunner::new(self.catalog, &read(description)?)?))
    }
}
