//! Sets of positions in this folder, published ones and our own. A missing set fails.

use std::fs;
use std::path::{Path, PathBuf};

/// Text of a set.
pub(crate) fn read_set(file: &str) -> String {
    String::from_utf8(read_bytes(file)).expect("a set is text")
}

pub(crate) fn read_bytes(file: &str) -> Vec<u8> {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sets").join(file);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
