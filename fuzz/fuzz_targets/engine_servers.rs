//! Lines to Parlor's own engines, served over the engine protocol and over NBoard. The first character chooses which.

#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use parlor_core::{EngineSpec, Setup};
use parlor_external::{serve_json, serve_nboard};
use parlor_fuzz::catalog;

fuzz_target!(|data: &str| {
    let (is_json, lines) = match data.strip_prefix('j') {
        Some(lines) => (true, lines),
        None => (false, data),
    };
    let (input, mut output, random) = (Cursor::new(lines.to_owned()), Vec::new(), EngineSpec::new("random"));
    let served = if is_json {
        serve_json(catalog(), "four-in-a-row", &random, input, &mut output)
    } else {
        serve_nboard(catalog(), &Setup::new("reversi"), &random, input, &mut output)
    };
    // Errors are answers, too; only panics and hangs are faults.
    let _ = served;
    assert!(std::str::from_utf8(&output).is_ok());
});
