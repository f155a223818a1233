//! Lines of a program in the engine protocol, JSON and bare moves, in positions of every game.

#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_fuzz::read_answers;

fuzz_target!(|data: &str| read_answers("exec", data));
