//! Admission of workers to a job.

use super::protocol::{Admission, Introduction, PROTOCOL};
use crate::{Component, Offer};

/// Largest factor by which the time of a worker is changed.
const MAX_TIME_FACTOR: f64 = 20.0;

/// Admits a worker of this version whose components behave like those of the offer.
pub(super) fn admit(offer: &Offer, version: &str, introduction: &Introduction) -> Admission {
    let Introduction { protocol, version: theirs, components, speed, .. } = introduction;
    let refuse = |reason| Admission::Refused { reason };
    if *protocol != PROTOCOL {
        return refuse(format!("the worker speaks protocol {protocol}, but the coordinator speaks {PROTOCOL}"));
    }
    if theirs != version {
        return refuse(format!(
            "the worker is parlor {theirs}, but the coordinator is parlor {version}; use the same version"
        ));
    }
    if let Some(reason) = offer.components.iter().find_map(|component| difference(component, components)) {
        return refuse(reason);
    }
    let time_factor = match (offer.speed, *speed) {
        (Some(ours), Some(theirs)) if theirs > 0.0 => ours / theirs,
        _ => 1.0,
    };
    Admission::Accepted { time_factor: time_factor.clamp(1.0 / MAX_TIME_FACTOR, MAX_TIME_FACTOR) }
}

/// How a component differs on the worker.
fn difference(component: &Component, theirs: &[Component]) -> Option<String> {
    let name = &component.name;
    let Some(theirs) = theirs.iter().find(|theirs| theirs.name == *name) else {
        return Some(format!("the worker has no engine \"{name}\""));
    };
    let describe = |component: &Component| component.signature.clone().unwrap_or_else(|| "none".to_owned());
    let (signature, expected) = (describe(theirs), describe(component));
    (signature != expected).then(|| {
        format!(
            "engine \"{name}\" has signature {signature} on this worker, but {expected} on the coordinator; use the same \
             build and the same options"
        )
    })
}
