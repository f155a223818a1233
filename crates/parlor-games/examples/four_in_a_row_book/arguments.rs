//! Command-line arguments of the generator.

use std::env;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Command-line arguments.
pub(crate) struct Arguments {
    pub(crate) ply: u8,
    pub(crate) threads: usize,
    pub(crate) deadline: Option<Instant>,
    /// Which part of the work this process does, and the number of parts.
    pub(crate) part: (usize, usize),
    /// Adds the solved positions that took more than this many nodes to the book.
    pub(crate) hard: Option<u64>,
    /// Folder of the checkpoint.
    pub(crate) folder: PathBuf,
}

impl Arguments {
    pub(crate) fn parse(mut words: impl Iterator<Item = String>) -> Result<Arguments, String> {
        let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
        let folder = target.join("four-in-a-row-book");
        let mut arguments = Arguments { ply: 12, threads: 1, deadline: None, part: (0, 1), hard: None, folder };
        while let Some(option) = words.next() {
            let value = words.next().ok_or_else(|| format!("{option} needs a value"))?;
            let number = || value.parse::<u32>().map_err(|_| format!("{option} \"{value}\" is not a whole number"));
            match option.as_str() {
                "--ply" => arguments.ply = parse_ply(number()?)?,
                "--threads" => arguments.threads = number()?.clamp(1, 1024) as usize,
                "--seconds" => {
                    arguments.deadline = Instant::now().checked_add(Duration::from_secs(u64::from(number()?)));
                }
                "--part" => arguments.part = parse_part(&value)?,
                "--hard" => arguments.hard = Some(u64::from(number()?)),
                "--folder" => arguments.folder = PathBuf::from(&value),
                _ => {
                    let options = "--ply, --threads, --seconds, --part, --hard and --folder";
                    return Err(format!("unknown option {option}; the options are {options}"));
                }
            }
        }
        Ok(arguments)
    }
}

fn parse_ply(number: u32) -> Result<u8, String> {
    let ply = u8::try_from(number).ok().filter(|ply| *ply <= 15);
    ply.ok_or_else(|| format!("--ply {number} must be from 0 to 15: later plies have too many positions"))
}

/// Reads "I/N", I below N.
fn parse_part(text: &str) -> Result<(usize, usize), String> {
    let part = text.split_once('/').and_then(|(part, parts)| Some((part.parse().ok()?, parts.parse().ok()?)));
    part.filter(|(part, parts)| part < parts)
        .ok_or_else(|| format!("--part \"{text}\" must be I/N, with I from 0 to N - 1"))
}
