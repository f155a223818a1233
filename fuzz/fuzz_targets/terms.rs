//! Terms, time controls and times.

#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_match::{Seconds, Terms, TimeControl};

fuzz_target!(|data: &str| {
    if let Ok(terms) = data.parse::<Terms>() {
        assert_eq!(terms.to_string().parse(), Ok(terms));
    }
    if let Ok(time) = data.parse::<TimeControl>() {
        assert_eq!(time.to_string().parse(), Ok(time));
    }
    if let Ok(seconds) = data.parse::<Seconds>() {
        assert_eq!(seconds.to_string().parse(), Ok(seconds));
    }
});
