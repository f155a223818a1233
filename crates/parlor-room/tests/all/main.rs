//! Tests of rooms.

mod simulation;
mod specification;
