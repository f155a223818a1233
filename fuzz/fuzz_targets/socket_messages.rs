//! Messages of clients on the site's WebSocket.

#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_room::ClientRequest;

fuzz_target!(|data: &str| {
    let _ = serde_json::from_str::<ClientRequest>(data);
});
