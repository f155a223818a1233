//! Lines of a program that speaks UCI, in positions of every game that has a dialect of it.

#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_fuzz::read_answers;

fuzz_target!(|data: &str| read_answers("exec-uci", data));
