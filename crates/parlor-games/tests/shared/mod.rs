//! Published positions and boards that are not part of the repository.

use std::io::Write;
use std::path::Path;

/// Reads a file of the shared data; `None`, with a message on stderr, if it does not exist.
pub(crate) fn shared_data(file: &str) -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(file);
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        // Written directly to stderr, past the test harness's capture, so that a skipped test is visible.
        let _ = writeln!(std::io::stderr(), "skipped: shared/data/{file} is not there");
    }
    text
}
