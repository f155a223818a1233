//! Events of a match.

#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_match::{Event, EventKind};

fuzz_target!(|data: &str| {
    if let Ok(event) = data.parse::<Event>() {
        assert_eq!(event.to_string().parse(), Ok(event));
    }
    if let Ok(kind) = data.parse::<EventKind>() {
        assert_eq!(kind.to_string().parse(), Ok(kind));
    }
});
