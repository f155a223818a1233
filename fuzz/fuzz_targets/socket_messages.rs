//! Messages of clients on the site's WebSocket.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &str| {
    parlor_web::fuzzing::parse_client_message(data);
});
