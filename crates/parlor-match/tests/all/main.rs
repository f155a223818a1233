//! Behaviour of matches, records and thinkers, seen from outside, with invented games, engines and time.

mod common;
mod matches;
mod records;
mod thinking;
