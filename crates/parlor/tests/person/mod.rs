//! Somebody who types at the real program.

use std::io::Write;
use std::process::{Command, Stdio};

pub(crate) struct Ran {
    pub(crate) out: String,
    pub(crate) errors: String,
    pub(crate) status: Option<i32>,
}

/// With `keeps_quiet` the input stays open after what was typed, as when a person sits there.
pub(crate) fn types(arguments: &str, input: &[u8], keeps_quiet: bool) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args(arguments.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // Typed from another thread, because the program may end before it has read everything.
    let typing = std::thread::spawn(move || {
        let _ = stdin.write_all(&input);
        keeps_quiet.then_some(stdin)
    });
    let output = child.wait_with_output().unwrap();
    drop(typing.join().unwrap());
    Ran {
        out: String::from_utf8(output.stdout).unwrap(),
        errors: String::from_utf8(output.stderr).unwrap(),
        status: output.status.code(),
    }
}
