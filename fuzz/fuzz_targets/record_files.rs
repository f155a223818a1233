//! Files of recorded matches: WTHOR, transcripts, plain move lists and Parlor's own format, through `parlor record`.

#![no_main]

use std::fs;
use std::path::PathBuf;
use std::process;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use parlor_fuzz::catalog;

/// One file per process, because the fuzzer may run several.
static FILE: LazyLock<PathBuf> =
    LazyLock::new(|| std::env::temp_dir().join(format!("parlor-fuzz-{}.records", process::id())));

const WTHOR_HEADER_SIZE: usize = 16;
const WTHOR_GAME_SIZE: usize = 68;

fuzz_target!(|data: &[u8]| {
    let Some((&format, content)) = data.split_first() else { return };
    let content = match format % 4 {
        0 => wthor_file(content),
        1 => [b"# game reversi\n", content].concat(),
        2 => [b"parlor record 2\n", content].concat(),
        _ => content.to_vec(),
    };
    fs::write(&*FILE, content).expect("the temporary folder can be written");
    for action in ["check", "show", "convert"] {
        let words = ["parlor".into(), "record".into(), action.into(), FILE.clone().into_os_string()];
        parlor::run_with_output(catalog(), words, &mut Vec::new());
    }
});

/// Whole games behind a header that states their number, so that the file is recognized.
fn wthor_file(content: &[u8]) -> Vec<u8> {
    let games = content.len() / WTHOR_GAME_SIZE;
    let mut file = vec![0; WTHOR_HEADER_SIZE];
    file[4..8].copy_from_slice(&(games as u32).to_le_bytes());
    file.extend_from_slice(&content[..games * WTHOR_GAME_SIZE]);
    file
}
