//! Tests of matches, records and engine workers through the public API, with small games, scripted engines and
//! simulated time.

mod common;
mod controller;
mod driver;
mod engine_host;
mod engine_set;
mod engine_worker;
mod match_state;
mod records;
