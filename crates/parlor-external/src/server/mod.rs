//! Serves Parlor's engines to other programs: the same protocols from the side that answers.

mod json;
mod nboard;

use std::io::BufRead;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use parlor_core::StopFlag;

pub use json::serve_json;
pub use nboard::serve_nboard;

/// Reads messages on a thread of its own, so that a message can stop the search that runs. Each message comes with the
/// flag that is raised if the next message is one for which `stops` holds. The end of the input stops nothing, so that a script can be piped in.
fn read_messages<T: Send + 'static>(
    input: impl BufRead + Send + 'static,
    parse: impl Fn(&str) -> T + Send + 'static,
    stops: impl Fn(&T) -> bool + Send + 'static,
) -> Receiver<(T, StopFlag)> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut current = StopFlag::default();
        for line in input.lines() {
            let Ok(line) = line else { break };
            let message = parse(line.trim());
            if stops(&message) {
                current.raise();
            }
            let flag = StopFlag::default();
            current = flag.clone();
            if sender.send((message, flag)).is_err() {
                return;
            }
        }
    });
    receiver
}
