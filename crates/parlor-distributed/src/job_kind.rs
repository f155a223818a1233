//! What a worker on another machine knows about a kind of job, and what a coordinator offers.

use parlor_core::StopFlag;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::{JobError, Runner};

/// A kind of job, such as a competition. A worker knows a list of kinds and runs the batches of all of them.
pub trait JobKind: Send + Sync {
    /// Name in messages.
    fn name(&self) -> &'static str;

    /// Parts of the job that must behave alike on every machine.
    fn components(&self, description: &Value) -> Result<Vec<Component>, JobError>;

    /// Speed of this machine at this job; see [`measure_speed`](crate::measure_speed).
    fn speed(&self, description: &Value) -> Result<f64, JobError>;

    /// A runner of batches. Times are multiplied by `time_factor`, which is above 1 on a slow machine.
    fn runner(&self, description: &Value, time_factor: f64) -> Result<Box<dyn BatchRunner + '_>, JobError>;
}

/// A part of a job whose behavior decides the results: an engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Component {
    pub name: String,
    pub version: String,
    /// Result of a fixed bench. `None` for an external program, whose node counts mean nothing.
    pub signature: Option<String>,
}

/// What a coordinator offers to workers.
#[derive(Clone, PartialEq, Debug)]
pub struct Offer {
    /// Identity of the job on the server, the same after a restart: letters and digits.
    pub job: String,
    /// Name of the [`JobKind`].
    pub kind: &'static str,
    /// Title for people.
    pub name: String,
    /// What [`JobKind`] needs to make a runner.
    pub description: Value,
    /// The components as they behave on the coordinator's machine.
    pub components: Vec<Component>,
    /// Speed of the coordinator's machine, if the job measures time: other machines get more time or less.
    pub speed: Option<f64>,
}

/// A [`Runner`] whose batches and results are JSON.
pub trait BatchRunner {
    fn run_json(&mut self, work: &str, stop: &StopFlag, emit: &mut dyn FnMut(Box<RawValue>)) -> Result<(), JobError>;
}

impl<R: Runner> BatchRunner for R {
    fn run_json(&mut self, work: &str, stop: &StopFlag, emit: &mut dyn FnMut(Box<RawValue>)) -> Result<(), JobError> {
        let work: R::Work = serde_json::from_str(work)?;
        let mut encoded = Ok(());
        self.run(&work, stop, &mut |item| match serde_json::value::to_raw_value(&item) {
            Ok(item) => emit(item),
            Err(error) => encoded = Err(error.into()),
        })?;
        encoded
    }
}
